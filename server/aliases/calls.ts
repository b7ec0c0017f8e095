import type { FunctionIr } from '../ir/program.js';
import { anyName, computedName, globalObject, outside, type Heap } from './abstractHeap.js';
import { addingMethods, containerMethods, keepingMethods, lookingFunctions, printingFunctions, tellingMethods } from './nativeNames.js';
import type { HeapForm } from './world.js';

/** A function of the world, and the sets of its variables. */
export interface Code {
  readonly ir: FunctionIr;
  readonly node: (variable: number) => number;
  readonly isArrow: boolean;
}

/** A call: all but its mode are sets. */
export interface Call {
  /** By which what it makes is told apart. */
  readonly place: string;
  readonly mode: 'call' | 'new' | 'super';
  readonly callee: number;
  readonly receiver: number;
  readonly args: readonly Argument[];
  readonly target: number;
  /** Of `super(…)`: the object that is being made. */
  readonly instance: number | null;
}

export interface Argument {
  readonly node: number;
  /** All elements of what it holds are arguments. */
  readonly isSpread: boolean;
  /** What it says where it is a constant text. */
  readonly text?: string | null;
}

/** What calls do: to functions of the world, of the language, and to those that are not seen. */
export class Calls {
  private readonly bound = new Set<number>();
  private readonly made = new Map<string, number>();
  private readonly done = new Set<string>();
  private readonly elementSets = new Map<number, number>();
  private readonly valueSets = new Map<number, number>();
  private counter = 0;
  /** Loads a module by its name, for the call of a module's `require`. */
  load: (call: Call) => void = () => {};

  constructor(
    private readonly heap: Heap,
    private readonly codes: readonly Code[],
    private readonly form: HeapForm,
  ) {
    heap.invoke = (callee, receiver, args, target) =>
      this.apply(callee, {
        place: `accessor ${callee}`,
        mode: 'call',
        callee: this.heap.nothing,
        receiver,
        args: args.map(plain),
        target,
        instance: null,
      });
    heap.callFromOutside = (callee) => this.fromOutside(callee);
  }

  add(call: Call): void {
    this.heap.flows.each(call.callee, (callee) => this.apply(callee, call));
  }

  /** Calls what a set holds in the place of another call; `f.call.call` is not followed. */
  private again(callees: number, call: Call): void {
    this.heap.flows.each(callees, (callee) => {
      const isIndirect = this.heap.kindOf(callee) === 'native' && /^(?:call|apply|bind)$/.test(this.heap.nameOf(callee));
      if (!isIndirect) return this.apply(callee, call);
      this.unknown(call);
      this.heap.flows.edge(call.receiver, this.heap.changed);
    });
  }

  /** A call of which it is not known what it calls. */
  unknown({ receiver, args, target, mode }: Call): void {
    const { flows, escaped } = this.heap;
    if (mode === 'call') flows.edge(receiver, escaped);
    for (const { node } of args) flows.edge(node, escaped);
    flows.add(target, outside);
  }

  /** Everything that may be an element of what a set holds. */
  elements(of: number): number {
    let node = this.elementSets.get(of);
    if (node !== undefined) return node;
    const { flows } = this.heap;
    this.elementSets.set(of, (node = flows.node()));
    const elements = node;
    // Iteration of arrays, too, is a method that the program may have replaced.
    this.heap.whereNativesChange(() => {
      flows.edge(of, this.heap.escaped);
      flows.add(elements, outside);
    });
    flows.each(of, (object) => {
      const kind = this.heap.kindOf(object);
      if (kind === 'outside') flows.add(elements, outside);
      else if (kind === 'array') flows.edge(this.heap.field(object, anyName), elements);
      else if (kind !== 'native') {
        // Its own iterator gives whatever it likes.
        flows.add(this.heap.escaped, object);
        flows.add(elements, outside);
      }
    });
    return elements;
  }

  private valuesOf(node: number): number {
    let values = this.valueSets.get(node);
    if (values !== undefined) return values;
    values = this.heap.flows.node();
    this.valueSets.set(node, values);
    this.heap.flows.edge(this.heap.ownValues(node), values);
    return values;
  }

