import { isIndexName } from '../../instrument/indexNames.js';
import { walk, type AnyNode } from '../../instrument/tree.js';
import { parseExpressionAt } from 'acorn';
import type { AllocationKind, Plan, TextPlace } from '../../instrument/plan.js';
import { keyOfPoint } from '../../events/controlPoint.js';
import type { Look } from '../../events/rows.js';
import type { Arrival } from './arrival.js';
import { kindOf } from './kinds.js';
import { seenAs, withEventParts, type Query, type Show } from './question.js';

/**
 * What the next run must record for the questions to be answered: an immutable value of a join-semilattice. What decides says what it lacks
 * as a demand; only runs join demands, and make a plan of them.
 */
export interface Demand {
  /** Names of properties whose writes are recorded. */
  readonly fields: ReadonlySet<string>;
  /** Whether writes to elements are; of `indices` only (null: of all). */
  readonly elements: boolean;
  readonly indices: ReadonlySet<number> | null;
  /** Whether entries of Maps and Sets are; of `entryKeys` only (null: of all). */
  readonly entries: boolean;
  readonly entryKeys: ReadonlySet<string | number> | null;
  /** Whether writes under symbols are. */
  readonly symbols: boolean;
  /** Whether objects that are keys are asked which property they mean. */
  readonly objectKeys: boolean;
  /** Variables, by `nameOfPlace`, and those that a name at the stop means. */
  readonly variables: ReadonlyMap<string, TextPlace>;
  readonly variablesAtStop: ReadonlySet<string>;
  /** Functions whose forks and activations are recorded, by `nameOfPlace`; whether those of the stop's own stack are. */
  readonly forks: ReadonlyMap<string, TextPlace>;
  readonly forksAtStop: boolean;
  /** Variables that a function mentions although it does not use them, so that they are seen there. */
  readonly kept: ReadonlyMap<string, Plan['kept'][number]>;
  /** Names that are looked at where the user stopped. */
  readonly names: ReadonlySet<string>;
  /** Whether texts are instrumented that do not hold the names. */
  readonly everywhere: boolean;
  /** What functions return. */
  readonly returns: boolean;
  /** Whether texts are kept whole. */
  readonly wholeTexts: boolean;
  /** Whether a question reaches further back than to the last event of each place. */
  readonly reachesBack: boolean;
  /** Whether every throw is looked at, from the start of the run. */
  readonly throws: boolean;
  /** Expressions that make objects. */
  readonly allocations: ReadonlySet<AllocationKind>;
  /** Whether activations could not be asked what they have kept, so that events are needed. */
  readonly recordsAll: boolean;
  /** Whether writes are counted in a variable of their own. */
  readonly countsWrites: boolean;
  /** Properties that are looked at around calls, by `nameOfGuard`: code without probes may write them. */
  readonly guards: ReadonlyMap<string, Guard>;
  /** Questions that questions ask, by the moment and what is seen there: the steps of an origin. */
  readonly steps: ReadonlyMap<string, Query>;
  /** What must be known of points that the run waits at: the tests of choices. */
  readonly tests: ReadonlyMap<string, Show>;
  /** How origins have come to points, by the points' names. It needs no recording: it is looked at where a run waits. */
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]>;
}

/** A property of the object of an event. */
export interface Guard extends Look {
  readonly name: string;
}

export const emptyDemand: Demand = {
  fields: new Set(),
  elements: false,
  indices: new Set(),
  entries: false,
  entryKeys: new Set(),
  symbols: false,
  objectKeys: false,
  variables: new Map(),
  variablesAtStop: new Set(),
  forks: new Map(),
  forksAtStop: false,
  kept: new Map(),
  names: new Set(),
  everywhere: false,
  returns: false,
  wholeTexts: false,
  reachesBack: false,
  throws: false,
  allocations: new Set(),
  recordsAll: false,
  countsWrites: false,
  guards: new Map(),
  steps: new Map(),
  tests: new Map(),
  arrivals: new Map(),
};

