import { parseSource } from '../../../adapter/instrument/parse.js';
import { isFunction, walk } from '../../../adapter/instrument/tree.js';
import { proofsOf, type StoreProof } from '../../../server/check/proofs.js';
import { why, type Point } from '../../support/querying.js';
import { Random } from '../random.js';
import { writeKeyProgram } from './keyPrograms.js';

/** What a random program is answered with all probes, and without those that are proven to be needed by nobody. */
export interface PrunedAnswers {
  readonly text: string;
  readonly asks: readonly string[];
  /** Stores that had no probe. */
  readonly proven: number;
  /** Where the answers are not the same. */
  readonly different: readonly string[];
}

export async function askPruned(seed: number): Promise<PrunedAnswers> {
  const { text, stopLine, asks } = writeKeyProgram(new Random(seed));
  const ask = (isPruned: boolean) =>
    why({
      ...{ files: { 'program.cjs': text }, stop: `program.cjs:${stopLine}`, ask: asks },
      ...(isPruned ? { prove: (file: string, loaded: string) => Promise.resolve(proofsOf({ file, text: loaded })) } : {}),
    });
  const [all, pruned] = [await ask(false), await ask(true)];
  const different = ['P1', ...asks].flatMap((name, index) => {
    const [there, here] = [told(all.points[index]), told(pruned.points[index])];
    return there === here ? [] : [`${name}: with all probes ${there}, pruned ${here}`];
  });
  return {
    text,
    asks,
    proven: (({ keys, functions }) => keys + functions)(pruned.result.probes?.proven ?? { keys: 0, functions: 0 }),
    different: [...different, ...pruned.result.notes],
  };
}

/** Objects are numbered anew in each run. */
function told(point: Point | undefined): string {
  return JSON.stringify(point ?? null).replace(/#\d+/g, '#');
}

/** A run of a random program in which each key is held against what is proven of it. */
export interface HeldKeys {
  readonly text: string;
  /** Stores of which something is proven, and how often they were made. */
  readonly proven: number;
  readonly made: number;
  readonly wrong: readonly string[];
}

/** Runs it here: of its own it does nothing but compute. */
export function holdKeys(seed: number): HeldKeys {
  const { text } = writeKeyProgram(new Random(seed));
  const { stores, neverEntered } = proofsOf({ file: 'program.cjs', text });
  const proofs = new Map(stores.map((proof) => [proof.end, proof]));
  const unentered = new Set(neverEntered.map(({ start }) => start));
  const inserted: (readonly [at: number, what: string])[] = [];
  walk(parseSource(text, 'commonjs'), (node) => {
    if (isFunction(node) && unentered.has(node.start) && node.body.type === 'BlockStatement')
      inserted.push([node.body.start + 1, `hold(${node.start},'entered');`]);
    if (node.type === 'MemberExpression' && node.computed && proofs.has(node.end))
      inserted.push([node.property.start, `hold(${node.end},(`], [node.property.end, '))']);
  });
  const watched = inserted
    .sort((x, y) => y[0] - x[0] || (x[1] < y[1] ? -1 : 1))
    .reduce((all, [at, what]) => all.slice(0, at) + what + all.slice(at), text);
  const wrong: string[] = [];
  let made = 0;
  const hold = (end: number, key: unknown): unknown => {
    made++;
    if (unentered.has(end)) wrong.push(`entered: ${text.slice(end, end + 20)}`);
    const proof = proofs.get(end);
    if (proof !== undefined && !isAsProven(key, proof))
      wrong.push(`…${text.slice(Math.max(0, end - 20), end)}: ${String(typeof key)} ${String(key)}`);
    return key;
  };
  const run = new Function('hold', 'process', watched) as (hold: unknown, process: unknown) => void;
  try {
    run(hold, { stdout: { write: () => true } });
  } catch {
    // what it did before counts
  }
  return { text, proven: proofs.size + unentered.size, made, wrong };
}

function isAsProven(key: unknown, { mayBeNumber, prefix, isWhole }: StoreProof): boolean {
  if (typeof key === 'string') return prefix !== null && (isWhole ? key === prefix : key.startsWith(prefix));
  if (typeof key === 'number' || typeof key === 'bigint') return mayBeNumber;
  return key === undefined || key === null || typeof key === 'boolean';
}
