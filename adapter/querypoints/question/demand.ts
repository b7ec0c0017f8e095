import { walk } from '../../instrument/tree.js';
import { parseExpressionAt, type AnyNode } from 'acorn';
import { emptyPlan, type AllocationKind, type LineStop, type Moment, type Plan, type TextPlace } from '../../instrument/plan.js';
import type { Look } from '../../runtime/messages.js';
import type { Arrival } from '../origin/originStep.js';
import { seenAs, withEventParts, type Query, type Show } from './question.js';

/** Memory that is new costs more than to keep only what is last; V8 has optimised nothing yet when the way of recording changes. */
const eventsInFull = 1 << 12;

/** Of variables and conditions, each entry of a scope has its own last event: little is dropped. */
const scopedEventsInFull = 1 << 24;

/** What the questions need to be probed, as far as the runs until now have shown. It only grows. */
export class Facts {
  private readonly fields = new Set<string>();
  readonly tests: Show[] = [];
  private readonly variables = new Map<string, TextPlace>();
  private readonly forks = new Map<string, TextPlace>();
  private readonly kept = new Map<string, Plan['kept'][number]>();
  private readonly variablesAtStop = new Set<string>();
  private readonly names = new Set<string>();
  private everywhere = false;
  private elements = false;
  /** Of elements, the indices that are asked for; null: all. */
  private indices: Set<number> | null = new Set();
  /** Of entries, the keys that are asked for; null: all. */
  private entryKeys: Set<string | number> | null = new Set();
  private symbols = false;
  private returns = false;
  private entries = false;
  private forksAtStop = false;
  private wholeTexts = false;
  private lastOnly = true;
  /** Whether every throw is looked at, from the start of the run. */
  areThrowsWatched = false;
  private readonly allocations = new Set<AllocationKind>();
  /** Whether activations could not be asked what they have kept. */
  private recordsAll = false;
  private countsWrites = false;
  private readonly areLastsEnough: boolean;
  /** Whether other frames than the innermost at the stop are asked about. */
  private readonly looksFurther: boolean;
  /** Events whose objects are looked at around calls from then on: code without probes may write them. */
  readonly guards: Guard[] = [];
  /** Questions that questions ask: the steps of an origin. */
  readonly steps: Query[] = [];
  /** How origins have come to points, by the points' names. */
  readonly arrivals = new Map<string, readonly Arrival[]>();

  /** Runs that differ are held against each other: no value may be left out. */
  areValuesTold = false;
  /** Whether an earlier run has recorded all events. */
  countsOnly = false;
  /** Whether the run waits at a condition, to see what it was made of. */
  looksAtForks = false;

  /** `briefFrom`: how many events are kept in full, where only the last of each place is asked for; by what is asked when left out. */
  constructor(
    queries: readonly Query[],
    shows: readonly Show[] = [],
    private readonly briefFrom?: number,
  ) {
    for (const { of, frame, expression } of shows)
      if (of === 'P1' && frame === 0) for (const name of namesIn(expression)) this.names.add(name);
    for (const query of queries) this.addQuery(query);
    this.areLastsEnough = queries.every(asksOfLast);
    this.looksFurther = [...queries, ...shows].some(({ of, frame }) => of !== 'P1' || frame !== 0);
  }

  /** What the run that is on records: what is found to be needed meanwhile, the next one will. */
  private planned = this.recorded();

  private recorded() {
    const { fields, elements, indices, entries, entryKeys, symbols, returns, forks, kept, allocations, guards, areThrowsWatched } = this;
    return {
      fields: new Set(fields),
      elements,
      indices: indices === null ? null : new Set(indices),
      entries,
      entryKeys: entryKeys === null ? null : new Set(entryKeys),
      symbols,
      returns,
      forks: new Set(forks.keys()),
      kept: new Set(kept.keys()),
      allocations: new Set(allocations),
      guards: [...guards],
      areThrowsWatched,
    };
  }