  /** An object that a place makes. */
  make(kind: 'object' | 'array', place: string, type: string): number {
    const name = this.form === 'types' ? type : place;
    let object = this.made.get(name);
    if (object === undefined) this.made.set(name, (object = this.heap.object(kind, name)));
    return object;
  }

  private apply(callee: number, call: Call): void {
    const key = `${callee} ${call.mode} ${call.receiver} ${call.target} ${call.place} ${call.args.map(({ node }) => node).join()}`;
    if (this.done.has(key)) return;
    this.done.add(key);
    switch (this.heap.kindOf(callee)) {
      case 'outside':
        if (call.mode !== 'call') this.heap.makesAnything();
        return this.unknown(call);
      case 'native':
        return this.native(this.heap.nameOf(callee), call);
      case 'function':
        return this.own(callee, call);
      default:
        return;
    }
  }

  private own(callee: number, call: Call): void {
    const { heap } = this;
    const { flows } = heap;
    const code = this.codes[heap.objects[callee]?.code ?? -1];
    if (code === undefined) return this.unknown(call);
    const { ir, node } = code;
    this.pass(callee, code, call.args);
    const receiver = ir.thisVariable === null ? null : node(ir.thisVariable);
    const isDerived = ir.kind === 'derivedConstructor' && ir.instanceVariable !== null;
    if (call.mode === 'call') {
      if (receiver !== null) flows.edge(call.receiver, receiver);
    } else {
      const instance = call.mode === 'super' && call.instance !== null ? call.instance : this.instance(callee, call);
      if (isDerived && ir.instanceVariable !== null) flows.edge(instance, node(ir.instanceVariable));
      else if (receiver !== null) flows.edge(instance, receiver);
      flows.edge(instance, call.target);
      if (isDerived && receiver !== null) flows.edge(receiver, call.target);
      if (ir.newTargetVariable !== null) {
        flows.add(node(ir.newTargetVariable), callee);
        if (call.mode === 'super') flows.add(node(ir.newTargetVariable), outside);
      }
    }
    if (ir.isAsync || ir.isGenerator) {
      flows.edge(node(ir.result), heap.escaped);
      flows.add(call.target, outside);
    } else flows.edge(node(ir.result), call.target);
  }

  /** A set with the object that `new` makes of a class. */
  private instance(callee: number, { place }: Call): number {
    const { heap } = this;
    const name = this.form === 'types' ? `instance ${callee}` : `instance ${callee} ${place}`;
    let object = this.made.get(name);
    if (object === undefined) {
      this.made.set(name, (object = heap.object('object', name)));
      this.inherit(object, callee);
    }
    return heap.holding(object);
  }

  private inherit(object: number, made: number): void {
    const { heap } = this;
    heap.flows.edge(heap.field(made, 'prototype'), heap.prototype(object));
    if (!this.isClass(made)) heap.flows.edge(heap.field(made, computedName), heap.prototype(object));
  }

  /** What a class has as its prototype stays so. */
  private isClass(made: number): boolean {
    const kind = this.codes[this.heap.objects[made]?.code ?? -1]?.ir.kind;
    return kind === 'constructor' || kind === 'derivedConstructor';
  }

  /** Binds the arguments of a call. */
  private pass(callee: number, { ir, node }: Code, args: readonly Argument[]): void {
    const { heap } = this;
    const { flows } = heap;
    const first = args.findIndex(({ isSpread }) => isSpread);
    const sets = args.map((argument) => (argument.isSpread ? this.elements(argument.node) : argument.node));
    const isMixed = this.bound.has(callee);
    ir.parameters.forEach((parameter, at) => {
      sets.forEach((set, index) => {
        if (isMixed || index === at || (first >= 0 && index >= first && at >= first)) flows.edge(set, node(parameter));
      });
    });
    for (const rest of [ir.rest, ir.argumentsVariable])
      if (rest !== null) {
        const list = this.make('array', `rest ${node(rest)}`, 'array');
        flows.add(node(rest), list);
        for (const set of sets) flows.edge(set, heap.field(list, anyName));
        // `arguments` and parameters are the same places in old code.
        if (rest === ir.argumentsVariable) for (const parameter of ir.parameters) flows.edge(heap.field(list, anyName), node(parameter));
      }
  }

