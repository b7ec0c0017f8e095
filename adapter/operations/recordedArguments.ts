import type { ValueReport } from '../events/rows.js';
import { mentionsArguments } from '../instrument/parameters.js';
import { isFunction, pathTo, walk, type AnyNode, type Program } from '../instrument/tree.js';
import type { Activation } from '../query/reader.js';

/**
 * The arguments of a call as its function got them, null for those that are not known. An arrow function's are recorded by the names of its
 * parameters when their defaults have been evaluated; what a default has done is not done again.
 */
export function recordedArguments({ start, arguments: list }: Activation, program: Program): readonly (ValueReport | null)[] | null {
  const node = pathTo(program, start).findLast((one) => isFunction(one) && one.start === start);
  if (node === undefined || !isFunction(node)) return null;
  const isByName = node.type === 'ArrowFunctionExpression' || mentionsArguments(node);
  const known = [...list];
  for (const [index, parameter] of node.params.entries()) {
    const isRest = parameter.type === 'RestElement';
    if (isRest && parameter.argument.type === 'Identifier') continue;
    const value = known[index] ?? null;
    const isGiven = value !== null && !(value.kind === 'primitive' && value.type === 'undefined');
    const isSimple = parameter.type === 'Identifier' || (parameter.type === 'AssignmentPattern' && parameter.left.type === 'Identifier');
    const isKnown = isSimple
      ? parameter.type === 'Identifier' || isGiven || (!isByName && parameter.type === 'AssignmentPattern' && isPlain(parameter.right))
      : !isByName && !isRest && isPlain(parameter);
    if (isKnown && (index < known.length || !isByName)) continue;
    while (known.length < index) known.push(isByName ? null : undefinedValue);
    known[index] = null;
  }
  return known;
}

const undefinedValue: ValueReport = { kind: 'primitive', type: 'undefined', text: 'undefined' };

/** Whether evaluating a pattern or default a second time changes nothing. */
function isPlain(node: AnyNode): boolean {
  let plain = true;
  walk(node, ({ type }) => {
    plain &&=
      /^(?:Identifier|Literal|TemplateLiteral|TemplateElement|ObjectPattern|ArrayPattern|AssignmentPattern|Property|RestElement|ArrayExpression|ObjectExpression)$/.test(
        type,
      );
    return plain;
  });
  return plain;
}
