import type { TermModel } from '../../execution/symbolic/termCall.js';
import { askedMembers } from '../../execution/symbolic/membership.js';

export const arrayTerms: Readonly<Record<string, TermModel>> = {
  'Array.prototype.includes': askedMembers,
  'Array.prototype.indexOf': askedMembers,
};
