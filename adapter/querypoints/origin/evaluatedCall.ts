import { isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import { isWrittenAs, parsedExpression, withoutReceiver } from '../text/writtenAs.js';
import type { CodePlace, RunTexts } from '../text/texts.js';

/** Classes of the language whose `new` runs no code of the program. */
const plainClasses = /^(?:Map|Set|WeakMap|WeakSet|Date|RegExp|(?:Type|Range|Syntax|Reference|Eval|URI)?Error)$/;

/**
 * The call of this text that was the last to run code of the program before a frame began to wait for what it has called: an argument of that,
 * or what it is called on. Null where there is none, there are two, or other code may have run after it.
 */
export function evaluatedCall({ text, offset }: CodePlace, expression: string, texts: RunTexts): AnyNode | null {
  const { program, text: source } = text;
  const path = pathTo(program, offset);
  const waiting = path.findLast((node) => node.type === 'CallExpression');
  if (waiting?.type !== 'CallExpression') return null;
  const { callee } = waiting;
  // While arguments are evaluated the frame is at another place.
  if (offset !== (callee.type === 'MemberExpression' ? callee.property.start : waiting.start)) return null;
  const textOf = ({ start, end }: AnyNode): string => source.slice(start, end);
  const wanted = parsedExpression(expression);
  const isAsked = (node: AnyNode): boolean =>
    textOf(node) === expression || (wanted !== null && isWrittenAs(node, wanted, ({ start }) => text.sourceNameAt(start, texts)));
  const own: AnyNode[] = [];
  const running: AnyNode[] = [];
  walk(waiting, (node) => {
    if (isFunction(node)) return false;
    if (isAsked(node)) own.push(node);
    if (node !== waiting && isRunning(node, source)) running.push(node);
    return true;
  });
  const [call, another] = own;
  if (call === undefined || another !== undefined || call === waiting) return null;
  // What stands around it runs after it, too; `expect` is a library's.
  const isAround = (node: AnyNode): boolean => node !== call && node.start <= call.start && call.end <= node.end;
  const isExpect = (node: AnyNode): boolean =>
    node.type === 'CallExpression' && /^(?:\w+\.)*expect(?:\.\w+)?$/.test(textOf(withoutReceiver(node.callee)));
  return running.some((node) => node.start >= call.end || (isAround(node) && !isExpect(node))) ? null : call;
}

/** Whether evaluating a node, apart from what is in it, may run code of the program. */
function isRunning(node: AnyNode, source: string): boolean {
  switch (node.type) {
    case 'NewExpression':
      return !plainClasses.test(source.slice(node.callee.start, node.callee.end));
    case 'CallExpression':
    case 'TaggedTemplateExpression':
    case 'AwaitExpression':
    case 'YieldExpression':
      return true;
    default:
      return false;
  }
}
