import type { Asked } from './asked.js';
import type { AnswerRow } from './reader.js';

/** Every thread with how it was at an event. */
export function* threadStatus(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const at = asked.event('event');
  const { threads } = reader.store.source;
  const numbers = threads.length === 0 ? [0] : threads.map(({ number }) => number).sort((a, b) => a - b);
  for (const number of numbers) {
    const { started, ended, status, parent } = reader.threadStatus(number, at);
    if (started > at) continue;
    yield { event: started, thread: reader.threadName(number), function: '', call: null, parent, started, ended, status };
  }
}
