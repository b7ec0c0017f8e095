import { nothingRead } from './failure.js';
import type { Argument, Instruction } from '../../ir/instruction.js';
import { unreachable } from '../../base/errors.js';
import { textOf } from '../../ir/linked.js';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { evaluate } from './concreteExpression.js';
import type { FunctionFrame, Progress } from './frame.js';
import { suspend } from './generator.js';
import { close, drain, open } from './ownIterators.js';
import { enumerate, listOf } from './iterators.js';
import type { Machine } from './machine.js';
import { departureOf, functionIndex } from './moduleIndex.js';
import { isTrue } from './primitive.js';
import { isPromise } from './promiseJobs.js';
import {
  defineOwn,
  deleteProperty,
  findProperty,
  getData,
  getProperty,
  ownKeys,
  ownProperty,
  propertyName,
  refusalOf,
  requireBrand,
  setProperty,
} from './properties.js';
import { Thrown, Unmodelled, Abandoned } from './signals.js';
import {
  ConcreteObject,
  Opaque,
  Term,
  dataProperty,
  hiddenProperty,
  isCallable,
  uninitialised,
  type ConcreteValue,
  type Property,
  type PropertyName,
} from './concreteValue.js';

/** Performs one instruction in the activation on top; `called` when the rest happens once a call is over. */
export function execute(machine: Machine, frame: FunctionFrame, instruction: Instruction): Progress {
  const { realm } = machine;
  const value = (expression: Expression): ConcreteValue => evaluate(expression, frame);
  switch (instruction.kind) {
    case 'nop':
      return 'done';
    case 'assign':
      frame.write(instruction.target, wrapped(machine, frame, instruction) ?? value(instruction.value));
      return 'done';
    case 'assume':
      if (isTrue(value(instruction.condition)) !== instruction.truth) throw new Unmodelled('no branch holds');
      return 'done';
    case 'checkInitialised':
      if (frame.isPerhapsTooEarly(instruction.variable)) machine.presumeNoThrow();
      if (frame.binding(instruction.variable) === uninitialised) return realm.throwError('ReferenceError', 'before initialisation');
      return 'done';
    case 'enterScope':
      for (const id of instruction.variables) frame.declare(id, frame.variable(id).lexical ? uninitialised : undefined);
      return 'done';
    case 'copyScope':
      for (const id of instruction.variables) frame.declare(id, frame.binding(id));
      return 'done';
    case 'load': {
      const object = value(instruction.object);
      const key = value(instruction.key);
      requireBrand(object, instruction.brand, frame.closure, realm);
      const element = key instanceof Term ? key.algebra.element(object, key, realm) : null;
      if (element !== null) {
        frame.write(instruction.target, element.value);
        return 'done';
      }
      const lookup = getProperty(object, nameFor(object, key, machine), realm);
      if (lookup.kind === 'value') {
        frame.write(instruction.target, lookup.value);
        return 'done';
      }
      const receiver = instruction.receiver === undefined ? object : value(instruction.receiver);
      return into(frame, instruction.target, () => machine.call(lookup.getter, receiver, [], false));
    }
    case 'store': {
      const object = value(instruction.object);
      const key = value(instruction.key);
      const stored = value(instruction.value);
      const place = key instanceof Term ? key.algebra.whichPart(object, key, realm) : null;
      const name = nameFor(object, place ?? key, machine);
      if (instruction.mode === 'define') {
        if (!(object instanceof ConcreteObject)) throw new Unmodelled('a property defined on a primitive');
        defineOwn(object, name, isMethodHolder(object, machine) ? hiddenProperty(stored) : dataProperty(stored), realm);
        return 'done';
      }
      requireBrand(object, instruction.brand, frame.closure, realm);
      const refusal = refusalOf(object, name, realm);
      if (refusal !== null) return frame.index.function.strict ? realm.throwError('TypeError', refusal) : 'done';
      const update = setProperty(object, name, stored, realm);
      if (update.kind === 'done') return 'done';
      return after(frame, () => machine.call(update.setter, object, [stored], false));
    }
    case 'defineAccessor':
      defineAccessor(machine, instruction, value(instruction.object), value(instruction.key), value);
      return 'done';
    case 'delete': {
      const object = value(instruction.object);
      const isGone = deleteProperty(object, nameFor(object, value(instruction.key), machine), realm);
      if (!isGone && frame.index.function.strict) return realm.throwError('TypeError', 'a property that stays');
      frame.write(instruction.target, isGone);
      return 'done';
    }
    case 'copyProperties': {
      const excluded = new Set(instruction.excluded.map((key) => propertyName(value(key))));
      copyProperties(machine, value(instruction.object), value(instruction.source), excluded);
      return 'done';
    }
    case 'allocate':
      if (instruction.form === 'regexp') frame.write(instruction.target, pattern(machine, frame, instruction));
      else if (instruction.form === 'object') frame.write(instruction.target, realm.object());
      else
        return withValues(machine, frame, instruction.elements, (elements) => {
          frame.write(instruction.target, realm.array(elements));
          return 'done';
        });
      return 'done';
    case 'closure':
      frame.write(instruction.target, makeClosure(machine, frame, instruction));
      return 'done';
    case 'call':
      return call(machine, frame, instruction);
    case 'escape': {
      const escaped = value(instruction.value);
      machine.unseen?.learn(escaped);
      return 'done';
    }
    case 'throw':
      throw new Thrown(value(instruction.value));
    case 'iterate': {
      const iterable = value(instruction.iterable);
      const begin = (iterator: ConcreteObject): Progress => {
        frame.write(instruction.iterator, iterator);
        frame.write(instruction.index, 0);
        return 'done';
      };
      if (instruction.protocol === 'in') return begin(enumerate(iterable, realm));
      if (instruction.protocol === 'asyncOf' && !frame.alone && machine.unseen !== null) return machine.leaveToUnseen(frame, null);
      return instruction.protocol === 'of' ? open(machine, frame, iterable, begin) : begin(waitedFor(machine, frame, iterable));
    }
    case 'closeIterator':
      if (instruction.protocol === 'asyncOf' && machine.realm.jobs?.isEmpty === false) throw new Abandoned('for await beside running code');
      return close(machine, frame, iteratorIn(frame, instruction.iterator), instruction.protocol === 'asyncOf' && frame.alone);
    case 'collect':
      return drain(machine, frame, iteratorIn(frame, instruction.iterator), (values) => {
        frame.write(instruction.target, realm.array(values));
        return 'done';
      });
    case 'await':
      return awaited(machine, frame, value(instruction.value), (result) => {
        frame.write(instruction.target, result);
        return 'done';
      });
    case 'yield': {
      const departure = departureOf(frame.index, frame.node);
      if (departure.kind !== 'yield') throw new Unmodelled('a generator');
      const given = value(instruction.value);
      if (!frame.index.function.isAsync) return suspend(machine, frame, departure, given);
      return awaited(machine, frame, given, (awaitedValue) => suspend(machine, frame, departure, awaitedValue));
    }
    case 'havoc':
      if (instruction.undeclared !== undefined && machine.isWhole && !(instruction.undeclared in globalThis))
        return realm.throwError('ReferenceError', 'a name that is not declared');
      throw new Unmodelled(instruction.reason);
    case 'step':
      throw new Unmodelled('step of an iterator');
    default:
      return unreachable(instruction);
  }
}