/** The least demand that covers both: x ⊔ y. */
export function joinDemands(x: Demand, y: Demand): Demand {
  if (x === emptyDemand || x === y) return y;
  if (y === emptyDemand) return x;
  return {
    fields: union(x.fields, y.fields),
    elements: x.elements || y.elements,
    indices: x.indices === null || y.indices === null ? null : union(x.indices, y.indices),
    entries: x.entries || y.entries,
    entryKeys: x.entryKeys === null || y.entryKeys === null ? null : union(x.entryKeys, y.entryKeys),
    symbols: x.symbols || y.symbols,
    objectKeys: x.objectKeys || y.objectKeys,
    variables: unionMap(x.variables, y.variables),
    variablesAtStop: union(x.variablesAtStop, y.variablesAtStop),
    forks: unionMap(x.forks, y.forks),
    forksAtStop: x.forksAtStop || y.forksAtStop,
    kept: unionMap(x.kept, y.kept),
    names: union(x.names, y.names),
    everywhere: x.everywhere || y.everywhere,
    returns: x.returns || y.returns,
    wholeTexts: x.wholeTexts || y.wholeTexts,
    reachesBack: x.reachesBack || y.reachesBack,
    throws: x.throws || y.throws,
    allocations: union(x.allocations, y.allocations),
    recordsAll: x.recordsAll || y.recordsAll,
    countsWrites: x.countsWrites || y.countsWrites,
    guards: unionMap(x.guards, y.guards),
    steps: unionMap(x.steps, y.steps),
    tests: unionMap(x.tests, y.tests),
    arrivals: joinArrivals(x.arrivals, y.arrivals),
  };
}

/** x ⊑ y: a run that was planned for `y` records all that `x` asks for. */
export function leq(x: Demand, y: Demand): boolean {
  if (x === emptyDemand || x === y) return true;
  return (
    isSubset(x.fields, y.fields) &&
    (y.elements || !x.elements) &&
    (y.indices === null || (x.indices !== null && isSubset(x.indices, y.indices))) &&
    (y.entries || !x.entries) &&
    (y.entryKeys === null || (x.entryKeys !== null && isSubset(x.entryKeys, y.entryKeys))) &&
    (y.symbols || !x.symbols) &&
    (y.objectKeys || !x.objectKeys) &&
    isSubset(x.variables, y.variables) &&
    isSubset(x.variablesAtStop, y.variablesAtStop) &&
    isSubset(x.forks, y.forks) &&
    (y.forksAtStop || !x.forksAtStop) &&
    isSubset(x.kept, y.kept) &&
    isSubset(x.names, y.names) &&
    (y.everywhere || !x.everywhere) &&
    (y.returns || !x.returns) &&
    (y.wholeTexts || !x.wholeTexts) &&
    (y.reachesBack || !x.reachesBack) &&
    (y.throws || !x.throws) &&
    isSubset(x.allocations, y.allocations) &&
    (y.recordsAll || !x.recordsAll) &&
    (y.countsWrites || !x.countsWrites) &&
    isSubset(x.guards, y.guards) &&
    isSubset(x.steps, y.steps) &&
    isSubset(x.tests, y.tests) &&
    [...x.arrivals].every(([name, list]) => list.every((one) => isAmong(y.arrivals.get(name) ?? [], one)))
  );
}

/**
 * How much a run records for a demand: a run that adds nothing to it needs no other. Steps and their tests count one each; what the
 * questions themselves ask for is there from the first run on and does not.
 */
export function size(demand: Demand): number {
  const { fields, variables, forks, kept, everywhere, elements, indices, entryKeys, symbols, returns, entries } = demand;
  const { throws, recordsAll, countsWrites, objectKeys, allocations, guards, steps, tests } = demand;
  const flags = [
    everywhere,
    elements,
    indices === null,
    entryKeys === null,
    symbols,
    returns,
    entries,
    throws,
    recordsAll,
    countsWrites,
    objectKeys,
  ];
  const sets = [fields, variables, forks, kept, allocations, guards, steps, tests];
  return flags.filter(Boolean).length + sets.reduce((sum, one) => sum + one.size, 0);
}

/** Writes to properties of one name, which is no index. */
export function demandOfField(name: string): Demand {
  return { ...emptyDemand, fields: new Set([name]) };
}

/** What is missing of a plan, so that writes to a property are recorded; `emptyDemand`: nothing. */
export function lackOfProperty(planned: Demand, name: string): Demand {
  if (!isIndexName(name)) return planned.fields.has(name) ? emptyDemand : demandOfField(name);
  const isRecorded = planned.elements && (planned.indices === null || planned.indices.has(Number(name)));
  return isRecorded ? emptyDemand : demandOfElements;
}

