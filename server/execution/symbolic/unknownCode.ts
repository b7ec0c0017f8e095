import { present } from '../../base/errors.js';
import { nothingRead } from '../concrete/failure.js';
import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import { mentionsOf } from '../../ir/mentions.js';
import { mayReflect } from '../../ir/reflection.js';
import type { FunctionId, FunctionIr, NodeId, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { Returned } from '../../builtins/builtinFacts.js';
import { evaluate } from '../concrete/concreteExpression.js';
import type { FunctionFrame } from '../concrete/frame.js';
import type { Machine, UnseenCode } from '../concrete/machine.js';
import type { GeneratorBody } from '../concrete/generator.js';
import { isPromise } from '../concrete/promiseJobs.js';
import { containedIn } from '../concrete/reach.js';
import { isUnchanging } from '../concrete/properties.js';
import { Abandoned, Thrown, Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Opaque, Term, isCallable, uninitialised } from '../concrete/concreteValue.js';
import type { Cell, ConcreteValue, IteratorSource } from '../concrete/concreteValue.js';
import { isByItself, looksIntoMade } from './ahead.js';
import { expressionOf } from './constants.js';
import { ForeignException } from './pathSignals.js';
import type { PreState } from './preState.js';
import type { Receiver } from './receiver.js';
import { newResult, returnedBy } from './returned.js';
import { all, reachOf, reachOfBuiltin, reachesOf } from './storedValues.js';
import type { PathTerms } from './terms.js';

/** The assumptions about code that is not seen: it returns or throws, unless it is one of these ends. */
export interface UnknownCalls {
  /** Whether the function of the module, or what it calls, may end the process or is meant not to end. */
  mayEnd(callee: FunctionId): boolean;
  /** Whether the function is only handed to what calls it while the program waits: that ends waits (`isEnd`), and nothing else. */
  isCalledLater(callee: FunctionId): boolean;
  /** Whether a function of the module that is not followed returns or throws, like unknown code. */
  comesBack(callee: FunctionId): boolean;
  /** Whether the process may end while the program waits. */
  waitMayEnd(): boolean;
  /** Whether the instruction calls what ends the process, or is declared never to return. */
  isEnd(instruction: Instruction): boolean;
}

/** Walks that find more than that give the run up. */
const mostExposed = 500;

/** Instructions that run code which is not seen where they meet what is not known. What else is not modelled gives the run up. */
const mayRunUnseen: ReadonlySet<Instruction['kind']> = new Set([
  ...([
    'assign',
    'load',
    'store',
    'delete',
    'copyProperties',
    'allocate',
    'call',
    'iterate',
    'closeIterator',
    'collect',
    'await',
    'havoc',
  ] as const),
]);

/**
 * Code that is not seen, in one run that is followed: it returns something new or throws something, and changes all that it can reach. That
 * it throws is followed only where somebody would catch it: a run that nobody saves fails anyway.
 */
export class UnknownCode implements UnseenCode {
  private runs = 0;
  private readonly mayReflect: boolean;
  private readonly exposed = new Set<ConcreteObject>();
  /** The cells of functions that unknown code has. */
  private readonly sharedCells = new Map<Cell, VariableId>();
  /** The objects that the run was given; known once it has begun. */
  preState: PreState | null = null;
  receiver: Receiver | null = null;
  /** The values that all code finds in the exports of a module that is evaluated. */
  published: () => Iterable<ConcreteValue> = () => [];

  constructor(
    private readonly calls: UnknownCalls,
    private readonly machine: Machine,
    private readonly terms: PathTerms,
    private readonly isReassigned: (variable: VariableId) => boolean,
    readonly standsInForCallbacks: boolean,
  ) {
    this.mayReflect = mayReflect(machine.index.module);
  }

  /** Whether there was any on the way. */
  get hasRun(): boolean {
    return this.runs > 0;
  }

  /** How often it has run. */
  get epoch(): number {
    return this.runs;
  }

  /** Whether unknown code has a function that shares the cell. */
  isShared(cell: Cell): boolean {
    return this.sharedCells.has(cell);
  }

  perform(frame: FunctionFrame, instruction: Instruction): boolean {
    if (!mayRunUnseen.has(instruction.kind) || this.calls.isEnd(instruction)) return false;
    if (instruction.kind === 'havoc' && instruction.writes.length > 0) return false;
    if (instruction.kind === 'call' && instruction.mode === 'super') return this.constructBySuper(instruction, frame);
    if (instruction.kind === 'call' && !this.standsInFor(instruction, frame)) return false;
    const known = valuesRead(frame, operandsOf(instruction));
    if (instruction.kind === 'closeIterator' || instruction.kind === 'collect') known.push(frame.read(instruction.iterator));
    const returned = instruction.kind === 'call' && instruction.mode === 'call' ? this.returnedBy(instruction, frame) : null;
    const whole = instruction.kind === 'load' || instruction.kind === 'store' ? fieldOwner(instruction, frame) : null;
    this.noteStores(instruction, frame);
    this.run(whole === null ? known : known.filter((value) => value !== whole));
    if (isOfNothing(instruction, frame))
      return this.machine.realm.throwError(
        'TypeError',
        instruction.kind === 'load' ? nothingRead : 'Cannot set properties of undefined or null',
      );
    if (instruction.kind === 'iterate') {
      frame.write(instruction.iterator, new Opaque('an iterator'));
      frame.write(instruction.index, 0);
      return true;
    }
    if (instruction.kind === 'call' && this.givesPromise(instruction, frame)) {
      frame.write(instruction.target, this.machine.realm.openPromise());
      return true;
    }
    if (instruction.kind === 'call' && returned !== null && isRead(frame, instruction.target)) {
      frame.write(instruction.target, newResult(returned, `of unknown code ${this.runs}`, this.terms));
      return true;
    }
    if (instruction.kind === 'allocate' && instruction.form === 'array') {
      frame.write(instruction.target, newResult('array', '', this.terms));
      return true;
    }
    const isNew = instruction.kind === 'call' && instruction.mode === 'new';
    for (const target of targetsOf(instruction)) frame.write(target, this.result(frame, target, isNew ? values.unknownObject : values.top));
    return true;
  }

  /** `super()` of a class that is not seen gives an object: it may be any, and its constructor has it. */
  private constructBySuper({ callee, receiver, args, target }: Instruction & { readonly kind: 'call' }, frame: FunctionFrame): boolean {
    const { newTarget } = frame;
    if (ownFunctionOf(evaluate(callee, frame)) !== null || receiver?.kind !== 'variable' || newTarget === null) return false;
    if (frame.variable(receiver.variable).owner !== frame.index.function.id || frame.binding(receiver.variable) !== uninitialised)
      return false;
    const given = args.flatMap((argument) => (argument.kind === 'hole' ? [] : [argument.value]));
    if (args.some((argument) => argument.kind === 'spread' && !isList(evaluate(argument.value, frame)))) return false;
    const made = this.machine.instanceOf(newTarget);
    made.isOfUnseenKind = true;
    this.run([made, ...valuesRead(frame, given)]);
    frame.write(receiver.variable, made);
    frame.write(target, made);
    return true;
  }

  /** A value that the instruction stores, or has a built-in store, may be of another type than is declared. */
  private noteStores(instruction: Instruction, frame: FunctionFrame): void {
    if (instruction.kind === 'store')
      this.terms.stored.note(
        reachOf(instruction.key),
        this.valueIn(instruction.value, frame),
        this.isGivenArray(instruction.object, frame),
      );
    if (instruction.kind !== 'call') return;
    const callee = evaluate(instruction.callee, frame);
    const reach = callee instanceof ConcreteObject && !isUnseen(callee) ? reachOfBuiltin(callee) : this.mayReflect ? all : null;
    if (reach === null) return;
    const intoArray = instruction.args.some((argument) => argument.kind === 'value' && this.isGivenArray(argument.value, frame));
    for (const argument of instruction.args)
      this.terms.stored.note(reach, argument.kind === 'value' ? this.valueIn(argument.value, frame) : values.top, intoArray);
  }

  private isGivenArray(operand: Expression, frame: FunctionFrame): boolean {
    const value = operand.kind === 'variable' ? evaluate(operand, frame) : undefined;
    return value instanceof Term && this.terms.isArrayOf(value);
  }

  /** The value of an operand: of an object nothing is said. */
  private valueIn(operand: Expression, frame: FunctionFrame): Value {
    try {
      const value = evaluate(operand, frame);
      return value instanceof ConcreteObject ? values.top : this.terms.valueOf(expressionOf(value));
    } catch (signal) {
      if (signal instanceof Unmodelled) return values.top;
      throw signal;
    }
  }

  /** Whether the call counts as unknown code. Of the module's own functions those do that run later: generators, and async functions without an immediate `await`. */
  private standsInFor({ mode, callee }: Instruction & { readonly kind: 'call' }, frame: FunctionFrame): boolean {
    if (mode === 'super') return false;
    const own = ownFunctionOf(evaluate(callee, frame));
    return own === null || (mode === 'call' && (own.isGenerator || own.isAsync) && this.calls.comesBack(own.id));
  }

  /** Whether the call gives a promise, if it returns: an async function of the module, one of Node, or `new Promise` of a function. */
  private givesPromise(
    { mode, callee, args: [first], isPromised }: Instruction & { readonly kind: 'call' },
    frame: FunctionFrame,
  ): boolean {
    if (isPromised === true) return true;
    const called = evaluate(callee, frame);
    if (mode === 'new') {
      const isOfLanguage = called instanceof ConcreteObject && called === this.machine.realm.global('Promise');
      return isOfLanguage && first?.kind === 'value' && isCallable(evaluate(first.value, frame));
    }
    const own = ownFunctionOf(called);
    return own !== null && own.isAsync && !own.isGenerator;
  }

  /** The kind of what the call gives, if it returns. */
  private returnedBy({ callee, receiver }: Instruction & { readonly kind: 'call' }, frame: FunctionFrame): Returned | null {
    const self = receiver === null ? undefined : evaluate(receiver, frame);
    return returnedBy(evaluate(callee, frame), self, this.terms, this.machine.realm);
  }

  choose(frame: FunctionFrame, condition: Expression, runsCode: boolean): boolean {
    const known = valuesRead(frame, [condition]);
    if (runsCode) this.run(known);
    return this.terms.decideFreely(`branch ${this.terms.history} after unknown code ${this.runs}`);
  }

  advance(iterator: ConcreteValue, step: Instruction): { readonly done: boolean; readonly value: ConcreteValue } | null {
    if (this.calls.isEnd(step)) return null;
    this.run([iterator]);
    const done = this.terms.decideFreely(`no more after unknown code ${this.runs}`);
    return { done, value: done ? undefined : this.anything('element') };
  }

  /** Whatever the run has may be changed now, variables by closures that are not made yet. */
  exposeAll(): void {
    for (const value of this.machine.held()) this.expose(value);
    this.others();
    const { writtenByClosures } = mentionsOf(this.machine.index.module);
    for (const [cell, variable] of this.machine.heldCells())
      if (writtenByClosures.has(variable) && cell.value !== uninitialised) cell.value = this.anything(`variable ${variable}`);
  }

  learn(value: ConcreteValue): void {
    this.expose(value);
  }

  goOnLater(frame: FunctionFrame): boolean {
    const { function: body } = frame.index;
    if (!this.calls.comesBack(body.id)) return false;
    this.refuseEnd(body.id);
    for (const reach of reachesOf(body)) this.terms.stored.note(reach, values.top);
    for (const [, value] of frame.ownValues()) if (value !== uninitialised) this.expose(value);
    for (const [cell, variable] of frame.ownCells()) this.expose(this.share(variable, cell));
    this.others();
    return true;
  }

  isByItself(body: FunctionIr, node: NodeId): boolean {
    return isByItself(body, node, (id) => present(this.machine.index.variables.get(id), `variable ${id}`));
  }

  looksIntoMade(instruction: Instruction, frame: FunctionFrame): boolean {
    return looksIntoMade(instruction, frame);
  }

  mayOverflow(): void {
    if (this.terms.decideFreely(`the stack is exhausted ${this.terms.history}`, true))
      throw new Thrown(new ForeignException('what an exhausted stack throws'));
  }

  wait(): void {
    if (this.calls.waitMayEnd()) throw new Abandoned('the process may end meanwhile');
    this.others();
  }

  /** A getter that is not seen: members of what is not seen stay as they are, by assumption. */
  runGetter(): void {
    this.others(false);
  }

  private others(changesMembers = true): void {
    this.runs++;
    for (const value of this.receiver?.forget() ?? []) this.expose(value);
    for (const value of this.published()) this.expose(value);
    // Functions of the module may have changed whatever its variables lead to.
    for (const value of this.preState?.held() ?? []) this.expose(value, false);
    for (const { value } of this.sharedCells.keys()) if (value !== uninitialised) this.expose(value);
    for (const [cell, variable] of this.sharedCells)
      if (this.isReassigned(variable) && cell.value !== uninitialised) cell.value = this.anything(`variable ${variable}`);
    this.preState?.forget();
    if (changesMembers) this.terms.forgetObjects();
  }

  /** It runs, knowing the values, and comes back; or throws. */
  private run(known: readonly ConcreteValue[]): void {
    for (const value of known) this.expose(value);
    this.others();
    if (this.machine.isCaught && this.terms.decideFreely(`unknown code throws ${this.runs}`, true))
      throw new Thrown(new ForeignException('what unknown code throws'));
  }

  /** The result of a call; a value that nobody looks at needs no name. */
  private result(frame: FunctionFrame, target: VariableId, value: Value): ConcreteValue {
    if (!isRead(frame, target)) return new Opaque('a result');
    return this.terms.input({ kind: 'unknown', what: `result of unknown code ${this.runs}`, isOnce: true }, value);
  }

  private anything(what: string): ConcreteValue {
    return this.terms.input({ kind: 'unknown', what: `${what} ${this.runs}`, isOnce: true }, values.top);
  }

  /**
   * Unknown code has the value from now on, and all that it leads to. Functions of the pre-state lead to nothing but what is forgotten
   * anyway; `isGiven`: it may call them.
   */
  private expose(first: ConcreteValue, isGiven = true): void {
    const pending: ConcreteValue[] = [first];
    for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
      if (!(value instanceof ConcreteObject) || value.isConstant || this.exposed.has(value)) continue;
      const nature = value.knownNature;
      if (nature.kind === 'builtin') {
        const { settles } = nature.builtin;
        if (isPromise(settles)) settles.nature.isSettledElsewhere = true;
        continue;
      }
      if (value.library !== null && !value.frozen) continue; // of the language
      if (nature.kind === 'closure' && nature.closure.isElder === true) {
        if (isGiven) this.refuseEnd(nature.closure.function.id);
        // A class that nobody is handed keeps its methods.
        value.isExposed ||= isGiven || !nature.closure.isClass;
        continue;
      }
      if (this.exposed.size >= mostExposed) throw new Abandoned('too much that unknown code has');
      this.exposed.add(value);
      if (value.copied !== null) for (const held of value.copied.held()) pending.push(held);
      if (!isUnchanging(value)) value.copied = null;
      value.isExposed = !isUnchanging(value) || value.copied !== null;
      pending.push(value.prototype);
      // One by one: a list may have more elements than a call may have arguments.
      for (const part of this.partsOf(value)) pending.push(part);
    }
  }

  private partsOf(object: ConcreteObject): readonly ConcreteValue[] {
    const { knownNature: nature, properties } = object;
    const held = [...properties.values()].flatMap((property) =>
      property.kind === 'data' ? [property.value] : [property.getter, property.setter],
    );
    switch (nature.kind) {
      case 'array':
      case 'map':
      case 'set':
        return [...held, ...containedIn(nature)];
      case 'bound':
        return [...held, nature.target, nature.self, ...nature.args];
      case 'promise':
        return [...held, nature.value];
      case 'closure': {
        const { function: callee, cells } = nature.closure;
        this.refuseEnd(callee.id);
        for (const reach of reachesOf(callee)) this.terms.stored.note(reach, values.top);
        return [...held, ...[...cells].map(([variable, cell]) => this.share(variable, cell))];
      }
      case 'iterator':
        return [...held, ...iterated(nature.source)];
      case 'generator':
        return [...held, ...this.partsOfBody(nature.body)];
      default:
        return held;
    }
  }

  /** Whoever has a generator may run its body. */
  private partsOfBody({ closure, self, args, frame }: GeneratorBody): readonly ConcreteValue[] {
    this.refuseEnd(closure.function.id);
    const own = frame === null ? [] : [...frame.ownValues()].map(([, value]) => (value === uninitialised ? undefined : value));
    const inner = frame === null || frame.generator === null ? [] : [frame.generator.delegate];
    const cells = frame === null ? [...closure.cells].map(([variable, cell]) => [cell, variable] as const) : [...frame.ownCells()];
    return [self, ...args, ...own, ...inner, ...cells.map(([cell, variable]) => this.share(variable, cell))];
  }

  private refuseEnd(callee: FunctionId): void {
    if (this.calls.mayEnd(callee) && !this.calls.isCalledLater(callee)) throw new Abandoned('unknown code may call what ends the process');
  }

  /** Shares a cell of a function that unknown code may call. */
  private share(variable: VariableId, cell: Cell): ConcreteValue {
    this.sharedCells.set(cell, variable);
    return cell.value === uninitialised ? undefined : cell.value;
  }
}