function iteratorIn(frame: FunctionFrame, variable: VariableId): ConcreteObject {
  const iterator = frame.read(variable);
  if (!(iterator instanceof ConcreteObject)) throw new Unmodelled('an iterator of the program');
  return iterator;
}

/** The async generator that `for await` goes through, where all that is going on waits for the loop. */
function waitedFor(machine: Machine, frame: FunctionFrame, iterable: ConcreteValue): ConcreteObject {
  if (!frame.alone || machine.realm.jobs?.isEmpty === false) throw new Abandoned('await beside running code');
  const isAsync =
    iterable instanceof ConcreteObject && iterable.nature.kind === 'generator' && iterable.nature.body.closure.function.isAsync;
  if (!isAsync || iterable.properties.size > 0) throw new Unmodelled('for await');
  return iterable;
}

/** The values of a call's or an array's arguments; a spread may run code of the program. An elision stays a hole. */
function withValues(
  machine: Machine,
  frame: FunctionFrame,
  args: readonly Argument[],
  then: (values: ConcreteValue[]) => Progress,
): Progress {
  const values: ConcreteValue[] = [];
  const from = (start: number): Progress => {
    for (const [at, argument] of args.entries()) {
      if (at < start) continue;
      if (argument.kind === 'hole') values.length += 1;
      else if (argument.kind === 'value') values.push(evaluate(argument.value, frame));
      else {
        const spread = evaluate(argument.value, frame);
        if (!(spread instanceof ConcreteObject)) for (const value of listOf(spread, machine.realm)) values.push(value);
        else
          return open(machine, frame, spread, (iterator) =>
            drain(machine, frame, iterator, (drained) => {
              for (const value of drained) values.push(value);
              return from(at + 1);
            }),
          );
      }
    }
    return then(values);
  };
  return from(0);
}