  /** How much is known: a run that adds nothing needs no other. */
  get size(): number {
    return (
      this.fields.size +
      this.variables.size +
      this.forks.size +
      this.kept.size +
      Number(this.everywhere) +
      Number(this.elements) +
      Number(this.indices === null) +
      Number(this.entryKeys === null) +
      Number(this.symbols) +
      Number(this.returns) +
      Number(this.entries) +
      Number(this.areThrowsWatched) +
      Number(this.recordsAll) +
      Number(this.countsWrites) +
      this.allocations.size +
      this.guards.length +
      this.steps.length +
      this.tests.length
    );
  }

  addField(name: string): void {
    this.fields.add(name);
  }

  /** Whether writes to this property were not probed; they will be. */
  lacksProperty(name: string): boolean {
    const { fields, elements, indices } = this.planned;
    const isIndex = /^\d+$/.test(name);
    const isLacking = isIndex ? !elements || indices?.has(Number(name)) === false : !fields.has(name);
    if (!isIndex) this.fields.add(name);
    else if (isLacking) this.addElements();
    return isLacking;
  }

  /** Whether writes under symbols were not probed; they will be. */
  lacksSymbols(): boolean {
    const isLacking = !this.planned.symbols;
    this.symbols = true;
    this.addElements();
    return isLacking;
  }

  /** Whether texts that do not hold the names may have been left alone; they will not be. */
  lacksTexts(): boolean {
    const isLacking = !this.everywhere;
    this.everywhere = true;
    return isLacking;
  }

  /** All of them. */
  addElements(): void {
    this.indices = null;
    this.addSomeElements();
  }

  /** What functions return. */
  addReturns(): void {
    this.returns = true;
  }

  /** A shorter length deletes elements. */
  private addSomeElements(): void {
    this.elements = true;
    this.fields.add('length');
  }

  addVariable(place: TextPlace): void {
    this.variables.set(`${place.path}:${place.offset}`, place);
  }

  hasVariable({ path, offset }: TextPlace): boolean {
    return this.variables.has(`${path}:${offset}`);
  }

  hasForks({ path, offset }: TextPlace): boolean {
    return this.planned.forks.has(`${path}:${offset}`);
  }

  /** Whether what is last of the stop's own variables and forks is kept by activations. */
  get lasts(): boolean {
    return this.areLastsEnough && this.isBrief && !this.recordsAll && !this.areValuesTold && this.steps.length === 0;
  }

  /** What activations keep is not to be seen: the next run records it. */
  recordAll(): void {
    this.recordsAll = true;
  }

  /** How many writes there were is not told by how often their sites were passed: the next run counts them. */
  countWrites(): void {
    this.countsWrites = true;
  }

  addForks(place: TextPlace): void {
    this.forks.set(`${place.path}:${place.offset}`, place);
  }

  /** A variable is to be seen in a function that does not mention it. False: it is already. */
  addKept(kept: Plan['kept'][number]): boolean {
    const id = `${kept.path}:${kept.offset}:${kept.name}`;
    this.kept.set(id, kept);
    return !this.planned.kept.has(id);
  }

  /** Whether a property of the object of an event was not looked at around calls; it will be. */
  lacksGuard(wanted: Guard): boolean {
    if (this.guards.some((one) => isSameGuard(one, wanted))) return !this.planned.guards.some((one) => isSameGuard(one, wanted));
    this.guards.push(wanted);
    return true;
  }

  /** How many properties the run that is on looks at around calls. */
  get plannedGuards(): number {
    return this.planned.guards.length;
  }

  /** Whether throws were not looked at; they will be. */
  lacksThrows(): boolean {
    const isLacking = !this.planned.areThrowsWatched;
    this.areThrowsWatched = true;
    return isLacking;
  }

