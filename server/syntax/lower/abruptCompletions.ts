import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../ir/expression.js';
import type { NodeId, VariableId } from '../../ir/program.js';
import { binary, numberValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';

/** One thing that a jump meets on its way out of the statements around it. */
export type Unwind =
  | {
      readonly kind: 'break';
      readonly labels: readonly string[];
      readonly unlabelled: boolean;
      readonly node: NodeId;
      readonly parent: Unwind | null;
    }
  | { readonly kind: 'continue'; readonly labels: readonly string[]; readonly node: NodeId; readonly parent: Unwind | null }
  | { readonly kind: 'cleanup'; readonly cleanup: Cleanup; readonly parent: Unwind | null };

/** Something that runs whenever a statement is left: a finally block, the closing of an iterator, the end of a `using`. */
interface Cleanup {
  readonly span: Span;
  readonly run: () => void;
  /** Where exceptions of the cleanup itself go. */
  readonly handler: NodeId;
  /** Copies made so far, by the node that the jump goes to. */
  readonly copies: Map<NodeId, NodeId>;
  returned: VariableId | null;
  /** Set when all completions share one copy and a variable selects how it goes on. */
  readonly shared: SharedCleanup | null;
}

interface SharedCleanup {
  readonly start: NodeId;
  readonly selector: VariableId;
  readonly ways: Map<NodeId, { readonly index: number; readonly destination: Destination }>;
}

interface Destination {
  readonly node: NodeId;
  /** The entry that the jump ends at; null for a return. */
  readonly until: Unwind | null;
  readonly value: Expression | null;
  /** Not a jump but an exception, which goes on to be thrown. */
  readonly thrown?: Expression;
  readonly span: Span;
}

export interface CleanupOptions {
  readonly span: Span;
  readonly run: () => void;
  /** What runs on an exception, where it differs (the errors of closing an iterator are dropped). */
  readonly runOnThrow?: () => void;
  /** Also when the statement completes normally. */
  readonly onNormal: boolean;
  readonly share: boolean;
}

/** Runs `body` such that `run` follows it however it completes. */
export function withCleanup(b: FunctionBuilder, options: CleanupOptions, body: () => void): void {
  const { span, run } = options;
  const outerHandler = b.handler;
  const handler = b.node('handler', span);
  const shared = options.share ? { start: b.node('handler', span), selector: b.temporary('number'), ways: new Map() } : null;
  const cleanup: Cleanup = { span, run, handler: outerHandler, copies: new Map(), returned: null, shared };
  const parent = b.unwind;
  b.unwind = { kind: 'cleanup', cleanup, parent };
  b.handler = handler;
  body();
  b.unwind = parent;
  b.handler = outerHandler;
  const after = b.node('expression', span);
  if (options.onNormal && shared !== null) leaveThrough(b, cleanup, parent, { node: after, until: parent, value: null, span });
  else if (options.onNormal && b.isLive()) inside(b, run);
  b.goTo(after);
  if (b.isLive(handler)) {
    b.startAt(handler);
    const exception = b.copy({ kind: 'variable', variable: b.info.exception.id }, span);
    if (shared === null) {
      inside(b, options.runOnThrow ?? run);
      if (b.isLive()) b.throwValue(exception, span);
    } else {
      enterShared(b, shared, { node: handler, until: parent, value: null, thrown: exception, span });
    }
  }
  if (shared !== null && b.isLive(shared.start)) finishShared(b, cleanup, shared, parent);
  b.startAt(after);
}

function enterShared(b: FunctionBuilder, shared: SharedCleanup, destination: Destination): void {
  const way = shared.ways.get(destination.node) ?? { index: shared.ways.size, destination };
  shared.ways.set(destination.node, way);
  b.assign(shared.selector, numberValue(way.index), destination.span);
  b.goTo(shared.start);
}

function inside(b: FunctionBuilder, run: () => void): void {
  b.cleanupDepth++;
  run();
  b.cleanupDepth--;
}

/** The one copy, then a test of the selector for each way to go on. */
function finishShared(b: FunctionBuilder, cleanup: Cleanup, shared: SharedCleanup, parent: Unwind | null): void {
  b.startAt(shared.start);
  inside(b, cleanup.run);
  const { span } = cleanup;
  for (const { index, destination } of shared.ways.values()) {
    if (!b.isLive()) return;
    const condition = binary('===', { kind: 'variable', variable: shared.selector }, numberValue(index));
    const chosen = b.node('handler', span);
    const other = b.node('handler', span);
    b.test(condition, chosen, other, span);
    b.startAt(chosen);
    if (destination.thrown === undefined) proceed(b, parent, valueFrom(cleanup, destination));
    else b.throwValue(destination.thrown, span);
    b.startAt(other);
  }
  b.leave();
}

function valueFrom(cleanup: Cleanup, destination: Destination): Destination {
  if (destination.value === null || cleanup.returned === null) return destination;
  return { ...destination, value: { kind: 'variable', variable: cleanup.returned } };
}

/** `break` and `continue`; false when there is no such target (a syntax error that the parser lets pass). */
export function jump(b: FunctionBuilder, kind: 'break' | 'continue', label: string | null, span: Span): boolean {
  for (let at = b.unwind; at !== null; at = at.parent) {
    if (at.kind !== kind) continue;
    const fits = label === null ? at.kind === 'continue' || at.unlabelled : at.labels.includes(label);
    if (!fits) continue;
    proceed(b, b.unwind, { node: at.node, until: at, value: null, span });
    return true;
  }
  return false;
}

export function returnValue(b: FunctionBuilder, value: Expression, span: Span): void {
  if (!passesCleanup(b.unwind)) {
    b.emitTo(b.returnTarget, { kind: 'assign', target: b.info.result.id, value, span }, span);
    b.leave();
    return;
  }
  const kept = b.canThrow(value) ? b.copy(value, span) : value;
  proceed(b, b.unwind, { node: b.returnTarget, until: null, value: kept, span });
}

/** Something runs on the way out of the function. */
export function passesCleanup(unwind: Unwind | null): boolean {
  for (let at = unwind; at !== null; at = at.parent) if (at.kind === 'cleanup') return true;
  return false;
}

/** Goes on from `unwind` outwards to the destination. */
function proceed(b: FunctionBuilder, unwind: Unwind | null, destination: Destination): void {
  for (let at = unwind; at !== null && at !== destination.until; at = at.parent) {
    if (at.kind !== 'cleanup') continue;
    leaveThrough(b, at.cleanup, at.parent, destination);
    return;
  }
  if (destination.value !== null && b.isLive()) {
    const { node, value, span } = destination;
    b.emitTo(node, { kind: 'assign', target: b.info.result.id, value, span }, span);
    b.leave();
    return;
  }
  b.goTo(destination.node);
}

function leaveThrough(b: FunctionBuilder, cleanup: Cleanup, parent: Unwind | null, destination: Destination): void {
  if (!b.isLive()) {
    b.leave();
    return;
  }
  const { span } = cleanup;
  if (destination.value !== null) {
    cleanup.returned ??= b.temporary();
    b.assign(cleanup.returned, destination.value, span);
  }
  if (cleanup.shared !== null) {
    enterShared(b, cleanup.shared, destination);
    return;
  }
  const known = cleanup.copies.get(destination.node);
  if (known !== undefined) {
    b.goTo(known);
    return;
  }
  const start = b.node('handler', span);
  cleanup.copies.set(destination.node, start);
  b.goTo(start);
  b.startAt(start);
  const { unwind, handler } = b;
  b.unwind = parent;
  b.handler = cleanup.handler;
  inside(b, cleanup.run);
  proceed(b, parent, valueFrom(cleanup, destination));
  b.unwind = unwind;
  b.handler = handler;
}

const maximumCopiedSize = 200;
const maximumCopiedDepth = 2;

/** Large or deeply nested finally blocks are lowered once for all completions. */
export function mustShare(b: FunctionBuilder, block: ts.Block): boolean {
  return b.cleanupDepth >= maximumCopiedDepth || isLargerThan(block, maximumCopiedSize);
}

function isLargerThan(node: ts.Node, size: number): boolean {
  let left = size;
  const visit = (inner: ts.Node): true | undefined => {
    if (--left < 0) return true;
    return ts.forEachChild(inner, visit);
  };
  return visit(node) === true;
}
