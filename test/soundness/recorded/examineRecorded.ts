import type { EnvironmentReport } from '../../../server/findings/result.js';
import { recorded } from '../../support/recorded.js';
import { traceRows } from '../../support/traceRows.js';
import { whence } from '../checker.js';

/** A value that a run had at a control point whose reachable states are said not to have it. */
export interface Outside {
  readonly line: number;
  readonly name: string;
  readonly value: number;
  readonly said: string;
}

export interface Held {
  /** How many recorded values were held against a state. */
  readonly values: number;
  readonly outside: readonly Outside[];
}

/**
 * Holds the numbers that a recorded program writes against the reachable states just behind the statements that write them. Only lines that
 * are one such statement: nothing else comes between. The program has no assertions, so no state is behind a violated one.
 */
export async function examineRecorded(text: string): Promise<Held> {
  const names = new Map<number, string>();
  text.split('\n').forEach((line, index) => {
    const [, name] = /^\s*(?:let |const |var )?(\w+) = [^;]*;$/.exec(line) ?? [];
    if (name !== undefined) names.set(index + 1, name);
  });
  const { states, errors } = whence({ file: 'a.js', text, integers: false, lines: [...names.keys()] });
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const byLine = new Map(states.map(({ line, reachable }) => [line, reachable]));
  const run = await recorded({ 'a.js': text });
  try {
    let values = 0;
    const outside: Outside[] = [];
    for (const { kind, key, value, at } of traceRows(run.file).rows) {
      const line = Number(at.split(':')[1]);
      if (kind !== 'write' || key !== names.get(line) || typeof value !== 'number' || !byLine.has(line)) continue;
      values++;
      const said = saidOf(byLine.get(line) ?? null, key, value);
      if (said !== null) outside.push({ line, name: key, value, said });
    }
    return { values, outside };
  } finally {
    run.dispose();
  }
}

/** The state's words, where it does not have the value; null: it has it, or does not know the variable. */
function saidOf(state: EnvironmentReport | null, name: string, value: number): string | null {
  if (state === null) return 'nothing gets there';
  const known = state[name];
  if (known === undefined) return null;
  const { show, min, max, integer, nan } = known;
  if (Number.isNaN(value)) return nan === true ? null : show;
  const isBetween = min !== null && max !== null && Number(min) <= value && value <= Number(max);
  return isBetween && (integer !== true || !Number.isFinite(value) || Number.isInteger(value)) ? null : show;
}
