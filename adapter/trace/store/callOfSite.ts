import type { CallExpression, NewExpression } from 'acorn';
import type { Site } from '../../instrument/site.js';
import { pathTo, type Program } from '../../instrument/tree.js';

/** The call, or `new`, that a site of a text stands for; null when it stands for something else. */
export function callOfSite(program: Program, { offset, end }: Site): CallExpression | NewExpression | null {
  const path = pathTo(program, offset);
  for (const node of path)
    // V8 says where its callee's name is.
    if (
      (node.type === 'CallExpression' && node.end === end) ||
      (node.type === 'NewExpression' && node.start === offset && node.end === end)
    )
      return node;
  // Of names that functions of the language have, too, that is all that is told.
  for (const node of path)
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.property.start === offset) return node;
  return null;
}
