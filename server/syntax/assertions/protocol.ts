import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { hasModifier } from '../source.js';

/** The order in which methods of a class may be called, as its `@protocol` says it. */
export interface Protocol {
  readonly class: ts.ClassLikeDeclaration;
  readonly text: string;
  readonly span: Span;
  /** The states by number, each of those in which an object may be; it begins in the first one. */
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
  const methods = new Set(owner.members.flatMap((member) => nameOfMethod(member) ?? []));
  const missing = steps.find(({ method }) => !methods.has(method));
  if (missing !== undefined) return { span, message: `The protocol names ${missing.method}, which is no method of the class.` };
  return determined(owner, text, span, steps) ?? { span, message: 'The protocol has too many states.' };
}

const kept = new WeakMap<Protocol, boolean>();

/**
 * Whether the accessors that have steps are those of the class wherever they are used. Of methods each call sees that by itself; of accessors
 * the file must neither name a prototype nor the accessor as a text.
 */
export function isKept(protocol: Protocol): boolean {
  let isHeld = kept.get(protocol);
  if (isHeld === undefined) {
    const { class: owner, steps } = protocol;
    const accessors = new Set(owner.members.filter(ts.isAccessor).flatMap((member) => nameOfMethod(member) ?? []));
    const isAccessor = (name: string): boolean => steps.has(name) && accessors.has(name);
    const file = owner.getSourceFile();
    const others = otherMakers(file, owner);
    const isChange = (node: ts.Node): boolean => mayRedefine(node, isAccessor, others) || ts.forEachChild(node, isChange) === true;
    kept.set(protocol, (isHeld = ![...steps.keys()].some(isAccessor) || !isChange(file)));
  }
  return isHeld;
}

/** Whether a node may change a prototype, or names an accessor as a text. */
function mayRedefine(node: ts.Node, isAccessor: (name: string) => boolean, others: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(node)) {
    if (node.name.text !== 'prototype') return false;
    const isOther = ts.isIdentifier(node.expression) && others.has(node.expression.text);
    return !isOther && !ts.isPropertyAccessExpression(parent) && !isCompared(node);
  }
  return ts.isStringLiteralLike(node) && isAccessor(node.text) && !ts.isElementAccessExpression(parent);
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

/** One state for each set of states in which an object may be: two steps of one method may leave a state. Null where there are too many. */
function determined(owner: ts.ClassLikeDeclaration, text: string, span: Span, steps: readonly Step[]): Protocol | null {
  const written = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  const sets: (readonly string[])[] = [written.slice(0, 1)];
  const numbers = new Map([[written[0] ?? '', 0]]);
  const found = new Map<string, Map<number, number>>();
  for (const { method } of steps) if (!found.has(method)) found.set(method, new Map());
  for (let at = 0; at < sets.length; at++) {
    if (sets.length > mostStates) return null;
    for (const [method, ways] of found) {
      const reached = new Set(steps.filter((one) => one.method === method && sets[at]?.includes(one.from)).map(({ to }) => to));
      if (reached.size === 0) continue;
      const next = written.filter((name) => reached.has(name));
      const number = numbers.get(next.join(' or ')) ?? sets.push(next) - 1;
      numbers.set(next.join(' or '), number);
      ways.set(at, number);
    }
  }
  return { class: owner, text, span, states: sets.map((names) => names.join(' or ')), steps: found };
}
