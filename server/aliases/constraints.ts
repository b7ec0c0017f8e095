import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { FunctionIr, ModuleIr } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import { Calls, type Argument, type Call, type Code } from './calls.js';
import { Flows } from './flows.js';
import { anyName, computedName, globalObject, Heap, outside } from './abstractHeap.js';
import type { HeapForm, Loaded, World, WorldModule } from './world.js';

/** What the sets of a world's variables hold when all constraints are satisfied. */
export interface Solution {
  readonly heap: Heap;
  readonly flows: Flows;
  /** The set of an expression of a text of the world. */
  setOf(module: number, expression: Expression): number;
  /** The set of what a call gives, and of variables with a name. */
  variable(module: number, id: number): number;
  /** The function objects of a text, and where their code is. */
  readonly functions: readonly FunctionObject[];
  /** The object that has what a text exports. */
  exportsOf(module: number): number;
  /** Whether there was enough budget for it. */
  readonly isComplete: boolean;
}

export interface FunctionObject {
  readonly object: number;
  readonly module: number;
  readonly ir: FunctionIr;
}

/** Solves the inclusion constraints of a world. `budget`: how many times an object may come into a set; more makes it incomplete. */
export function solve(world: World, form: HeapForm, budget: number): Solution {
  const builder = new Builder(world, form, budget);
  builder.build();
  return builder;
}

class Builder implements Solution {
  readonly flows: Flows;
  readonly heap: Heap;
  private readonly calls: Calls;
  private readonly codes: Code[] = [];
  readonly functions: FunctionObject[] = [];
  private readonly firstCode: number[] = [];
  private readonly firstNode: number[] = [];
  private readonly exportObjects: number[] = [];
  private readonly moduleObjects: number[] = [];
  private readonly started: Call[] = [];
  private readonly closures = new Map<number, number>();
  private pieces = 0;

  constructor(
    private readonly world: World,
    form: HeapForm,
    budget: number,
  ) {
    this.flows = new Flows(budget);
    this.heap = new Heap(this.flows);
    for (const [index, { module }] of world.entries()) {
      this.firstCode.push(this.codes.length);
      const first = this.flows.node();
      for (let at = 1; at < module.variables.length; at++) this.flows.node();
      this.firstNode.push(first);
      for (const ir of module.functions)
        this.codes.push({
          ir,
          node: (variable) => this.variable(index, variable),
          isArrow:
            ir.kind === 'arrow' || ir.kind === 'method' || ir.kind === 'getter' || ir.kind === 'setter' || ir.isAsync || ir.isGenerator,
        });
    }
    this.calls = new Calls(this.heap, this.codes, form);
  }

  get isComplete(): boolean {
    return this.flows.isWithinBudget;
  }

  variable(module: number, id: number): number {
    return (this.firstNode[module] ?? 0) + id;
  }

  exportsOf(module: number): number {
    return this.exportObjects[module] ?? outside;
  }

  build(): void {
    const { heap, flows } = this;
    for (const { path } of this.world) {
      this.exportObjects.push(heap.object('object', `exports ${path}`));
      this.moduleObjects.push(heap.object('module', `module ${path}`));
    }
    this.world.forEach((text, index) => this.begin(text, index));
    this.world.forEach((text, index) => this.link(text, index));
    this.calls.load = (call) => this.load(call);
    this.world.forEach(({ module }, index) => {
      for (const ir of module.functions) this.addFunction(index, ir);
    });
    flows.solve();
    while (this.isComplete && (this.callWhatIsNotKnown() || this.callImplicitly())) flows.solve();
  }

  /** The names that a text of CommonJS finds. */
  private begin({ module, isCommonJs }: WorldModule, index: number): void {
    const { heap, flows } = this;
    if (module.functions.some(({ opaque }) => opaque)) heap.open('eval or with');
    const exported = this.exportsOf(index);
    const own = this.moduleObjects[index] ?? outside;
    flows.add(heap.field(own, 'exports'), exported);
    for (const { id, name, declaration, owner } of module.variables) {
      if (declaration !== null || owner !== 0 || !isCommonJs) continue;
      if (name === 'require') flows.add(this.variable(index, id), heap.native('require'));
      if (name === 'exports') flows.add(this.variable(index, id), exported);
      if (name === 'module') flows.add(this.variable(index, id), own);
    }
  }