  private fromOutside(callee: number): void {
    const { heap } = this;
    const { flows } = heap;
    const code = this.codes[heap.objects[callee]?.code ?? -1];
    if (code === undefined) return;
    const { ir, node } = code;
    for (const parameter of ir.parameters) flows.add(node(parameter), outside);
    this.pass(callee, code, [plain(heap.unknown)]);
    if (ir.thisVariable !== null) flows.add(node(ir.thisVariable), outside);
    flows.edge(node(ir.result), heap.escaped);
    if (code.isArrow) return;
    // It may be made an object of, too.
    const instance = this.instance(callee, { place: 'outside' } as Call);
    flows.edge(instance, heap.escaped);
    if (ir.instanceVariable !== null) flows.edge(instance, node(ir.instanceVariable));
    else if (ir.thisVariable !== null) flows.edge(instance, node(ir.thisVariable));
    if (ir.newTargetVariable !== null) flows.add(node(ir.newTargetVariable), outside);
  }

  private native(name: string, call: Call): void {
    const { heap } = this;
    const { flows } = heap;
    const { args, target, receiver, place } = call;
    if (name === 'require') return this.load(call);
    if (opening.has(name)) return heap.open(`${name} is called`);
    heap.whereNativesChange(() => this.unknown(call));
    const at = (index: number): number => args[index]?.node ?? heap.nothing;
    const hasSpread = args.some(({ isSpread }) => isSpread);
    if (call.mode === 'super') {
      if (call.instance !== null) flows.edge(call.instance, target);
      return this.unknown({ ...call, target: heap.nobody });
    }
    if (call.mode === 'new') return this.construct(name, call);
    if (hasSpread && !containerMethods.has(name) && name !== 'assign' && !lookingFunctions.has(name)) return this.unknown(call);
    switch (name) {
      case 'call':
        return this.again(receiver, { ...call, callee: receiver, receiver: at(0), args: args.slice(1) });
      case 'apply':
        // Reflect.apply has a receiver that need not be written: what it is told by is how many arguments it has.
        if (args.length > 2) this.again(at(0), { ...call, callee: at(0), receiver: at(1), args: [{ node: at(2), isSpread: true }] });
        return this.again(receiver, { ...call, callee: receiver, receiver: at(0), args: [{ node: at(1), isSpread: true }] });
      case 'get':
      case 'set':
        if (hasSpread || args.length > (name === 'get' ? 1 : 2)) this.reflect(name, call);
        break;
      case 'bind':
        return flows.each(receiver, (callee) => {
          flows.add(target, callee);
          const code = this.codes[heap.objects[callee]?.code ?? -1];
          if (code === undefined) return this.unknown({ ...call, receiver: heap.holding(callee) });
          this.bound.add(callee);
          // Who calls it passes arguments behind those that are bound: what comes later is not told apart.
          heap.flows.add(heap.escaped, callee);
          if (code.ir.thisVariable !== null) flows.edge(at(0), code.node(code.ir.thisVariable));
          for (const { node } of args.slice(1)) flows.edge(node, heap.escaped);
          for (const { node } of args.slice(1)) for (const parameter of code.ir.parameters) flows.edge(node, code.node(parameter));
        });
      case 'create': {
        const object = this.make('object', place, place);
        flows.add(target, object);
        flows.edge(at(0), heap.prototype(object));
        this.whereOutside(at(0));
        if (args.length > 1) flows.add(heap.changed, object);
        if (args.length > 1) flows.edge(at(1), heap.escaped);
        return;
      }
      case 'setPrototypeOf':
        heap.setPrototype(at(0), at(1));
        this.whereOutside(at(1));
        return flows.edge(at(0), target);
      case 'getPrototypeOf':
        return heap.readAll(at(0), '__proto__', target);
      case 'inherits': {
        const [of, to] = [flows.node(), flows.node()];
        heap.readAll(at(0), 'prototype', of);
        heap.readAll(at(1), 'prototype', to);
        heap.setPrototype(of, to);
        return heap.writeAll(at(0), 'super_', at(1), true);
      }
      case 'assign':
        for (const { node, isSpread } of args.slice(1)) heap.copyAll(isSpread ? this.elements(node) : node, at(0), true);
        if (args[0]?.isSpread === true) return this.unknown(call);
        return flows.edge(at(0), target);
      case 'defineProperty': {
        const [value, getter, setter] = [flows.node(), flows.node(), flows.node()];
        heap.readAll(at(2), 'value', value);
        heap.readAll(at(2), 'get', getter);
        heap.readAll(at(2), 'set', setter);
        const key = keyOf(args[1]);
        heap.writeAll(at(0), key, value, false);
        heap.defineAccessor(at(0), key, 'get', getter);
        heap.defineAccessor(at(0), key, 'set', setter);
        return flows.edge(at(0), target);
      }
      case 'freeze':
      case 'seal':
      case 'preventExtensions':
        return flows.edge(at(0), target);
      case 'construct':
        // The prototype may be that of another class.
        heap.makesAnything();
        for (const { node } of args) flows.edge(node, heap.changed);
        flows.each(at(2), (object) => heap.isOwn(object) && heap.open('Reflect.construct gives an object another class'));
        return void flows.add(target, outside);
    }
    if (isReflected.has(name)) {
      for (const { node } of args) flows.edge(node, heap.changed);
      if (name === 'defineProperties') this.defineAll(at(0), at(1));
      if (name === '__defineGetter__' || name === '__defineSetter__') {
        flows.edge(receiver, heap.changed);
        heap.defineAccessor(receiver, keyOf(args[0]), name === '__defineGetter__' ? 'get' : 'set', at(1));
      }
      return void flows.add(target, outside);
    }
    if (containerMethods.has(name)) this.container(call, name);
    if (hookedFunctions.has(name)) this.hook(call);
    if (lookingFunctions.has(name)) return this.look(call);
    if (printingFunctions.has(name)) return this.print(call);
    if (!containerMethods.has(name)) this.unknownNative(call);
  }

