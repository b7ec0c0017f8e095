import type { ValueReport } from '../../events/rows.js';
import type { Binding } from '../../instrument/scopes.js';
import { isFunction, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import { isNullish, isTruthy, primitiveOf } from './comparedValues.js';
import { binary, literal, unary, undefinedValue, type Memory } from './failing.js';
import { counter, growing, type Growing } from './growing.js';
import type { LoadedText } from './texts.js';

/** A function whose text is known. */
export interface KnownFunction {
  readonly text: LoadedText;
  readonly node: FunctionNode;
}

/** What calls need beside the places that they read. */
export interface CallMemory extends Memory {
  /** The function that an object is: its text, or the name of the array's method that the language has under it; undefined: not known. */
  functionOf(object: number): KnownFunction | string | undefined;
  /** A variable outside of the functions that are called. */
  outer(text: LoadedText, binding: Binding): Value | undefined;
  /** Whether an object is an array. */
  isArray(object: number): boolean;
}

/** A value, and what calls make for themselves: lists, and functions with the variables around them. */
export type Value = ValueReport | { readonly kind: 'list'; readonly items: readonly Value[] } | Closure;

interface Closure {
  readonly kind: 'closure';
  readonly code: KnownFunction;
  readonly around: Scope | null;
  readonly self: Value | undefined;
}

interface Scope {
  readonly variables: Growing<Binding, Value>;
  readonly around: Scope | null;
}

/** What ends a simulation: something in it is not known. */
class Unknown extends Error {}

/** How a statement ended. */
type Ending = { readonly kind: 'returned'; readonly value: Value } | 'broken' | 'continued' | null;

/** What a call gives on the current values, where it only computes: nothing outside of it is written. undefined: not known. */
export function simulateCall(node: AnyNode, memory: CallMemory): ValueReport | undefined {
  try {
    const value = new Simulation(memory).value(node, null);
    return value.kind === 'list' || value.kind === 'closure' ? undefined : value;
  } catch (error) {
    if (error instanceof Unknown || error instanceof RangeError) return undefined;
    throw error;
  }
}

const mostSteps = 20_000;
const deepest = 50;

class Simulation {
  private readonly steps = counter();
  private readonly depth = counter();

  constructor(private readonly memory: CallMemory) {}

  /** `frame`: the function that control is in; null: where it failed. */
  value(node: AnyNode, frame: Frame | null): Value {
    if (this.steps(1) > mostSteps) throw new Unknown();
    const { memory } = this;
    switch (node.type) {
      case 'Literal':
        return known(literal(node.value));
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.value(node.expression, frame);
      case 'ThisExpression':
        return known(frame === null ? memory.self() : frame.self);
      case 'Identifier':
        return this.variable(node, frame);
      case 'MemberExpression':
        return this.member(node, frame).value;
      case 'CallExpression':
        return this.call(node, frame);
      case 'ArrowFunctionExpression':
        if (frame === null || node.async) throw new Unknown();
        return { kind: 'closure', code: { text: frame.text, node }, around: frame.scope, self: frame.self };
      case 'ArrayExpression':
        return {
          kind: 'list',
          items: node.elements.map((one) => (one === null || one.type === 'SpreadElement' ? unknown() : kept(this.value(one, frame)))),
        };
      case 'UnaryExpression':
        return known(unary(node.operator, plain(this.value(node.argument, frame))));
      case 'BinaryExpression':
        return known(binary(node.operator, plain(this.value(node.left as AnyNode, frame)), plain(this.value(node.right, frame))));
      case 'LogicalExpression': {
        const left = this.value(node.left, frame);
        const goesOn = node.operator === '&&' ? isTrue(left) : node.operator === '||' ? !isTrue(left) : isNothing(left);
        return goesOn ? this.value(node.right, frame) : left;
      }
      case 'ConditionalExpression':
        return this.value(isTrue(this.value(node.test, frame)) ? node.consequent : node.alternate, frame);
      case 'TemplateLiteral':
        return known(literal(this.template(node, frame)));
      case 'AssignmentExpression': {
        const right = this.value(node.right, frame);
        const operator = node.operator.slice(0, -1);
        if (/^(&&|\|\||\?\?)$/.test(operator)) throw new Unknown();
        const value = operator === '' ? right : known(binary(operator, plain(this.value(node.left as AnyNode, frame)), plain(right)));
        this.assign(node.left, value, frame);
        return value;
      }
      case 'UpdateExpression': {
        const before = plain(this.value(node.argument, frame));
        const after = known(binary(node.operator.slice(1), before, known(literal(1)) as ValueReport));
        if (before.kind !== 'primitive' || before.type !== 'number') throw new Unknown();
        this.assign(node.argument, after, frame);
        return node.prefix ? after : before;
      }
      default:
        throw new Unknown();
    }
  }

  private template({ quasis, expressions }: Extract<AnyNode, { type: 'TemplateLiteral' }>, frame: Frame | null): string {
    return quasis.reduce((text, { value }, at) => {
      const before = expressions[at - 1];
      return text + (before === undefined ? '' : String(primitive(this.value(before, frame)))) + (value.cooked ?? '');
    }, '');
  }

  private variable(node: Extract<AnyNode, { type: 'Identifier' }>, frame: Frame | null): Value {
    if (node.name === 'undefined') return undefinedValue;
    if (frame === null) return known(this.memory.variable(node.name));
    const binding = frame.text.scopes.lookUp(node.name, node.start);
    if (binding === undefined) throw new Unknown();
    for (let at: Scope | null = frame.scope; at !== null; at = at.around) {
      const value = at.variables.get(binding);
      if (value !== undefined) return value;
    }
    if (isFunction(binding.scope.home) && frame.isInside(binding)) throw new Unknown();
    return known(this.memory.outer(frame.text, binding));
  }

  /** Only variables of the functions that are called are written: whatever else they write ends the simulation. */
  private assign(target: AnyNode, value: Value, frame: Frame | null): void {
    const binding = target.type === 'Identifier' && frame !== null ? frame.text.scopes.lookUp(target.name, target.start) : undefined;
    if (binding === undefined || frame === null || binding.kind === 'const') throw new Unknown();
    for (let at: Scope | null = frame.scope; at !== null; at = at.around) {
      if (!at.variables.has(binding)) continue;
      at.variables.put(binding, value);
      return;
    }
    throw new Unknown();
  }

  private member(
    node: Extract<AnyNode, { type: 'MemberExpression' }>,
    frame: Frame | null,
  ): { readonly owner: Value; readonly value: Value } {
    if (node.object.type === 'Super') throw new Unknown();
    const owner = this.value(node.object, frame);
    if (node.optional && isNothing(owner)) return { owner, value: undefinedValue };
    const key = this.key(node, frame);
    if (owner.kind === 'list') return { owner, value: partOf(owner.items, key) };
    if (owner.kind === 'closure') throw new Unknown();
    if (owner.kind === 'object') return { owner, value: known(this.memory.member(owner.id, key)) };
    const text = primitiveOf(owner)?.value;
    if (typeof text !== 'string' || key !== 'length') throw new Unknown();
    return { owner, value: known(literal(text.length)) };
  }

  private key({ property, computed }: Extract<AnyNode, { type: 'MemberExpression' }>, frame: Frame | null): string {
    if (property.type === 'PrivateIdentifier') return `#${property.name}`;
    if (!computed && property.type === 'Identifier') return property.name;
    const key = primitive(this.value(property, frame));
    if (typeof key !== 'string' && typeof key !== 'number') throw new Unknown();
    return String(key);
  }

  private call(node: Extract<AnyNode, { type: 'CallExpression' }>, frame: Frame | null): Value {
    const { callee } = node;
    const given = () => node.arguments.map((one) => (one.type === 'SpreadElement' ? unknown() : this.value(one, frame)));
    if (callee.type !== 'MemberExpression') {
      const called = this.value(callee, frame);
      return node.optional && isNothing(called) ? undefinedValue : this.called(called, undefinedValue, given());
    }
    const name = callee.computed || callee.property.type !== 'Identifier' ? '' : callee.property.name;
    if (callee.object.type === 'Super') throw new Unknown();
    if (callee.object.type === 'Identifier' && callee.object.name === 'Math' && this.isOfLanguage(callee.object, frame))
      return mathOf(name, given().map(primitive));
    const owner = this.value(callee.object, frame);
    if (callee.optional && isNothing(owner)) return undefinedValue;
    if (owner.kind === 'list') return this.ofList(name, owner.items, given());
    if (owner.kind === 'primitive') return textMethod(name, primitive(owner), given().map(primitive));
    if (owner.kind !== 'object') throw new Unknown();
    return this.called(known(this.memory.member(owner.id, this.key(callee, frame))), owner, given());
  }

  private isOfLanguage({ name, start }: Extract<AnyNode, { type: 'Identifier' }>, frame: Frame | null): boolean {
    return frame !== null && frame.text.scopes.lookUp(name, start) === undefined;
  }

  private called(callee: Value, self: Value, given: readonly Value[]): Value {
    if (callee.kind === 'closure') return this.run(callee.code, callee.self, callee.around, given);
    const code = callee.kind === 'object' ? this.memory.functionOf(callee.id) : undefined;
    if (code === undefined) throw new Unknown();
    if (typeof code !== 'string') return this.run(code, self, null, given);
    if (self.kind !== 'object') throw new Unknown();
    return this.ofList(code, this.itemsOf(self), given);
  }

  /** The elements of a list, of the program or of the simulation. */
  private itemsOf(list: Value): readonly Value[] {
    if (list.kind === 'list') return list.items;
    if (list.kind !== 'object' || !this.memory.isArray(list.id)) throw new Unknown();
    const length = primitive(known(this.memory.member(list.id, 'length')));
    if (typeof length !== 'number' || length > mostSteps) throw new Unknown();
    return Array.from({ length }, (_, at) => present(known(this.memory.member(list.id, String(at)))));
  }

  private run({ text, node }: KnownFunction, self: Value | undefined, around: Scope | null, given: readonly Value[]): Value {
    if (node.async || node.generator || this.depth(1) > deepest) throw new Unknown();
    const scope: Scope = { variables: growing(), around };
    const frame: Frame = { text, scope, self, isInside: (binding) => binding.scope.home === node };
    for (const [at, parameter] of node.params.entries()) {
      const isDefault = parameter.type === 'AssignmentPattern';
      const value = given[at] ?? undefinedValue;
      const isMissing = value.kind === 'absent' || (value.kind === 'primitive' && value.type === 'undefined');
      this.declare(isDefault ? parameter.left : parameter, isDefault && isMissing ? this.value(parameter.right, frame) : value, frame);
    }
    const { body } = node;
    const result = body.type === 'BlockStatement' ? null : this.value(body, frame);
    const ending = body.type === 'BlockStatement' ? this.statements(body.body, frame) : null;
    this.depth(-1);
    if (result !== null) return result;
    return ending !== null && typeof ending !== 'string' ? ending.value : undefinedValue;
  }

  private declare(target: AnyNode, value: Value, frame: Frame): void {
    if (target.type === 'Identifier') {
      const binding = frame.text.scopes.bindingAt.get(target.start);
      if (binding === undefined) throw new Unknown();
      frame.scope.variables.put(binding, value);
    } else if (target.type === 'ObjectPattern') {
      for (const property of target.properties) {
        if (property.type === 'RestElement' || property.computed || property.key.type !== 'Identifier') throw new Unknown();
        if (value.kind !== 'object') throw new Unknown();
        this.declare(property.value, known(this.memory.member(value.id, property.key.name)), frame);
      }
    } else if (target.type === 'ArrayPattern') {
      const items = this.itemsOf(value);
      for (const [at, element] of target.elements.entries())
        if (element !== null) this.declare(element, items[at] ?? undefinedValue, frame);
    } else throw new Unknown();
  }

  private statements(list: readonly AnyNode[], frame: Frame): Ending {
    for (const statement of list) {
      const ending = this.statement(statement, frame);
      if (ending !== null) return ending;
    }
    return null;
  }

  private statement(node: AnyNode, frame: Frame): Ending {
    switch (node.type) {
      case 'EmptyStatement':
        return null;
      case 'ExpressionStatement':
        this.value(node.expression, frame);
        return null;
      case 'ReturnStatement':
        return { kind: 'returned', value: node.argument ? this.value(node.argument, frame) : undefinedValue };
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) throw new Unknown();
        return node.type === 'BreakStatement' ? 'broken' : 'continued';
      case 'BlockStatement':
        return this.statements(node.body, frame);
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) this.declare(id, init ? this.value(init, frame) : undefinedValue, frame);
        return null;
      case 'IfStatement': {
        const taken = isTrue(this.value(node.test, frame)) ? node.consequent : node.alternate;
        return taken ? this.statement(taken, frame) : null;
      }
      case 'ForOfStatement': {
        const { left } = node;
        if (node.await || left.type !== 'VariableDeclaration') throw new Unknown();
        for (const item of this.itemsOf(this.value(node.right, frame))) {
          const [declared] = left.declarations;
          if (declared !== undefined) this.declare(declared.id, item, frame);
          const ending = this.statement(node.body, frame);
          if (ending === 'broken') return null;
          if (ending !== null && ending !== 'continued') return ending;
        }
        return null;
      }
      case 'ForStatement':
      case 'WhileStatement': {
        if (node.type === 'ForStatement' && node.init)
          if (node.init.type === 'VariableDeclaration') this.statement(node.init, frame);
          else this.value(node.init, frame);
        while (!node.test || isTrue(this.value(node.test, frame))) {
          const ending = this.statement(node.body, frame);
          if (ending === 'broken') return null;
          if (ending !== null && ending !== 'continued') return ending;
          if (node.type === 'ForStatement' && node.update) this.value(node.update, frame);
          if (this.steps(1) > mostSteps) throw new Unknown();
        }
        return null;
      }
      default:
        throw new Unknown();
    }
  }

  /** A method of arrays that only reads. */
  private ofList(name: string, items: readonly Value[], [first, second]: readonly Value[]): Value {
    const each = (item: Value, at: number): Value => this.called(first ?? unknown(), undefinedValue, [item, known(literal(at))]);
    switch (name) {
      case 'reduce': {
        const rest = second === undefined ? items.slice(1) : items;
        const from = items.length - rest.length;
        const start = second ?? items[0] ?? unknown();
        return rest.reduce(
          (sum, item, at) => this.called(first ?? unknown(), undefinedValue, [sum, item, known(literal(at + from))]),
          start,
        );
      }
      case 'map':
        return { kind: 'list', items: items.map((item, at) => kept(each(item, at))) };
      case 'filter':
        return { kind: 'list', items: items.filter((item, at) => isTrue(each(item, at))) };
      case 'forEach':
        items.forEach(each);
        return undefinedValue;
      case 'find':
        return items.find((item, at) => isTrue(each(item, at))) ?? undefinedValue;
      case 'findIndex':
        return known(literal(items.findIndex((item, at) => isTrue(each(item, at)))));
      case 'some':
        return known(literal(items.some((item, at) => isTrue(each(item, at)))));
      case 'every':
        return known(literal(items.every((item, at) => isTrue(each(item, at)))));
      case 'join':
        if (items.some(isNothing)) throw new Unknown();
        return known(literal(items.map(primitive).join(first === undefined ? ',' : String(primitive(first)))));
      case 'includes':
      case 'indexOf': {
        const values = items.map(primitive);
        const wanted = primitive(first ?? undefinedValue);
        return known(literal(name === 'includes' ? values.includes(wanted) : values.indexOf(wanted)));
      }
      case 'at':
      case 'slice': {
        const [from, to] = [Number(primitive(first ?? known(literal(0)))), second === undefined ? undefined : Number(primitive(second))];
        return name === 'at' ? (items.at(from) ?? undefinedValue) : { kind: 'list', items: items.slice(from, to) };
      }
      default:
        throw new Unknown();
    }
  }
}