  private link({ module, isCommonJs, imported: modules }: WorldModule, index: number): void {
    const { heap, flows } = this;
    const exported = heap.holding(this.exportsOf(index));
    if (!isCommonJs)
      for (const { name, variable } of module.exports)
        heap.writeAll(exported, name, variable === null ? heap.unknown : this.variable(index, variable), false);
    for (const { specifier, name, imported } of module.reexports) {
      const from = this.loaded(modules.get(specifier));
      if (name === null) heap.copyAll(from, exported, false);
      else if (imported === null) heap.writeAll(exported, name, from, false);
      else {
        const value = flows.node();
        this.readExport(from, imported, value);
        heap.writeAll(exported, name, value, false);
      }
    }
    for (const { variable, specifier, name } of module.imports) {
      const from = this.loaded(modules.get(specifier));
      const to = this.variable(index, variable);
      if (name === null || name === 'export=') flows.edge(from, to);
      else this.readExport(from, name, to);
    }
  }

  /** A default import of CommonJS is all that it exports. */
  private readExport(from: number, name: string, to: number): void {
    this.heap.readAll(from, name, to);
    if (name === 'default') this.flows.edge(from, to);
  }

  /** A set with what loading a module gives: `module.exports`, or an object with all exports. */
  private loaded(loaded: Loaded | undefined): number {
    const { heap, flows } = this;
    if (loaded === undefined) {
      heap.open('a module is loaded whose name is not known, or not found');
      return heap.unknown;
    }
    switch (loaded.kind) {
      case 'data':
        return heap.nothing;
      case 'builtin': {
        const name = loaded.name.replace(/^node:/, '');
        if (name === 'vm' || name === 'module' || name === 'inspector' || name === 'repl') heap.open(`the module ${name} runs texts`);
        return heap.holding(heap.native(`node:${name}`));
      }
      case 'text': {
        const { index } = loaded;
        if (this.world[index]?.isCommonJs !== true) return heap.holding(this.exportsOf(index));
        const node = flows.node();
        flows.edge(heap.field(this.moduleObjects[index] ?? outside, 'exports'), node);
        flows.edge(heap.field(this.moduleObjects[index] ?? outside, anyName), node);
        return node;
      }
    }
  }

  private load(call: Call): void {
    const text = call.args[0]?.text ?? null;
    const loaded = text === null ? undefined : this.loadsByPlace.get(call.place.split(' ')[0] ?? '')?.get(text);
    this.flows.edge(this.loaded(loaded), call.target);
  }

  private get loadsByPlace(): ReadonlyMap<string, ReadonlyMap<string, Loaded>> {
    return (this.loadsKnown ??= new Map(this.world.map(({ required }, index) => [String(index), required])));
  }

  private loadsKnown: ReadonlyMap<string, ReadonlyMap<string, Loaded>> | null = null;

  private addFunction(index: number, ir: FunctionIr): void {
    const { flows } = this;
    for (const { instruction } of ir.edges) this.addInstruction(index, ir, instruction);
    flows.add(this.variable(index, ir.exception), outside);
    // An arrow takes `this` from around it.
    if (ir.kind === 'module' && ir.thisVariable !== null) flows.add(this.variable(index, ir.thisVariable), this.exportsOf(index));
  }

  setOf(module: number, expression: Expression): number {
    const { heap } = this;
    switch (expression.kind) {
      case 'variable':
        return this.variable(module, expression.variable);
      case 'unknown':
        return heap.unknown;
      case 'global':
        return this.globalSet(expression.name);
      // Operators give primitives.
      case 'constant':
      case 'unary':
      case 'binary':
      case 'intrinsic':
        return heap.nothing;
    }
  }

  private globalSet(name: string): number {
    let known = this.globals.get(name);
    if (known === undefined) {
      const object = /^(?:globalThis|global)$/.test(name) ? globalObject : this.heap.native(name);
      this.globals.set(name, (known = this.heap.holding(object)));
    }
    return known;
  }

  private readonly globals = new Map<string, number>();