/**
 * The class whose static field is read or written: who only reads or writes a field of it is not handed the class, and leaves its methods
 * as they are. Null where it may be a method.
 */
function fieldOwner({ object, key }: Instruction & { readonly kind: 'load' | 'store' }, frame: FunctionFrame): ConcreteObject | null {
  const owner = evaluate(object, frame);
  if (!(owner instanceof ConcreteObject) || owner.knownNature.kind !== 'closure') return null;
  const { isElder, isClass } = owner.knownNature.closure;
  const name = evaluate(key, frame);
  if (isElder !== true || !isClass || typeof name !== 'string' || owner.library === null) return null;
  try {
    owner.library.member(name);
    return null;
  } catch (signal) {
    if (signal instanceof Unmodelled) return owner;
    throw signal;
  }
}

function iterated(source: IteratorSource): readonly ConcreteValue[] {
  if (source.kind === 'array') return [source.array];
  if (source.kind === 'keys') return [source.object];
  if (source.kind === 'own') return [source.object, source.next];
  return source.of === null ? [] : [source.of];
}

const isList = (value: ConcreteValue): boolean => value instanceof ConcreteObject && value.knownNature.kind === 'array';

/** Whether it is a built-in that counts as code which is not seen, like what has no name. */
const isUnseen = ({ knownNature: nature }: ConcreteObject): boolean => nature.kind === 'builtin' && nature.builtin.isUnseen === true;

