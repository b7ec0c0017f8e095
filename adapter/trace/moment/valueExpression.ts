import type { CallExpression, NewExpression } from 'acorn';
import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { exportedValue, givenValue } from '../../querypoints/text/givenValue.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { Tag } from '../../runtime/rows/tags.js';
import { callOfSite } from '../store/callOfSite.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** The expression whose value a row has, and the text that it is in; null where several may have given it, or none did. */
export function valueExpression(store: TraceStore, row: TraceRow, textOf: (path: string) => LoadedText | undefined): AnyNode | null {
  const index = argumentIndex(store, row);
  const found = store.source.site(index === null ? row.site : (callOf(store, row)?.callSite ?? -1));
  const text = textOf(found?.path ?? '');
  if (found === undefined || text === undefined) return null;
  const { offset, end, kind } = found.site;
  const path = pathTo(text.program, offset);
  const whole = path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end);
  if (index !== null) {
    const call = callOfSite(text.program, found.site);
    return call === null ? null : argument(call, index);
  }
  if (row.kind === Kind.return || row.kind === Kind.exit || row.kind === Kind.throw || row.kind === Kind.allocation)
    return path[whole] ?? null;
  const at = path.findLastIndex((node) => node.start === offset && (node.end === end || kind === 'hoist'));
  const [parent, target] = [path[at - 1], path[at]];
  return parent === undefined || target === undefined ? exportedValue(path, offset) : givenTo(parent, target);
}

/** Which argument of a call a row tells; null when it tells none. */
function argumentIndex(store: TraceStore, { kind, site, event }: TraceRow): number | null {
  if (kind !== Kind.none || store.source.site(site)?.site.kind !== 'argument') return null;
  // Its key is in the row before it.
  const before = store.beside(event, -1);
  const index = before?.tag === Tag.key ? /^argument (\d+)$/.exec(store.source.keyOf(before.subject))?.[1] : undefined;
  return index === undefined ? null : Number(index);
}

function callOf(store: TraceStore, { subject, event }: TraceRow): ReturnType<TraceStore['call']> {
  const call = store.source.callOf(subject, event);
  return call === null ? null : store.call(call);
}

/** The expression of an argument by its number. */
function argument(call: CallExpression | NewExpression, index: number): AnyNode | null {
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