const wrapperNames: ReadonlySet<string> = new Set(['module', 'exports', 'require']);

/** The values that Node passes to a CommonJS module: unknown in the graph, and written to variables of those names. */
function wrapped(machine: Machine, frame: FunctionFrame, instruction: Extract<Instruction, { kind: 'assign' }>): ConcreteValue | null {
  if (instruction.value.kind !== 'unknown' || frame.index.function.kind !== 'module') return null;
  const { name, kind, declaration } = frame.variable(instruction.target);
  return kind === 'local' && declaration === null && wrapperNames.has(name) ? machine.realm.global(name) : null;
}

function into(frame: FunctionFrame, target: VariableId, start: () => void): Progress {
  frame.pending = (result) => {
    frame.write(target, result);
    return 'done';
  };
  start();
  return 'called';
}

function after(frame: FunctionFrame, start: () => void): Progress {
  frame.pending = () => 'done';
  start();
  return 'called';
}

/** The object is checked before the key is converted: `null[key]` throws whatever the key. */
function nameFor(object: ConcreteValue, key: ConcreteValue, machine: Machine): ReturnType<typeof propertyName> {
  if (object === undefined || object === null) return machine.realm.throwError('TypeError', nothingRead);
  return propertyName(key);
}

/** Methods of classes are not enumerable: they are defined on the prototype or the class itself. */
function isMethodHolder(object: ConcreteObject, machine: Machine): boolean {
  if (object.nature.kind === 'closure') return object.nature.closure.isClass;
  if (object.copied !== null) return false;
  const constructor = ownProperty(object, 'constructor', machine.realm);
  if (constructor?.kind !== 'data' || constructor.enumerable || !(constructor.value instanceof ConcreteObject)) return false;
  return constructor.value.nature.kind === 'closure' && constructor.value.nature.closure.isClass;
}

function defineAccessor(
  machine: Machine,
  instruction: Extract<Instruction, { kind: 'defineAccessor' }>,
  object: ConcreteValue,
  key: ConcreteValue,
  value: (expression: Expression) => ConcreteValue,
): void {
  if (!(object instanceof ConcreteObject)) throw new Unmodelled('an accessor on a primitive');
  const name = propertyName(key);
  const existing = object.properties.get(name);
  const half = (expression: Expression | null, other: ConcreteObject | null): ConcreteObject | null => {
    if (expression === null) return other;
    const accessor = value(expression);
    if (!(accessor instanceof ConcreteObject)) throw new Unmodelled('an accessor that is no function');
    return accessor;
  };
  const property: Property = {
    kind: 'accessor',
    getter: half(instruction.getter, existing?.kind === 'accessor' ? existing.getter : null),
    setter: half(instruction.setter, existing?.kind === 'accessor' ? existing.setter : null),
    enumerable: !isMethodHolder(object, machine),
  };
  defineOwn(object, name, property, machine.realm);
}

