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
  if (members === null || !(asked instanceof Term)) return null;
  const place = placeAmong(terms, members, asked, name !== 'indexOf');
  return { value: name === 'indexOf' ? place : place >= 0 };
};

/** The value that a map keeps for one input, where its keys are known. */
export const keptFor: TermModel = ({ terms, self, args }) => {
  const [asked] = args;
  const members = asked instanceof Term ? membersOf(self) : null;
  if (members === null || !(asked instanceof Term) || !(self instanceof ConcreteObject) || self.nature.kind !== 'map') return null;
  const place = placeAmong(terms, members, asked, true);
  return { value: place < 0 ? undefined : self.nature.entries.get(members[place]) };
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

/** Where it is among them, or -1: compared with one after the other. */
function placeAmong(terms: PathTerms, members: readonly ConcreteValue[], { expression }: Term, findsNaN: boolean): number {
  return members.findIndex((member) =>
    Number.isNaN(member)
      ? findsNaN && terms.decideOn({ kind: 'intrinsic', name: 'Number.isNaN', operands: [expression] })
      : terms.decideOn({ kind: 'binary', operator: '===', left: expression, right: expressionOf(member) }),
  );
}
