% The text ends inside quotes. Expected: ok, then one error.
ok.
p('abc