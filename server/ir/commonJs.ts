import type { Expression } from './expression.js';
import type { Instruction } from './instruction.js';
import { mentionsOf, type Mentions } from './mentions.js';
import { topOf } from './topLevel.js';
import { passedNodes } from './passedNodes.js';
import type { ModuleIr, NodeId, Variable, VariableId } from './program.js';
import { constantName, readsAny } from './prototypes.js';
import { operandsOf, targetsOf } from './visit.js';

/** What a variable of a CommonJS module holds for ever: what `require` gives of another module, or a member of that. */
export interface Required {
  readonly specifier: string;
  /** Null: all that the module exports. */
  readonly name: string | null;
}

/** What a CommonJS module exports once it has been loaded, as far as its text tells and its own code leaves it so. */
export interface CommonExports {
  /** It may be compiled from an ECMAScript module: whether `import x from` takes `default` from it depends on who loads it. */
  readonly isCompiled: boolean;
  /** By name: a variable of the top level, or a constant. */
  readonly members: ReadonlyMap<string, Expression>;
  /** The variable whose value takes the place of the object of exports; null where there is none, or it is an object of these members. */
  readonly whole: VariableId | null;
  /** The instructions that give other modules a value: no other code of the module does. */
  readonly stores: ReadonlySet<Instruction>;
}

const requiredKnown = new WeakMap<ModuleIr, ReadonlyMap<VariableId, Required>>();
const exportsKnown = new WeakMap<ModuleIr, CommonExports | null>();

/** The variables that hold what the module requires, by number. The name that it gives to `require` is written out. */
export function requiredBy(module: ModuleIr): ReadonlyMap<VariableId, Required> {
  let required = requiredKnown.get(module);
  if (required === undefined) requiredKnown.set(module, (required = collectRequired(module)));
  return required;
}

/** Null where the module is no CommonJS module, or does with its exports what is not followed. */
export function commonExportsOf(module: ModuleIr): CommonExports | null {
  let exports = exportsKnown.get(module);
  if (exports === undefined) {
    exports = isCommonJs(module) ? new ExportsReader(module).read() : null;
    exportsKnown.set(module, exports);
  }
  return exports;
}

/** A name of Node's wrapper that the module uses as it is given. */
function wrapperVariable(module: ModuleIr, name: string): Variable | undefined {
  const top = topOf(module);
  return module.variables.find((each) => each.owner === top && each.declaration === null && each.name === name);
}

function isCommonJs(module: ModuleIr): boolean {
  if (module.exports.length > 0 || module.reexports.length > 0 || module.imports.length > 0) return false;
  if (module.tampersWithBuiltins || module.functions.some(({ opaque }) => opaque)) return false;
  return wrapperVariable(module, 'module') !== undefined || wrapperVariable(module, 'exports') !== undefined;
}

function collectRequired(module: ModuleIr): ReadonlyMap<VariableId, Required> {
  const found = new Map<VariableId, Required>();
  const require = wrapperVariable(module, 'require');
  if (require === undefined || module.functions.some(({ opaque }) => opaque)) return found;
  const { writers, mentions } = mentionsOf(module);
  if (writers.get(require.id)?.length !== 1) return found;
  const waiting: VariableId[] = [];
  const put = (target: VariableId, value: Required): void => {
    const variable = module.variables[target];
    const isConstant = (variable?.kind === 'local' || variable?.kind === 'temporary') && !variable.reassigned;
    if (!isConstant || writers.get(target)?.length !== 1 || found.has(target) || !isSetFirst(variable, module, require.id)) return;
    found.set(target, value);
    waiting.push(target);
  };
  for (const instruction of mentions.get(require.id) ?? []) {
    const specifier = specifierOf(instruction, require.id);
    if (specifier !== null && instruction.kind === 'call') put(instruction.target, { specifier, name: null });
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const value = found.get(next);
    if (value === undefined) continue;
    for (const each of mentions.get(next) ?? []) {
      if (each.kind === 'assign' && isVariable(each.value, next)) put(each.target, value);
      const name = each.kind === 'load' && isVariable(each.object, next) ? constantName(each.key) : null;
      if (each.kind === 'load' && name !== null && value.name === null) put(each.target, { ...value, name });
    }
  }
  return found;
}

