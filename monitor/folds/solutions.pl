% The different goals that were proved.
initialize([]).

collect(E, Goals0, Goals) :-
    (   port(E, exit)
    ->  goal(E, G),
        ( \+ ( member(Other, Goals0), Other =@= G ) -> Goals = [G|Goals0] ; Goals = Goals0 )
    ;   Goals = Goals0
    ).

post_process(Goals0, Goals) :- reverse(Goals0, Goals).