/** Methods of arrays that a simulation knows. */
export const knownMethods = /^(reduce|map|filter|forEach|find|findIndex|some|every|join|includes|indexOf|at|slice)$/;

interface Frame {
  readonly text: LoadedText;
  readonly scope: Scope;
  readonly self: Value | undefined;
  /** Whether a variable is the function's own. */
  isInside(binding: Binding): boolean;
}

function unknown(): never {
  throw new Unknown();
}

function known<T>(value: T | undefined): T {
  return value ?? unknown();
}

/** A value that a list keeps: of functions it is not known what they see when they are called. */
const kept = (value: Value): Value => (value.kind === 'closure' ? unknown() : value);

/** An element: methods pass holes by, loops do not. */
const present = (value: ValueReport): ValueReport => (value.kind === 'absent' ? unknown() : value);

function plain(value: Value): ValueReport {
  return value.kind === 'list' || value.kind === 'closure' ? unknown() : value;
}

function primitive(value: Value): unknown {
  const report = primitiveOf(plain(value));
  return report === null ? unknown() : report.value;
}

const isTrue = (value: Value): boolean => value.kind === 'list' || value.kind === 'closure' || isTruthy(value);

const isNothing = (value: Value): boolean => value.kind !== 'list' && value.kind !== 'closure' && isNullish(value);

