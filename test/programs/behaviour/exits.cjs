// What a program sees of its own end, and of who hears it.
const { EventEmitter } = require('node:events');
const counts = () => ['exit', 'uncaughtExceptionMonitor', 'worker'].map((name) => process.listenerCount(name)).join();
console.log(counts(), process.listeners('exit').length, Object.hasOwn(process, 'emit'), process.eventNames().includes('exit'));
console.log(String(process.emit) === String(EventEmitter.prototype.emit), process.emit.length, process.reallyExit.length);
process.removeAllListeners('exit');
process.on('exit', function (code) {
  console.log('exit', code, this === process, new Error('where').stack.split('\n').slice(2, 4).join());
  Promise.resolve().then(() => console.log('promised'));
});
process.once('exit', () => console.log(counts()));
process.on('said', (...words) => console.log(words.join()));
console.log(process.emit('said', 1, 2), process.emit('unsaid'));
