import type { TermModel } from '../../execution/symbolic/termCall.js';
import { askedMembers, keptFor } from '../../execution/symbolic/membership.js';

export const collectionTerms: Readonly<Record<string, TermModel>> = {
  'Set.prototype.has': askedMembers,
  'Map.prototype.has': askedMembers,
  'Map.prototype.get': keptFor,
};
