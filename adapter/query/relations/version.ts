import { createHash } from 'node:crypto';
import type { TraceHead, TraceText } from '../../trace/format/contents.js';

/** Of which version of the program a recording is: the Git revision, or else a hash of the sources that ran, packages' left out. */
export function versionOf(head: TraceHead | null, texts: readonly TraceText[]): string {
  if (head?.revision !== undefined) return head.revision;
  const own = texts.filter(({ path }) => !path.includes('/node_modules/'));
  const hashes = (own.length === 0 ? texts : own).map(({ source }) => createHash('sha256').update(source).digest('hex'));
  // In whichever order they were loaded, and from wherever.
  return createHash('sha256').update(hashes.sort().join('\n')).digest('hex').slice(0, 40);
}
