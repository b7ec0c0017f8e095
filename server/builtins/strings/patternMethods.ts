import { method, unseen, type Row } from '../../execution/concrete/members.js';
import { checkLength } from '../../execution/concrete/primitive.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, isCallable, type BuiltinSteps, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import { groupsOf, matchAll, matchArray, matchOnce, patternOf, subject, type Pattern } from '../regexps/matching.js';

/** The receiver of a string method. */
export function textOf(self: ConcreteValue): string {
  if (typeof self !== 'string') throw new Unmodelled('a string method of something else');
  return self;
}

/** The methods of strings that a regular expression may be given to. */
export const patternMethods: readonly Row[] = [
  method('match', (realm, self, [given]) => {
    const text = textOf(self);
    const pattern = needed(given, realm);
    if (pattern.host.global) {
      const found = matchAll(pattern, text, realm);
      return found.length === 0 ? null : realm.array(found.map(([whole]) => whole));
    }
    const found = matchOnce(pattern, text, realm);
    return found === null ? null : matchArray(found, realm);
  }),
  method('search', (realm, self, [given]) => {
    const pattern = needed(given, realm);
    // It is set back before, and where nothing fits.
    const place = pattern.object.properties.get('lastIndex');
    if (place?.kind !== 'data' || !place.writable) throw new Unmodelled('a regular expression');
    const own = { object: realm.regexp(''), host: new RegExp(pattern.host.source, pattern.host.flags.replace('g', '')) };
    return matchOnce(own, textOf(self), realm)?.index ?? -1;
  }),
  unseen('matchAll', ([wanted], realm) => {
    if (patternOf(wanted, realm)?.host.global === false) realm.throwError('TypeError', 'a pattern without g');
  }),
  ...(['replace', 'replaceAll'] as const).map((name) =>
    method(name, (realm, self, [wanted, by]) => {
      const pattern = patternOf(wanted, realm);
      // That is noticed before the text is looked at.
      if (pattern !== null && name === 'replaceAll' && !pattern.host.global) return realm.throwError('TypeError', 'a pattern without g');
      const text = textOf(self);
      if (pattern === null && wanted instanceof ConcreteObject && wanted.nature.kind !== 'array')
        throw new Unmodelled(`${name} with an object`);
      const looked = pattern === null ? subject(wanted, realm) : pattern;
      if (isCallable(by)) return replacedBy(by, placesOf(text, looked, name === 'replaceAll', realm), text, realm);
      const replacement = subject(by, realm);
      if (typeof looked === 'string') return withinLimits(text[name](looked, replacement));
      // Counts its cost, and leaves the pattern where the language does.
      placesOf(text, looked, false, realm);
      looked.host.lastIndex = 0;
      return withinLimits(text.replace(looked.host, replacement));
    }),
  ),
];

/** A pattern, where methods make one of a text. */
function needed(given: ConcreteValue, realm: Realm): Pattern {
  const pattern = patternOf(given, realm);
  if (pattern === null) throw new Unmodelled('a regular expression');
  if (pattern.host.sticky) throw new Unmodelled('a regular expression');
  return pattern;
}

interface Place {
  readonly at: number;
  readonly found: string;
  /** What a function that makes the replacement is given. */
  readonly args: readonly ConcreteValue[];
}

function placesOf(text: string, looked: string | Pattern, isAll: boolean, realm: Realm): readonly Place[] {
  if (typeof looked !== 'string') {
    if (looked.host.sticky) throw new Unmodelled('a regular expression');
    const matches = looked.host.global ? matchAll(looked, text, realm) : [matchOnce(looked, text, realm)].filter((found) => found !== null);
    return matches.map((found) => {
      const groups = groupsOf(found);
      return { at: found.index, found: found[0], args: [...found, found.index, text, ...(groups === undefined ? [] : [groups])] };
    });
  }
  const places: Place[] = [];
  for (let at = text.indexOf(looked); at >= 0; at = text.indexOf(looked, at + Math.max(1, looked.length))) {
    places.push({ at, found: looked, args: [looked, at, text] });
    if (!isAll || at >= text.length) break;
  }
  return places;
}

function* replacedBy(by: ConcreteObject, places: readonly Place[], text: string, realm: Realm): BuiltinSteps {
  let result = '';
  let behind = 0;
  for (const { at, found, args } of places) {
    const replacement = yield { callee: by, self: undefined, args };
    result += text.slice(behind, at) + subject(replacement, realm);
    behind = at + found.length;
  }
  return withinLimits(result + text.slice(behind));
}

function withinLimits(text: string): string {
  checkLength(text);
  return text;
}
