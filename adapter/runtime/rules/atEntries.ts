import { joined, withLast } from '../../maintain/ownLists.js';
import { ownJson } from '../realm/ownJson.js';
import { recordOf } from './ownObjects.js';
import { beginsWith, isInText, sliceOfText, splitAt } from '../../maintain/ownTexts.js';
import {
  append,
  each,
  everyOf,
  filtered,
  firstWhere,
  flatMapped,
  indexWhere,
  mapped,
  newList,
  partOf,
  someOf,
} from '../../maintain/ownLists.js';
import { inspect, types } from 'node:util';
import type { FrameReport } from '../../events/rows.js';
import { Needs, type PatternToRun } from '../../events/rulesOfRun.js';
import { isObject } from '../realm/identity.js';
import { apply, construct, OwnMap, OwnWeakMap } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import { prototypeWithoutTraps } from '../realm/proxies.js';
import { causeUnderWay, frameOfSite, passages, type TakesCause, underWay } from './causes.js';
import { keyOfSite, variableNumber } from '../rows/sites.js';
import { keyNumber } from '../rows/values.js';
import type { RunningRules } from './runningRules.js';
import type { CallKeys, PatternObject } from './ruleWords.js';
import { sentenceOf } from './sentenceOf.js';
import { followChanges } from './watchedThing.js';

type Method = (this: unknown, ...values: unknown[]) => unknown;
type Values = Readonly<Record<string, unknown>>;

/** The end of what a probe is told: the values of metavariables, the activation around, and which places they are. */
type Told = [values: readonly unknown[], activation: object, places: readonly (string | undefined)[]];

type ChangedInText = readonly [
  path: string,
  variables: readonly (readonly [number, readonly number[]])[],
  fields: readonly (readonly [string, readonly number[]])[],
];

/** An entry of a rule that matches, with what its metavariables stand for. */
interface Active {
  readonly rule: number;
  readonly entry: PatternObject;
  readonly values: Values;
}

/** Where code of the program is that a pattern matches. */
interface Place {
  readonly file: string;
  readonly line: number;
  readonly class: string;
  readonly function: string;
}

/** Runs the entries of `at` where their patterns match. */
export class AtEntries {
  private readonly patterns: readonly { readonly rule: number; readonly pattern: PatternToRun }[];
  private readonly places = new OwnMap<string, Place>();
  private readonly framePlaces = new OwnWeakMap<FrameReport, Place>();
  private readonly settling = new OwnWeakMap<object, (() => void)[]>();
  private isHooked = false;
  private place: Place | null = null;
  private readonly variables = new OwnMap<number, { readonly ids: readonly number[]; readonly name: string }>();
  private readonly fields = new OwnMap<number, readonly number[]>();
  private readonly patternsById = new OwnMap<string, AtEntries['patterns']>();
  /** The values that the metavariables have now, and their places. */
  private values: readonly unknown[] = newList();
  private names: readonly (string | null | undefined)[] = newList();
  private keys: CallKeys = { call: this, activation: this };

  constructor(private readonly rules: RunningRules) {
    this.patterns = flatMapped(rules.run.rules, (rule, index) => mapped(rule.patterns, (pattern) => ({ rule: index, pattern })));
    rules.keys = () => this.keys;
    rules.placeOf = (value) => this.placeOfValue(value);
    rules.entriesChanged = (ids, value, place, cause) => this.changed(ids, value, place, cause.frame(), () => cause);
    rules.here = () => (this.place === null ? '' : `${this.place.file}:${this.place.line}`);
  }

