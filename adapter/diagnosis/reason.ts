import type { Verdict } from './followTests.js';
import type { Problem } from './problem.js';
import { requirementText, type Claim } from './requirements.js';

/** What is known of a suspect. */
export interface Evidence {
  readonly group: Problem;
  /** No other test fails. */
  readonly isAll: boolean;
  readonly verdict: Verdict | null;
  readonly claims: readonly Claim[];
  readonly isRepaired: boolean;
  /** Components that are suspected together. */
  readonly count: number;
}

/** Why something could be wrong, in one sentence. */
export function reasonOf({ group, isAll, verdict, claims, isRepaired, count }: Evidence): string {
  const names = group.failing.map(({ name }) => JSON.stringify(name)).join(', ');
  const isOne = group.failing.length === 1;
  if (claims.length > 0) {
    const subject = isAll ? (isOne ? 'The failing test passes' : 'The failing tests pass') : `${names} ${isOne ? 'passes' : 'pass'}`;
    return `${subject} if ${requirementText(claims, !isOne || claims.some(({ requirement: { test } }) => test !== group.failing[0]?.name))}.`;
  }
  // Other tests may go on to fail for other reasons.
  if (isRepaired) return isAll ? 'A change of it makes all tests pass.' : `A change of it makes ${names} pass, and breaks no other test.`;
  const ran = count === 1 ? (isOne ? 'The failing test ran it' : 'All failing tests ran it') : 'One of them alone is not enough';
  return verdict?.kind === 'undecided'
    ? `${ran}; whether ${count === 1 ? 'it' : 'both'} can be the cause is open: ${told.get(verdict.why) ?? verdict.why}.`
    : `${ran}.`;
}

/** What the interpreter calls by its own names, in the words of a user. */
const told: ReadonlyMap<string, string> = new Map([
  ['an input', 'more is done with its value than can be followed'],
  ['a large expression', 'its value is used in too long an expression'],
  ['too many quantities', 'it runs too often for each of its values to be looked for'],
  ['an iterator of the program', 'it goes through an iterator that the program itself makes'],
]);
