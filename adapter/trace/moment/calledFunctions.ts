import type { FunctionPosition } from '../../events/rows.js';
import { pathTo, type AnyNode } from '../../instrument/tree.js';
import { frameName } from '../../querypoints/text/frameName.js';
import type { RunTexts } from '../../querypoints/text/texts.js';
import { callOfSite } from '../store/callOfSite.js';
import { functionAt } from '../store/functionAt.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import { positionOf } from './functionTexts.js';
import type { FrameAt } from './scopeInstances.js';

/** Rows of an activation that are looked through for a call. */
const mostLooked = 1000;

/** Where the function is written that the statement of a frame called last by an expression as it is written; null when it called none. */
export function calledLast(store: TraceStore, texts: RunTexts, frame: FrameAt, callee: string): FunctionPosition | null {
  const { activation, text, offset, time } = frame;
  const statement = pathTo(text.program, offset).findLast(isStatement);
  if (statement === undefined) return null;
  let looked = 0;
  for (const row of store.rowsBefore(activation, time, store.source.callOf(activation, time) ?? 0)) {
    if (++looked > mostLooked) return null;
    if (row.kind !== Kind.call) continue;
    const call = callAt(store, row, frame);
    if (call === null || call.start < statement.start || call.end > statement.end) continue;
    if (withoutMarks(text.text.slice(call.callee.start, call.callee.end)) === withoutMarks(callee))
      return positionCalled(store, texts, row, nameIn(call.callee));
  }
  return null;
}

/** What is called behind `?.` is called as behind a point: that there is something to call it of is known. */
function withoutMarks(callee: string): string {
  return callee.replace(/\?\.(?=[[(])/g, '').replaceAll('?.', '.');
}

function isStatement({ type }: AnyNode): boolean {
  return /(Statement|Declaration|PropertyDefinition|ArrowFunctionExpression)$/.test(type) && type !== 'BlockStatement';
}

function callAt(store: TraceStore, { event }: TraceRow, { text }: FrameAt): Extract<AnyNode, { type: 'CallExpression' }> | null {
  const number = store.call(event)?.callSite ?? null;
  const found = number === null ? undefined : store.source.site(number);
  const call = found === undefined || found.path !== text.path ? null : callOfSite(text.program, found.site);
  return call?.type === 'CallExpression' ? call : null;
}

/** Where the function is written that a row began; null where it has another name: native code may have called what it was given. */
function positionCalled(store: TraceStore, texts: RunTexts, { site }: TraceRow, name: string | null): FunctionPosition | null {
  const found = store.source.site(site);
  const text = found === undefined ? undefined : texts.text(found.path);
  const node = found === undefined || text === undefined ? null : functionAt(found, text.program);
  if (node === null || text === undefined || name === null) return null;
  return frameName(pathTo(text.program, node.start)).split('.').at(-1) === name ? positionOf(text, node) : null;
}

/** The name by which a call's text says what is called. */
function nameIn(callee: AnyNode): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  if (callee.property.type === 'PrivateIdentifier') return `#${callee.property.name}`;
  return callee.property.type === 'Identifier' ? callee.property.name : null;
}
