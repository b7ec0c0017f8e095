import { methodsThat } from '../builtins/facts.js';
import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { FunctionId, FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';

type Call = Instruction & { readonly kind: 'call' };
type Load = Instruction & { readonly kind: 'load' };

/** Methods of promises; others of these names are taken for them. */
const ofPromises: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);
const ofAll: ReadonlySet<string> = new Set(['all', 'allSettled', 'any']);
/** Methods of the language may give what an object holds. */
const ofLanguage = methodsThat(() => true);

/** What the text of a module says of its promises: which of them settle, if those that unknown code gives do. */
export class Promises {
  private readonly writing = new Map<VariableId, Set<Instruction>>();
  /** What is stored under each name. */
  private readonly stored = new Map<string, Expression[]>();
  /** Functions that are stored under names that are computed. */
  private readonly storedAnywhere: Expression[] = [];
  private makesThenables = false;
  /** Variables that may hold a promise which stays open: these are for certain, and grow. */
  private readonly unsettled = new Set<VariableId>();
  /** Those that are presumed to hold none. */
  private presumed = new Set<VariableId>();

  constructor(
    private readonly module: ModuleIr,
    private readonly about: {
      /** Whether the promise of `new Promise` settles. */
      isSettled(call: Call): boolean;
      /** Whether the async function may wait for ever. */
      mayWait(callee: FunctionId): boolean;
    },
  ) {
    for (const { edges } of module.functions) for (const { instruction } of edges) this.note(instruction);
  }

  private note(instruction: Instruction): void {
    // A scope that begins gives its variables nothing.
    const isScope = instruction.kind === 'enterScope' || instruction.kind === 'copyScope';
    for (const target of isScope ? [] : targetsOf(instruction)) {
      const writers = this.writing.get(target);
      if (writers === undefined) this.writing.set(target, new Set([instruction]));
      else writers.add(instruction);
    }
    if (instruction.kind !== 'store' && instruction.kind !== 'defineAccessor') return;
    const name = nameOf(instruction.key);
    if (name === 'then') this.makesThenables = true;
    const values = instruction.kind === 'store' ? [instruction.value] : [];
    if (name === null) this.storedAnywhere.push(...values);
    else this.stored.set(name, [...(this.stored.get(name) ?? []), ...values]);
  }

  /** How much is known not to settle. */
  get size(): number {
    return this.unsettled.size;
  }

  /** Asks anew what was presumed. */
  forget(): void {
    this.presumed = new Set();
  }

  /** Whether a wait for the value ends, as far as is known by now. */
  settles(expression: Expression): boolean {
    return this.isForeign(expression) || (expression.kind === 'variable' && this.settlesVariable(expression.variable));
  }

  private settlesVariable(id: VariableId): boolean {
    if (this.unsettled.has(id)) return false;
    if (this.presumed.has(id)) return true;
    this.presumed.add(id);
    const kind = this.module.variables[id]?.kind;
    const isOwn = kind === 'local' || kind === 'temporary' || kind === 'result';
    const settles = kind === 'import' || (isOwn && this.writersOf(id).every((writer) => this.givesSettling(writer)));
    if (!settles) this.unsettled.add(id);
    return settles;
  }

  private writersOf(id: VariableId): readonly Instruction[] {
    return [...(this.writing.get(id) ?? [])];
  }

