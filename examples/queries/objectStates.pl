% The fields of every object at the end of the run.
?- row(object, [class = Class, id = Object, kind = object]), object_state(1000000000, Class, Object, State), State \== [].
