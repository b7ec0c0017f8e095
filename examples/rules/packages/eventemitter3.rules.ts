import { call, extent, report, rule, tracked } from 'whence/rules';
import { EventEmitter } from 'eventemitter3';

const once = tracked<{ e: EventEmitter; name: string; listener: unknown }>();

// The count of events that have listeners is never negative.
export const countIsNotNegative = rule({
  foreach: { e: extent(EventEmitter) },
  where: ({ e }) => e._eventsCount < 0,
});

// "Remove all listeners": afterwards there are none.
export const noneIsLeft = rule({
  at: [call((e: EventEmitter) => e.removeAllListeners(), { after: ({ e }) => e.eventNames().length > 0 && report('listeners are left') })],
});

// "Add a one-time listener": it has gone when the event has been emitted.
export const onceIsGone = rule({
  at: [
    call((e: EventEmitter, name: string, listener) => e.once(name, listener), {
      after: ({ e, name, listener }) => once.add({ e, name, listener }),
    }),
    call((e: EventEmitter, name: string) => e.emit(name), {
      after: ({ e, name }) => {
        for (const one of [...once])
          if (one.e === e && one.name === name) {
            if (e.listeners(name).includes(one.listener)) report('a one-time listener of', name, 'is still there');
            once.delete(one);
          }
      },
    }),
  ],
});

// "Return the number of listeners listening to a given event": 0 for an event without a name.
export const countIsThatOfListeners = rule({
  at: [
    call((e: EventEmitter, name: string) => e.emit(name), {
      after: ({ e, name }) => e.listenerCount(name) !== e.listeners(name).length && report('not as many as they are counted:', name),
    }),
  ],
});
