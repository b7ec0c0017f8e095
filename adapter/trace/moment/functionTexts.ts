import type { FunctionPosition, ValueReport } from '../../events/rows.js';
import { inner } from '../../instrument/patterns.js';
import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText, RunTexts } from '../../querypoints/text/texts.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import { givenFunction, isFunctionText } from './givenFunction.js';
import { valueExpression } from './valueExpression.js';
import type { FrameAt } from './scopeInstances.js';

type Looked = (frame: FrameAt, expression: string) => FunctionOrigin;

/** What is known of a function: where it is written, that it is the language's or Node's, or nothing. */
export type FunctionOrigin = FunctionPosition | 'native' | null;

/** Where a function or class is written by the text's node of it, as V8 says it: a class is where its constructor is. */
export function positionOf(text: LoadedText, node: AnyNode): FunctionPosition {
  const own = node.type === 'ClassDeclaration' || node.type === 'ClassExpression' ? constructorOf(node) : node;
  return { path: text.path, ...text.lines.positionOf(own.start), bound: null };
}

function constructorOf(node: Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>): AnyNode {
  const found = node.body.body.find((member) => member.type === 'MethodDefinition' && member.kind === 'constructor');
  return found?.type === 'MethodDefinition' ? found.value : node;
}

/**
 * Where the function is written that was seen first at the row of an object's first sight: the expression that gave that row its value made
 * it. `look` tells what an expression of another moment is, for what `bind` has made and for other names of a native.
 */
export function functionOrigin(store: TraceStore, texts: RunTexts, value: ValueReport, look: Looked): FunctionOrigin {
  if (value.kind !== 'object') return null;
  if (value.type !== 'function') return value.type === 'object' ? generatorOrigin(store, texts, value.id, look) : null;
  const hasNoText = store.source.hasNoText(value.id);
  if (hasNoText && !store.source.functionName(value.id).startsWith('bound ')) return 'native';
  const row = firstRow(store, value.id);
  const text = row === null ? undefined : texts.text(store.source.site(row.site)?.path ?? '');
  if (row === null || text === undefined) return null;
  const node = (hasNoText ? null : givenFunction(store, row, text)) ?? valueExpression(store, row, (path) => texts.text(path));
  if (node === null) return null;
  if (isFunctionText(node)) return positionOf(text, node);
  const frame = { activation: row.activation, text, offset: node.start, time: row.event };
  if (node.type === 'Identifier' || node.type === 'MemberExpression')
    return look(frame, text.text.slice(node.start, node.end)) === 'native' ? 'native' : null;
  return hasNoText ? boundOrigin(node, text, frame, look) : null;
}

/** Where the function of a generator is written, by the call that made it; null where that is not known, or the object is no generator. */
function generatorOrigin(store: TraceStore, texts: RunTexts, generator: number, look: Looked): FunctionPosition | null {
  const row = firstRow(store, generator);
  const text = row === null ? undefined : texts.text(store.source.site(row.site)?.path ?? '');
  const node = row === null ? null : valueExpression(store, row, (path) => texts.text(path));
  if (row === null || text === undefined || node?.type !== 'CallExpression') return null;
  const frame = { activation: row.activation, text, offset: node.start, time: row.event };
  const callee = inner(node.callee);
  // It may be written where it is called.
  const called = isFunction(callee) ? positionOf(text, callee) : look(frame, text.text.slice(callee.start, callee.end));
  if (called === null || called === 'native') return null;
  const home = texts.text(called.path);
  const written = home === undefined ? undefined : functionStartingAt(home, called);
  return written !== undefined && isFunction(written) && written.generator ? { ...called, bound: null } : null;
}

function functionStartingAt({ program, lines }: LoadedText, { line, column }: FunctionPosition): AnyNode | undefined {
  const offset = lines.offsetOf({ line, column });
  return pathTo(program, offset).findLast((node) => isFunction(node) && node.start === offset);
}

/** What `bind` has made, by where it was called; null where that is not known. */
function boundOrigin(node: AnyNode, text: LoadedText, frame: FrameAt, look: Looked): FunctionPosition | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return null;
  const { object, property } = node.callee;
  if (property.type !== 'Identifier' || property.name !== 'bind') return null;
  const target = look(frame, text.text.slice(object.start, object.end));
  if (target === null || target === 'native' || node.arguments.some(({ type }) => type === 'SpreadElement')) return null;
  return { ...target, bound: Math.max(0, node.arguments.length - 1) + (target.bound ?? 0) };
}

/** Rows around an object's first sight that are looked at for the one that has it as its value. */
const mostLooked = 4;

function firstRow(store: TraceStore, object: number): TraceRow | null {
  const first = store.source.firstSightOf(object);
  for (let event = Math.max(0, first - mostLooked); first >= 0 && event < first + mostLooked; event++) {
    const row = store.row(event);
    const value = row === null ? null : store.valueOf(row);
    if (row !== null && value?.kind === 'object' && value.id === object) return row;
  }
  return null;
}
