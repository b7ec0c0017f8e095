import type ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import { protocolKey } from '../../ir/instruction.js';
import { nameOfMethod, type Protocol } from '../assertions/protocol.js';
import { binary, numberValue, stringValue, undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import type { ModuleBuilder } from './moduleBuilder.js';
import { withHandler } from './lowerPattern.js';

/** The protocol of a method's class, where it speaks of the method. */
export function protocolOf(module: ModuleBuilder, node: ts.Node): Protocol | null {
  if (module.protocols.size === 0) return null;
  const protocol = module.protocols.get(node.parent);
  const name = nameOfMethod(node);
  return protocol === undefined || name === null || !protocol.steps.has(name) ? null : protocol;
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
  b.mark(b.position, { kind: 'violation', assertion: protocolAssertion(b, protocol) });
  b.startAt(after);
}

const stateValue = (state: number): Expression => (state === 0 ? undefinedValue : numberValue(state));

function protocolAssertion(b: FunctionBuilder, { text, span }: Protocol): number {
  const id = b.module.assertions.length;
  b.module.assertions.push({ id, tag: 'protocol', text, span, owner: b.info.id });
  return id;
}
