import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../ir/expression.js';
import { protocolKey } from '../../ir/instruction.js';
import { isKept, nameOfMethod, type Protocol } from '../assertions/protocol.js';
import { binary, numberValue, stringValue, undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import type { ModuleBuilder } from './moduleBuilder.js';
import { withHandler } from './lowerPattern.js';

/** The protocol of a method's class, where it speaks of the method. */
export function protocolOf(module: ModuleBuilder, node: ts.Node): Protocol | null {
  if (module.protocols.size === 0) return null;
  const protocol = module.protocols.get(node.parent);
  const name = nameOfMethod(node);
  return protocol === undefined || name === null || !protocol.steps.has(name) || !isKept(protocol) ? null : protocol;
}

/**
 * A call of a method takes its object from one state of its protocol to the next; in a state without such a step it is a violation. The state
 * is kept under a key that no program can write; a new object has none, and is in the first state (paper 4, section 5: `_callstate`).
 */
export function lowerProtocol(b: FunctionBuilder, node: ts.Node): void {
  const protocol = protocolOf(b.module, node);
  const self = b.info.thisVariable;
  if (protocol === null || self === null || !b.isLive()) return;
  const { span } = protocol;
  const ways = protocol.steps.get(nameOfMethod(node) ?? '') ?? new Map<number, number>();
  const object: Expression = { kind: 'variable', variable: self.id };
  const key = stringValue(protocolKey([...b.module.protocols.values()].indexOf(protocol) + 1));
  b.here(span);
  const after = b.node('expression', span);
  let state: Expression = undefinedValue;
  // What no state can be kept of, such as undefined, has none.
  withHandler(b, after, () => void (state = b.load(object, key, span, null)));
  for (const [from, to] of ways) {
    const [taken, other] = [b.node('expression', span), b.node('expression', span)];
    b.test(binary('===', state, stateValue(from)), taken, other, span);
    b.startAt(taken);
    if (from !== to) withHandler(b, after, () => b.store(object, key, stateValue(to), span, 'define'));
    b.goTo(after);
    b.startAt(other);
  }
  ofItsOwn(b, protocol, object, after);
  b.mark(b.position, { kind: 'violation', assertion: protocolAssertion(b, protocol) });
  b.startAt(after);
}

/** Goes on only with an object that has the methods of the class: of others it is not known which steps they took. */
function ofItsOwn(b: FunctionBuilder, { span }: Protocol, object: Expression, after: number): void {
  const own = b.node('expression', span);
  withHandler(b, after, () => b.test(binary('===', b.load(object, overridden, span, null), undefinedValue), own, after, span));
  b.startAt(own);
}

/** What an object has whose class may override methods that have steps. */
const overridden = stringValue(protocolKey(0));

/** Tells a protocol of superclasses that an object has methods of its own in place of theirs. */
export function lowerOverriding(b: FunctionBuilder, owner: ts.ClassLikeDeclaration, self: Expression, span: Span): void {
  if (!b.isLive() || !mayOverride(owner, b.module)) return;
  const after = b.node('expression', span);
  withHandler(b, after, () => b.store(self, overridden, numberValue(1), span, 'define'));
  b.goTo(after);
  b.startAt(after);
}

function mayOverride(owner: ts.ClassLikeDeclaration, module: ModuleBuilder): boolean {
  const names = owner.members.flatMap((member) =>
    ts.isPropertyDeclaration(member) ? member.name.getText() : (nameOfMethod(member) ?? []),
  );
  const seen = new Set<ts.Node>();
  for (let at = owner; names.length > 0 && !seen.has(at);) {
    seen.add(at);
    const protocol = module.protocols.get(at);
    if (at !== owner && protocol !== undefined && names.some((name) => protocol.steps.has(name))) return true;
    const extended = at.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
    if (extended === undefined) return false;
    const variable = ts.isIdentifier(extended) ? module.bindings.references.get(extended)?.variable : undefined;
    // What the language and its libraries give has no protocol.
    if (ts.isIdentifier(extended) && variable === undefined) return false;
    const next = [...module.bindings.functionOf.keys()].find(
      (each): each is ts.ClassDeclaration =>
        ts.isClassDeclaration(each) && each.name !== undefined && module.bindings.references.get(each.name)?.variable === variable,
    );
    if (next === undefined || variable === undefined) return true;
    at = next;
  }
  return false;
}

const stateValue = (state: number): Expression => (state === 0 ? undefinedValue : numberValue(state));

function protocolAssertion(b: FunctionBuilder, { text, span }: Protocol): number {
  const id = b.module.assertions.length;
  b.module.assertions.push({ id, tag: 'protocol', text, span, owner: b.info.id });
  return id;
}