function copyProperties(machine: Machine, object: ConcreteValue, source: ConcreteValue, excluded: ReadonlySet<PropertyName>): void {
  if (!(object instanceof ConcreteObject)) throw new Unmodelled('properties copied to a primitive');
  if (source === undefined || source === null) return;
  if (machine.realm.copyUnknown?.(object, source, { isAssigned: false, excluded }) === true) return;
  for (const key of ownKeys(source, machine.realm)) {
    if (!excluded.has(key)) defineOwn(object, key, dataProperty(getData(source, key, machine.realm)), machine.realm);
  }
  if (!(source instanceof ConcreteObject)) return;
  for (const [name, property] of source.properties) {
    if (typeof name === 'string' || !property.enumerable || excluded.has(name)) continue;
    if (property.kind === 'accessor') throw new Unmodelled('a getter called by a built-in');
    defineOwn(object, name, dataProperty(property.value), machine.realm);
  }
}

function pattern(machine: Machine, frame: FunctionFrame, { span }: Extract<Instruction, { kind: 'allocate' }>): ConcreteValue {
  return machine.realm.regexp(textOf(machine.index.module, frame.index.function).slice(span.start, span.end));
}

function makeClosure(machine: Machine, frame: FunctionFrame, instruction: Extract<Instruction, { kind: 'closure' }>): ConcreteObject {
  const { realm } = machine;
  const index = functionIndex(machine.index, instruction.function);
  const closure = new ConcreteObject(realm.closurePrototype(index.function), {
    kind: 'closure',
    closure: { function: index.function, cells: frame.cellsFor(index.free), isClass: instruction.isClass },
  });
  if (instruction.superclass !== null) inherit(machine, closure, evaluate(instruction.superclass, frame));
  machine.closures.set(instruction.function, closure);
  if (machine.index.module.sites[instruction.site]?.form === 'imported') exposeMembers(machine, closure);
  return closure;
}

/** Marks a function of another module, of which only the code is known: its members, and those of what it makes, are not seen. */
function exposeMembers({ realm }: Machine, constructor: ConcreteObject): void {
  const prototype = ownProperty(constructor, 'prototype', realm);
  if (prototype?.kind === 'data' && prototype.value instanceof ConcreteObject) prototype.value.isExposed = true;
  constructor.isExposed = true;
}

function inherit(machine: Machine, closure: ConcreteObject, superclass: ConcreteValue): void {
  const { realm } = machine;
  if (superclass instanceof Opaque) throw new Unmodelled(superclass.what);
  if (superclass === null) throw new Unmodelled('extends null');
  if (!(superclass instanceof ConcreteObject)) return realm.throwError('TypeError', 'not a constructor');
  const parent = findProperty(superclass, 'prototype', realm);
  if (superclass.nature.kind === 'bound' && parent === undefined) return realm.throwError('TypeError', 'no prototype');
  if (parent?.kind !== 'data' || !(parent.value instanceof ConcreteObject)) throw new Unmodelled('a superclass without prototype');
  closure.prototype = superclass;
  const own = ownProperty(closure, 'prototype', realm);
  if (own?.kind === 'data' && own.value instanceof ConcreteObject) own.value.prototype = parent.value;
}

function call(machine: Machine, frame: FunctionFrame, instruction: Extract<Instruction, { kind: 'call' }>): Progress {
  const callee = evaluate(instruction.callee, frame);
  const receiver = instruction.receiver === null || instruction.mode !== 'call' ? undefined : evaluate(instruction.receiver, frame);
  return withValues(machine, frame, instruction.args, (args) => callWith(machine, frame, instruction, { callee, receiver, args }));
}

interface Called {
  readonly callee: ConcreteValue;
  readonly receiver: ConcreteValue;
  readonly args: readonly ConcreteValue[];
}