  /** Reflect.get(of, key, receiver), Reflect.set(of, key, value, receiver) */
  private reflect(name: 'get' | 'set', { args, target }: Call): void {
    const { heap } = this;
    if (args.some(({ isSpread }) => isSpread)) {
      const given = heap.flows.node();
      for (const { node, isSpread } of args) heap.flows.edge(isSpread ? this.elements(node) : node, given);
      heap.flows.edge(given, heap.changed);
      heap.writeAll(given, null, given, true);
      return heap.readAll(given, null, target);
    }
    const at = (index: number): number => args[index]?.node ?? heap.nothing;
    const key = keyOf(args[1]);
    if (name === 'get') return heap.readAll(at(0), key, target, args.length > 2 ? at(2) : at(0));
    heap.writeAll(at(0), key, at(2), true);
    // Setters of the one are called on the other.
    if (args.length > 3) heap.flows.edge(at(3), heap.changed);
    if (args.length > 3) heap.writeAll(at(3), key, at(2), true);
  }

  /** Object.defineProperties(of, descriptors) */
  private defineAll(of: number, descriptors: number): void {
    const { heap } = this;
    const [each, value, getter, setter] = [heap.flows.node(), heap.flows.node(), heap.flows.node(), heap.flows.node()];
    heap.readAll(descriptors, null, each);
    heap.readAll(each, 'value', value);
    heap.readAll(each, 'get', getter);
    heap.readAll(each, 'set', setter);
    heap.writeAll(of, null, value, false);
    heap.defineAccessor(of, null, 'get', getter);
    heap.defineAccessor(of, null, 'set', setter);
  }

