% The text ends without a full stop. Expected: ok, then one error.
ok.
p(a)