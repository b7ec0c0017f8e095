import { ConcreteObject } from '../concrete/concreteValue.js';
import { Term } from '../concrete/concreteValue.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import type { TermModel } from './termCall.js';
import { expressionOf } from './constants.js';
import type { PathTerms } from './terms.js';

/** Whether, or where, one input is among members that are known. */
export const askedMembers: TermModel = ({ terms, name, self, args }) => {
  const [asked] = args;
  const members = asked instanceof Term && args.length === 1 ? membersOf(self) : null;
  return members === null || !(asked instanceof Term) ? null : { value: lookUp(terms, name, members, asked) };
};

/** More members say little to a reader. */
const mostMembers = 40;

/** The members of an array, a set or the keys of a map, where they are known and no objects. */
function membersOf(collection: ConcreteValue): readonly ConcreteValue[] | null {
  if (!(collection instanceof ConcreteObject)) return null;
  const { nature } = collection;
  const isList = nature.kind === 'array' || ((nature.kind === 'set' || nature.kind === 'map') && !nature.weak);
  const members = !isList ? [] : nature.kind === 'array' ? [...nature.elements] : [...nature.entries.keys()];
  const isPlain = (member: ConcreteValue): boolean => ['string', 'number', 'boolean', 'bigint'].includes(typeof member);
  return isList && members.length <= mostMembers && members.every(isPlain) ? members : null;
}

/** Whether, or where, it is among them: compared with one after the other. */
function lookUp(terms: PathTerms, name: string, members: readonly ConcreteValue[], { expression }: Term): ConcreteValue {
  const found = members.findIndex((member) =>
    Number.isNaN(member)
      ? name !== 'indexOf' && terms.decideOn({ kind: 'intrinsic', name: 'Number.isNaN', operands: [expression] })
      : terms.decideOn({ kind: 'binary', operator: '===', left: expression, right: expressionOf(member) }),
  );
  return name === 'indexOf' ? found : found >= 0;
}