/** Whether nothing reads a `var` before it has its value: nothing but `require` is called before. Others can't be read then, or are temporaries. */
function isSetFirst({ id, kind, lexical, owner }: Variable, module: ModuleIr, require: VariableId): boolean {
  if (lexical || kind === 'temporary') return true;
  const body = module.functions[owner];
  const { from } = mentionsOf(module).edgesOf(owner);
  const seen = new Set(body === undefined ? [] : [body.entry]);
  // A set hands out what is added while it is stepped through.
  for (const node of seen) {
    for (const { instruction, target } of from.get(node) ?? []) {
      if (targetsOf(instruction).includes(id) && instruction.kind !== 'enterScope') continue;
      const mayRun = ['await', 'yield', 'iterate', 'havoc', 'defineAccessor'].includes(instruction.kind);
      const isOther = instruction.kind === 'call' && !isVariable(instruction.callee, require);
      if (mayRun || isOther || (instruction.kind !== 'enterScope' && operandsOf(instruction).some((each) => readsAny(each, new Set([id])))))
        return false;
      seen.add(target);
    }
  }
  return true;
}

function specifierOf(instruction: Instruction, require: VariableId): string | null {
  if (instruction.kind !== 'call' || instruction.mode !== 'call' || !isVariable(instruction.callee, require)) return null;
  const [argument, ...others] = instruction.args;
  if (argument?.kind !== 'value' || others.length > 0 || argument.value.kind !== 'constant') return null;
  return argument.value.value.kind === 'string' ? argument.value.value.value : null;
}

const isVariable = (expression: Expression, variable: VariableId): boolean =>
  expression.kind === 'variable' && expression.variable === variable;

type Store = Instruction & { readonly kind: 'store' };

/** What is done with the object that a module exports in the end, wherever it has a name for it. */
class ExportsReader {
  private readonly index: Mentions;
  /** Where every run of the top level passes, and in which order. */
  private readonly passed: ReadonlyMap<NodeId, number>;
  /** Variables that hold the object, once they have their value. */
  private readonly holders = new Set<VariableId>();
  private readonly writing = new Set<Instruction>();
  private readonly members = new Map<string, Store[]>();
  private readonly unknown = new Set<string>();
  private readonly stores = new Set<Instruction>();
  /** What is copied onto it may have any name. */
  private copied = -1;

  constructor(private readonly module: ModuleIr) {
    this.index = mentionsOf(module);
    const top = module.functions[topOf(module)];
    this.passed = new Map((top === undefined ? [] : passedNodes(top)).map((node, position) => [node, position]));
  }

  read(): CommonExports | null {
    const moduleVariable = wrapperVariable(this.module, 'module')?.id ?? null;
    const exportsVariable = wrapperVariable(this.module, 'exports')?.id ?? null;
    const replacements = moduleVariable === null ? [] : this.replacements(moduleVariable);
    if (replacements === null || replacements.length > 1) return null;
    const [replacement] = replacements;
    const begin = replacement === undefined ? -1 : this.positionOf(replacement);
    if (begin === null) return null;
    if (replacement !== undefined) {
      this.stores.add(replacement);
      if (replacement.value.kind !== 'variable') return null;
      const made = this.madeAt(replacement.value.variable);
      if (made === null) return { members: new Map(), whole: replacement.value.variable, stores: this.stores, isCompiled: false };
      this.writing.add(made);
      for (const each of [replacement.value.variable, ...targetsOf(made)]) this.holders.add(each);
    }
    if (moduleVariable !== null && !this.holdLoads(moduleVariable, begin)) return null;
    if (exportsVariable !== null && !this.holdExports(exportsVariable, replacement)) return null;
    const self = this.module.functions[topOf(this.module)]?.thisVariable ?? null;
    if (self !== null && replacement === undefined) this.hold(self);
    for (const holder of this.holders)
      for (const each of this.index.mentions.get(holder) ?? []) if (!this.writing.has(each) && !this.isFollowed(each)) return null;
    const isCompiled = ['default', '__esModule'].some((name) => this.members.has(name) || this.unknown.has(name)) || this.copied >= 0;
    return { members: this.known(), whole: null, stores: this.stores, isCompiled };
  }

  /** Where in the order that every run has the instruction is done; null: not in every run. */
  private positionOf(instruction: Instruction): number | null {
    const edge = this.index.edgesOf(topOf(this.module)).of.get(instruction);
    if (edge === undefined) return null;
    const position = this.passed.get(edge.target);
    const into = this.index.edgesOf(topOf(this.module)).into.get(edge.target);
    return position === undefined || into?.some((each) => each.instruction !== instruction) !== false ? null : position;
  }

