import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';

type Load = Instruction & { readonly kind: 'load' };

/** Methods of promises; others of these names are taken for them. */
export const promiseMethods: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Where the values of a module's variables come from, as far as its text shows. */
export class ValueOrigins {
  private readonly writing = new Map<VariableId, Set<Instruction>>();
  private readonly foreign = new Map<VariableId, boolean>();
  /** The values that are stored under each name. */
  readonly stored = new Map<string, Expression[]>();
  /** Values that are stored under names that are computed. */
  readonly storedAnywhere: Expression[] = [];
  /** The names under which something is read from an object. */
  readonly loaded = new Set<string>();

  constructor(readonly module: ModuleIr) {
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
    if (instruction.kind === 'load') {
      const read = nameOf(instruction.key);
      if (read !== null) this.loaded.add(read);
    }
    if (instruction.kind !== 'store' && instruction.kind !== 'defineAccessor') return;
    const name = nameOf(instruction.key);
    const values = instruction.kind === 'store' ? [instruction.value] : [];
    const known = name === null ? this.storedAnywhere : this.stored.get(name);
    if (known !== undefined) known.push(...values);
    else if (name !== null) this.stored.set(name, values);
  }

  /** Whether an object of the program may be taken for a promise. */
  get makesThenables(): boolean {
    return this.stored.has('then');
  }

  /** The instructions that give the variable a value. */
  writersOf(id: VariableId): readonly Instruction[] {
    return [...(this.writing.get(id) ?? [])];
  }

  /** The functions of the module that the value may be; null where it may be something else. */
  functionsOf(value: Expression): readonly FunctionIr[] | null {
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

  /** What is written as an array, and used as this alone. */
  elementsOf(list: Expression): readonly Argument[] | null {
    if (list.kind !== 'variable' || this.module.variables[list.variable]?.kind !== 'temporary') return null;
    const [made, other] = this.writersOf(list.variable);
    return made?.kind === 'allocate' && made.form === 'array' && other === undefined ? made.elements : null;
  }

  /** How a callee was read from an object, where that is all that it is. */
  memberOf(callee: Expression): Load | null {
    if (callee.kind !== 'variable') return null;
    const [read, other] = this.writersOf(callee.variable);
    return read?.kind === 'load' && other === undefined ? read : null;
  }

  /** Whether unknown code gave the value, or it is a primitive. */
  isForeign(expression: Expression): boolean {
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
  isForeignCallee(callee: Expression): boolean {
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
        const isChained = name !== null && promiseMethods.has(name) && instruction.args.length > 0;
        return instruction.mode !== 'super' && !isChained && this.isForeignCallee(instruction.callee);
      }
      default:
        return false;
    }
  }
}

/** The name of a property, where the text says it. */
export function nameOf(key: Expression): string | null {
  return key.kind === 'constant' && key.value.kind === 'string' ? key.value.value : null;
}

/** Whether anything looks at what the body's variable holds. */
export function isUsed(variable: VariableId, body: FunctionIr, module: ModuleIr): boolean {
  if (variable === body.result || module.variables[variable]?.captured !== false) return true;
  let isRead = false;
  for (const { instruction } of body.edges)
    for (const operand of operandsOf(instruction)) forEachRead(operand, (read) => (isRead ||= read === variable));
  return isRead;
}
