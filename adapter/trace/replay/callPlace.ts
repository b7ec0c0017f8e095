import { isFunction, pathTo, tokenOffset, walk, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';

/** Words of the language that a property may have as its name: V8 takes none of them for what is called. */
const reserved =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|switch|this|throw|true|try|typeof|var|void|while|with)$/;

/** Where V8 says that a frame is which waits for a call: at the name of what is called; where that ends otherwise, and in an optional call (`f?.()`), at the bracket behind. */
export function frameOffset(text: LoadedText, offset: number, end: number): number {
  const call = pathTo(text.program, offset).find((node) => node.type === 'CallExpression' && node.end === end);
  if (call?.type !== 'CallExpression' || call.callee.type === 'Super') return offset;
  if (!call.optional && endsByName(call.callee, text.text)) return offset;
  return tokenOffset(text.text, call.callee.end, '(');
}

function endsByName(callee: AnyNode, text: string): boolean {
  if (tokenOffset(text, callee.end, ')') < tokenOffset(text, callee.end, '(')) return false; // it is in brackets
  if (callee.type === 'Identifier') return true;
  if (callee.type !== 'MemberExpression' || callee.computed) return false;
  return callee.property.type === 'Identifier' && !reserved.test(callee.property.name);
}

/** Where V8 says that a frame is whose code has no place of its own, behind some expressions: where it has called or read last. null: nowhere. */
export function lastPlaceIn(text: LoadedText, expressions: readonly AnyNode[]): number | null {
  let last: AnyNode | null = null;
  for (const expression of expressions)
    walk(expression, (node) => {
      const hasPlace = node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'MemberExpression';
      if (hasPlace && (last === null || node.end > last.end)) last = node;
      return !isFunction(node);
    });
  return last === null ? null : placeOf(text, last);
}

function placeOf(text: LoadedText, node: AnyNode): number {
  if (node.type === 'CallExpression') return frameOffset(text, node.start, node.end);
  if (node.type === 'MemberExpression') return node.computed ? node.object.end : node.property.start;
  return node.start;
}