  /** The functions that matched code calls: each gets where it is, the parts of the operation, and the values of the metavariables. */
  readonly probes = {
    /** A function that was read before, as a method of `receiver`. `shown`: how V8's messages show it. */
    __w_ruleApply: (
      site: number,
      ids: string,
      at: string,
      shown: string,
      callee: unknown,
      receiver: unknown,
      given: unknown[],
      ...told: Told
    ): unknown =>
      this.run(site, ids, at, told, () => {
        if (typeof callee !== 'function') throw new TypeError(`${shown} is not a function`);
        return apply(callee as Method, receiver, given);
      }),
    __w_ruleMake: (site: number, ids: string, at: string, shown: string, maker: unknown, given: unknown[], ...told: Told): unknown =>
      this.run(site, ids, at, told, () => {
        if (!isConstructor(maker)) throw new TypeError(`${shown} is not a constructor`);
        return construct(maker, given);
      }),
    __w_ruleList: (...given: unknown[]): unknown[] => given,
    __w_ruleRead: (site: number, ids: string, at: string, owner: unknown, key: unknown, ...told: Told): unknown =>
      this.run(site, ids, at, told, () => (owner as Record<PropertyKey, unknown>)[key as PropertyKey]),
    __w_ruleOperate: (site: number, ids: string, at: string, operator: string, left: unknown, right: unknown, ...told: Told): unknown =>
      this.run(site, ids, at, told, () => operations[operator]?.(left as number, right as number)),
    __w_ruleBefore: (site: number, ids: string, at: string, value: unknown, ...told: Told): unknown => {
      const active = this.active(ids, at, told);
      passages[site] = (passages[site] ?? 0) + 1;
      this.act('before', active, site);
      return value;
    },
    __w_ruleAfter: (site: number, ids: string, at: string, value: unknown, ...told: Told): unknown => {
      this.act('after', this.active(ids, at, told), site);
      return value;
    },
    /** The places of a text whose updates are followed, before it runs. */
    __w_ruleChanges: (changed: ChangedInText): void =>
      ownWork(() => {
        const path = changed[0];
        for (const variable of each(changed[1]))
          this.variables.set(variableNumber(path, variable[0]), { ids: variable[1], name: `${path}:${variable[0]}:` });
        for (const field of each(changed[2])) this.fields.set(keyNumber(field[0]), field[1]);
      }),
    __w_bind: (site: number, scope: number, value: unknown): unknown => {
      this.bound(site, scope, value);
      return value;
    },
    __w_param: (site: number, scope: number, _index: number, value: unknown): void => this.bound(site, scope, value),
    __w_params: (): void => {},
  };

  /** A field has been written whose updates may be followed. */
  readonly written = (site: number, value: unknown): void => {
    const ids = this.fields.get(keyOfSite(site));
    if (ids !== undefined) this.followed(ids, value, null, site);
  };

  private bound(site: number, scope: number, value: unknown): void {
    passages[site] = (passages[site] ?? 0) + 1;
    const known = this.variables.get(keyOfSite(site));
    if (known !== undefined) this.followed(known.ids, value, known.name + scope, site);
  }

  private followed(ids: readonly number[], value: unknown, place: string | null, site: number): void {
    if (isObject(value)) ownWork(() => followChanges(this.rules.objects.thing(value), ids));
    this.changed(
      ids,
      value,
      place,
      ownWork(() => frameOfSite(site)),
      this.causeAt(site),
    );
  }

  /** Runs the entries of `changes` for a place that is written, or what it holds. */
  private changed(ids: readonly number[], value: unknown, name: string | null, frame: FrameReport | null, cause: TakesCause): void {
    for (const id of each(ids)) {
      const known = firstWhere(this.patterns, ({ pattern }) => pattern.id === id);
      const entry = known === undefined ? undefined : this.rules.rules[known.rule]?.entries[known.pattern.index];
      if (known === undefined || entry === undefined || this.rules.engine.rules[known.rule]?.fault !== null) continue;
      const { rule, pattern } = known;
      const values = recordOf(namesOf(pattern), () => value);
      this.place = frame === null ? null : this.placeOfFrame(frame);
      this.values = [value];
      this.names = [name];
      for (const moment of each(['before', 'after'] as const)) {
        const action = entry[moment];
        if (action !== null) this.within(rule, moment, cause, values, () => action(values));
      }
    }
  }

  /** The name of the place that a metavariable was read from; of another place, what it holds. */
  private placeOfValue(value: unknown): string {
    const { names } = this;
    const known = names[indexWhere(this.values, (one, at) => is(one, value) && typeof names[at] === 'string')];
    if (typeof known === 'string') return known;
    return isObject(value) ? `object ${this.rules.objects.thing(value).number}` : String(value);
  }

  private run(site: number, ids: string, at: string, told: Told, proceed: () => unknown): unknown {
    passages[site] = (passages[site] ?? 0) + 1;
    const active = this.active(ids, at, told);
    if (active.length === 0) return proceed();
    this.act('before', active, site);
    const { keys } = this;
    let result: unknown;
    let hasResult = false;
    try {
      result = this.instead(active, site, proceed);
      hasResult = true;
    } finally {
      // There is no result to wait for, not even where what is thrown is a promise. No `catch`, which V8 would take for one of the program's.
      if (!hasResult) this.whenSettled(active, site, undefined, at, keys);
    }
    this.place = this.placeOf(at);
    this.keys = keys;
    this.act('after', active, site);
    this.whenSettled(active, site, result, at, keys);
    return result;
  }

