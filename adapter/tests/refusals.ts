/** What the process refuses to tests; 'process' stands for another process that is started. */
const needs = { network: 'the network', end: 'to end a process', files: 'to write files', process: 'another process', thread: 'a thread' };

let count = 0;
let last = '';

/** The error of something that is refused; it is noted, for a test may catch it. */
export function refusal(of: 'network' | 'end'): Error {
  count++;
  last = needs[of];
  return Object.assign(new Error(`A test may not have ${last} here.`), { code: 'ERR_ACCESS_DENIED' });
}

/** How often something was refused. */
export const refusals = (): number => count;

/** What was refused since then; null: nothing. */
export const refusedSince = (then: number): string | null => (count > then ? last : null);

/** What Node's permission model has refused where it throws this; null where it has not. */
export function refusedByNode(error: unknown): string | null {
  const { code, permission } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; permission?: unknown };
  if (code !== 'ERR_ACCESS_DENIED') return null;
  if (permission === 'FileSystemWrite') return needs.files;
  return permission === 'WorkerThreads' ? needs.thread : permission === 'ChildProcess' ? needs.process : null;
}
