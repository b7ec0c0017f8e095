import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { checkText, holds, requiresOf } from '../../support/checking.js';

/** What running a program of the paper gave: the good integers of -150..250 as ranges, and the outcome of special inputs. */
interface Outcome {
  readonly okIntegers_in_minus300_300: readonly (readonly [number, number])[];
  readonly special: Readonly<Record<string, string>>;
}

const folder = new URL('../../programs/syntox/', import.meta.url);
const outcomes = JSON.parse(readFileSync(new URL('bruteforce.json', folder), 'utf8')) as Readonly<Record<string, Outcome>>;

const specialValues: Readonly<Record<string, number>> = {
  NaN,
  '+Infinity': Infinity,
  '-Infinity': -Infinity,
  '-0': -0,
  '2^31-1': 2 ** 31 - 1,
  '2^31': 2 ** 31,
  '-2^31': -(2 ** 31),
  '-2^31-1': -(2 ** 31) - 1,
  '2^53': 2 ** 53,
};

describe('the programs of the paper, for every double', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const outcome = outcomes[file];
    if (outcome === undefined) continue;
    it(`${file}: the condition admits every good input`, () => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const parameter = /export function main\((\w+)/.exec(text)?.[1] ?? 'n';
      const requires = requiresOf(checkText(text));
      const good: number[] = [];
      for (const [from, to] of outcome.okIntegers_in_minus300_300) for (let n = from; n <= to; n++) good.push(n);
      for (const [name, result] of Object.entries(outcome.special)) if (result === 'ok') good.push(specialValues[name] ?? Number(name));
      assert.deepEqual(
        good.filter((n) => !holds(requires, parameter, n)),
        [],
        `requires ${requires}`,
      );
    });
  }
});
