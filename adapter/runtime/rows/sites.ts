import { callsOnlyKey, type Site } from '../../instrument/site.js';
import { noteFunctions } from './functionExtents.js';
import { newBytes, newFloats, newIntegers, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { keyNumber, textNumber } from './values.js';

/** So many probes no program has. Pages that are not written to cost nothing. */
export const siteCapacity = 1 << 21;

function createColumns() {
  const keys = newIntegers(siteCapacity);
  const countdowns = newIntegers(siteCapacity);
  const starts = newIntegers(siteCapacity);
  const kept = newBytes(siteCapacity);
  /** The role of a site: 1 a call makes something there, 2 a result is reported, 3 the language calls, 4 a constructor is implicit, 5 a call in a text of
   *  which calls alone are recorded, 6 a property is defined, whatever is inherited. */
  const roles = newBytes(siteCapacity);
  const pruned = newBytes(siteCapacity);
  return {
    /** Whether a site was proven to touch nothing that rules watch. */
    isPruned: (site: number): boolean => pruned[site] === 1,
    setPruned(site: number): void {
      pruned[site] = 1;
    },
    keyOfSite: (site: number): number => keys[site] ?? 0,
    setKey(site: number, key: number): void {
      keys[site] = key;
    },
    /** Whether not only the last event of a site counts. */
    isAlwaysKept: (site: number): boolean => kept[site] === 1,
    keepAlways(site: number): void {
      kept[site] = 1;
    },
    /** Whether what a site makes comes of a call. */
    isCall: (site: number): boolean => roles[site] === 1,
    setCall(site: number): void {
      roles[site] = 1;
    },
    /** Whether a function begins at a site that the language itself may call. */
    isAsked: (site: number): boolean => roles[site] === 3,
    setAsked(site: number): void {
      roles[site] = 3;
    },
    /** Whether a constructor that no text writes begins at a site. */
    isImplicit: (site: number): boolean => roles[site] === 4,
    setImplicit(site: number): void {
      roles[site] = 4;
    },
    /** Whether a call is in a text of which calls alone are recorded. */
    isCallsOnly: (site: number): boolean => roles[site] === 5,
    setCallsOnly(site: number): void {
      roles[site] = 5;
    },
    /** Whether a site reports a property that is defined, as a field of a class: no store. */
    isDefining: (site: number): boolean => roles[site] === 6,
    setDefining(site: number): void {
      roles[site] = 6;
    },
    /** Whether a site reports what an object came into being with. */
    isResult: (site: number): boolean => roles[site] === 2,
    setResult(site: number): void {
      roles[site] = 2;
    },
    /** Whether the adapter looks at some passage of a site. */
    isLookedAt: (site: number): boolean => countdowns[site] !== 0,
    /** How many passages are left until it does; 0: it never does; -1: at each. */
    countdown: (site: number): number => countdowns[site] ?? 0,
    setCountdown(site: number, left: number): void {
      countdowns[site] = left;
    },
    /** Where events are only counted, at every site: whether the adapter looks at this passage. */
    countDown(site: number): boolean {
      const left = (countdowns[site] ?? 0) - 1;
      countdowns[site] = left;
      return left === 0;
    },
    /** The next passage that is looked at, counted from the last one. */
    addStart(site: number, left: number): void {
      countdowns[site] = left;
      starts[site] = (starts[site] ?? 0) + left;
    },
    /** Where events are only counted: how many a site had. */
    passagesOf: (site: number): number => (starts[site] ?? 0) - (countdowns[site] ?? 0),
  };
}

const columns = createColumns();

/** The key of the place that a site changes; 0 where only the event tells it. */
export const {
  isAsked,
  isPruned,
  isImplicit,
  isCallsOnly,
  isCall,
  isDefining,
  isResult,
  keyOfSite,
  isLookedAt,
  isAlwaysKept,
  countDown,
  passagesOf,
  countdown,
  setCountdown,
} = columns;

/** The hits of sites that count by themselves (`localProbes.ts`). */
export const passages = newIntegers(siteCapacity);

/** How often a site was passed that counts by itself; 0: it does not, or never was. */
export function countedPassages(site: number): number {
  return site === 0 ? 0 : (passages[site] ?? 0);
}

/** The number after that of the last site. */
let siteEnd = 0;

/** The number after the last site that is known. */
export function endOfSites(): number {
  return siteEnd;
}

/** Sites begin to count from here; called for each text that is instrumented. */
export function addSites(first: number, sites: readonly Site[], path: string): void {
  if (first + sites.length > siteCapacity) throw new Error('There are more than two million probes.');
  if (first + sites.length > siteEnd) siteEnd = first + sites.length;
  noteFunctions(path, first, sites);
  for (let index = 0; index < sites.length; index++) {
    const site = sites[index];
    // The case that is entered is the first after its switch, which may be evaluated again.
    if (site?.kind === 'arrival') columns.keepAlways(first + index);
    if (site?.kind === 'allocation' && site.key === 'call') columns.setCall(first + index);
    if (site?.kind === 'call' && (site.key === 'accessor' || site.key === 'protocol')) columns.setAsked(first + index);
    if (site?.kind === 'call' && site.key === 'implicit') columns.setImplicit(first + index);
    if (site?.kind === 'caller' && site.key === callsOnlyKey) columns.setCallsOnly(first + index);
    if (site?.isPruned === true) columns.setPruned(first + index);
    if (site?.kind === 'result') columns.setResult(first + index);
    if (site?.kind === 'define') columns.setDefining(first + index);
    // Where no property has changed there is no key.
    if (site === undefined) continue;
    prepareBudget(first + index, site);
    if (site.key === null || keylessKinds.has(site.kind)) continue;
    const { key, declaration } = site;
    if (declaration === null) columns.setKey(first + index, keyNumber(key));
    else columns.setKey(first + index, key[0] === '#' ? privateNumber(path, declaration, key) : variableNumber(path, declaration));
  }
}

/** Kinds of sites whose `key` says something else than what place changes. */
const keylessKinds: ReadonlySet<Site['kind']> = new OwnSet([
  'allocation',
  'fork',
  'arrival',
  'call',
  'caller',
  'argument',
  'exit',
  'suspend',
  'resume',
] as const);

/** Which activation runs is recorded wherever something else is. */
const unboundedKinds: ReadonlySet<Site['kind']> = new OwnSet(['exit', 'throw', 'catch', 'last', 'suspend', 'resume'] as const);

/** For a recorded run: 0 where sites have no budget. */
let budget = 0;
let isLimited = false;
let isRedacted = false;
/** The events that each site may still have; below 0, how many there were beyond. The recorded texts themselves count here. */
export const budgets = newFloats(siteCapacity);
const secret = newBytes(siteCapacity);

/** From now on sites have a budget of so many events (0: as many as there are), and texts under telling names are not recorded. */
export function limitSites(events: number, areSecretsKept: boolean): void {
  isLimited = true;
  budget = events;
  isRedacted = !areSecretsKept;
}

const none: readonly string[] = [];

function prepareBudget(number: number, { kind, key, given = none }: Site): void {
  if (isLimited) budgets[number] = budget === 0 || unboundedKinds.has(kind) ? Infinity : budget;
  if (kind === 'suspend' && key === 'yield') yields.add(number);
  for (let at = 0; at < given.length; at++) if (isSecretName(given[at] ?? '')) secret[number] = 1;
  if (key === null || !isSecretName(key)) return;
  if (kind !== 'argument') secret[number] = 1;
  else secretArguments.set(number, new OwnSet(key.split(',').flatMap((name, index) => (isSecretName(name) ? index : []))));
}

/** Sites at which a generator waits until somebody asks for more. */
const yields = new OwnSet<number>();

/** Whether what waits at a site goes on within whoever asks for more; else nothing else runs then. */
export const isYield = (site: number): boolean => yields.has(site);

/** Whether an event of the site is no longer recorded, only counted. */
export function isOverBudget(site: number): boolean {
  const rest = budgets[site] ?? 0;
  budgets[site] = rest - 1;
  return rest <= 0;
}

/** How many events of a site may still be recorded. */
export function budgetLeft(site: number): number {
  if (!isLimited || site === 0) return Infinity;
  const left = budgets[site] ?? 0;
  return left > 0 ? left : 0;
}

/** Whether nothing of a site is recorded any more. */
export const isBeyond = (site: number): boolean => isLimited && !((budgets[site] ?? 0) > 0);

/** Whether the site's last event was the last that is recorded. */
export const isUsedUp = (site: number): boolean => isLimited && budgets[site] === 0;

/** Whether the passage that is on is the last that is recorded. */
export const isLastOf = (site: number): boolean => isLimited && budgets[site] === 1;

/** A passage of a site of which nothing is recorded. */
export function countBeyond(site: number): void {
  budgets[site] = (budgets[site] ?? 0) - 1;
}

/** How many events there were when the last call ended of which nothing stays, by the site of its entry. */
const forgottenUntil = newFloats(siteCapacity);

/** A call of which nothing stays. */
export function countForgotten(site: number, events: number): void {
  countBeyond(site);
  forgottenUntil[site] = events;
}

/** A passage at which something was not recorded, whatever is left of the budget: nothing is recorded there from now on. */
export function closeBudget(site: number): void {
  const left = budgets[site] ?? 0;
  budgets[site] = (left > 0 && left < Infinity ? 0 : left) - 1;
}

/** A site that has used its budget, as it leaves the program. */
interface Counted {
  readonly site: number;
  readonly from: number;
  readonly total: number;
  readonly until: number;
}

/** The sites that have used their budget: from which passage on they were only counted, and how many there were. */
export function countedSites(): readonly Counted[] {
  const counted: Counted[] = [];
  for (let site = 0; site < siteEnd; site++) {
    const more = -(budgets[site] ?? 0);
    if (more > 0) counted[counted.length] = { site, from: budget + 1, total: budget + more, until: forgottenUntil[site] ?? 0 };
  }
  return counted;
}

/** Whether what a site records is given by a name such as `password`. */
export const isSecretSite = (site: number): boolean => secret[site] === 1;

/** The arguments with secret names, by site. */
const secretArguments = new OwnMap<number, ReadonlySet<number>>();

/** Which arguments that a site records have names such as `password`. */
export const secretArgumentsOf = (site: number): ReadonlySet<number> | undefined => secretArguments.get(site);

/** Whether a text under this name is to be kept from whoever reads a recording. */
export function isSecretName(name: string): boolean {
  return isRedacted && secretNames.test(name);
}

const secretNames = /pass(?:word|wd|phrase|code)|token|secret|cookie|credential|authorization|api_?key|private_?key/i;

/** A variable is known by where its name is declared. */
export function variableNumber(path: string, declaration: number): number {
  return textNumber(`variable ${path} ${declaration}`);
}

/** A private name is known by its class. */
export function privateNumber(path: string, declaration: number, name: string): number {
  return textNumber(`private ${path} ${declaration} ${name}`);
}

let isAnyWanted = false;

/** The adapter will look at some site, which may not be known yet. */
export function expectLooks(): void {
  isAnyWanted = true;
}

export const isAnyLookedAt = (): boolean => isAnyWanted;

/** Has the program wait at these passages of a site, counted from 1 and in ascending order; null: at each. */
export function lookAtSite(site: number, occurrences: readonly number[] | null): void {
  if (occurrences === null) columns.setCountdown(site, -1);
  else columns.addStart(site, occurrences[0] ?? 0);
  if (occurrences !== null)
    laterLooks.set(site, occurrences.map((occurrence, index) => occurrence - (occurrences[index - 1] ?? 0)).slice(1));
}

/** The numbers of passages between the waits of a site, after the next. */
const laterLooks = new OwnMap<number, number[]>();

/** Where events are only counted: a site is looked at now, and counts on. */
export function countOn(site: number): void {
  columns.addStart(site, laterLooks.get(site)?.shift() ?? 0);
  dueSite = site;
}

/** Whether the program waits at the passage of a site that comes now. */
export function isNext(site: number): boolean {
  return columns.countdown(site) <= 1;
}

/** A site that is looked at is passed: whether the program waits now. */
export function isDue(site: number): boolean {
  const left = columns.countdown(site);
  if (left > 1) {
    columns.setCountdown(site, left - 1);
    return false;
  }
  if (left > 0) columns.setCountdown(site, laterLooks.get(site)?.shift() ?? 0);
  dueSite = site;
  return true;
}

/** The site whose last passage is waited at; -1: none is. */
let dueSite = -1;

/** A passage begins that may have several events: called before its first. */
export function beginPassage(): void {
  dueSite = -1;
}

/** Whether the program waits at each event of the passage of a site that is on. */
export function isStillDue(site: number): boolean {
  return dueSite === site;
}
