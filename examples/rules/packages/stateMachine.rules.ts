import { extent, report, rule } from 'whence/rules';
import { JSM } from 'javascript-state-machine';

// "A state machine has states": it is in one that its transitions name.
export const stateIsKnown = rule({
  foreach: { m: extent(JSM) },
  where: ({ m }) => !m.config.states.includes(m.state),
  found: ({ m }) => report('an unknown state:', m.state),
});

// "A transition is pending until it has ended": none is when nothing of the program runs.
export const noneIsPending = rule({
  foreach: { m: extent(JSM) },
  where: ({ m }) => m.pending === true,
  check: 'turn',
  found: ({ m }) => report('a transition from', m.state, 'has not ended'),
});

// Each observer is told once: it is in the list once.
export const observersAreOfTheirOwn = rule({
  foreach: { m: extent(JSM) },
  where: ({ m }) => m.observers.length > 1 && m.observers[0] === m.observers[1],
  found: ({ m }) => report('an observer is there twice, in state', m.state),
});
