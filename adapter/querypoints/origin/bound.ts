import { pathTo } from '../../instrument/tree.js';
import { unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import type { CodePlace } from '../text/texts.js';
import { placeIn, read } from './reading.js';

/** What `bind` was given as the how-many-th argument of the function that a call has just made, which may have been bound before. */
export function boundArgument(
  { text, offset }: CodePlace,
  end: number,
  index: number,
  steps: readonly Step[],
  around: Surroundings,
): Copied {
  const call = pathTo(text.program, offset).find((node) => node.type === 'CallExpression' && node.start === offset && node.end === end);
  const callee = call?.type === 'CallExpression' ? call.callee : undefined;
  const isBind = callee?.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'bind';
  if (call?.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || callee.object.type === 'Super' || !isBind)
    return unknown('where `bind` was called is not seen');
  const given = call.arguments.slice(1);
  const before = around.boundArguments(0, '__w_value') - given.length;
  const value = given[index - before];
  if (given.some(({ type }) => type === 'SpreadElement')) return unknown('what `bind` was given is not seen');
  if (value !== undefined) return read(value, steps, text.text, around.choose);
  const target = placeIn(callee.object, text.text);
  return target === null || index < 0
    ? unknown('which function was bound is not seen')
    : { kind: 'bound', frame: 0, callee: target, index, steps };
}
