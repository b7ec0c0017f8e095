import type { Context } from './context.js';
import { mentionsArguments } from './parameters.js';
import type { Plan } from './plan.js';
import { tokenOffset, type FunctionNode } from './tree.js';

/**
 * The methods of arrays give their callbacks the index behind the element. Where a callback has no name for it, a hidden variable has the
 * argument behind its parameters.
 */
export const indexVariableName = '__w_index';

/** Whether a run is asked which index a function is given. */
export function keepsIndex({ kept }: Plan, path: string, { start }: FunctionNode): boolean {
  return kept.some((place) => place.name === indexVariableName && place.path === path && place.offset === start);
}

/** Whether there is one argument behind the parameters, and nothing forbids to take it. */
export function mayTakeIndex(node: FunctionNode): boolean {
  const isStrictByItself =
    node.body.type === 'BlockStatement' && node.body.body.some((one) => 'directive' in one && one.directive !== undefined);
  if (node.params.some(({ type }) => type === 'RestElement')) return false;
  return node.type === 'ArrowFunctionExpression' ? node.params.length > 0 && !isStrictByItself : !mentionsArguments(node);
}

/** An arrow function gets another parameter, which has a default: so its `length` stays. */
export function takeIndex({ edits, text }: Context, { type, start, params }: FunctionNode): void {
  const [first, last] = [params[0], params.at(-1)];
  if (type !== 'ArrowFunctionExpression' || first === undefined || last === undefined) return;
  const parameter = `,${indexVariableName}=void 0`;
  const opening = tokenOffset(text, start, '(');
  if (opening < first.start) edits.after(last.end, parameter);
  else edits.wrap(first.start, first.end, '(', `${parameter})`);
}

/** What declares the hidden variable in the body of a function that has `arguments`. */
export function declaredIndex({ type, params }: FunctionNode): string {
  return type === 'ArrowFunctionExpression' ? '' : `var ${indexVariableName}=arguments[${params.length}];`;
}
