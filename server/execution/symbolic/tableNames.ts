import type { Expression } from '../../ir/expression.js';
import * as values from '../../lattice/value.js';
import { ConcreteObject } from '../concrete/concreteValue.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import type { Realm } from '../concrete/realm.js';
import { textOf } from './quantities.js';
import type { PathTerms } from './terms.js';

/** More names say little to a reader. */
export const mostNames = 12;

/**
 * Whether a plain object of which all names are known has a member of a name, which is a text that is not known: of its own, or an inherited
 * one (`in`). It is decided. Null where nobody knows.
 */
export function isMember(terms: PathTerms, object: ConcreteValue, of: Expression, which: 'in' | 'own', realm: Realm): boolean | null {
  if (!(object instanceof ConcreteObject) || !values.isTextOnly(terms.valueOf(of))) return null;
  const names = namesOf(object, realm);
  if (names === null || names.length > mostNames) return null;
  const known = terms.names.of(textOf(of), terms.valueOf(of).text.values ?? null);
  if (known.isOneOf(names) ?? known.note(names, isAmong(terms, of, known.notAskedOf(names), false))) return true;
  return which === 'in' && object.prototype !== null && isAmong(terms, of, [], true);
}

const isAmong = (terms: PathTerms, of: Expression, names: readonly string[], orInherited: boolean): boolean =>
  terms.holds(terms.input({ kind: 'among', of, names, orInherited }, values.anyBoolean));

/** The names of all properties of a plain object, in the order of their texts; null where they are not known. */
export function namesOf(object: ConcreteObject, realm: Realm): readonly string[] | null {
  const { nature, prototype, library, properties } = object;
  if (nature.kind !== 'ordinary' || object.isExposed || object.copied !== null || library?.isOpen === true) return null;
  if (prototype !== null && (prototype !== realm.objectPrototype || hasOthers(prototype))) return null;
  const before = library === null ? [] : (library.names?.() ?? null);
  const names: string[] = [];
  for (const name of before === null ? [] : [...before, ...properties.keys()]) {
    if (typeof name !== 'string' || name.startsWith('#')) return null;
    names.push(name);
  }
  return before === null ? null : names.sort();
}

/** Whether the prototype of plain objects has more than the language gives it. */
const hasOthers = ({ properties }: ConcreteObject): boolean =>
  [...properties.keys()].some((name) => typeof name !== 'string' || !(name in Object.prototype));

/** The decisions of a run about the texts that it looks up. */
export class AskedNames {
  private readonly known = new Map<string, AskedText>();

  /** `values`: the texts that it may be otherwise; null: any. */
  of(text: string, values: readonly string[] | null): AskedText {
    const asked = this.known.get(text) ?? new AskedText();
    this.known.set(text, asked);
    if (values !== null) asked.isWithin(values);
    return asked;
  }
}

/** The names that one text may be. */
class AskedText {
  private within: ReadonlySet<string> | null = null;
  private readonly without = new Set<string>();

  isWithin(names: readonly string[]): void {
    const { within } = this;
    this.within = new Set(within === null ? names : names.filter((name) => within.has(name)));
  }

  /** Whether it is one of the names, as far as that follows from what was decided before. */
  isOneOf(names: readonly string[]): boolean | null {
    if (this.notAskedOf(names).length === 0) return false;
    const { within } = this;
    return within !== null && [...within].every((name) => names.includes(name) || this.without.has(name)) ? true : null;
  }

  /** Those of the names that it may be. */
  notAskedOf(names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.without.has(name) && this.within?.has(name) !== false);
  }

  note(names: readonly string[], isOne: boolean): boolean {
    if (isOne) this.isWithin(names);
    else for (const name of names) this.without.add(name);
    return isOne;
  }
}