  /** The stores to `module.exports`; null where `module` is used otherwise than by its members. */
  private replacements(variable: VariableId): readonly Store[] | null {
    const found: Store[] = [];
    if (this.index.writers.get(variable)?.length !== 1) return null;
    for (const each of this.index.mentions.get(variable) ?? []) {
      if (each.kind === 'store' && isVariable(each.object, variable)) {
        if (readsAny(each.value, new Set([variable])) || constantName(each.key) === null) return null;
        if (constantName(each.key) === 'exports') found.push(each);
      } else if (each.kind === 'load' && isVariable(each.object, variable)) {
        if (constantName(each.key) === null) return null;
      } else if (!this.isHarmless(each, new Set([variable]))) {
        return null;
      }
    }
    return found;
  }

  /** The instruction that makes the object in the variable; null where it is not one that a literal makes. */
  private madeAt(variable: VariableId): Instruction | null {
    const [writer, ...others] = this.index.writers.get(variable) ?? [];
    if (writer === undefined || others.length > 0 || this.positionOf(writer) === null) return null;
    if (writer.kind === 'allocate') return writer.form === 'object' ? writer : null;
    const value = writer.kind === 'assign' ? writer.value : writer.kind === 'call' ? this.frozenBy(writer) : null;
    const made = value?.kind === 'variable' ? this.madeAt(value.variable) : null;
    if (made !== null && value?.kind === 'variable') {
      this.writing.add(writer);
      this.holders.add(value.variable);
    }
    return made;
  }

  /** `Object.freeze(…)` */
  private frozenBy(call: Instruction & { readonly kind: 'call' }): Expression | null {
    const [object, ...others] = call.args;
    return others.length === 0 && object?.kind === 'value' && this.isOfObject(call.callee, 'freeze') ? object.value : null;
  }

  /** Whether the value is that static method of Object. */
  private isOfObject(callee: Expression, name: string): boolean {
    const read = callee.kind === 'variable' ? this.index.writers.get(callee.variable) : undefined;
    const [only, ...others] = read ?? [];
    if (only?.kind !== 'load' || others.length > 0) return false;
    return only.object.kind === 'global' && only.object.name === 'Object' && constantName(only.key) === name;
  }

  /** `module.exports` holds the object from where it has been stored; before it held another. */
  private holdLoads(variable: VariableId, begin: number): boolean {
    for (const each of this.index.mentions.get(variable) ?? []) {
      if (each.kind !== 'load' || constantName(each.key) !== 'exports') continue;
      const position = this.positionOf(each);
      if (position !== null && position < begin) continue;
      if (position === null && begin >= 0 && this.isOfTop(each)) return false;
      this.writing.add(each);
      if (!this.hold(each.target)) return false;
    }
    return true;
  }

  private isOfTop(instruction: Instruction): boolean {
    return this.index.edgesOf(topOf(this.module)).of.has(instruction);
  }

  /** `exports` is the object that a module begins with, unless it is given the one that takes its place. */
  private holdExports(variable: VariableId, replacement: Store | undefined): boolean {
    const [, ...later] = this.index.writers.get(variable) ?? [];
    if (replacement === undefined) {
      this.holders.add(variable);
      for (const each of this.index.writers.get(variable) ?? []) this.writing.add(each);
      return later.length === 0;
    }
    if (later.length === 0) return true;
    const [only, ...others] = later;
    const isSame = only?.kind === 'assign' && only.value.kind === 'variable' && this.holders.has(only.value.variable);
    if (!isSame || others.length > 0 || this.positionOf(only) === null) return false;
    // What it was used for before is for another object.
    const from = this.positionOf(only) ?? 0;
    this.writing.add(only);
    for (const each of this.index.mentions.get(variable) ?? []) {
      const position = this.positionOf(each);
      if (each !== only && position !== null && position < from) this.writing.add(each);
    }
    this.holders.add(variable);
    return true;
  }

  private hold(variable: VariableId): boolean {
    for (const each of this.index.writers.get(variable) ?? []) this.writing.add(each);
    this.holders.add(variable);
    return this.index.writers.get(variable)?.length === 1;
  }

