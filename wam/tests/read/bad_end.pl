% The text ends inside a clause. Expected: ok, then one error.
ok.
p(a, b