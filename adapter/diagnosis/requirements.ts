import type { Given } from '../../server/diagnosis/followed.js';
import type { Requirement } from './diagnosisResult.js';
import type { Verdict } from './followTests.js';
import type { Shown } from './shown.js';

/** A requirement, and what it asks of the expression as a predicate: `gives 3`. */
export interface Claim {
  readonly requirement: Requirement;
  readonly predicate: string;
  /** It is asked of code that runs where the program is loaded, and also of the test. */
  readonly isOfLoading: boolean;
}

/** Passages of one test that are told, beside the last. */
const mostShown = 100;

/** What a component would have had to give in each failing test, in words. */
export function requirementsOf(id: number, verdict: Verdict | null, shown: Pick<Shown, 'text' | 'of'>): readonly Claim[] {
  if (verdict?.kind !== 'consistent') return [];
  const expression = shown.text(id).replaceAll(/\s+/g, ' ').slice(0, 80);
  return verdict.requirement.flatMap(({ test, given }) => {
    const own = given.filter(({ component }) => component === id);
    const moments = new Map<string | null | undefined, Given[]>();
    for (const one of own) moments.set(one.before, [...(moments.get(one.before) ?? []), one]);
    return [...moments].flatMap(([before, passages]) => {
      const isOfLoading = before === null && moments.size > 1;
      return claimsOf(passages, { test: before ?? test, expression, isOfLoading });
    });
  });
}

/** What is asked at the passages of one test: at the first ones, and at the last, which ends it. */
function claimsOf(
  passages: readonly Given[],
  { test, expression, isOfLoading }: Pick<Requirement, 'test' | 'expression'> & Pick<Claim, 'isOfLoading'>,
): readonly Claim[] {
  const leftOut = Math.max(0, passages.length - mostShown - 1);
  return passages.flatMap((one, i): readonly Claim[] => {
    const isLast = i === passages.length - 1;
    if (i >= mostShown && !isLast) return [];
    const hit = i + 1;
    const predicate = predicateOf(one);
    const text = `\`${expression}\` ${predicate} the ${ordinal(hit)} time${isOfLoading ? loading : ''} in "${test}"`;
    const left = isLast && leftOut > 0 ? { leftOut } : {};
    const early = isOfLoading ? { loading: true as const } : {};
    return [{ requirement: { test, hit, ...early, expression, text, ...askedOf(one), ...left }, predicate, isOfLoading }];
  });
}

const loading = ' while it is loaded';

function askedOf(given: Given): Pick<Requirement, 'values' | 'min' | 'max' | 'taken'> {
  if (given.kind === 'way') return { taken: given.taken };
  const { value, min, max } = given;
  const isRange = typeof value === 'number' && (min !== null || max !== null) && !Object.is(min, max);
  return isRange ? { values: [plainValue(value)], min, max } : { values: [plainValue(value)] };
}

/** A value as JSON has it: a number that JSON does not know is one by its name. */
const plainValue = (value: number | string): unknown =>
  typeof value === 'string' || (Number.isFinite(value) && !Object.is(value, -0))
    ? value
    : { number: Object.is(value, -0) ? '-0' : String(value) };

const anyNumber = 'gives some number, such as ';

function predicateOf(given: Given): string {
  if (given.kind === 'way') return `is ${given.taken}`;
  const { value, min, max } = given;
  if (typeof value === 'string') return `gives ${JSON.stringify(value)}`;
  if (Object.is(min, max) && min !== null) return `gives ${value}`;
  if (min === null && max === null) return `${anyNumber}${value}`;
  if (min === null) return `gives ${boundText(max ?? value, -1)}`;
  if (max === null) return `gives ${boundText(min, 1)}`;
  const [from, to] = rounded(min, max);
  return `gives ${boundText(from, 1)} and ${boundText(to, -1)}`;
}

/** A bound in words: the double beside a round number excludes that number. `inside` points into the range. */
function boundText(bound: number, inside: 1 | -1): string {
  const round = Math.round(bound);
  const isBeside =
    round !== bound &&
    Math.abs(bound - round) <= Math.max(Math.abs(round) * Number.EPSILON, Number.MIN_VALUE) &&
    Math.sign(bound - round) === inside;
  if (isBeside) return `${inside === 1 ? 'above' : 'below'} ${round}`;
  return `${inside === 1 ? 'at least' : 'at most'} ${bound}`;
}

/** A part of the range whose ends are short: at most a tenth of it is left out at each end, and a bound that is short stays. */
function rounded(min: number, max: number): readonly [number, number] {
  const digits = Math.ceil(-Math.log10((max - min) / 10));
  if (!(digits >= 0 && digits <= 15)) return [min, max];
  const scale = 10 ** digits;
  const end = (bound: number, round: (scaled: number) => number): number => {
    const short = round(bound * scale) / scale;
    const isShort = String(bound).length <= String(short).length || Math.abs(bound - Math.round(bound)) < 1e-9;
    return isShort || short < min || short > max ? bound : short;
  };
  const [from, to] = [end(min, Math.ceil), end(max, Math.floor)];
  return from < to ? [from, to] : [min, max];
}