/** The function of the module that a call of the value runs; null where it runs none. */
function ownFunctionOf(value: ConcreteValue): FunctionIr | null {
  if (!(value instanceof ConcreteObject)) return null;
  const { knownNature: nature } = value;
  if (nature.kind === 'bound') return ownFunctionOf(nature.target);
  return nature.kind === 'closure' ? nature.closure.function : null;
}

/** Whether a property is read or written of what is undefined or null: whatever its key and value come to, that throws. */
function isOfNothing(instruction: Instruction, frame: FunctionFrame): boolean {
  if (instruction.kind !== 'load' && instruction.kind !== 'store') return false;
  const { object } = instruction;
  if (object.kind !== 'variable') return false;
  const value = frame.read(object.variable);
  return value === undefined || value === null;
}

/** Rejects where a variable is not initialised. */
function valuesRead(frame: FunctionFrame, expressions: readonly Expression[]): ConcreteValue[] {
  const read: ConcreteValue[] = [];
  for (const expression of expressions) forEachRead(expression, (variable) => read.push(frame.read(variable)));
  return read;
}

/** Whether anything may look at the variable. */
const isRead = (frame: FunctionFrame, variable: VariableId): boolean =>
  frame.variable(variable).captured || readIn(frame.index.function).has(variable);

const readVariables = new WeakMap<FunctionIr, ReadonlySet<VariableId>>();

/** The variables that some instruction of the function reads. */
function readIn(body: FunctionIr): ReadonlySet<VariableId> {
  const known = readVariables.get(body);
  if (known !== undefined) return known;
  const read = new Set<VariableId>([body.result]);
  for (const { instruction } of body.edges)
    for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => read.add(variable));
  readVariables.set(body, read);
  return read;
}