  private addInstruction(index: number, ir: FunctionIr, instruction: Instruction): void {
    const { heap, flows } = this;
    const set = (expression: Expression): number => this.setOf(index, expression);
    const node = (variable: number): number => this.variable(index, variable);
    switch (instruction.kind) {
      case 'nop':
      case 'assume':
      case 'checkInitialised':
      case 'enterScope':
      case 'copyScope':
      case 'delete':
        return;
      case 'assign':
        if (this.isOwnName(index, instruction)) return;
        // `this` of old code: what is no object becomes one of its own.
        if (instruction.target === ir.thisVariable && instruction.value.kind === 'unknown' && ir.kind !== 'module') return;
        return flows.edge(set(instruction.value), node(instruction.target));
      case 'load':
        return heap.readAll(
          set(instruction.object),
          this.nameOf(index, instruction.key),
          node(instruction.target),
          set(instruction.receiver ?? instruction.object),
        );
      case 'store':
        return heap.writeAll(
          set(instruction.object),
          this.nameOf(index, instruction.key),
          set(instruction.value),
          instruction.mode === 'set',
        );
      case 'defineAccessor': {
        const name = this.nameOf(index, instruction.key);
        if (instruction.getter !== null) heap.defineAccessor(set(instruction.object), name, 'get', set(instruction.getter));
        if (instruction.setter !== null) heap.defineAccessor(set(instruction.object), name, 'set', set(instruction.setter));
        return;
      }
      case 'copyProperties':
        return heap.copyAll(set(instruction.source), set(instruction.object), false);
      case 'allocate': {
        const kind = instruction.form === 'array' ? 'array' : 'object';
        const object = this.calls.make(kind, `${index} ${instruction.site}`, instruction.form);
        flows.add(node(instruction.target), object);
        for (const element of instruction.elements)
          if (element.kind !== 'hole')
            flows.edge(
              element.kind === 'spread' ? this.calls.elements(set(element.value)) : set(element.value),
              heap.field(object, anyName),
            );
        return;
      }
      case 'closure':
        return this.addClosure(index, instruction);
      case 'call':
        return this.addCall(index, ir, instruction);
      case 'escape':
      case 'throw':
        return flows.edge(set(instruction.value), heap.escaped);
      case 'iterate':
        if (instruction.protocol === 'in') return;
        flows.edge(this.calls.elements(set(instruction.iterable)), node(instruction.iterator));
        if (instruction.protocol === 'asyncOf') {
          flows.edge(set(instruction.iterable), heap.escaped);
          flows.edge(this.calls.elements(set(instruction.iterable)), heap.escaped);
          flows.add(node(instruction.iterator), outside);
        }
        return;
      case 'step':
        if (instruction.protocol !== 'in' && instruction.found) flows.edge(node(instruction.iterator), node(instruction.target));
        return;
      case 'closeIterator':
        return;
      case 'collect': {
        const list = this.calls.make('array', `${index} ${instruction.site}`, 'array');
        flows.add(node(instruction.target), list);
        return flows.edge(node(instruction.iterator), heap.field(list, anyName));
      }
      case 'await':
        // What has a method `then` gives whatever it likes; else it is what it was.
        flows.edge(set(instruction.value), heap.escaped);
        flows.edge(set(instruction.value), node(instruction.target));
        return flows.add(node(instruction.target), outside);
      case 'yield':
        flows.edge(set(instruction.value), heap.escaped);
        if (instruction.delegate) flows.edge(this.calls.elements(set(instruction.value)), heap.escaped);
        return flows.add(node(instruction.target), outside);
      case 'havoc':
        return this.addHavoc(index, instruction);
    }
  }

  /** The instruction that gives `require`, `exports` and `module` their values. */
  private isOwnName(index: number, { target, value }: Instruction & { readonly kind: 'assign' }): boolean {
    const text = this.world[index];
    const variable = text?.module.variables[target];
    if (text === undefined || variable === undefined || !text.isCommonJs || value.kind !== 'unknown') return false;
    return variable.declaration === null && variable.owner === 0 && /^(?:require|exports|module|__filename|__dirname)$/.test(variable.name);
  }

  private addHavoc(index: number, { target, reads, writes, reason, undeclared }: Instruction & { readonly kind: 'havoc' }): void {
    const { heap, flows } = this;
    const sets = reads.map((read) => this.setOf(index, read));
    for (const variable of target === null ? writes : [target, ...writes]) flows.add(this.variable(index, variable), outside);
    for (const set of sets) flows.edge(set, heap.changed);
    if (undeclared !== undefined) return;
    if (reason === 'import()') {
      const [read] = reads;
      const text = read?.kind === 'constant' && read.value.kind === 'string' ? read.value.value : null;
      return flows.edge(this.loaded(text === null ? undefined : this.world[index]?.imported.get(text)), heap.escaped);
    }
    // What is not modelled may give one of its objects another as its prototype.
    for (const of of sets) for (const to of sets) if (of !== to) heap.setPrototype(of, to);
  }

