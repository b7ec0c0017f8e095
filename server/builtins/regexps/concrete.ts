import { method, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { matchArray, matchOnce, patternOf, subject, type Pattern } from './matching.js';
import type { Realm } from '../../execution/concrete/realm.js';
import type { ConcreteValue } from '../../execution/concrete/concreteValue.js';

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

/** Texts that are not known are told of by whoever follows the run. */
export const concreteRegexps: ConcreteFamily = { prototypes: { RegExp: regexpMethods } };
