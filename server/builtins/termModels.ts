import type { TermModels } from '../execution/symbolic/termCall.js';
import { arrayTerms } from './arrays/term.js';
import { collectionTerms } from './collections/term.js';
import { dateTerms } from './dates/term.js';
import { numberTerms } from './numbers/term.js';
import { objectTerms } from './objects/term.js';
import { regexpTerms } from './regexps/term.js';
import { stringTerms } from './strings/term.js';

/** What symbolic execution is given. */
export const termModels: TermModels = new Map(
  [arrayTerms, collectionTerms, dateTerms, numberTerms, objectTerms, regexpTerms, stringTerms].flatMap((family) => Object.entries(family)),
);
