import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { AbstractModels } from '../../semantics/call/model.js';

export const symbolModels: AbstractModels = {
  'Symbol.prototype.valueOf': () => values.anySymbol,
  'Symbol.prototype.toString': () => values.ofText(texts.textOfLength(8, Infinity)),
  Symbol: () => values.anySymbol,
  'Symbol.for': () => values.anySymbol,
};