/** Some elements: a shorter length deletes them. */
function someElements(indices: Demand['indices']): Demand {
  return { ...emptyDemand, elements: true, indices, fields: new Set(['length']) };
}

/** All elements. */
export const demandOfElements: Demand = someElements(null);

/** All entries of Maps and Sets. */
export const demandOfEntries: Demand = { ...emptyDemand, entries: true, entryKeys: null };

/** Writes under symbols. */
export const demandOfSymbols: Demand = { ...demandOfElements, symbols: true };

/** Which properties objects mean that are keys. */
export const demandOfObjectKeys: Demand = { ...emptyDemand, objectKeys: true };

/** All texts, also those that do not hold the names. */
export const demandOfTexts: Demand = { ...emptyDemand, everywhere: true };

/** What functions return. */
export const demandOfReturns: Demand = { ...emptyDemand, returns: true };

/** Every throw. */
export const demandOfThrows: Demand = { ...emptyDemand, throws: true };

/** Where objects come from: whatever makes an object is the first to see it. */
export const demandOfAllocations: Demand = { ...emptyDemand, allocations: new Set(['call', 'new', 'array', 'object'] as const) };

/** Every event, where activations would keep the last ones. */
export const demandOfEvents: Demand = { ...emptyDemand, recordsAll: true };

/** How often a variable of a scope was written. */
export const demandOfCounts: Demand = { ...emptyDemand, countsWrites: true };

/** Writes to a variable, by where it is declared. */
export function demandOfVariable(place: TextPlace): Demand {
  return { ...emptyDemand, variables: new Map([[nameOfPlace(place), place]]) };
}

/** Forks and activations of the function that begins at a place. */
export function demandOfForks(place: TextPlace): Demand {
  return { ...emptyDemand, forks: new Map([[nameOfPlace(place), place]]) };
}

/** A variable that is to be seen in a function which does not mention it. */
export function demandOfKept(kept: Plan['kept'][number]): Demand {
  return { ...emptyDemand, kept: new Map([[`${nameOfPlace(kept)}:${kept.name}`, kept]]) };
}

/** A property of the object of an event, which is to be looked at around calls from then on. */
export function demandOfGuard(guard: Guard): Demand {
  return { ...emptyDemand, guards: new Map([[nameOfGuard(guard), guard]]) };
}

/** The test of a choice at points that the next run waits at. */
export function demandOfTest(test: Show): Demand {
  return { ...emptyDemand, tests: new Map([[JSON.stringify([test.of, test.frame, test.expression]), test]]) };
}

/** How an origin has come to a point. */
export function demandOfArrival(point: string, arrival: Arrival): Demand {
  return { ...emptyDemand, arrivals: new Map([[point, [arrival]]]) };
}

/** A question that another question asks; what other points ask as well is asked once. */
export function demandOfStep(step: Query): Demand {
  return { ...demandOfQuery(step), steps: new Map([[JSON.stringify([momentOf(step), seenAs(step)]), step]]) };
}

/** What the questions of the user, and what they want to be shown, need from the first run on. */
export function demandOf(queries: readonly Query[], shows: readonly Show[]): Demand {
  const shown = shows.flatMap(({ of, frame, expression }) => (of === 'P1' && frame === 0 ? namesIn(expression) : []));
  return [{ ...emptyDemand, names: new Set(shown) }, ...queries.map(demandOfQuery)].reduce(joinDemands);
}

/** Whether a run that was planned so records what a step asks about. */
export function isPlanned({ fields, elements, indices, entries, entryKeys, returns }: Demand, { kind, place, isStep }: Query): boolean {
  if (kind === 'returned') return returns || isStep !== true;
  if (place?.kind === 'field') return fields.has(place.name);
  const name = place?.kind === 'element' ? nameIn(place.key) : null;
  if (place?.kind === 'element') return name === null ? elements && indices === null : fields.has(name);
  return place?.kind !== 'entry' || (entries && entryKeys === null);
}

/** The key of a place of a text among `variables` and `forks`. */
export function nameOfPlace({ path, offset }: TextPlace): string {
  return `${path}:${offset}`;
}

