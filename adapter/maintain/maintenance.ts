import { append, each, flatMapped, forEachOf, listFrom, listOf, mapped, newList, partOf, together, withAt } from './ownLists.js';
import { accessesOf, slotsOf } from './accesses.js';
import { RuleFault, UnreadableFault, UntoldFault, type RuleQuery } from './condition.js';
import { codeOf, type Code } from './conditionCode.js';
import { evaluate, isTrue } from './conditionValue.js';
import { ValueIndex } from './indexes.js';
import { TupleIndex } from './tupleIndex.js';
import { toElements, type Path } from './conditionPaths.js';
import type { KeptMap } from './keptCollections.js';
import { KeptSet } from './keptCollections.js';
import { Members } from './setMembers.js';
import { plansOf, type PlannedAccess, type SearchPlan } from './searchPlan.js';
import { isOdd, OddContainers } from './oddContainers.js';
import { OtherElements, unbound, type Binding } from './otherElements.js';
import { rolesOf, type Roles } from './roles.js';
import { isSignOf, signsOf } from './signsOfText.js';
import { hole, Thing, Tuple, sameValueZero, untold, type RuleValue } from './thing.js';
import { mostBits, ThingKind } from './thingKind.js';

/** What is known of a rule while the program runs. */
export interface RuleState {
  readonly query: RuleQuery;
  /** The tuples that hold now. */
  readonly tuples: KeptSet<Tuple>;
  /** The same, by their values. */
  readonly byValues: TupleIndex;
  /** Those that hold, and were not reported yet. */
  readonly pending: KeptSet<Tuple>;
  /** Those that were reported and have stopped to hold since the last check. */
  readonly lapsed: KeptSet<Tuple>;
  /** How many changes concerned the rule. */
  updates: number;
  /** The most tuples that held at once. */
  most: number;
  /** Why it was switched off: one sentence. */
  fault: string | null;
}

/** More tuples of one rule are not kept: the rule is switched off with a sentence. */
const mostTuples = 1_000_000;
const shownMost = mostTuples.toLocaleString('en');

const { is } = Object;
const { max } = Math;

const plain = new ThingKind({ type: 'object', isArray: false, isContainer: false });
const functions = new ThingKind({ type: 'function', isArray: false, isContainer: false });

/** Values that have left a container, and such that have come to it. */
export interface Exchange {
  readonly gone: readonly RuleValue[];
  readonly come: readonly RuleValue[];
}

/**
 * The results of rules over objects, kept up to date: each change looks only at the tuples in which the changed object plays the changed role.
 * It knows no program: who feeds it says what objects there are and what is written.
 *
 * Source: Gorbovitski and others, sections 2 and 5 (incremental maintenance for all possible updates).
 */
export class Maintenance {
  readonly rules: readonly RuleState[];
  /** The tuples that have been found since the caller last emptied the list. */
  readonly born: Tuple[] = newList();
  /** Whether some tuple has begun or stopped to hold since the caller last said no. */
  hasNews = false;
  private readonly roles: Roles;
  /** By rule, for each alternative of its condition. */
  private readonly plans: readonly (readonly SearchPlan[])[];
  private readonly conditions: readonly Code[];
  /** By set: the variables that range over it. */
  private readonly ranging: readonly (readonly { readonly rule: number; readonly variable: number }[])[];
  private readonly owners: readonly (ValueIndex | null)[];
  private readonly containersOf: ValueIndex;
  private readonly odd: OddContainers;
  private readonly others: OtherElements;
  private readonly sets: readonly Members[];
  /** By set whose number is too large for a bit in the things: its members again. */
  private readonly beyond: readonly (KeptSet<Thing> | null)[];
  private readonly bindings: readonly Binding[][];
  private searches = 0;
  private cause: unknown = null;