  private addClosure(index: number, instruction: Instruction & { readonly kind: 'closure' }): void {
    const { heap, flows } = this;
    const code = (this.firstCode[index] ?? 0) + instruction.function;
    let object = this.closures.get(code);
    const ir = this.world[index]?.module.functions[instruction.function];
    if (ir === undefined) return;
    if (object === undefined) {
      object = heap.object('function', `${index} ${ir.name}`, code);
      this.closures.set(code, object);
      this.functions.push({ object, module: index, ir });
      const prototype = heap.object('object', `prototype ${code}`);
      flows.add(heap.field(object, 'prototype'), prototype);
      flows.add(heap.field(prototype, 'constructor'), object);
      heap.hasConstructor.add(prototype);
    }
    flows.add(this.variable(index, instruction.target), object);
    if (instruction.superclass === null) return;
    const base = this.setOf(index, instruction.superclass);
    const made = object;
    flows.edge(base, heap.prototype(object));
    const prototypes = flows.node();
    heap.readAll(base, 'prototype', prototypes);
    flows.each(heap.field(object, 'prototype'), (own) => flows.edge(prototypes, heap.prototype(own)));
    // Natives make objects of their subclasses, and write to them.
    flows.each(base, (each) => {
      if (heap.kindOf(each) === 'outside' || heap.kindOf(each) === 'native') flows.add(heap.changed, made);
    });
  }

  private addCall(index: number, ir: FunctionIr, instruction: Instruction & { readonly kind: 'call' }): void {
    const { heap } = this;
    const { args, mode, site, target } = instruction;
    const call: Call = {
      place: `${index} ${site}`,
      mode,
      callee: this.setOf(index, instruction.callee),
      receiver: instruction.receiver === null || mode === 'new' ? heap.nothing : this.setOf(index, instruction.receiver),
      args: args.flatMap((argument): readonly Argument[] =>
        argument.kind === 'hole'
          ? []
          : [{ node: this.setOf(index, argument.value), isSpread: argument.kind === 'spread', text: textOf(argument.value) }],
      ),
      target: this.variable(index, target),
      instance: mode === 'super' ? this.instanceAround(index, ir) : null,
    };
    this.calls.add(call);
    this.started.push(call);
    // super(…) binds `this`.
    if (mode === 'super' && instruction.receiver?.kind === 'variable')
      this.flows.edge(call.target, this.variable(index, instruction.receiver.variable));
  }

  /** The object that the constructor around a place makes. */
  private instanceAround(index: number, ir: FunctionIr): number | null {
    const { functions } = this.world[index]?.module ?? { functions: [] };
    for (let at: FunctionIr | undefined = ir; at !== undefined; at = at.parent === null ? undefined : functions[at.parent])
      if (at.instanceVariable !== null) return this.variable(index, at.instanceVariable);
    return null;
  }

  /** Calls of nothing that is known call what is not known: a method of a primitive, or one of a newer language. */
  private callWhatIsNotKnown(): boolean {
    const left = this.started.filter(({ callee }) => this.flows.of(callee).size === 0);
    for (const call of left) {
      this.started.splice(this.started.indexOf(call), 1);
      this.calls.unknown(call);
    }
    return left.length > 0;
  }

  private readonly implicit = new Set<string>();

  /** Operators, and natives, call methods by their names: of each object that has one. */
  private callImplicitly(): boolean {
    const { heap, flows } = this;
    const before = this.pieces;
    const holders = new Map<number, readonly string[]>();
    for (let object = 0; object < heap.objects.length; object++) {
      const names = [...heap.named(object)].flatMap(([name, node]) =>
        implicitNames.has(name) && [...flows.of(node)].some((value) => heap.kindOf(value) === 'function') ? [name] : [],
      );
      if (names.length > 0) holders.set(object, names);
    }
    if (holders.size === 0) return false;
    for (let object = 0, { length } = heap.objects; object < length; object++) {
      if (!heap.isOwn(object)) continue;
      for (const holder of this.chainOf(object))
        for (const name of holders.get(holder) ?? []) {
          const key = `${object} ${holder} ${name}`;
          if (this.implicit.has(key)) continue;
          this.implicit.add(key);
          this.pieces++;
          this.calls.add({
            place: `implicit ${key}`,
            mode: 'call',
            callee: heap.field(holder, name),
            receiver: heap.holding(object),
            args: [{ node: heap.unknown, isSpread: false }],
            target: heap.escaped,
            instance: null,
          });
        }
    }
    return this.pieces > before;
  }

