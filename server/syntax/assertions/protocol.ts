import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { hasModifier } from '../source.js';

/** The order in which methods of a class may be called, as its `@protocol` says it. */
export interface Protocol {
  readonly class: ts.ClassLikeDeclaration;
  readonly text: string;
  readonly span: Span;
  /** The states by number; an object begins in the first one. */
  readonly states: readonly string[];
  /** By method, where a call leads from each state in which it may be called. */
  readonly steps: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** What keeps a protocol from being read. */
export interface ProtocolFault {
  readonly span: Span;
  readonly message: string;
}

interface Step {
  readonly from: string;
  readonly method: string;
  readonly to: string;
}

/** States that one protocol may have. */
const mostStates = 64;

/** One step of a chain. */
const step = /-\s*([\w$#]+)\s*->/;

/**
 * Reads `start -open-> opened -read-> opened; opened -close-> start`: chains of steps between states, each behind a semicolon, a comma or
 * on a line of its own. The state that is named first is that of a new object. A line without steps ends it.
 */
export function readProtocol(owner: ts.ClassLikeDeclaration, text: string, span: Span): Protocol | ProtocolFault {
  const steps: Step[] = [];
  const lines = text.replaceAll(/\s*[\n\r]\s*(?=-)/g, ' ').split(/[\n\r]+/);
  const prose = lines.findIndex((line) => !step.test(line));
  for (const chain of lines.slice(0, prose < 0 ? lines.length : Math.max(prose, 1)).flatMap((line) => line.split(/[;,]/))) {
    if (chain.trim() === '') continue;
    const [first = '', ...others] = chain.split(step);
    let from = first.trim();
    for (let i = 0; i + 1 < others.length; i += 2) {
      const [method = '', to = ''] = [others[i], others[i + 1]?.trim()];
      steps.push({ from, method, to });
      from = to;
    }
    if (others.length === 0 || ![first, ...others].every((name) => isName.test(name.trim())))
      return { span, message: `The protocol has no steps like "start -open-> opened" in ${JSON.stringify(chain.trim())}.` };
  }
  if (steps.length === 0) return { span, message: 'Steps like "start -open-> opened" are missing after @protocol.' };
  const twice = steps.find(({ from, method, to }, at) => {
    const before = steps.slice(0, at).find((step) => step.from === from && step.method === method);
    return before !== undefined && before.to !== to;
  });
  if (twice !== undefined) return { span, message: `The protocol has two steps ${twice.method} from ${twice.from}.` };
  const methods = new Set(owner.members.flatMap((member) => nameOfMethod(member) ?? []));
  const missing = steps.find(({ method }) => !methods.has(method));
  if (missing !== undefined) return { span, message: `The protocol names ${missing.method}, which is no method of the class.` };
  return numbered(owner, text, span, steps) ?? { span, message: 'The protocol has too many states.' };
}

const kept = new WeakMap<Protocol, boolean>();

/** Whether an order can be held: the class has a name, and its file only calls the methods: it neither replaces nor borrows them. */
export function isKept(protocol: Protocol): boolean {
  let isHeld = kept.get(protocol);
  if (isHeld === undefined) {
    const { class: owner, steps } = protocol;
    // An accessor is read and written by its name alone.
    const methods = new Set(owner.members.flatMap((member) => (ts.isMethodDeclaration(member) ? (nameOfMethod(member) ?? []) : [])));
    const isMethod = (name: string): boolean => steps.has(name) && methods.has(name);
    const file = owner.getSourceFile();
    const others = otherMakers(file, owner);
    const isChange = (node: ts.Node): boolean => isOtherUse(node, isMethod, others) || ts.forEachChild(node, isChange) === true;
    kept.set(protocol, (isHeld = owner.name !== undefined && !isChange(file)));
  }
  return isHeld;
}

/** Whether a node does something else with a method than to call it, or may change a prototype. */
function isOtherUse(node: ts.Node, isMethod: (name: string) => boolean, others: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(node)) {
    if (node.name.text === 'prototype') {
      const isOther = ts.isIdentifier(node.expression) && others.has(node.expression.text);
      return !isOther && !ts.isPropertyAccessExpression(parent) && !isCompared(node);
    }
    return isMethod(node.name.text) && !(ts.isCallExpression(parent) && parent.expression === node);
  }
  return ts.isStringLiteralLike(node) && isMethod(node.text) && !ts.isElementAccessExpression(parent);
}

/** Whether a value is only held against others. */
function isCompared({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind);
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InstanceOfKeyword,
]);

/** The names of functions, and of classes that extend nothing, but for the class itself. */
function otherMakers(file: ts.SourceFile, owner: ts.ClassLikeDeclaration): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isMaker = ts.isFunctionDeclaration(node) || (ts.isClassDeclaration(node) && node.heritageClauses === undefined);
    if (isMaker && node !== owner && node.name !== undefined) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  names.delete(owner.name?.text ?? '');
  return names;
}

const isName = /^[\w$#]+$/;

/** The name under which a protocol may speak of a member: that of a method or accessor of objects. */
export function nameOfMethod(member: ts.Node): string | null {
  if (!ts.isMethodDeclaration(member) && !ts.isGetAccessor(member) && !ts.isSetAccessor(member)) return null;
  if (member.body === undefined || hasModifier(member, ts.SyntaxKind.StaticKeyword)) return null;
  return ts.isComputedPropertyName(member.name) ? null : member.name.text;
}

/** The states by number, and where each method leads from each of them; null where there are too many. */
function numbered(owner: ts.ClassLikeDeclaration, text: string, span: Span, steps: readonly Step[]): Protocol | null {
  const states = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  if (states.length > mostStates) return null;
  const found = new Map<string, Map<number, number>>();
  for (const { from, method, to } of steps) {
    const ways = found.get(method) ?? new Map<number, number>();
    found.set(method, ways.set(states.indexOf(from), states.indexOf(to)));
  }
  return { class: owner, text, span, states, steps: found };
}
