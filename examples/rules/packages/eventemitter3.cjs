// The examples of the documentation of eventemitter3.
const EventEmitter = require('eventemitter3');

const emitter = new EventEmitter();
const context = { foo: 'bar' };
function emitted() {
  console.log(this === context);
}
emitter.once('event-name', emitted, context);
emitter.on('another-event', emitted, context);
emitter.emit('event-name');
emitter.emit('another-event');
emitter.removeListener('another-event', emitted, context);

// A one-time listener that adds itself again, as one that waits for the next of several does.
let left = 3;
const again = () => {
  if (--left > 0) emitter.once('step', again);
};
emitter.once('step', again);
while (left > 0) emitter.emit('step');
emitter.on('a', () => {});
emitter.on('a', () => emitter.off('a'));
emitter.emit('a');
emitter.on(Symbol('s'), () => {});
emitter.removeAllListeners();
globalThis.kept = emitter;