  /** An object and all its prototypes. */
  private chainOf(object: number): ReadonlySet<number> {
    const chain = new Set([object]);
    for (const each of chain) if (each !== outside) for (const next of this.flows.of(this.heap.prototype(each))) chain.add(next);
    return chain;
  }

  /** The name of a property; null where it may be any, `anyName` where it is a number. */
  private nameOf(index: number, key: Expression): string | null {
    if (key.kind === 'constant') {
      if (key.value.kind === 'number') return anyName;
      if (key.value.kind === 'string') return /^(?:0|[1-9]\d*)$/.test(key.value.value) ? anyName : key.value.value;
      return key.value.kind === 'bigint' ? anyName : String(key.value.kind === 'boolean' ? key.value.value : key.value.kind);
    }
    return isNumeric(key, this.numericOf(index)) ? anyName : null;
  }

  /** The variables of a text that hold nothing but numbers. */
  private numericOf(index: number): ReadonlySet<number> {
    const known = this.numerics.get(index);
    if (known !== undefined) return known;
    const module = this.world[index]?.module;
    const numbers = module === undefined ? new Set<number>() : numericVariables(module);
    this.numerics.set(index, numbers);
    return numbers;
  }

  private readonly numerics = new Map<number, ReadonlySet<number>>();
}

const textOf = (value: Expression): string | null =>
  value.kind === 'constant' && value.value.kind === 'string' ? value.value.value : null;

/** Methods that are called without their names being written. */
const implicitNames: ReadonlySet<string> = new Set([computedName, ...'toString valueOf toJSON then next return throw'.split(' ')]);

const arithmetic: ReadonlySet<string> = new Set(['-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>']);

function isNumeric(expression: Expression, numbers: ReadonlySet<number>): boolean {
  switch (expression.kind) {
    case 'constant':
      return expression.value.kind === 'number';
    case 'variable':
      return numbers.has(expression.variable);
    case 'unary':
      if (expression.operator === 'toPropertyKey') return isNumeric(expression.operand, numbers);
      return ['-', '+', '~', 'toNumeric'].includes(expression.operator);
    case 'binary':
      if (expression.operator === '+') return isNumeric(expression.left, numbers) && isNumeric(expression.right, numbers);
      return arithmetic.has(expression.operator);
    default:
      return false;
  }
}

/** The greatest set of variables to each of which only numbers are written, or undefined before. */
function numericVariables(module: ModuleIr): ReadonlySet<number> {
  const numbers = new Set(module.variables.flatMap(({ id, kind }) => (kind === 'local' || kind === 'temporary' ? [id] : [])));
  const assigned: { readonly target: number; readonly value: Expression }[] = [];
  for (const { edges } of module.functions)
    for (const { instruction } of edges) {
      if (instruction.kind === 'assign') assigned.push(instruction);
      else for (const target of mayGetOthers(instruction)) numbers.delete(target);
    }
  const written = new Set(assigned.map(({ target }) => target));
  for (const id of numbers) if (!written.has(id)) numbers.delete(id);
  for (let changes = true; changes;) {
    changes = false;
    for (const { target, value } of assigned)
      if (numbers.has(target) && !isUndefined(value) && !isNumeric(value, numbers)) {
        numbers.delete(target);
        changes = true;
      }
  }
  return numbers;
}

/** The name of a property is no name of a prototype then. */
const isUndefined = (value: Expression): boolean => value.kind === 'constant' && value.value.kind === 'undefined';

/** The variables that get a value of which it is not known that it is a number: a scope begins with undefined, and an index is one. */
function mayGetOthers(instruction: Instruction): readonly number[] {
  if (instruction.kind === 'enterScope' || instruction.kind === 'copyScope') return [];
  const targets = targetsOf(instruction);
  return instruction.kind === 'step' || instruction.kind === 'iterate' ? targets.filter((target) => target !== instruction.index) : targets;
}