function nameOfGuard(guard: Guard): string {
  return JSON.stringify([keyOfPoint(guard), guard.occurrence, guard.name]);
}

function demandOfQuery({ kind, of, frame, place, expression, index, isStep }: Query): Demand {
  const isAtStop = of === 'P1' && frame === 0;
  const { reach, asksForks, wholeTexts } = kindOf(kind);
  const own: Demand = {
    ...emptyDemand,
    names: new Set(isAtStop && expression !== '' ? namesIn(withEventParts(expression)) : []),
    // What looks back may come to others.
    ...(reach === 'back' ? { indices: null, entryKeys: null } : {}),
    wholeTexts,
    // Others only ask which function it is.
    returns: kind === 'returned' && isStep === true,
    reachesBack: reach === 'back' || (reach === 'last' && index !== -1),
    forksAtStop: asksForks && of === 'P1',
  };
  return joinDemands(own, demandOfPlace(place, isAtStop));
}

function demandOfPlace(place: Query['place'], isAtStop: boolean): Demand {
  switch (place?.kind) {
    case undefined:
      return emptyDemand;
    case 'variable':
      return isAtStop ? { ...emptyDemand, variablesAtStop: new Set([place.name]) } : emptyDemand;
    case 'field':
      return joinDemands(demandOfField(place.name), place.name === 'length' ? someElements(new Set()) : emptyDemand);
    case 'element': {
      const index = /^(?:0|[1-9]\d{0,8})$/.exec(place.key)?.[0];
      const name = nameIn(place.key);
      if (index !== undefined) return someElements(new Set([Number(index)]));
      return name === null ? demandOfElements : demandOfField(name);
    }
    case 'entry': {
      const literal = /^(['"])([^'"\\]*)\1$/.exec(place.key)?.[2];
      const number = /^(?:0|[1-9]\d{0,8})$/.exec(place.key)?.[0];
      const key = literal ?? (number === undefined ? undefined : Number(number));
      return { ...emptyDemand, entries: true, entryKeys: key === undefined ? null : new Set([key]) };
    }
  }
}

/** At which moments a step is asked: at a point of the user's, at throws that an origin has found, or at events. */
function momentOf({ of }: Query): string {
  return of.includes('~') ? (of.endsWith('~thrown') ? 'throw' : 'event') : of;
}

/** The property that a key in brackets names, as it is written; null where it may be another, or an index. */
function nameIn(key: string): string | null {
  const literal = /^(['"])([^'"\\]*)\1$/.exec(key)?.[2];
  return literal === undefined || isIndexName(literal) ? null : literal;
}

function namesIn(expression: string): readonly string[] {
  const names: string[] = [];
  try {
    const options = { ecmaVersion: 'latest', checkPrivateFields: false } as const;
    walk(parseExpressionAt(expression, 0, options) as AnyNode, (node) => {
      if (node.type === 'Identifier') names.push(node.name);
      if (node.type === 'ThisExpression') names.push('this');
    });
  } catch {
    return []; // the query's own parser has said what is wrong
  }
  return names;
}

function union<T>(x: ReadonlySet<T>, y: ReadonlySet<T>): ReadonlySet<T> {
  return isSubset(y, x) ? x : new Set([...x, ...y]);
}

/** Where both have a key, they have it for the same; what was there first stays. */
function unionMap<T>(x: ReadonlyMap<string, T>, y: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return isSubset(y, x) ? x : new Map([...x, ...[...y].filter(([key]) => !x.has(key))]);
}

function isSubset<T>(x: { keys(): Iterable<T> }, y: { has(key: T): boolean }): boolean {
  for (const key of x.keys()) if (!y.has(key)) return false;
  return true;
}

function joinArrivals(x: Demand['arrivals'], y: Demand['arrivals']): Demand['arrivals'] {
  if (y.size === 0) return x;
  const joined = new Map(x);
  for (const [name, list] of y) {
    const known = joined.get(name) ?? [];
    joined.set(name, [...known, ...list.filter((one) => !isAmong(known, one))]);
  }
  return joined;
}

function isAmong(list: readonly Arrival[], arrival: Arrival): boolean {
  return list.some((one) => JSON.stringify(one) === JSON.stringify(arrival));
}
