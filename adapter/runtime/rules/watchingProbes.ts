import { isObject } from '../realm/identity.js';
import { nothing } from '../realm/nothing.js';
import { ownWork } from '../realm/ownWork.js';
import { deleting, hasProxies, writing } from '../realm/proxies.js';
import { keyOfSite, privateNumber } from '../rows/sites.js';
import { beginCall, passages } from './causes.js';
import type { RuleUpdates } from './ruleUpdates.js';
import { depths, type RunningRules } from './runningRules.js';
import { lookUps, thingOf } from './watchedThing.js';

type Maker = (...values: never[]) => unknown;

/** The functions that instrumented code calls where rules run (`written`: who follows fields of any object): those of stores take the place of the usual ones. */
export function ruleProbes(
  rules: RunningRules,
  updates: RuleUpdates,
  written: ((site: number, value: unknown) => void) | null,
): Readonly<Record<string, unknown>> {
  const isChecked = rules.run.isPruningChecked;
  const putWith =
    (lookUp: typeof thingOf) =>
    (site: number, owner: unknown, value: unknown): unknown => {
      passages[site] = (passages[site] ?? 0) + 1;
      if (isObject(owner)) {
        const thing = lookUp(owner);
        if (thing !== undefined) {
          if (isChecked) rules.checkProven(site);
          updates.put(site, owner, thing, value);
        } else if (hasProxies()) updates.through(site, owner, writing);
      }
      if (written !== null) written(site, value);
      return value;
    };
  const putKey = (site: number, owner: unknown, key: unknown, value: unknown): unknown => {
    passages[site] = (passages[site] ?? 0) + 1;
    if (!isObject(owner)) return value;
    const thing = thingOf(owner);
    if (thing !== undefined) {
      if (isChecked) rules.checkProven(site);
      updates.putUnder(site, owner, thing, key, value);
    } else if (hasProxies()) updates.through(site, owner, writing);
    return value;
  };
  const deleted = (site: number, owner: unknown, key: () => unknown): void => {
    if (!isObject(owner)) return;
    const thing = thingOf(owner);
    if (thing !== undefined && isChecked) rules.checkProven(site);
    if (thing !== undefined) updates.delete(site, owner, thing, key());
    else if (hasProxies()) updates.through(site, owner, deleting);
  };
  const putSized = (site: number, owner: unknown, value: unknown): unknown => putKey(site, owner, updates.nameOf(keyOfSite(site)), value);
  return {
    __w_put0: putWith(lookUps[0]),
    __w_put1: putWith(lookUps[1]),
    __w_put2: putWith(lookUps[2]),
    __w_put3: putWith(lookUps[3]),
    __w_putSized: putSized,
    __w_putKey: putKey,
    __w_with(_site: number, value: unknown): unknown {
      rules.note('Names in a statement `with` may be fields of its object: what was written by them is not seen.');
      return value;
    },
    __w_delete(site: number, owner: unknown): unknown {
      passages[site] = (passages[site] ?? 0) + 1;
      deleted(site, owner, () => updates.nameOf(keyOfSite(site)));
      return owner;
    },
    __w_deleteKey(site: number, owner: unknown, key: unknown): unknown {
      passages[site] = (passages[site] ?? 0) + 1;
      deleted(site, owner, () => key);
      return key;
    },
    __w_target(site: number, owner: unknown, store: (owner: unknown, value: unknown) => void): object {
      return {
        set value(value: unknown) {
          putSized(site, owner, value);
          store(owner, value);
          rules.flush();
        },
      };
    },
    __w_targetKey(site: number, owner: unknown, key: unknown, store: (owner: unknown, key: unknown, value: unknown) => void): object {
      return {
        set value(value: unknown) {
          putKey(site, owner, key, value);
          store(owner, key, value);
          rules.flush();
        },
      };
    },
    /** The store has been made. */
    __w_ruleStored(value: unknown): unknown {
      rules.flush();
      return value;
    },
    __w_ruleNew(site: number, value: object): object {
      passages[site] = (passages[site] ?? 0) + 1;
      if (isChecked && rules.isMember(value)) rules.checkProven(site);
      rules.enter(value, site);
      return value;
    },
    /** An expression whose objects are a set has made one. */
    __w_ruleMade(site: number, set: number, value: unknown): unknown {
      passages[site] = (passages[site] ?? 0) + 1;
      if (isObject(value)) rules.enterSets(value, [set], site);
      return value;
    },
    /** An expression whose value becomes the prototype of a class: it is about to begin, and has ended. */
    __w_rulePrototypes: (): void => rules.making.begin(),
    __w_rulePrototype(_: undefined, value: unknown): unknown {
      rules.making.end(value);
      rules.classes.prototypeChanges();
      return value;
    },
    __w_ruleClass(id: number, made: Maker): void {
      ownWork(() => rules.classes.add(id, made));
    },
    /** A module has a value by the name of a class. */
    __w_ruleClassValue(id: number, value: unknown): unknown {
      ownWork(() => rules.classes.addValue(id, value));
      return value;
    },
    __w_ruleHome(home: number, made: Maker): void {
      ownWork(() => rules.classes.addHome(home, made));
    },
    __w_rulePrivate(made: Maker, name: string, path: string, declaration: number, read: (object: object) => unknown): void {
      ownWork(() => rules.classes.addPrivate(made, name, privateNumber(path, declaration, name), read));
    },
    __w_ruleIn(home: number): number {
      depths[home] = (depths[home] ?? 0) + 1;
      return 1;
    },
    __w_ruleOut(home: number): number {
      const depth = (depths[home] ?? 0) - 1;
      depths[home] = depth;
      if (depth === 0) rules.methodEnded();
      return 0;
    },
    __w_ruleBack: (value: unknown): unknown => value,
    /** A method of the language is about to be called. */
    __w_ruleCall(site: number, value: unknown): unknown {
      beginCall(site);
      return value;
    },
    /** A method is about to be called of what was proven not to be watched. */
    __w_ruleReceiver(site: number, owner: unknown): unknown {
      if (isObject(owner) && thingOf(owner) !== undefined) rules.checkProven(site);
      return owner;
    },
    __w_ruleCalls(site: number): Iterable<never> {
      beginCall(site);
      return nothing();
    },
  };
}
