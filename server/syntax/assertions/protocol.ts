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

/** States that one protocol may have, once what is open between several is a state of its own. */
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

const isName = /^[\w$#]+$/;

/** The name under which a protocol may speak of a member: that of a method or accessor of objects. */
export function nameOfMethod(member: ts.Node): string | null {
  if (!ts.isMethodDeclaration(member) && !ts.isGetAccessor(member) && !ts.isSetAccessor(member)) return null;
  if (member.body === undefined || hasModifier(member, ts.SyntaxKind.StaticKeyword)) return null;
  return ts.isComputedPropertyName(member.name) ? null : member.name.text;
}

/** One state for each set of states that an object may be in: two steps of one method may leave a state. */
function determined(owner: ts.ClassLikeDeclaration, text: string, span: Span, steps: readonly Step[]): Protocol | null {
  const states: string[][] = [[steps[0]?.from ?? '']];
  const found = new Map<string, Map<number, number>>();
  for (const { method } of steps) if (!found.has(method)) found.set(method, new Map());
  for (let at = 0; at < states.length; at++) {
    if (states.length > mostStates) return null;
    for (const [method, ways] of found) {
      const next = [
        ...new Set(steps.filter((step) => step.method === method && states[at]?.includes(step.from)).map(({ to }) => to)),
      ].sort();
      if (next.length === 0) continue;
      let number = states.findIndex((state) => state.join() === next.join());
      if (number < 0) number = states.push(next) - 1;
      ways.set(at, number);
    }
  }
  return { class: owner, text, span, states: states.map((names) => names.join(' or ')), steps: found };
}
