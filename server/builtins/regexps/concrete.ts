import { method, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { Unmodelled } from '../../execution/concrete/signals.js';

/** Of texts that are not known, a match may be told by whoever follows the run; nothing is matched here. */
const regexpMethods: readonly Row[] = ['test', 'exec'].map((name) =>
  method(name, () => {
    throw new Unmodelled('a regular expression');
  }),
);

export const concreteRegexps: ConcreteFamily = { prototypes: { RegExp: regexpMethods } };
