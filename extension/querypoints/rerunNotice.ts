import type { RerunTold } from '../../adapter/dap/querypoints/protocol.js';

const always =
  'To answer, Whence runs this program again, from its start and with its side effects: what it writes, sends or deletes happens again.';

/** What the user is told before a program is run again; `told` null: nothing more is known of it. */
export function rerunNotice(told: RerunTold | null): string {
  if (told === null || !told.isEnded) return always;
  const { repeated, byHand } = told;
  const requests = repeated === 1 ? 'The request that it has had is repeated' : `The ${repeated} requests that it has had are repeated`;
  return [
    always,
    'The one that waits holds a port: it is ended, and another takes its place.',
    ...(repeated > 0 ? [`${requests}, from memory.`] : []),
    'Connections that it makes by itself, to databases and other servers, it makes again.',
    ...(byHand.length > 0 ? [`This could not be recorded: ${byHand.join('; ')}. Repeat it when Whence asks for it.`] : []),
  ].join(' ');
}
