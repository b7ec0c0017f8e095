import type { Given } from '../../server/diagnosis/followed.js';
import type { Requirement } from './diagnosisResult.js';
import type { Verdict } from './followTests.js';
import type { Shown } from './shown.js';

/** Passages of one test that are shown. */
const mostShown = 12;

/** What a component would have had to give in each failing test, in words. */
export function requirementsOf(id: number, verdict: Verdict | null, shown: Shown): readonly Requirement[] {
  if (verdict?.kind !== 'consistent') return [];
  const expression = shown.text(id).replaceAll(/\s+/g, ' ').slice(0, 80);
  // Ways inside of an expression that gives a value are none of its own.
  const isBranch = shown.of(id)?.value === 'boolean';
  return verdict.requirement.flatMap(({ test, given }) =>
    given
      .filter(({ kind, component }) => component === id && (isBranch || kind === 'value'))
      .slice(0, mostShown)
      .map((one, i): Requirement => ({ test, hit: i + 1, expression, ...worded(one, expression, i + 1, test) })),
  );
}

function worded(
  given: Given,
  expression: string,
  hit: number,
  test: string,
): Pick<Requirement, 'text' | 'values' | 'min' | 'max' | 'taken'> {
  const when = `the ${ordinal(hit)} time in "${test}"`;
  if (given.kind === 'way') return { text: `\`${expression}\` is ${given.taken} ${when}`, taken: given.taken };
  const { value, min, max } = given;
  if (typeof value === 'string') return { text: `\`${expression}\` gives ${JSON.stringify(value)} ${when}`, values: [value] };
  if (min !== null && min === max) return { text: `\`${expression}\` gives ${value} ${when}`, values: [value] };
  if (min === null && max === null) return { text: `\`${expression}\` gives another number, such as ${value}, ${when}`, values: [value] };
  const range = [min === null ? null : boundText(min, 1), max === null ? null : boundText(max, -1)]
    .filter((bound) => bound !== null)
    .join(' and ');
  return { text: `\`${expression}\` gives ${range} ${when}`, values: [value], min, max };
}

/** A bound in words: the double beside a round number excludes that number. `inside` points into the range. */
function boundText(bound: number, inside: 1 | -1): string {
  const round = Math.round(bound);
  const isBeside = round !== bound && Math.abs(bound - round) <= Math.abs(round) * Number.EPSILON && Math.sign(bound - round) === inside;
  if (isBeside) return `${inside === 1 ? 'above' : 'below'} ${round}`;
  return `${inside === 1 ? 'at least' : 'at most'} ${bound}`;
}

function ordinal(count: number): string {
  const last = count % 100 > 10 && count % 100 < 14 ? 0 : count % 10;
  return `${count}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}