  /**
   * @param slots How many fields the rules read, each with a number.
   * @param sets How many sets variables range over.
   * @param notFollowed A variable of a rule ranges over a value whose elements are not followed.
   */
  constructor(
    queries: readonly RuleQuery[],
    private readonly slots: number,
    sets: number,
    notFollowed: (rule: number, value: RuleValue) => void = () => {},
  ) {
    this.rules = mapped(queries, (query) => ({
      query,
      tuples: new KeptSet<Tuple>(),
      byValues: new TupleIndex(),
      pending: new KeptSet<Tuple>(),
      lapsed: new KeptSet<Tuple>(),
      updates: 0,
      most: 0,
      fault: null,
    }));
    this.bindings = mapped(queries, ({ variables }) => listOf<Binding>(variables.length, unbound));
    this.roles = rolesOf(queries, slots);
    const accesses = mapped(queries, accessesOf);
    this.plans = mapped(queries, (query, rule) => plansOf(query, accesses[rule] ?? []));
    this.conditions = mapped(queries, ({ where }) => codeOf(where));
    const followed = new KeptSet(each(this.roles.followed));
    for (const slot of each(flatMapped(together(together(accesses)), (access) => slotsOf([access])))) followed.add(slot);
    let indexes = 1;
    this.containersOf = new ValueIndex(0, followed.size + 1);
    this.owners = mapped(listOf(slots, null), (_, slot) => (followed.has(slot) ? new ValueIndex(indexes++, followed.size + 1) : null));
    this.sets = mapped(listOf(sets, null), () => new Members());
    this.beyond = mapped(this.sets, (_, set) => (set < mostBits ? null : new KeptSet<Thing>()));
    this.ranging = mapped(this.sets, (_, set) =>
      flatMapped(queries, ({ variables }, rule) =>
        flatMapped(variables, (domain, variable) => (domain.kind === 'set' && domain.set === set ? [{ rule, variable }] : [])),
      ),
    );
    this.odd = new OddContainers(queries, accesses, this.owners, this.containersOf);
    this.others = new OtherElements(queries, { members: (set) => this.members(set), elements: elementsOf, met: notFollowed });
  }

  /** A thing for an object that is not known yet. Its fields are undefined until they are written. */
  make(number: number, type: 'object' | 'function' = 'object'): Thing {
    return new Thing(number, type === 'function' ? functions : plain);
  }

  /** From now on the thing is in the set. */
  enter(thing: Thing, set: number, cause: unknown): void {
    const members = this.sets[set];
    if (members === undefined || this.isIn(thing, set)) return;
    members.add(thing);
    this.odd.entered(thing, set);
    if (set < mostBits) thing.kind = thing.kind.with(thing.kind.sets | (1 << set), thing.kind.index);
    else this.beyond[set]?.add(thing);
    this.cause = cause;
    const ranging = this.ranging[set] ?? [];
    for (let at = 0; at < ranging.length; at++) {
      const one = ranging[at];
      if (one !== undefined) this.reconsiderAt(one.rule, one.variable, thing, null, undefined);
    }
  }

  /** From now on it is not. */
  leave(thing: Thing, set: number): void {
    if (!this.isIn(thing, set)) return;
    this.sets[set]?.delete(thing);
    this.odd.left(thing, set);
    if (set < mostBits) thing.kind = thing.kind.with(thing.kind.sets & ~(1 << set), thing.kind.index);
    else this.beyond[set]?.delete(thing);
    for (const tuple of each(tuplesOf(thing)))
      forEachOf(this.rules[tuple.rule]?.query.variables ?? [], (domain, variable) => {
        if (domain.kind === 'set' && domain.set === set && tuple.values[variable] === thing) this.remove(tuple);
      });
  }

  /** Whether a thing is in a set. */
  isIn(thing: Thing, set: number): boolean {
    return set < mostBits ? (thing.kind.sets & (1 << set)) !== 0 : this.beyond[set]?.has(thing) === true;
  }

  /** The members of a set, in the order in which they entered. */
  members(set: number): readonly Thing[] {
    return this.sets[set]?.all() ?? [];
  }

  /** How many members a set has. */
  sizeOfSet(set: number): number {
    return this.sets[set]?.size ?? 0;
  }

  /** A field has a value now. */
  write(thing: Thing, slot: number, value: RuleValue, cause: unknown): void {
    const before = thing.field(slot);
    if (is(before, value)) return;
    const owners = this.owners[slot] ?? null;
    if (owners !== null) {
      owners.remove(before, thing);
      owners.add(value, thing);
      this.odd.written(thing, slot, before, value);
    }
    this.others.written(slot, value);
    thing.set(slot, value, this.slots);
    this.cause = cause;
    const roles = this.roles.fields[slot] ?? [];
    for (let at = 0; at < roles.length; at++) {
      const role = roles[at];
      if (role !== undefined) this.reconsiderFrom(role.rule, role.path, thing, null, undefined);
    }
  }

