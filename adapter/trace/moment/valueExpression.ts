import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { givenValue } from '../../querypoints/text/givenValue.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** The expression whose value a row has, and the text that it is in; null where several may have given it, or none did. */
export function valueExpression(store: TraceStore, row: TraceRow, textOf: (path: string) => LoadedText | undefined): AnyNode | null {
  const found = store.source.site(isArgument(store, row) ? (callOf(store, row)?.callSite ?? -1) : row.site);
  const text = textOf(found?.path ?? '');
  if (found === undefined || text === undefined) return null;
  const { offset, end, kind } = found.site;
  const path = pathTo(text.program, offset);
  const whole = path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end);
  if (isArgument(store, row)) return argument(path[whole], Number(/\d+$/.exec(store.source.keyOf(row.key))?.[0]));
  if (row.kind === Kind.return || row.kind === Kind.exit || row.kind === Kind.throw || row.kind === Kind.allocation)
    return path[whole] ?? null;
  const at = path.findLastIndex((node) => node.start === offset && (node.end === end || kind === 'hoist'));
  const [parent, target] = [path[at - 1], path[at]];
  return parent === undefined || target === undefined ? null : givenTo(parent, target);
}

function isArgument(store: TraceStore, { kind, key }: TraceRow): boolean {
  return kind === Kind.none && /^argument \d+$/.test(store.source.keyOf(key));
}

function callOf(store: TraceStore, { subject, event }: TraceRow): ReturnType<TraceStore['call']> {
  const call = store.source.callOf(subject, event);
  return call === null ? null : store.call(call);
}

/** The expression of an argument by its number. */
function argument(call: AnyNode | undefined, index: number): AnyNode | null {
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return null;
  const before = call.arguments.slice(0, index + 1);
  return before.some(({ type }) => type === 'SpreadElement') ? null : (before[index] ?? null);
}

/** What a target gets as it is: the right side of an assignment, a default, or what a name declares. */
function givenTo(parent: AnyNode, target: AnyNode): AnyNode | null {
  if ((isFunction(parent) || /^Class/.test(parent.type)) && 'id' in parent && parent.id === target) return parent;
  if (parent.type === 'AssignmentPattern') return parent.left === target ? parent.right : null;
  if (parent.type === 'MethodDefinition') return parent.key === target ? parent.value : null;
  return givenValue(parent, target);
}