  /** Node's own functions may write to the objects that they get; those that print and schedule do not. */
  private unknownNative(call: Call): void {
    this.unknown(call);
    this.heap.flows.each(call.callee, (callee) => {
      if (this.heap.kindOf(callee) !== 'native' || harmless.has(this.heap.nameOf(callee))) return;
      if (call.mode === 'call') this.heap.flows.edge(call.receiver, this.heap.changed);
      for (const { node } of call.args) this.heap.flows.edge(node, this.heap.changed);
    });
  }

  private construct(name: string, call: Call): void {
    const { heap } = this;
    const { flows } = heap;
    if (!/^(?:Map|Set|WeakMap|WeakSet|Array|Object|Error|TypeError|RangeError|SyntaxError|Date|RegExp)$/.test(name))
      return this.unknownNative(call);
    if (name === 'Object') return this.unknown(call);
    const list = this.make('array', call.place, name);
    flows.add(call.target, list);
    for (const { node, isSpread } of call.args) {
      const given = isSpread ? this.elements(node) : node;
      flows.edge(given, heap.field(list, anyName));
      const elements = this.elements(given);
      flows.edge(elements, heap.field(list, anyName));
      // Entries are pairs.
      flows.edge(this.elements(elements), heap.field(list, anyName));
    }
  }

  /** The receiver is a container of the language, or any object that has taken one of its methods. */
  private container(call: Call, name: string): void {
    const { heap } = this;
    const { flows } = heap;
    const { receiver, args, target, place } = call;
    const result = this.make('array', `${place} ${name}`, 'array');
    const inside = heap.field(result, anyName);
    const isValue = !tellingMethods.has(name);
    if (isValue) flows.add(target, result);
    if (isValue) flows.edge(receiver, target);
    flows.add(inside, result);
    const given = args.map(({ node, isSpread }) => (isSpread ? this.elements(node) : node));
    const returned = flows.node();
    const stays = keepingMethods.has(name) ? [...given, ...given.map((node) => this.elements(node))] : [];
    const parts = [returned, ...stays, this.elements(returned)];
    for (const part of parts) flows.edge(part, inside);
    flows.each(receiver, (object) => {
      if (object === outside) {
        for (const node of given) flows.edge(node, heap.escaped);
        for (const node of given) heap.writeAll(heap.unknown, anyName, node, false);
        flows.add(inside, outside);
        if (isValue) flows.add(target, outside);
        return;
      }
      if (!heap.isOwn(object)) {
        // A call of Array.from, Object.values and their like.
        for (const node of given) flows.edge(this.valuesOf(node), inside);
        return;
      }
      if (addingMethods.has(name)) {
        const elements = heap.field(object, anyName);
        for (const node of given) flows.edge(node, elements);
        for (const node of given) flows.edge(this.elements(node), elements);
      }
    });
    // Object.values and its like need not be called on Object.
    if (givingValues.has(name)) for (const node of given) flows.edge(this.valuesOf(node), inside);
    flows.edge(this.valuesOf(receiver), inside);
    if (isValue) flows.edge(inside, target);
    // What is given may be called with elements, the container, an index and what it has returned before; or compared, or stored.
    for (const node of given)
      flows.each(node, (callee) => {
        const kind = heap.kindOf(callee);
        const isLooking = kind === 'native' && lookingFunctions.has(heap.nameOf(callee));
        if ((kind !== 'function' && kind !== 'outside' && kind !== 'native') || isLooking) return;
        if (kind !== 'function') {
          const into = kind === 'native' ? heap.changed : heap.escaped;
          for (const part of [receiver, inside, ...given]) flows.edge(part, into);
          flows.add(returned, outside);
          return;
        }
        const any = flows.node();
        for (const part of [receiver, inside, ...given]) flows.edge(part, any);
        const code = this.codes[heap.objects[callee]?.code ?? -1];
        const count = Math.max(code?.ir.parameters.length ?? 0, 1);
        this.apply(callee, {
          ...call,
          place: `${place} callback`,
          callee: node,
          receiver: any,
          args: Array.from({ length: Math.min(count, 8) }, () => plain(any)),
          target: returned,
        });
      });
  }