  /** A field has its first value, of a thing that is in no set and to which nothing leads: that concerns no condition. */
  begin(thing: Thing, slot: number, value: RuleValue): void {
    this.owners[slot]?.add(value, thing);
    this.odd.written(thing, slot, undefined, value);
    this.others.written(slot, value);
    thing.set(slot, value, this.slots);
  }

  /** From now on the thing is a container, be it empty. */
  beginContents(container: Thing): void {
    container.beginContents();
  }

  /** An element, or a key, was put into a container. */
  add(container: Thing, value: RuleValue, cause: unknown): void {
    container.ownContents().add(value);
    this.odd.added(container, value);
    this.containersOf.add(value, container);
    this.cause = cause;
    this.reconsiderContainer(container, value);
  }

  /** One was taken out. */
  take(container: Thing, value: RuleValue, cause: unknown): void {
    if (container.contents?.remove(value) !== true) return;
    if (container.contents.count(value) === 0) this.containersOf.remove(value, container);
    this.cause = cause;
    this.reconsiderContainer(container, value);
  }

  /** Elements were taken out and put in at once: no condition sees the container in between. */
  exchange(container: Thing, gone: readonly RuleValue[], come: readonly RuleValue[], cause: unknown): void {
    if (gone.length === 0 && come.length === 1) return this.add(container, come[0], cause);
    const contents = container.ownContents();
    const changed = new KeptSet<RuleValue>();
    for (let at = 0; at < gone.length; at++) if (contents.remove(gone[at])) changed.add(gone[at]);
    for (let at = 0; at < come.length; at++) {
      const value = come[at];
      contents.add(value);
      this.odd.added(container, value);
      this.containersOf.add(value, container);
      changed.add(value);
    }
    for (let at = 0; at < gone.length; at++) if (contents.count(gone[at]) === 0) this.containersOf.remove(gone[at], container);
    this.cause = cause;
    for (const value of each(changed)) this.reconsiderContainer(container, value);
  }

  /**
   * What stands under a key of a container has changed, with what has gone and come by it. Values that are undefined, and keys that are gone, are
   * the same to conditions.
   */
  place(container: Thing, key: RuleValue, value: RuleValue, { gone, come }: Exchange, cause: unknown): void {
    container.ownContents().place(key, value);
    this.exchange(container, gone, come, cause);
  }

  /** All that stands under the keys of a container; they are told of by no other change. */
  arrange(container: Thing, entries: KeptMap<RuleValue, RuleValue>, { gone, come }: Exchange, cause: unknown): void {
    container.ownContents().arrange(entries);
    this.exchange(container, gone, come, cause);
    this.cause = cause;
    this.reconsiderContainer(container, undefined);
  }

  /** The object is gone: nothing reaches it any more. */
  forget(thing: Thing): void {
    forEachOf(this.sets, (_, set) => this.leave(thing, set));
    for (const tuple of each(tuplesOf(thing))) this.remove(tuple);
    forEachOf(this.owners, (owners, slot) => {
      owners?.remove(thing.field(slot), thing);
      this.odd.written(thing, slot, thing.field(slot), undefined);
    });
    for (const value of each(new KeptSet(each(thing.contents?.values() ?? [])))) this.containersOf.remove(value, thing);
  }

  /** A check has looked at the rule: tuples that have stopped to hold may be reported again. */
  checked(rule: number): void {
    this.rules[rule]?.lapsed.clear();
  }

  /** The tuple was reported. */
  told(tuple: Tuple): void {
    tuple.isTold = true;
    this.rules[tuple.rule]?.pending.delete(tuple);
  }

  /** Switches a rule off. */
  fail(rule: number, fault: string): void {
    const state = this.rules[rule];
    if (state === undefined || state.fault !== null) return;
    state.fault = fault;
    for (const tuple of each(listFrom(each(state.tuples)))) this.remove(tuple);
  }

