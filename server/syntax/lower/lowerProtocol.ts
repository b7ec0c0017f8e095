import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../ir/expression.js';
import { methodKey, protocolKey } from '../../ir/instruction.js';
import { callsOverridden } from '../assertions/overridden.js';
import { isKept, nameOfMethod, type Protocol } from '../assertions/protocol.js';
import { binary, numberValue, stringValue, undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import type { ModuleBuilder } from './moduleBuilder.js';
import { classOf, superclassOf } from '../names/superclass.js';
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
  const key = keyOf(b.module, protocol, 'state');
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

/**
 * Goes on only with an object that has the methods of the class, as it was evaluated: of others it is not known which steps they took. So
 * whoever replaces or borrows a method, in whatever file, is seen where that matters.
 */
function ofItsOwn(b: FunctionBuilder, protocol: Protocol, object: Expression, after: number): void {
  const { span } = protocol;
  const ask = (condition: Expression): void => {
    const own = b.node('expression', span);
    b.test(condition, own, after, span);
    b.startAt(own);
  };
  const load = (of: Expression, key: Expression): Expression => b.load(of, key, span, null);
  const methods = methodsOf(protocol);
  withHandler(b, after, () => {
    if (methods.length < protocol.steps.size) ask(binary('===', load(object, overridden), undefinedValue));
    // What always calls a method of the class does so as long as the class has that one.
    const objects = isOverridden(protocol, b.module) ? [object, load(object, keyOf(b.module, protocol, 'home'))] : [object];
    for (const of of objects)
      for (const name of methods) ask(binary('===', load(of, stringValue(name)), load(of, keyOfMethod(b.module, protocol, name))));
  });
}

/** The methods that have steps, without accessors. */
const methodsOf = ({ class: owner, steps }: Protocol): readonly string[] =>
  owner.members.filter(ts.isMethodDeclaration).flatMap((member) => {
    const name = nameOfMethod(member);
    return name !== null && steps.has(name) ? [name] : [];
  });

/** The key under which no program finds the state, or the prototype of the class. */
const keyOf = (module: ModuleBuilder, protocol: Protocol, what: 'state' | 'home'): Expression =>
  stringValue(protocolKey(`${what} ${placeOf(module, protocol)}`));
const keyOfMethod = (module: ModuleBuilder, protocol: Protocol, name: string): Expression =>
  stringValue(methodKey(name, placeOf(module, protocol)));

const placeOf = ({ file, protocols }: ModuleBuilder, protocol: Protocol): string => `${[...protocols.values()].indexOf(protocol)} ${file}`;

/** What an object has whose class may override accessors that have steps. */
const overridden = stringValue(protocolKey('overridden'));

/** Notes at a method that a class is given as its own, or that it always calls the one of its superclass that is. */
export function lowerOwnMethod(b: FunctionBuilder, node: ts.MethodDeclaration, prototype: Expression, method: Expression): void {
  const { module } = b;
  const name = nameOfMethod(node);
  if (module.protocols.size === 0 || name === null || !ts.isClassLike(node.parent)) return;
  const own = module.protocols.get(node.parent);
  const extended = own === undefined && callsOverridden(node) ? superclassOf(node.parent, module.bindings) : undefined;
  const protocol = own ?? (extended === undefined ? undefined : module.protocols.get(extended));
  if (protocol === undefined || !methodsOf(protocol).includes(name)) return;
  const span = b.spanOf(node);
  if (own !== undefined && isOverridden(own, module)) b.store(prototype, keyOf(module, protocol, 'home'), prototype, span, 'define');
  b.store(prototype, keyOfMethod(module, protocol, name), method, span, 'define');
}

/** Whether a class has methods that count as those of the one with the protocol. */
const isOverridden = (protocol: Protocol, module: ModuleBuilder): boolean =>
  [...module.bindings.functionOf.keys()].some(
    (node) =>
      ts.isMethodDeclaration(node) &&
      ts.isClassLike(node.parent) &&
      superclassOf(node.parent, module.bindings) === protocol.class &&
      callsOverridden(node),
  );

/** Tells a protocol of superclasses that an object has accessors of its own in place of theirs. */
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
    if (at !== owner && protocol !== undefined) {
      const methods = methodsOf(protocol);
      if (names.some((name) => protocol.steps.has(name) && !methods.includes(name))) return true;
    }
    const extended = at.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
    if (extended === undefined) return false;
    const variable = ts.isIdentifier(extended) ? module.bindings.references.get(extended)?.variable : undefined;
    // What the language and its libraries give has no protocol.
    if (ts.isIdentifier(extended) && variable === undefined) return false;
    const next = variable === undefined ? undefined : classOf(variable, module.bindings);
    if (next === undefined) return true;
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