function callWith(
  machine: Machine,
  frame: FunctionFrame,
  instruction: Extract<Instruction, { kind: 'call' }>,
  { callee, receiver, args }: Called,
): Progress {
  switch (instruction.mode) {
    case 'call': {
      if (isRefusedByTimer(instruction.callee, args[0])) return machine.realm.throwNodeError('TypeError');
      const { awaited: isAwaited, waitedFor } = instruction;
      const alone = (isAwaited || waitedFor !== undefined) && frame.alone;
      return into(frame, instruction.target, () =>
        alone && waitedFor === 'linked' ? machine.callLinked(callee, receiver, args) : machine.call(callee, receiver, args, alone),
      );
    }
    case 'new':
      return into(frame, instruction.target, () => {
        if (callee instanceof Term) callee.algebra.refuseMissingCallee(callee, machine.realm, 'not a constructor');
        if (callee instanceof Opaque) throw new Unmodelled(`a call of ${callee.what}`);
        if (!(callee instanceof ConcreteObject)) return machine.realm.throwError('TypeError', 'not a constructor');
        machine.construct(callee, args, callee);
      });
    case 'super':
      return callSuper(machine, frame, instruction, callee, args);
  }
}

/** Functions of Node that refuse at once to call later what is no function. Browsers take a text for a program. */
const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);

function isRefusedByTimer(callee: Expression, given: ConcreteValue): boolean {
  const isTimer = callee.kind === 'global' && timers.has(callee.name);
  return isTimer && !(given instanceof Opaque) && typeof given !== 'string' && !isCallable(given);
}

/** The receiver names the variable `this` of the constructor, which an arrow inside it may be calling for. */
function callSuper(
  machine: Machine,
  frame: FunctionFrame,
  instruction: Extract<Instruction, { kind: 'call' }>,
  callee: ConcreteValue,
  args: readonly ConcreteValue[],
): Progress {
  if (instruction.receiver?.kind !== 'variable') throw new Unmodelled('super without this');
  const thisVariable = instruction.receiver.variable;
  const owner = functionIndex(machine.index, frame.variable(thisVariable).owner).function;
  const newTarget =
    owner.id === frame.index.function.id ? frame.newTarget : owner.newTargetVariable === null ? null : frame.read(owner.newTargetVariable);
  if (!(newTarget instanceof ConcreteObject)) throw new Unmodelled('super without new.target');
  frame.pending = (result) => {
    if (frame.binding(thisVariable) !== uninitialised) return machine.realm.throwError('ReferenceError', 'super() called twice');
    frame.write(thisVariable, result);
    frame.write(instruction.target, result);
    return 'done';
  };
  machine.construct(callee, args, newTarget);
  return 'called';
}

/** Other tasks run during an await; none exist when every activation below waits as well, and no jobs are to be done. */
function awaited(machine: Machine, frame: FunctionFrame, value: ConcreteValue, then: (value: ConcreteValue) => Progress): Progress {
  const { jobs } = machine.realm;
  const isOpen = isPromise(value) && value.nature.isOpen === true;
  if (jobs !== null && !(frame.alone && jobs.isEmpty && !isOpen)) return machine.waitFor(frame, value, then);
  if (!frame.alone && !machine.goesAhead(frame))
    return machine.leaveToUnseen(frame, isPromise(value) && !isOpen && value.nature.rejected ? value : null);
  machine.unseen?.wait();
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  if (!(value instanceof ConcreteObject)) return then(value);
  if (isPromise(value)) {
    if (isOpen) throw new Unmodelled('a promise that is open');
    value.nature.isHandled = true;
    const { rejected, value: settled, origin = null } = value.nature;
    if (rejected) throw new Thrown(settled, origin?.isRejection === true ? null : origin);
    return then(settled);
  }
  if (findProperty(value, 'then', machine.realm) !== undefined) throw new Unmodelled('await of a thenable');
  return then(value);
}