function partOf(items: readonly Value[], key: string): Value {
  if (key === 'length') return known(literal(items.length));
  return /^(?:0|[1-9]\d*)$/.test(key) ? (items[Number(key)] ?? undefinedValue) : unknown();
}

const textMethods =
  /^(toUpperCase|toLowerCase|trim|trimStart|trimEnd|slice|substring|charAt|indexOf|includes|startsWith|endsWith|padStart|padEnd|repeat|concat|at|toFixed|toString)$/;

/** What a method of the language's computes of a text or a number. */
function textMethod(name: string, value: unknown, given: readonly unknown[]): Value {
  const owner: unknown = typeof value === 'string' ? String.prototype : typeof value === 'number' ? Number.prototype : null;
  const method: unknown = owner === null || !textMethods.test(name) ? undefined : Reflect.get(owner as object, name);
  if (typeof method !== 'function') throw new Unknown();
  return known(literal(Reflect.apply(method, value, given)));
}

function mathOf(name: string, given: readonly unknown[]): Value {
  if (!/^(max|min|round|floor|ceil|abs|trunc|sign|sqrt|pow|hypot)$/.test(name)) throw new Unknown();
  return known(literal(Reflect.apply(Reflect.get(Math, name) as (...all: readonly unknown[]) => unknown, Math, given)));
}
