import type { Standing } from '../../server/lsp/protocol.js';
import type { Statement } from './stateMessages.js';

/** The verdict about the values of a run that waits, in one sentence for the user. */
export interface Verdict {
  readonly standing: Exclude<Standing, 'good'>;
  readonly text: string;
}

/** Null where a good run may have these values, and where nothing can be concluded. */
export function verdictOf({ live, selected }: Statement): Verdict | null {
  const standing = live?.standing ?? null;
  if (live === null || standing === null || standing === 'good') return null;
  const which = selected.rows.filter((row) => row.standing === standing).map(({ name }) => `${name} = ${live.values[name] ?? ''}`);
  const values = which.length === 0 ? 'comes' : `has ${which.join(' or ')}`;
  const roots = live.failingRoots.map((root) => (root === '' ? 'the top level' : root)).join(' or ');
  const text =
    standing === 'failing'
      ? `This run of ${roots} certainly fails: no good one ${values} here.`
      : `No run ${values} here, as far as the analysis knows: a declared type, a setting or an assertion before does not hold of this one.`;
  return { standing, text };
}
