import { isFunction, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { callOfSite } from '../store/callOfSite.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** Whether a node makes a function: a class is one. */
export function isFunctionText(node: AnyNode): boolean {
  return isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** So many rows may one call of `push` have behind an element's. */
const mostPushed = 200;

/**
 * The function that a method of the language was given, and has put somewhere by a row, where nobody has seen it before: the one that is written
 * among the arguments. null where several are, or where what else is there may have made one.
 */
export function givenFunction(store: TraceStore, row: TraceRow, text: LoadedText): AnyNode | null {
  const site = store.source.site(row.site)?.site;
  const call = row.kind === Kind.change && site?.kind === 'native' ? callOfSite(text.program, site) : null;
  if (call?.type !== 'CallExpression' || call.arguments.some(mayMakeAnother)) return null;
  const [one, ...others] = call.arguments.filter(isFunctionText);
  if (one === undefined || others.length === 0) return one ?? null;
  const index = isCallOf(call.callee, 'push') ? pushedIndex(store, row, call.arguments.length) : null;
  const given = index === null ? undefined : call.arguments[index];
  return given !== undefined && isFunctionText(given) ? given : null;
}

function isCallOf(callee: AnyNode, name: string): boolean {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === name;
}

/** Whether an argument may give a function that no row has told before, and that is written elsewhere. */
function mayMakeAnother(node: AnyNode): boolean {
  return (
    !isFunctionText(node) &&
    !/^(?:Identifier|MemberExpression|Literal|TemplateLiteral|ThisExpression|ObjectExpression|ArrayExpression|(?:Binary|Unary|Update)Expression)$/.test(
      node.type,
    )
  );
}

/** Which of so many arguments `push` has put where a row says: it tells the new length behind the elements. */
function pushedIndex(store: TraceStore, { event, site, subject, key }: TraceRow, count: number): number | null {
  for (let row = store.beside(event, 1), looked = 0; row !== null && looked < mostPushed; row = store.beside(row.event, 1), looked++) {
    if (row.kind !== Kind.change || row.site !== site || row.subject !== subject || store.source.keyOf(row.key) !== 'length') continue;
    const length = store.valueOf(row);
    const index = length?.kind === 'primitive' ? Number(store.source.keyOf(key)) - Number(length.text) + count : NaN;
    return Number.isInteger(index) && index >= 0 ? index : null;
  }
  return null;
}
