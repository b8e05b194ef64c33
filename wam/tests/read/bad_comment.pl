% The text ends inside a comment. Expected: ok, then one error.
ok. /* never closed
lost.
