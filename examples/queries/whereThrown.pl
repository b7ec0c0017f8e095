% Table 1 of the paper: where the uncaught exception was thrown, and what the calls around it were given.
?- where_exception_is_thrown(main, event(Call, _, methodcall(_, _, Method, Arguments))).