  /** It converts what it is given, and gives a primitive, or an array. */
  private look({ receiver, args, target, place }: Call): void {
    const { heap } = this;
    const { flows } = heap;
    const list = this.make('array', `${place} list`, 'array');
    flows.add(target, list);
    for (const node of [receiver, ...args.map((argument) => argument.node)])
      flows.each(node, (object) => {
        // A replacer, or a method that a class of its own has for this.
        if (heap.kindOf(object) === 'function') flows.add(heap.escaped, object);
        if (heap.kindOf(object) === 'function' || object === outside) flows.add(heap.field(list, anyName), outside);
      });
  }

  /** `text.replace(o, x)` is `o[Symbol.replace](text, x)`. */
  private hook({ args }: Call): void {
    const { heap } = this;
    const [first] = args;
    if (first !== undefined)
      heap.whereComputed(first.node, () => {
        for (const { node } of args) heap.flows.edge(node, heap.escaped);
      });
  }

  /** It reads all that can be reached, and gives a text or nothing. */
  private print({ args }: Call): void {
    const { flows, escaped } = this.heap;
    const shown = this.shownSet();
    for (const { node } of args) {
      flows.edge(node, shown);
      flows.each(node, (object) => {
        // A replacer gets everything.
        if (this.heap.kindOf(object) !== 'function') return;
        flows.add(escaped, object);
        for (const other of args) flows.edge(other.node, escaped);
      });
    }
  }

  private shown: number | null = null;

  private shownSet(): number {
    const { heap } = this;
    if (this.shown !== null) return this.shown;
    const shown = heap.flows.node();
    this.shown = shown;
    heap.flows.each(shown, (object) => {
      if (!heap.isOwn(object)) return;
      const self = heap.holding(object);
      heap.flows.edge(heap.ownValues(self), shown);
    });
    return shown;
  }

  private whereOutside(of: number): void {
    this.heap.flows.each(of, (object) => object === outside && this.heap.makesAnything());
  }

  /** A place of its own for what the analysis adds. */
  get nextPlace(): string {
    return `made ${this.counter++}`;
  }

  get global(): number {
    return this.heap.holding(globalObject);
  }
}

const plain = (node: number): Argument => ({ node, isSpread: false });

/** The name that an argument says; null: it may be any. */
function keyOf(argument: Argument | undefined): string | null {
  const text = argument?.text ?? null;
  return text !== null && /^\d+$/.test(text) ? anyName : text;
}

/** Methods of containers of which a function of Object or Array has the name: it gives what it is given has. */
const givingValues: ReadonlySet<string> = new Set(['values', 'entries', 'from', 'of']);

/** Functions that run texts, or load modules by other ways. */
const opening: ReadonlySet<string> = new Set(
  'eval Function constructor GeneratorFunction AsyncFunction createRequire _load _compile _extensions runInThisContext runInNewContext runInContext compileFunction Script main mainModule cache register registerHooks binding _linkedBinding dlopen'.split(
    ' ',
  ),
);

/** Methods of texts that call a method of what they are given. */
const hookedFunctions: ReadonlySet<string> = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split']);

/** Functions that write properties, or tell of them, by other ways. */
const isReflected: ReadonlySet<string> = new Set(
  'defineProperties getOwnPropertyDescriptor getOwnPropertyDescriptors fromEntries ownKeys deleteProperty __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ groupBy structuredClone'.split(
    ' ',
  ),
);

/** Functions of Node and of the language that write to nothing that they are given. */
const harmless: ReadonlySet<string> = new Set(
  'parse setTimeout setInterval setImmediate queueMicrotask nextTick clearTimeout clearInterval then catch finally resolve reject all race allSettled any Promise Error TypeError RangeError SyntaxError equal strictEqual deepEqual deepStrictEqual notEqual notStrictEqual ok throws toString valueOf toJSON toLocaleString on once emit now write'.split(
    ' ',
  ),
);