  private givesSettling(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'assign':
        return this.settles(instruction.value);
      case 'await':
        return true;
      case 'load':
        return this.isForeign(instruction.object);
      case 'allocate':
      case 'closure':
        return !this.makesThenables;
      case 'call':
        return this.settlesCall(instruction);
      default:
        return false;
    }
  }

  private settlesCall(call: Call): boolean {
    const { callee, mode, args } = call;
    if (mode === 'super') return false;
    if (callee.kind === 'global' && callee.name === 'Promise') return mode === 'new' && this.about.isSettled(call);
    const member = this.memberOf(callee);
    if (member === null) return this.isForeignCallee(callee) || this.settleAll(this.functionsOf(callee));
    const name = nameOf(member.key);
    if (name === null) return this.isForeign(member.object);
    if (member.object.kind === 'global' && member.object.name === 'Promise') return this.settlesCombined(name, args);
    if (ofPromises.has(name)) return this.settles(member.object) && args.every((argument) => this.settlesCallback(argument));
    return this.isForeign(member.object) || this.settlesMethod(name);
  }

  private settlesCombined(name: string, [given, ...others]: readonly Argument[]): boolean {
    if (others.length > 0) return false;
    if (name === 'resolve' || name === 'reject') return given === undefined || (given.kind === 'value' && this.settles(given.value));
    if (given?.kind !== 'value') return false;
    const elements = this.elementsOf(given.value);
    if (name === 'race') return elements !== null && elements.length > 0 && elements.every((each) => this.settlesElement(each));
    if (!ofAll.has(name)) return false;
    return elements === null ? this.settlesEach(given.value) : elements.every((each) => this.settlesElement(each));
  }

  private settlesElement(element: Argument): boolean {
    return element.kind === 'hole' || (element.kind === 'value' ? this.settles(element.value) : this.settlesEach(element.value));
  }

  /** What is written as an array, and used as this alone. */
  private elementsOf(list: Expression): readonly Argument[] | null {
    if (list.kind !== 'variable' || this.module.variables[list.variable]?.kind !== 'temporary') return null;
    const [made, other] = this.writersOf(list.variable);
    return made?.kind === 'allocate' && made.form === 'array' && other === undefined ? made.elements : null;
  }

  /** Whether all promises of a list settle: unknown code made it, or it is what `map` gave. */
  private settlesEach(list: Expression): boolean {
    if (this.isForeign(list)) return true;
    if (list.kind !== 'variable' || this.module.variables[list.variable]?.kind !== 'temporary') return false;
    const [made, other] = this.writersOf(list.variable);
    if (made?.kind !== 'call' || other !== undefined) return false;
    const member = this.memberOf(made.callee);
    const [given] = made.args;
    return member !== null && nameOf(member.key) === 'map' && given !== undefined && this.settlesCallback(given);
  }

  /** Whether what a function gives settles, that is handed on to be called. */
  private settlesCallback(argument: Argument): boolean {
    if (argument.kind !== 'value') return false;
    const { value } = argument;
    if (value.kind === 'constant') return true;
    return this.isForeign(value) || this.settleAll(this.functionsOf(value));
  }

  /** A method of the module, or of something that unknown code made; what the language has may give what it holds. */
  private settlesMethod(name: string): boolean {
    if (ofLanguage.has(name)) return false;
    const known = (this.stored.get(name) ?? []).every((value) => this.isForeign(value) || this.settleAll(this.functionsOf(value)));
    return known && this.storedAnywhere.every((value) => this.functionsOf(value)?.length === 0 || this.settleAll(this.functionsOf(value)));
  }

  private settleAll(functions: readonly FunctionIr[] | null): boolean {
    return functions !== null && functions.length > 0 && functions.every((each) => this.settlesResult(each));
  }

  private settlesResult({ id, isAsync, isGenerator, result }: FunctionIr): boolean {
    if (isGenerator) return !isAsync;
    return this.settlesVariable(result) && !(isAsync && this.about.mayWait(id));
  }

  /** The functions of the module that the value may be; null where it may be something else. */
  private functionsOf(value: Expression): readonly FunctionIr[] | null {
    if (value.kind === 'constant') return [];
    if (value.kind !== 'variable') return null;
    const found: FunctionIr[] = [];
    const copies = new Set([value.variable]);
    for (const copy of copies) {
      const kind = this.module.variables[copy]?.kind;
      if (kind !== 'local' && kind !== 'temporary') return null;
      for (const writer of this.writersOf(copy)) {
        const made = writer.kind === 'closure' && !writer.isClass ? this.module.functions[writer.function] : undefined;
        if (made !== undefined) found.push(made);
        else if (writer.kind === 'assign' && writer.value.kind === 'variable') copies.add(writer.value.variable);
        else return null;
      }
    }
    return found;
  }

  /** How a callee was read from an object, where that is all that it is. */
  private memberOf(callee: Expression): Load | null {
    if (callee.kind !== 'variable') return null;
    const [read, other] = this.writersOf(callee.variable);
    return read?.kind === 'load' && other === undefined ? read : null;
  }

  private readonly foreign = new Map<VariableId, boolean>();

  /** Whether unknown code gave the value, or it is a primitive. */
  private isForeign(expression: Expression): boolean {
    switch (expression.kind) {
      case 'global':
        // What the language itself has may give back what it was given.
        return /^[a-z]/.test(expression.name) && expression.name !== 'globalThis';
      case 'variable':
        return this.isForeignVariable(expression.variable);
      case 'unknown':
        return false;
      default:
        return true;
    }
  }

  /** A name that is declared elsewhere is of unknown code, when it is called. */
  private isForeignCallee(callee: Expression): boolean {
    if (callee.kind === 'unknown' || this.isForeign(callee)) return true;
    return (
      callee.kind === 'variable' &&
      this.writersOf(callee.variable).every(({ kind }) => kind === 'havoc') &&
      this.writersOf(callee.variable).length > 0
    );
  }

  private isForeignVariable(id: VariableId): boolean {
    const known = this.foreign.get(id);
    if (known !== undefined) return known;
    const kind = this.module.variables[id]?.kind;
    if (kind === 'import') return true;
    if (kind !== 'local' && kind !== 'temporary') return false;
    this.foreign.set(id, false);
    const writers = this.writersOf(id);
    const isForeign = writers.length > 0 && writers.every((instruction) => this.givesForeign(instruction));
    this.foreign.set(id, isForeign);
    return isForeign;
  }

  private givesForeign(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'assign':
      case 'await':
        return this.isForeign(instruction.value);
      case 'load':
        return this.isForeign(instruction.object);
      case 'call': {
        const member = this.memberOf(instruction.callee);
        const name = member === null ? null : nameOf(member.key);
        const isChained = name !== null && ofPromises.has(name) && instruction.args.length > 0;
        return instruction.mode !== 'super' && !isChained && this.isForeignCallee(instruction.callee);
      }
      default:
        return false;
    }
  }
}

function nameOf(key: Expression): string | null {
  return key.kind === 'constant' && key.value.kind === 'string' ? key.value.value : null;
}