  /** Whether it is known what the instruction does with the object. */
  private isFollowed(instruction: Instruction): boolean {
    const isHolder = (value: Expression): boolean => value.kind === 'variable' && this.holders.has(value.variable);
    const mentions = (value: Expression): boolean => readsAny(value, this.holders);
    switch (instruction.kind) {
      case 'store': {
        if (this.stores.has(instruction)) return true;
        if (!isHolder(instruction.object)) return false;
        if (mentions(instruction.value) && !isHolder(instruction.value)) return false;
        return this.write(instruction);
      }
      case 'load':
        return isHolder(instruction.object) && !mentions(instruction.key);
      case 'delete':
      case 'defineAccessor':
        return isHolder(instruction.object) && this.forget(constantName(instruction.key));
      case 'copyProperties': {
        if (instruction.excluded.some(mentions)) return false;
        const position = isHolder(instruction.object) ? this.positionOf(instruction) : -1;
        this.copied = Math.max(this.copied, position ?? Infinity);
        return true;
      }
      case 'call':
        return this.isFollowedCall(instruction);
      default:
        return this.isHarmless(instruction, this.holders) || this.isNamed(instruction);
    }
  }

  private isNamed(instruction: Instruction): boolean {
    if (instruction.kind !== 'assign' || instruction.value.kind !== 'variable') return false;
    const kind = this.module.variables[instruction.target]?.kind;
    return (kind === 'local' || kind === 'temporary') && this.hold(instruction.target);
  }

  /** Called by one of its members it is `this` there. `Object.defineProperty(exports, 'name', …)` may define anything under that name. */
  private isFollowedCall({ callee, receiver, args }: Instruction & { readonly kind: 'call' }): boolean {
    const given = args.filter((argument) => argument.kind !== 'hole' && readsAny(argument.value, this.holders));
    if (readsAny(callee, this.holders)) return false;
    if (given.length === 0) return receiver !== null && !this.writesThis();
    const [object, key, ...rest] = args;
    if (object?.kind !== 'value' || object.value.kind !== 'variable' || given.length > 1 || !given.includes(object)) return false;
    if (!this.isOfObject(callee, 'defineProperty') || rest.length === 0) return false;
    return key?.kind === 'value' && this.forget(constantName(key.value));
  }

  /** Whether a function of the module may do more with what it is called on than to read members of it. */
  private writesThis(): boolean {
    const selves = new Set<VariableId>();
    for (const { thisVariable, kind } of this.module.functions)
      if (thisVariable !== null && kind !== 'module' && kind !== 'constructor' && kind !== 'derivedConstructor') selves.add(thisVariable);
    const mentions = (value: Expression): boolean => readsAny(value, selves);
    return this.module.functions.some(({ edges }) =>
      edges.some(({ instruction }) => (instruction.kind === 'load' ? mentions(instruction.key) : operandsOf(instruction).some(mentions))),
    );
  }

  private forget(name: string | null): boolean {
    if (name !== null) this.unknown.add(name);
    return name !== null;
  }

  private write(store: Store): boolean {
    const name = constantName(store.key);
    if (name === null) return false;
    const known = this.members.get(name);
    if (known === undefined) this.members.set(name, [store]);
    else known.push(store);
    this.stores.add(store);
    return true;
  }

  /** The object is compared, tested, or the instruction does not use it. */
  private isHarmless(instruction: Instruction, of: ReadonlySet<VariableId>): boolean {
    switch (instruction.kind) {
      case 'enterScope':
      case 'copyScope':
      case 'assume':
      case 'checkInitialised':
        return true;
      case 'iterate':
        return instruction.protocol === 'in';
      case 'assign':
        return instruction.value.kind === 'binary' || instruction.value.kind === 'unary' || !readsAny(instruction.value, of);
      default:
        return !operandsOf(instruction).some((operand) => readsAny(operand, of));
    }
  }

  /** The members that are stored once, in every run. `exports.a = undefined` may come before. */
  private known(): ReadonlyMap<string, Expression> {
    const found = new Map<string, Expression>();
    for (const [name, stores] of this.members) {
      const positions = stores.map((each) => this.positionOf(each));
      const last = stores.findIndex((each) => !isUndefined(each.value));
      const position = positions[last] ?? null;
      const isLast = stores.every((each, at) => at === last || (isUndefined(each.value) && isBelow(positions[at] ?? null, position)));
      const value = stores[last]?.value;
      if (position === null || value === undefined || !isLast || this.unknown.has(name) || name === '__proto__') continue;
      if (position < this.copied) continue;
      if (value.kind === 'constant' || (value.kind === 'variable' && !this.holders.has(value.variable))) found.set(name, value);
    }
    return found;
  }
}

const isUndefined = (value: Expression): boolean => value.kind === 'constant' && value.value.kind === 'undefined';

const isBelow = (position: number | null, bound: number | null): boolean => position !== null && bound !== null && position < bound;
