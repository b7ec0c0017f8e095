import type { Expression } from '../ir/expression.js';
import { mentionsOf } from '../ir/mentions.js';
import type { ModuleIr, VariableId } from '../ir/program.js';

/** What makes a number of a text. */
const conversions: ReadonlySet<string> = new Set(['Number', 'Number.parseInt', 'Number.parseFloat']);

/** Variables that are followed from one that is asked about. */
const mostFollowed = 20;

/**
 * Whether the text makes a number of something for the variable, wherever it is written: `Number(query.limit ?? 20)`, `parseInt(text, 10)`,
 * `+text`. Such a number comes from outside, and is any number until it is tested.
 */
export function isConverted(variable: VariableId, module: ModuleIr): boolean {
  const { writers } = mentionsOf(module);
  const seen = new Set([variable]);
  let found = false;
  // A set hands out what is added while it is stepped through.
  for (const each of seen) {
    if (seen.size > mostFollowed) return false;
    for (const writer of writers.get(each) ?? []) {
      if (writer.kind !== 'assign') return false;
      const { value } = writer;
      if (converts(value)) found = true;
      else if (value.kind === 'variable') seen.add(value.variable);
      else if (value.kind !== 'constant') return false;
    }
  }
  return found;
}

function converts(value: Expression): boolean {
  switch (value.kind) {
    case 'intrinsic':
      return conversions.has(value.name) || value.operands.some(converts);
    case 'unary':
      return value.operator === '+' || converts(value.operand);
    case 'binary':
      return converts(value.left) || converts(value.right);
    default:
      return false;
  }
}