  /** All tuples that hold, found without what is kept of earlier searches: what maintenance is held against. */
  recomputed(rule: number): readonly (readonly RuleValue[])[] {
    const state = this.rules[rule];
    if (state === undefined || state.fault !== null) return [];
    const { variables, where } = state.query;
    // A rule without variables has no tuples: it is looked at where its patterns match.
    if (variables.length === 0) return [];
    const found: RuleValue[][] = newList();
    // Elements may be those of any variable that ranges over a set.
    const order = newList<number>();
    for (const kind of each(['set', 'elements'] as const))
      forEachOf(variables, (domain, variable) => void (domain.kind === kind && append(order, variable)));
    const visit = (bound: readonly RuleValue[], count: number): void => {
      const variable = order[count];
      const domain = variable === undefined ? undefined : variables[variable];
      const next = (value: RuleValue): void => visit(withAt(bound, variable ?? 0, value), count + 1);
      if (domain === undefined) {
        // No search comes by what the condition throws for.
        const value = lookedUp((values) => evaluate(where, values), bound);
        if (value !== notKnown && isTrue(value)) found[found.length] = [...each(bound)];
        return;
      }
      if (domain.kind === 'set') for (const thing of each(this.members(domain.set))) next(thing);
      else {
        const container = lookedUp((values) => evaluate(domain.of, values), bound);
        const elements = container === notKnown ? [] : elementsOf(container, domain.skipsHoles === true);
        for (const value of each(new KeptSet(each(elements)))) if (value !== untold) next(value);
      }
    };
    visit(listOf<RuleValue>(variables.length, undefined), 0);
    return found;
  }

  private reconsiderContainer(container: Thing, value: RuleValue): void {
    const read = value === hole ? undefined : value;
    const { containers } = this.roles;
    for (let at = 0; at < containers.length; at++) {
      const role = containers[at];
      if (role !== undefined) this.reconsiderFrom(role.rule, role.path, container, role.element, read);
    }
  }

  /** The tuples in which `thing` stands at the end of the path. */
  private reconsiderFrom(rule: number, path: Path | null, thing: Thing, other: number | null, value: RuleValue): void {
    if (path === null) return this.reconsider(rule, this.unboundOf(rule), 0);
    if (path.slots.length === 0) return this.reconsiderAt(rule, path.variable, thing, other, value);
    const bases = this.basesOf([thing], path.slots);
    for (let at = 0; at < bases.length; at++) this.reconsiderAt(rule, path.variable, bases[at], other, value);
  }

  /** The things from which the steps lead to one of these. A thing has one value of a field, so by fields each is met once. */
  private basesOf(ends: readonly RuleValue[], slots: readonly number[]): readonly RuleValue[] {
    let things = ends;
    for (let at = slots.length - 1; at >= 0; at--) {
      const owners: RuleValue[] = newList();
      const slot = slots[at] ?? toElements;
      const index = slot === toElements ? this.containersOf : this.owners[slot];
      for (let one = 0; one < things.length; one++) index?.collect(things[one], owners);
      things = slot === toElements && owners.length > 1 ? listFrom(each(new KeptSet(each(owners)))) : owners;
    }
    return things;
  }

  /** A list for the values of a rule's variables: no search begins before the last one has ended. */
  private unboundOf(rule: number): Binding[] {
    const bound = this.bindings[rule] ?? [];
    for (let variable = 0; variable < bound.length; variable++) bound[variable] = unbound;
    return bound;
  }

  private reconsiderAt(rule: number, variable: number, value: RuleValue, other: number | null, element: RuleValue): void {
    const state = this.rules[rule];
    if (state === undefined || state.fault !== null) return;
    if (other === variable && !sameValueZero(value, element)) return;
    // No tuple has what is in no set, and none comes.
    if (!this.mayBe(state, variable, value) || (other !== null && !this.mayBe(state, other, element))) {
      state.updates++;
      return;
    }
    const bound = this.unboundOf(rule);
    bound[variable] = value;
    let mask = 1 << variable;
    if (other !== null) {
      bound[other] = element;
      mask |= 1 << other;
    }
    this.reconsider(rule, bound, mask);
  }

  /** Finds the tuples with these values that hold now, and takes away those that did. */
  private reconsider(rule: number, bound: Binding[], mask: number): void {
    const state = this.rules[rule];
    const plans = this.plans[rule];
    if (state === undefined || plans === undefined || state.fault !== null) return;
    state.updates++;
    const stamp = ++this.searches;
    this.others.look(rule, bound, mask);
    try {
      for (let at = 0; at < plans.length; at++) {
        const plan = plans[at];
        if (plan !== undefined) this.search(rule, state, plan, bound, mask, stamp);
      }
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error;
      this.fail(rule, error.message);
      return;
    }
    const tuples = fewestTuples(state, bound);
    if (tuples === null) return;
    for (const tuple of each(listFrom(each(tuples))))
      if (tuple.rule === rule && tuple.foundBy !== stamp && fits(tuple, bound)) this.remove(tuple);
  }