  /** The entries whose types and places allow it. */
  private active(ids: string, place: string, told: Told): readonly Active[] {
    const values = told[0];
    const activation = told[1];
    const names = told[2];
    this.place = this.placeOf(place);
    this.values = values;
    this.names = names;
    this.keys = { call: {}, activation };
    const found: Active[] = newList();
    let at = 0;
    for (const { rule, pattern } of each(this.patternsOf(ids))) {
      const mine = partOf(values, at, (at += pattern.metavariables.length));
      const entry = this.rules.rules[rule]?.entries[pattern.index];
      if (entry === undefined || this.rules.engine.rules[rule]?.fault !== null || !this.isAllowed(rule, pattern, entry, mine)) continue;
      this.follow(rule, pattern, mine);
      append(found, { rule, entry, values: recordOf(namesOf(pattern), (_, index) => mine[index]) });
    }
    return found;
  }

  private patternsOf(ids: string): AtEntries['patterns'] {
    let found = this.patternsById.get(ids);
    if (found === undefined) {
      const numbers = splitAt(ids, ',');
      found = flatMapped(numbers, (id) => filtered(this.patterns, ({ pattern }) => pattern.id === Number(id)));
      this.patternsById.set(ids, found);
    }
    return found;
  }

  /** Follows the values that metavariables have at a match, where an entry of the rule follows their changes. */
  private follow(rule: number, { metavariables }: PatternToRun, values: readonly unknown[]): void {
    for (const { rule: other, pattern } of each(this.patterns)) {
      if (other !== rule || pattern.kind !== 'changes') continue;
      const at = indexWhere(metavariables, ({ name }) => someOf(pattern.metavariables, (one) => one.name === name));
      const value = at < 0 ? undefined : values[at];
      if (isObject(value))
        ownWork(() => {
          const thing = this.rules.objects.thing(value);
          if ((thing.needs & Needs.changes) === 0) followChanges(thing, [pattern.id]);
        });
    }
  }

  private isAllowed(rule: number, { metavariables }: PatternToRun, { inside }: PatternObject, values: readonly unknown[]): boolean {
    const fits = everyOf(metavariables, ({ classId, type }, index) => {
      const value = values[index];
      if (type !== null && typeof value !== type) return false;
      return classId === null || (isObject(value) && this.rules.classes.isOf(prototypeWithoutTraps(value), classId));
    });
    if (!fits || inside === null) return fits;
    return this.guarded(rule, 'in', () => inside(this.place)) === true;
  }

  private act(moment: 'before' | 'after' | 'settled', active: readonly Active[], site: number): void {
    for (const { rule, entry, values } of each(active)) {
      const action = entry[moment];
      if (action !== null) this.within(rule, moment, this.causeAt(site), values, () => action(values));
    }
  }

  /** The operation itself, or what one rule does instead of it. */
  private instead(active: readonly Active[], site: number, proceed: () => unknown): unknown {
    const all = filtered(active, ({ entry }) => entry.instead !== null);
    const first = all[0];
    for (const { rule } of each(partOf(all, 1)))
      this.rules.fail(
        rule,
        `Two rules say what is done instead of one expression: ${this.rules.run.rules[first?.rule ?? 0]?.name ?? ''} does it.`,
      );
    if (first === undefined) return proceed();
    const { entry, rule, values } = first;
    let outcome: { readonly result: unknown } | { readonly error: unknown } | null = null;
    const proceeding = (): unknown => {
      try {
        const result = proceed();
        outcome = { result };
        return result;
      } catch (error) {
        outcome = { error };
        throw error;
      }
    };
    const cause = this.causeAt(site);
    try {
      return underWay(() => this.rules.telling.at(rule, cause, values, () => entry.instead?.(proceeding, values)));
    } catch (error) {
      const ended = outcome as { readonly result: unknown } | { readonly error: unknown } | null;
      // What the program itself has thrown goes on to it.
      if (ended !== null && 'error' in ended && ended.error === error) throw error;
      this.rules.fail(rule, `instead failed: ${sentenceOf(error)}`);
      if (ended === null) return proceed();
      if ('error' in ended) throw ended.error;
      return ended.result;
    } finally {
      this.rules.flush();
    }
  }