/** Groups that one sentence tells: what is asked alike in several tests is one. */
const mostTold = 4;

/** Passages of one test that one sentence tells. */
const mostRuns = 3;

/** Tests of one group that are named. */
const mostNamed = 4;

interface Group {
  readonly claims: readonly Claim[];
  readonly tests: readonly string[];
}

/** Claims as the end of a sentence: of each expression in each test what it gives, passage by passage. */
export function requirementText(claims: readonly Claim[], areTestsNamed: boolean): string {
  const groups = alike(claims);
  const shown = groups.slice(0, mostTold);
  const told = shown.map(({ claims: group, tests }, i) => {
    const before = shown[i - 1]?.claims.at(-1);
    const isSame = before !== undefined && before.requirement.expression === group[0]?.requirement.expression && areTestsNamed;
    return `${groupText(group, isSame ? before.predicate : null)}${areTestsNamed ? ` in ${namesOf(tests)}` : ''}`;
  });
  return `${told.join(', and ')}${groups.length > told.length ? ', and so on' : ''}`;
}

/** What is asked of one expression in a test, with the other tests in which the same is asked of it. */
function alike(claims: readonly Claim[]): readonly Group[] {
  const byTest = new Map<string, Claim[]>();
  for (const claim of claims) {
    const { test, expression } = claim.requirement;
    const key = JSON.stringify([test, expression, claim.isOfLoading]);
    byTest.set(key, [...(byTest.get(key) ?? []), claim]);
  }
  const groups = new Map<string, Group>();
  for (const own of byTest.values()) {
    const key = JSON.stringify([own[0]?.isOfLoading, groupText(own, null)]);
    const known = groups.get(key);
    const test = own[0]?.requirement.test ?? '';
    groups.set(key, { claims: known?.claims ?? own, tests: [...(known?.tests ?? []), test] });
  }
  return [...groups.values()];
}

function namesOf(tests: readonly string[]): string {
  const names = tests.slice(0, mostNamed).map((test) => `"${test}"`);
  const more = tests.length - names.length;
  return listed(more > 0 ? [...names, `${more} more test${more === 1 ? '' : 's'}`] : names);
}

/** `before`: the predicate that stands before it in the sentence, of the same expression in another test. */
function groupText(all: readonly Claim[], before: string | null): string {
  // Where any number does, one example says enough.
  const free = all.filter(({ predicate }) => predicate.startsWith(anyNumber));
  const hasBound = free.length > 0 && free.length < all.length && all.at(-1)?.predicate.startsWith(anyNumber) === false;
  const group = hasBound ? all.filter((claim) => !free.includes(claim)) : all;
  const runs: { readonly predicate: string; readonly hits: number[] }[] = [];
  for (const { predicate, requirement } of group) {
    const last = runs.at(-1);
    if (last?.predicate === predicate && last.hits.at(-1) === requirement.hit - 1) last.hits.push(requirement.hit);
    else runs.push({ predicate, hits: [requirement.hit] });
  }
  // The last passage ends what would go on: it is always told.
  const isWhole = runs.length <= mostRuns;
  const shown = isWhole ? runs : [...runs.slice(0, mostRuns - 1), ...runs.slice(-1)];
  const told = shown.map(({ predicate, hits }, i) => {
    const verb = /^\w+ /.exec(predicate)?.[0] ?? '';
    const isSaid = (shown[i - 1]?.predicate ?? before)?.startsWith(verb) === true;
    return `${isSaid ? predicate.slice(verb.length) : predicate} ${timesText(hits)}`;
  });
  const whole =
    isWhole && group.at(-1)?.requirement.leftOut === undefined
      ? listed(told)
      : `${told.slice(0, -1).join(', ')}, and so on until ${told.at(-1)}`;
  const { expression = '' } = group[0]?.requirement ?? {};
  const where = group[0]?.isOfLoading === true ? loading : '';
  const others = hasBound ? `, else ${free[0]?.predicate.replace(/^gives /, '') ?? ''}` : '';
  return `${before === null ? `\`${expression}\` ` : ''}${whole}${others}${where}`;
}

/** `the 2nd time`, `the 2nd and 3rd time`, `the 2nd to 9th time`: of passages that follow each other. */
function timesText(hits: readonly number[]): string {
  const [first = 1] = hits;
  const last = hits.at(-1) ?? first;
  if (first === last) return `the ${ordinal(first)} time`;
  return `the ${ordinal(first)} ${last === first + 1 ? 'and' : 'to'} ${ordinal(last)} time`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function ordinal(count: number): string {
  const last = count % 100 > 10 && count % 100 < 14 ? 0 : count % 10;
  return `${count}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}