  /** Every variable that has a value may have it, by the set that it ranges over. */
  private search(rule: number, state: RuleState, plan: SearchPlan, bound: Binding[], mask: number, stamp: number): void {
    const { variables } = state.query;
    if (mask === (1 << variables.length) - 1) {
      const values = bound as RuleValue[];
      if (this.holds(rule, state, values)) this.found(rule, state, values, stamp);
      return;
    }
    const { accesses, sets, missing } = plan.step(mask);
    let least = Infinity;
    let chosen: PlannedAccess | null = null;
    for (let at = 0; at < accesses.length; at++) {
      const access = accesses[at];
      if (access === undefined) continue;
      const size = this.sizeOf(rule, access, bound);
      if (size >= least) continue;
      least = size;
      chosen = access;
    }
    if (least === 0) return;
    let variable = chosen?.access.variable ?? missing;
    let members: Members | null = null;
    for (let at = 0; at < sets.length; at++) {
      const one = sets[at];
      const set = one === undefined ? undefined : this.sets[one.set];
      if (one === undefined || set === undefined || set.size >= least) continue;
      members = set;
      least = set.size;
      ({ variable } = one);
    }
    const next = mask | (1 << variable);
    if (members !== null) {
      // No search changes a set.
      for (let at = 0; at < members.places; at++) {
        const thing = members.at(at);
        if (thing === undefined) continue;
        bound[variable] = thing;
        this.search(rule, state, plan, bound, next, stamp);
      }
    } else if (chosen?.isOne === true) {
      const value = lookedUp(chosen.key, bound);
      if (value !== notKnown && this.mayBe(state, variable, value)) {
        bound[variable] = value;
        this.search(rule, state, plan, bound, next, stamp);
      }
    } else if (chosen !== null) {
      // Else only elements of something are left that is not known: there are none.
      const found = this.valuesBy(rule, chosen, bound);
      for (let at = 0; at < found.length; at++) {
        const value = found[at];
        if (!this.mayBe(state, variable, value)) continue;
        bound[variable] = value;
        this.search(rule, state, plan, bound, next, stamp);
      }
    }
    bound[variable] = unbound;
  }

  private holds(rule: number, state: RuleState, values: readonly RuleValue[]): boolean {
    const condition = this.conditions[rule];
    try {
      return condition !== undefined && this.areElements(state, values) && isTrue(condition(values));
    } catch (error) {
      if (error instanceof UntoldFault) return false;
      throw error;
    }
  }

  /** Whether a variable may have a value, by the set that it ranges over. */
  private mayBe({ query }: RuleState, variable: number, value: RuleValue): boolean {
    const domain = query.variables[variable];
    return domain?.kind === 'set' ? value instanceof Thing && this.isIn(value, domain.set) : value !== untold;
  }

  private areElements({ query }: RuleState, values: readonly RuleValue[]): boolean {
    for (let variable = 0; variable < values.length; variable++) {
      const domain = query.variables[variable];
      if (domain?.kind !== 'elements') continue;
      const container = evaluate(domain.of, values);
      if (!isElement(container, values[variable], domain.skipsHoles === true)) return false;
    }
    return true;
  }

  /** How many values an access finds; infinity where it can't be used. */
  private sizeOf(rule: number, { access, key: code, isOne }: PlannedAccess, bound: readonly Binding[]): number {
    const { from } = access;
    const key = lookedUp(code, bound);
    if (key === notKnown) return 0;
    if (from.kind === 'elements') {
      if (isOdd(key)) return !from.isDomain ? Infinity : typeof key === 'string' ? key.length : 0;
      return key instanceof Thing ? (key.contents?.size ?? 0) : 0;
    }
    if (isOne) return 1;
    if (!ValueIndex.holds(key)) return Infinity;
    const last = from.slots[from.slots.length - 1] ?? toElements;
    if (from.kind === 'element') return this.containersOf.size(key) + this.odd.sizeFor(rule, access, from.slots);
    const index = last === toElements ? this.containersOf : this.owners[last];
    return index?.size(key) ?? Infinity;
  }