  private whenSettled(active: readonly Active[], site: number, result: unknown, place: string, keys: CallKeys): void {
    const waiting = filtered(active, ({ entry }) => entry.settled !== null);
    if (waiting.length === 0) return;
    const settled = (): void => {
      this.place = this.placeOf(place);
      this.keys = keys;
      this.act('settled', waiting, site);
    };
    if (!types.isPromise(result) || !isPending(result)) return settled();
    ownWork(() => this.hook());
    const known = this.settling.get(result);
    if (known === undefined) this.settling.set(result, withLast([], settled));
    else append(known, settled);
  }

  /** Promises are watched without a handler, by which the program would see that somebody waits. */
  private hook(): void {
    if (this.isHooked) return;
    this.isHooked = true;
    getBuiltinModule('node:v8').promiseHooks.onSettled((promise: object) => {
      const known = this.settling.get(promise);
      if (known === undefined) return;
      // It may have been resolved with another promise: then it is still pending.
      ownWork(() => enqueue(() => this.settle(promise as Promise<unknown>, known)));
    });
  }

  private settle(promise: Promise<unknown>, actions: readonly (() => void)[]): void {
    if (isPending(promise) || this.settling.get(promise) !== actions) return;
    this.settling.delete(promise);
    for (const action of each(actions)) action();
  }

  private causeAt(site: number): TakesCause {
    const take = causeUnderWay(site);
    return () => ownWork(take);
  }

  private placeOfFrame(frame: FrameReport): Place {
    let place = this.framePlaces.get(frame);
    if (place === undefined) {
      place = { file: shownFile(frame.path), line: frame.line, class: '', function: frame.functionName };
      this.framePlaces.set(frame, place);
    }
    return place;
  }

  private within(rule: number, name: string, cause: TakesCause, values: Values, action: () => unknown): void {
    underWay(() =>
      this.rules.causedBy(cause, () => {
        this.guarded(rule, name, () => this.rules.telling.at(rule, cause, values, action));
      }),
    );
    this.rules.flush();
  }

  private guarded(rule: number, name: string, action: () => unknown): unknown {
    try {
      return action();
    } catch (error) {
      this.rules.fail(rule, `${name} failed: ${sentenceOf(error)}`);
      return undefined;
    }
  }

  private placeOf(text: string): Place {
    let place = this.places.get(text);
    if (place === undefined) {
      const known = ownJson.parse(text) as Place;
      place = { ...known, file: shownFile(known.file) };
      this.places.set(text, place);
    }
    return place;
  }
}

const enqueue = queueMicrotask;
const { getBuiltinModule } = process;
const { is } = Object;

const namesOf = ({ metavariables }: PatternToRun): readonly string[] => mapped(metavariables, ({ name }) => name);

const OwnProxy = Proxy;

/** Nothing of the value runs: only for a constructor has a Proxy a use for this trap. */
function isConstructor(value: unknown): value is new (...values: unknown[]) => object {
  if (typeof value !== 'function') return false;
  try {
    return isObject(construct(new OwnProxy(value as new () => object, { construct: () => ({}) }), []));
  } catch {
    return false;
  }
}

/** The working directory when the program began: places are told relative to it. */
const folder = `${process.cwd().replaceAll('\\', '/')}/`;

function shownFile(path: string): string {
  const file = joined(splitAt(path, '\\'), '/');
  return beginsWith(file, folder) ? sliceOfText(file, folder.length) : file;
}

function isPending(promise: object): boolean {
  return ownWork(() => isInText(inspect(promise, { depth: 0, customInspect: false, showProxy: true }), '<pending>'));
}

const operations: Readonly<Record<string, (left: number, right: number) => unknown>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
  '>>>': (left, right) => left >>> right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  // eslint-disable-next-line eqeqeq -- the operator that the program uses
  '==': (left, right) => left == right,
  // eslint-disable-next-line eqeqeq -- the operator that the program uses
  '!=': (left, right) => left != right,
  instanceof: (left, right) => (left as unknown) instanceof (right as unknown as new () => object),
  in: (left, right) => left in (right as unknown as object),
};