  /** Whether the expressions that may have made an object were not probed; they will be. */
  lacksAllocations(): boolean {
    // Whatever makes an object is the first to see it.
    for (const kind of ['call', 'new', 'array', 'object'] as const) this.allocations.add(kind);
    return this.allocations.size > this.planned.allocations.size;
  }

  /** A question that the next run is to decide too, of what other points ask as well where they do. */
  addStep(query: Query): void {
    const isSame = (one: Query) => momentOf(one) === momentOf(query) && seenAs(one) === seenAs(query);
    if (!this.steps.some(isSame)) this.steps.push(query);
    this.addQuery(query);
  }

  /** Whether the run that is on records what a step asks about. */
  isPlanned({ kind, place, isStep }: Query): boolean {
    const { fields, elements, indices, entries, entryKeys, returns } = this.planned;
    if (kind === 'returned') return returns || isStep !== true;
    if (place?.kind === 'field') return fields.has(place.name);
    const name = place?.kind === 'element' ? nameIn(place.key) : null;
    if (place?.kind === 'element') return name === null ? elements && indices === null : fields.has(name);
    return place?.kind !== 'entry' || (entries && entryKeys === null);
  }

  /** What must be known of a point that the next run waits at: the test of a choice. */
  addTest(test: Show): void {
    const isSame = ({ of, frame, expression }: Show) => of === test.of && frame === test.frame && expression === test.expression;
    if (!this.tests.some(isSame)) this.tests.push(test);
  }

  plan(stop: LineStop | null, moment: Moment | null, counted: TextPlace | null): Plan {
    const names = [...this.names];
    this.planned = this.recorded();
    return {
      ...emptyPlan,
      stop: stop === null ? null : { ...stop, names },
      moment: moment === null ? null : { ...moment, names },
      counted,
      fields: [...this.fields],
      everywhere: this.everywhere,
      elements: this.elements,
      indices: this.indices === null ? null : [...this.indices],
      symbols: this.symbols,
      returns: this.returns,
      entries: this.entries,
      entryKeys: this.entryKeys === null ? null : [...this.entryKeys],
      variablesAtStop: [...this.variablesAtStop],
      variables: [...this.variables.values()],
      kept: [...this.kept.values()],
      forksAtStop: this.forksAtStop,
      forks: [...this.forks.values()],
      lastsFrom: this.lasts ? (this.briefFrom ?? eventsInFull) : null,
      countsWrites: this.countsWrites,
      keepsVariables: this.keepsVariables || stop?.when !== null,
      allocations: [...this.allocations],
      guards: this.guards.length > 0,
      makers: this.guards.filter(({ siteKind }) => siteKind === 'allocation'),
      wholeTexts: this.wholeTexts,
      briefFrom: this.isBrief ? this.eventsInFull : null,
      // What was before in a private field nobody outside its class can read where the program waits.
      countsOnly: this.countsOnly,
      valuesInBrief: this.areValuesTold || [...this.fields].some((name) => name.startsWith('#')),
    };
  }

  /** Whether nothing is asked about but properties that are known by their names. */
  get asksOnlyOfFields(): boolean {
    const { variables, variablesAtStop, forks, allocations, steps, fields } = this;
    const others = this.guards.length + variables.size + variablesAtStop.size + forks.size + allocations.size + steps.length;
    const hasOthers = others > 0 || this.elements || this.symbols || this.entries || this.forksAtStop || this.areThrowsWatched;
    return !hasOthers && ![...fields].some((name) => name.startsWith('#'));
  }

  /** Whether frames are looked at where the texts do not say which of their variables will be. */
  private get keepsVariables(): boolean {
    const { variables, forks, tests, steps, variablesAtStop, forksAtStop } = this;
    return (
      this.looksFurther ||
      this.looksAtForks ||
      variables.size + forks.size + tests.length + steps.length > 0 ||
      (!this.lasts && (variablesAtStop.size > 0 || forksAtStop))
    );
  }

  private get isBrief(): boolean {
    return this.lastOnly && this.allocations.size === 0 && this.guards.length === 0 && this.briefFrom !== Infinity;
  }