  private valuesBy(rule: number, { access, key: code }: PlannedAccess, bound: readonly Binding[]): readonly RuleValue[] {
    const { from } = access;
    const key = lookedUp(code, bound);
    if (key === notKnown) return [];
    // A hole is a candidate at most: whether it counts is asked of the tuple.
    if (from.kind === 'elements') return elementsOf(key, false);
    if (from.kind === 'value') {
      const index = from.slots.length === 1 ? this.owners[from.slots[0] ?? toElements] : null;
      // No search changes an index.
      return index?.things(key) ?? this.basesOf([key], from.slots);
    }
    const containers: RuleValue[] = newList();
    this.containersOf.collect(key, containers);
    this.odd.collect(rule, access, from.slots, containers);
    return this.basesOf(containers, from.slots);
  }

  private found(rule: number, state: RuleState, values: readonly RuleValue[], stamp: number): void {
    const known = state.byValues.find(values);
    if (known !== null) {
      known.foundBy = stamp;
      return;
    }
    if (state.tuples.size >= mostTuples) throw new RuleFault(`it holds for more than ${shownMost} tuples`);
    const tuple = this.again(state, rule, values) ?? this.bear(rule, values);
    tuple.foundBy = stamp;
    this.hasNews = true;
    state.tuples.add(tuple);
    state.byValues.add(tuple);
    state.most = max(state.most, state.tuples.size);
    if (!tuple.isTold) state.pending.add(tuple);
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (value instanceof Thing) (value.tuples ??= new KeptSet()).add(tuple);
    }
  }

  private bear(rule: number, values: readonly RuleValue[]): Tuple {
    const tuple = new Tuple(rule, partOf(values, 0), this.cause);
    append(this.born, tuple);
    return tuple;
  }

  /** A tuple that was reported and did not hold for a while, unseen by any check: it is the same. */
  private again(state: RuleState, rule: number, values: readonly RuleValue[]): Tuple | null {
    for (const tuple of each(state.lapsed)) {
      if (!tuple.isOf(rule, values)) continue;
      state.lapsed.delete(tuple);
      return tuple;
    }
    return null;
  }

  private remove(tuple: Tuple): void {
    this.hasNews = true;
    const state = this.rules[tuple.rule];
    state?.tuples.delete(tuple);
    state?.byValues.remove(tuple);
    state?.pending.delete(tuple);
    if (tuple.isTold) state?.lapsed.add(tuple);
    for (const value of each(tuple.values)) {
      if (!(value instanceof Thing) || value.tuples === null) continue;
      value.tuples.delete(tuple);
      if (value.tuples.size === 0) value.tuples = null;
    }
  }
}

/** The tuples of the rule that may have these values, and maybe others: those of the thing with the fewest; null: there are none. */
function fewestTuples(state: RuleState, values: readonly Binding[]): KeptSet<Tuple> | null {
  let fewest: KeptSet<Tuple> = state.tuples;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (!(value instanceof Thing)) continue;
    if (value.tuples === null) return null;
    if (value.tuples.size < fewest.size) fewest = value.tuples;
  }
  return fewest.size === 0 ? null : fewest;
}

/** What a variable takes one after another that ranges over a value. */
function elementsOf(container: RuleValue, skipsHoles: boolean): readonly RuleValue[] {
  if (typeof container === 'string') return signsOf(container);
  return container instanceof Thing ? (container.contents?.read(skipsHoles) ?? []) : [];
}

function isElement(container: RuleValue, value: RuleValue, skipsHoles: boolean): boolean {
  if (typeof container === 'string') return isSignOf(container, value);
  return container instanceof Thing && (container.contents?.countRead(value, skipsHoles) ?? 0) > 0;
}

/** The value of an expression can't be computed: no candidate holds. */
const notKnown = Symbol('not known');

/** The value by which candidates are found. */
function lookedUp(code: Code, bound: readonly Binding[]): RuleValue | typeof notKnown {
  try {
    return code(bound as readonly RuleValue[]);
  } catch (error) {
    if (!(error instanceof RuleFault) || error instanceof UnreadableFault) throw error;
    return notKnown;
  }
}

function fits({ values }: Tuple, bound: readonly Binding[]): boolean {
  for (let variable = 0; variable < bound.length; variable++) {
    const value = bound[variable];
    if (value !== unbound && !sameValueZero(value, values[variable])) return false;
  }
  return true;
}

/** The tuples that a thing is part of, as they are now. */
const tuplesOf = ({ tuples }: Thing): readonly Tuple[] => (tuples === null ? [] : listFrom(each(tuples)));
