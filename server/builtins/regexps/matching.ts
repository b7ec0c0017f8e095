import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { toText } from '../../execution/concrete/primitive.js';
import { ConcreteObject, Opaque, Term, dataProperty, type ConcreteValue } from '../../execution/concrete/concreteValue.js';

/** A pattern of the language that a text is known to be matched with as it is written. */
export interface Pattern {
  readonly object: ConcreteObject;
  readonly host: RegExp;
}

/** Steps that one match may need for all that its form tells. */
const mostSteps = 1_000_000;

/** The pattern that a value is; null where it is no regular expression. Refuses one that the program has changed. */
export function patternOf(value: ConcreteValue, realm: Realm): Pattern | null {
  if (!(value instanceof ConcreteObject) || value.nature.kind !== 'regexp') return null;
  const isPlain = value.prototype === realm.prototypeOf('RegExp') && value.properties.size === 1 && !value.isExposed;
  if (!isPlain) throw new Unmodelled('a regular expression');
  const { literal } = value.nature;
  const end = literal.lastIndexOf('/');
  try {
    return { object: value, host: new RegExp(literal.slice(1, end), literal.slice(end + 1)) };
  } catch {
    throw new Unmodelled('a regular expression');
  }
}

/** Matches once from where the pattern stands, as `exec` does; null where nothing fits. Refuses what might take long. */
export function matchOnce({ object, host }: Pattern, text: string, realm: Realm): RegExpExecArray | null {
  spendFor(host.source, text, realm);
  const stands = host.global || host.sticky;
  const place = object.properties.get('lastIndex');
  if (place?.kind !== 'data' || (stands && !place.writable)) throw new Unmodelled('a regular expression');
  // Anything but a number is converted, even where the pattern does not begin there.
  const { value } = place;
  const isKnown = typeof value === 'number' || (!stands && value instanceof Term && value.algebra.isNumber(value));
  if (!isKnown) throw new Unmodelled('a regular expression');
  host.lastIndex = stands && typeof value === 'number' ? Math.max(0, value || 0) : 0;
  const found = host.exec(text);
  if (stands) place.value = host.lastIndex;
  return found;
}

/** All matches of a pattern with `g`, from the beginning; behind them it stands there again. */
export function matchAll({ object, host }: Pattern, text: string, realm: Realm): readonly RegExpExecArray[] {
  spendFor(host.source, text, realm);
  const place = object.properties.get('lastIndex');
  if (place?.kind !== 'data' || !place.writable) throw new Unmodelled('a regular expression');
  place.value = 0;
  host.lastIndex = 0;
  return [...text.matchAll(host)];
}

/** The array that a match gives. */
export function matchArray(found: RegExpExecArray, realm: Realm): ConcreteObject {
  const array = realm.array([...found]);
  array.properties.set('index', dataProperty(found.index));
  array.properties.set('input', dataProperty(found.input));
  array.properties.set('groups', dataProperty(groupsOf(found)));
  return array;
}

/** The named groups of a match, an object without prototype; undefined where the pattern names none. */
export function groupsOf({ groups }: RegExpExecArray): ConcreteObject | undefined {
  if (groups === undefined) return undefined;
  const object = new ConcreteObject(null, { kind: 'ordinary' });
  for (const [name, value] of Object.entries(groups)) object.properties.set(name, dataProperty(value));
  return object;
}

/** The text that a pattern is asked of. */
export function subject(value: ConcreteValue, realm: Realm): string {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  return toText(value, realm);
}

/** Refuses what may need more than `mostSteps`. */
function spendFor(source: string, text: string, realm: Realm): void {
  const { open, choices, isNested, isCounted } = waysOf(source);
  const steps = isNested ? (1 + open + choices) ** (text.length + 1) : (text.length + 1) ** (open + 1) * 2 ** choices;
  if (isCounted || steps > mostSteps) throw new Unmodelled('a regular expression that may try long');
  realm.fuel.spend(1 + (text.length >> 2) + Math.floor(steps / 1_000));
}

/** In how many ways a pattern may be tried: what bounds the steps of a match. */
interface Ways {
  /** Repetitions without a fixed number, and groups that are matched again by reference. */
  readonly open: number;
  /** Alternatives, and what may be left out. */
  readonly choices: number;
  /** Whether a group with a repetition or a choice in it is repeated without end; and whether one with a repetition is so many times. */
  readonly isNested: boolean;
  readonly isCounted: boolean;
}

function waysOf(source: string): Ways {
  let [open, choices] = [0, 0];
  let [isNested, isCounted] = [false, false];
  /** Of each open group, whether something in it may be tried in several ways. */
  const groups: boolean[] = [];
  let before: 'group' | 'choosing group' | 'repetition' | 'opening' | 'other' = 'other';
  for (let i = 0; i < source.length; i++) {
    const char = source[i] ?? '';
    const counted = char === '{' ? /^\{(\d+)(?:,(\d*))?\}/.exec(source.slice(i)) : null;
    if (char === '\\') {
      // What a group held may be as long as the text.
      if (/[1-9k]/.test(source[i + 1] ?? '')) open++;
      i++;
      before = 'other';
    } else if (char === '[') {
      for (i++; i < source.length && source[i] !== ']'; i++) if (source[i] === '\\') i++;
      before = 'other';
    } else if (char === '*' || char === '+' || counted !== null) {
      const most = counted === null ? Infinity : Number(counted[2] ?? counted[1]) || Infinity;
      if (before === 'choosing group' && most === Infinity) isNested = true;
      else if (before === 'choosing group' && open > 0) isCounted = true;
      else if (before === 'choosing group') choices *= most;
      if (counted === null || counted[2] !== undefined) {
        open++;
        groups.fill(true);
      }
      i += (counted?.[0].length ?? 1) - 1;
      before = 'repetition';
    } else if (char === '?') {
      if (before !== 'opening' && before !== 'repetition') {
        choices++;
        groups.fill(true);
      }
      before = before === 'opening' ? 'other' : 'repetition';
    } else if (char === '|') {
      choices++;
      groups.fill(true);
      before = 'other';
    } else if (char === '(') {
      groups.push(false);
      before = 'opening';
    } else if (char === ')') before = groups.pop() === true ? 'choosing group' : 'group';
    else before = 'other';
  }
  return { open, choices, isNested, isCounted };
}