  private get eventsInFull(): number {
    const isScopedAtStop = !this.lasts && (this.variablesAtStop.size > 0 || this.forksAtStop);
    const isScoped = isScopedAtStop || this.variables.size + this.forks.size > 0;
    return this.briefFrom ?? (isScoped ? scopedEventsInFull : eventsInFull);
  }

  private addQuery({ kind, of, frame, place, expression, index, isStep }: Query): void {
    const isAtStop = of === 'P1' && frame === 0;
    if (isAtStop && expression !== '') for (const name of namesIn(withEventParts(expression))) this.names.add(name);
    // What else asks may come to others.
    if (kind !== 'lastChange' && kind !== 'lastCondition' && kind !== 'exceptionAfter') this.indices = this.entryKeys = null;
    if (kind === 'inevitable') this.wholeTexts = true;
    // Others only ask which function it is.
    if (kind === 'returned' && isStep === true) this.returns = true;
    if (kind !== 'exceptionAfter' && (index !== -1 || !/^last/.test(kind))) this.lastOnly = false;
    if (kind === 'lastCondition' && of === 'P1') this.forksAtStop = true;
    switch (place?.kind) {
      case undefined:
        return;
      case 'variable':
        if (isAtStop) this.variablesAtStop.add(place.name);
        return;
      case 'field':
        this.fields.add(place.name);
        if (place.name === 'length') this.addSomeElements();
        return;
      case 'element': {
        const index = /^(?:0|[1-9]\d{0,8})$/.exec(place.key)?.[0];
        const name = nameIn(place.key);
        if (index !== undefined) {
          this.indices?.add(Number(index));
          this.addSomeElements();
        } else if (name === null) this.addElements();
        else this.fields.add(name);
        return;
      }
      case 'entry': {
        const literal = /^(['"])([^'"\\]*)\1$/.exec(place.key)?.[2];
        const number = /^(?:0|[1-9]\d{0,8})$/.exec(place.key)?.[0];
        const key = literal ?? (number === undefined ? undefined : Number(number));
        if (key === undefined) this.entryKeys = null;
        else this.entryKeys?.add(key);
        this.entries = true;
      }
    }
  }
}

/** A property of the object of an event. */
export interface Guard extends Look {
  readonly name: string;
}

function isSameGuard(a: Guard, b: Guard): boolean {
  return (
    a.path === b.path &&
    a.offset === b.offset &&
    a.end === b.end &&
    a.siteKind === b.siteKind &&
    a.occurrence === b.occurrence &&
    a.name === b.name
  );
}

/** At which moments a step is asked: at a point of the user's, at throws that an origin has found, or at events. */
function momentOf({ of }: Query): string {
  return of.includes('~') ? (of.endsWith('~thrown') ? 'throw' : 'event') : of;
}

/** The property that a key in brackets names, as it is written; null where it may be another, or an index. */
function nameIn(key: string): string | null {
  const literal = /^(['"])([^'"\\]*)\1$/.exec(key)?.[2];
  return literal === undefined || /^\d+$/.test(literal) ? null : literal;
}

/** Whether of variables and forks nothing is asked but what was last at the stop. */
function asksOfLast({ kind, of, frame, place, index }: Query): boolean {
  if (kind !== 'lastChange' && kind !== 'lastCondition') return false;
  return (kind === 'lastChange' && place?.kind !== 'variable') || (of === 'P1' && frame === 0 && index === -1);
}

function namesIn(expression: string): readonly string[] {
  const names: string[] = [];
  try {
    const options = { ecmaVersion: 'latest', checkPrivateFields: false } as const;
    walk(parseExpressionAt(expression, 0, options) as AnyNode, (node) => {
      if (node.type === 'Identifier') names.push(node.name);
    });
  } catch {
    return []; // the query's own parser has said what is wrong
  }
  return names;
}
