import { method, withMembers, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { matchArray, matchOnce, patternOf, subject, type Pattern } from './matching.js';
import type { Realm } from '../../execution/concrete/realm.js';
import type { ConcreteObject, ConcreteValue } from '../../execution/concrete/concreteValue.js';

const regexpMethods: readonly Row[] = [
  method('test', (realm, self, [text]) => matchOnce(receiver(self, realm), subject(text, realm), realm) !== null),
  method('exec', (realm, self, [text]) => {
    const found = matchOnce(receiver(self, realm), subject(text, realm), realm);
    return found === null ? null : matchArray(found, realm);
  }),
];

function receiver(self: ConcreteValue, realm: Realm): Pattern {
  const pattern = patternOf(self, realm);
  if (pattern === null) throw new Unmodelled('a regular expression');
  return pattern;
}

/** Mistakes in a pattern that no later version of the language gives a meaning. */
const mistakes = /Unterminated group|Unterminated character class|Nothing to repeat|Unmatched '\)'|\\ at end of pattern|out of order in/;

function makeRegExpConstructor(realm: Realm): ConcreteObject {
  const make = (args: readonly ConcreteValue[]): ConcreteValue => made(realm, args);
  const constructor: ConcreteObject = realm.builtin(
    'RegExp',
    (_self, args) => make(args),
    (args, newTarget) => {
      if (newTarget !== constructor) throw new Unmodelled('a class of regular expressions');
      return make(args);
    },
  );
  return withMembers(constructor, 'RegExp', [['prototype', () => realm.prototypeOf('RegExp')]], RegExp, realm);
}

/** The regular expression of a text that is known. */
function made(realm: Realm, [pattern = '', flags = '']: readonly ConcreteValue[]): ConcreteValue {
  if (typeof pattern !== 'string' || typeof flags !== 'string') throw new Unmodelled('a regular expression of something else');
  realm.fuel.spend(pattern.length);
  try {
    return realm.regexp(`/${new RegExp(pattern, flags).source}/${flags}`);
  } catch (error) {
    const isTwice = /(.).*\1/s.test(flags);
    const isMistake = /^[dgimsuy]*$/.test(flags) && error instanceof SyntaxError && mistakes.test(error.message);
    if (isTwice || isMistake) return realm.throwError('SyntaxError', null);
    throw new Unmodelled('a regular expression of another version');
  }
}

/** Texts that are not known are told of by whoever follows the run. */
export const concreteRegexps: ConcreteFamily = {
  globals: [['RegExp', makeRegExpConstructor]],
  prototypes: { RegExp: [['constructor', (realm) => realm.global('RegExp')], ...regexpMethods] },
};
