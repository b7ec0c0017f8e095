import * as values from '../../lattice/value.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';
import { expressionOf } from '../../execution/symbolic/constants.js';
import { literalOf, match } from '../../execution/symbolic/patterns.js';

/** A search in a text that is not known. */
const searched: TermModel = ({ terms, name, self, args: [text] }) => {
  // With these flags a match starts at the end of the last one.
  const literal = literalOf(self, 'gy', terms);
  if (literal === null || !terms.tellsText(text)) return null;
  const of = expressionOf(text);
  return { value: name === 'test' ? terms.input({ kind: 'test', pattern: literal, of }, values.anyBoolean) : match(terms, literal, of) };
};

export const regexpTerms: Readonly<Record<string, TermModel>> = { 'RegExp.prototype.test': searched, 'RegExp.prototype.exec': searched };
