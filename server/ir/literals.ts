import type { Constant, Expression } from './expression.js';
import type { Argument, Instruction } from './instruction.js';
import { factsOf, isOfTopLevel, isTopLevel } from './facts.js';
import { topOf } from './topLevel.js';
import { mentionsOf, type EdgeIndex, type Mentions } from './mentions.js';
import type { FunctionIr, ModuleIr, VariableId } from './program.js';
import { forEachRead, operandsOf } from './visit.js';

/** The instructions that make an object or array of the top level, in their order; the last one names it. */
export type Making = readonly Instruction[];

/** Longer literals are not followed. */
const mostInstructions = 200;

/** Methods of arrays that only look, and give none of the objects that they look at. */
const lookingMethods: ReadonlySet<string> = new Set(['includes', 'indexOf', 'lastIndexOf', 'join', 'has']);

/** Methods that only look, and give a part. */
const givingMethods: ReadonlySet<string> = new Set(['get', 'at']);

/** Methods of all objects that only look. */
const tellingMethods: ReadonlySet<string> = new Set(['hasOwnProperty', 'propertyIsEnumerable', 'isPrototypeOf']);

/** Methods that make something new of primitives. */
const copyingMethods: ReadonlySet<string> = new Set(['keys', 'values', 'entries', 'slice', 'concat']);

/** Methods that call a function with elements, and their places: how many arguments there are before the array itself. */
const callingMethods: ReadonlyMap<string, number> = new Map([
  ...['map', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every', 'forEach', 'flatMap'].map(
    (name) => [name, 2] as const,
  ),
  ['reduce', 3],
]);

/**
 * How the value of a variable of the top level is made, where it is a literal of objects, arrays and primitives that stays as it is: the
 * module only looks at it, and gives neither it nor a part of it to anybody. Null otherwise.
 */
export function makingOf(variable: VariableId, module: ModuleIr): Making | null {
  const declared = module.variables[variable];
  if (declared?.kind !== 'local' || declared.reassigned || declared.owner !== topOf(module) || !isTopLevel(module, variable)) return null;
  if (module.tampersWithBuiltins || module.exports.some((exported) => exported.variable === variable)) return null;
  const index = mentionsOf(module);
  const last = onlyWriter(variable, index);
  if (last === null) return null;
  const parts = new Set<VariableId>([variable]);
  collectParts(last, parts, module, index);
  const making = straightTo(last, index.edgesOf(topOf(module)), parts);
  if (making === null || !making.every((each) => isMade(each, parts, module))) return null;
  return new Looks(module, parts, new Set(making)).areAll() ? making : null;
}

/** Whether the module only looks at an object that it makes so, and gives neither it nor a part of it to anybody. `isFlat`: its parts are primitives. */
export function isLookedAtOnly(
  module: ModuleIr,
  { parts, making }: { readonly parts: ReadonlySet<VariableId>; readonly making: ReadonlySet<Instruction> },
  isFlat: boolean,
): boolean {
  return new Looks(module, parts, making, isFlat).areAll();
}

function onlyWriter(variable: VariableId, { writers }: Pick<Mentions, 'writers'>): Instruction | null {
  const [only, ...others] = writers.get(variable) ?? [];
  return only === undefined || others.length > 0 ? null : only;
}

/** The temporaries that hold the literal and those inside it. */
function collectParts(made: Instruction, parts: Set<VariableId>, module: ModuleIr, index: Mentions): void {
  const waiting = [made];
  for (let next = waiting.pop(); next !== undefined && parts.size <= mostInstructions; next = waiting.pop()) {
    for (const operand of operandsOf(next)) {
      if (operand.kind !== 'variable' || parts.has(operand.variable) || module.variables[operand.variable]?.kind !== 'temporary') continue;
      const inner = onlyWriter(operand.variable, index);
      if (inner?.kind !== 'allocate') continue;
      parts.add(operand.variable);
      const stores = (index.mentions.get(operand.variable) ?? []).filter(({ kind }) => kind === 'store');
      waiting.push(inner, ...stores);
    }
  }
}

/** The instructions from the first that makes a part to the last one, where nothing branches and nothing lies between. */
function straightTo(last: Instruction, { into, from, of }: EdgeIndex, parts: ReadonlySet<VariableId>): Making | null {
  const making: Instruction[] = [];
  let at = of.get(last);
  while (at !== undefined && isOf(at.instruction, parts)) {
    if (making.push(at.instruction) > mostInstructions) return null;
    const before = into.get(at.source) ?? [];
    if (before.length > 1 || from.get(at.source)?.length !== 1) return null;
    at = before[0];
  }
  return making.reverse();
}

function isOf(instruction: Instruction, parts: ReadonlySet<VariableId>): boolean {
  if (instruction.kind === 'store') return instruction.object.kind === 'variable' && parts.has(instruction.object.variable);
  return (instruction.kind === 'allocate' || instruction.kind === 'assign') && parts.has(instruction.target);
}

/** Whether the instruction makes a part of nothing but parts and primitives. */
function isMade(instruction: Instruction, parts: ReadonlySet<VariableId>, module: ModuleIr): boolean {
  const isPart = (value: Expression): boolean => (value.kind === 'variable' && parts.has(value.variable)) || isOfTopLevel(value, module);
  switch (instruction.kind) {
    case 'allocate':
      return instruction.form !== 'regexp' && instruction.elements.every((element) => element.kind === 'value' && isPart(element.value));
    case 'store':
      return (
        instruction.mode === 'define' && instruction.key.kind === 'constant' && isName(instruction.key.value) && isPart(instruction.value)
      );
    default:
      return instruction.kind === 'assign' && isPart(instruction.value);
  }
}

/** In a literal that name makes a prototype. */
const isName = (key: { readonly kind: string; readonly value?: unknown }): boolean => key.kind === 'string' && key.value !== '__proto__';

/** What a module does with a literal. */
class Looks {
  /** Variables that may hold the literal or a part of it. */
  private readonly holders = new Set<VariableId>();
  /** Names of properties that hold parts. */
  private readonly names = new Set<string>();
  /** By the name of a property that holds neither a part nor a primitive: the function that it is; null where that is not known. */
  private readonly methods = new Map<unknown, FunctionIr | null>();

  constructor(
    private readonly module: ModuleIr,
    parts: ReadonlySet<VariableId>,
    private readonly making: ReadonlySet<Instruction>,
    /** Nothing but primitives is read of it, and what its prototype has. */
    private readonly isFlat = [...making].filter(({ kind }) => kind === 'allocate').length === 1,
  ) {
    for (const part of parts) this.holders.add(part);
    for (const each of making) {
      if (each.kind !== 'store') continue;
      const method = this.functionOf(each.value);
      if (method !== undefined) this.addMethod(each.key.kind === 'constant' ? nameOf(each.key.value) : null, method);
      else if (this.isHeld(each.value) && each.key.kind === 'constant') this.names.add(String(nameOf(each.key.value)));
    }
  }

  /** The function that is stored; undefined where it is a part or a primitive, null where nobody knows. */
  private functionOf(value: Expression): FunctionIr | null | undefined {
    if (value.kind !== 'variable') return value.kind === 'constant' ? undefined : null;
    const { writers } = mentionsOf(this.module);
    const made = onlyWriter(value.variable, { writers });
    if (made?.kind === 'closure') return this.module.functions[made.function] ?? null;
    if (this.isHeld(value)) return undefined;
    const fact = factsOf(this.module).get(value.variable);
    if (fact?.kind === 'closure') return this.module.functions[fact.closure.function] ?? null;
    return fact?.kind === 'value' ? undefined : null;
  }

  /** Called as a member of the literal, a function has it as `this`. */
  private addMethod(name: unknown, method: FunctionIr | null): void {
    if (method !== null && method.thisVariable !== null) this.holders.add(method.thisVariable);
    this.methods.set(name, this.methods.has(name) ? null : method);
  }

  /** Whether it is only looked at. */
  areAll(): boolean {
    if (this.module.functions.some(({ opaque }) => opaque)) return false;
    const { mentions } = mentionsOf(this.module);
    // A set hands out what is added while it is stepped through.
    for (const holder of this.holders)
      for (const each of mentions.get(holder) ?? []) if (!this.making.has(each) && !this.isLook(each)) return false;
    return true;
  }

  /** Whether the instruction only looks; what it takes out is held from then on. */
  private isLook(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'nop':
      case 'checkInitialised':
      case 'enterScope':
      case 'copyScope':
      case 'closeIterator':
        return true;
      case 'assume':
        return this.isTest(instruction.condition);
      case 'assign':
        return this.isHeld(instruction.value) ? this.hold(instruction.target) : this.isTest(instruction.value);
      case 'load':
        if (!this.isHeld(instruction.object) || this.mentions(instruction.key) || instruction.receiver !== undefined) return false;
        return !this.mayBePart(instruction.key) || this.hold(instruction.target);
      case 'call':
        return this.isLookingCall(instruction);
      case 'allocate':
        return this.isFlat && instruction.elements.every((each) => each.kind !== 'value' || !this.mentions(each.value));
      case 'iterate':
        return instruction.protocol !== 'asyncOf' && this.isHeld(instruction.iterable) && this.hold(instruction.iterator);
      case 'step':
        return this.isFlat || instruction.protocol === 'in' || !instruction.found || this.hold(instruction.target);
      default:
        return false;
    }
  }

  /** Whether a part may be read under that key. Arrays have numbers as keys. */
  private mayBePart(key: Expression): boolean {
    if (this.isFlat || key.kind !== 'constant' || key.value.kind !== 'string') return !this.isFlat;
    return this.names.has(key.value.value) || /^\d/.test(key.value.value);
  }

  private isLookingCall(call: Call): boolean {
    if (call.mode !== 'call' || call.callee.kind !== 'variable' || call.receiver === null) return false;
    const writers = mentionsOf(this.module).writers.get(call.callee.variable) ?? [];
    const names = writers.map((each) => (each.kind === 'load' && each.key.kind === 'constant' ? nameOf(each.key.value) : null));
    if (names.length === 0) return false;
    if (!this.isHeld(call.receiver)) return names.every((name) => this.copies(name, call));
    const isGiven = call.args.some((argument) => argument.kind !== 'hole' && this.mentions(argument.value));
    return names.every((name) => {
      const method = this.methods.get(name);
      if (method !== undefined) return method !== null && !isGiven;
      if (typeof name === 'string' && this.isLookingMethod(name, call)) return true;
      return !isGiven && this.isTable() && (typeof name !== 'string' || !(name in Object.prototype) || tellingMethods.has(name));
    });
  }

  /**
   * Whether whatever is called as a member of it is one of its functions, which are known, or there is none. That a key which is not known
   * leads to `valueOf` and the like is left out.
   */
  private isTable(): boolean {
    const areObjects = [...this.making].every((each) => each.kind !== 'allocate' || each.form === 'object');
    return areObjects && [...this.methods.values()].every((method) => method !== null);
  }

  private isLookingMethod(name: string, { args, target }: Call): boolean {
    const places = callingMethods.get(name);
    if (places !== undefined) return this.isFlat && args.length > 0 && args.every((argument) => this.takes(argument, places));
    if (args.some((argument) => argument.kind !== 'hole' && this.mentions(argument.value))) return false;
    if (givingMethods.has(name)) return this.isFlat || this.hold(target);
    return lookingMethods.has(name) || (this.isFlat && copyingMethods.has(name));
  }

  /** Whether the argument is no function, or one that has no parameter for the array itself. */
  private takes(argument: Argument, places: number): boolean {
    if (argument.kind !== 'value' || this.mentions(argument.value)) return false;
    const { value } = argument;
    if (value.kind === 'constant') return true;
    const made = value.kind === 'variable' ? onlyWriter(value.variable, mentionsOf(this.module)) : null;
    const body = made?.kind === 'closure' ? this.module.functions[made.function] : undefined;
    return body !== undefined && body.parameters.length <= places && body.rest === null && body.argumentsVariable === null;
  }

  /** `Object.keys(literal)`, and the like of primitives. */
  private copies(name: unknown, { receiver, args: [given, ...others] }: Call): boolean {
    if (receiver?.kind !== 'global' || receiver.name !== 'Object' || others.length > 0) return false;
    if (given?.kind !== 'value' || !this.isHeld(given.value)) return false;
    return name === 'keys' || (this.isFlat && (name === 'values' || name === 'entries'));
  }

  /** Objects are compared, and asked what they are. */
  private isTest(value: Expression): boolean {
    if (!this.mentions(value)) return true;
    if (value.kind === 'unary') return (value.operator === '!' || value.operator === 'typeof') && this.isPlain(value.operand);
    if (value.kind !== 'binary') return false;
    if (value.operator === 'in') return this.isHeld(value.right) && !this.mentions(value.left);
    if (value.operator !== '===' && value.operator !== '!==') return false;
    return this.isPlain(value.left) && this.isPlain(value.right);
  }

  private isPlain = (value: Expression): boolean => value.kind === 'variable' || this.isTest(value);

  private isHeld = (value: Expression): boolean => value.kind === 'variable' && this.holders.has(value.variable);

  private mentions(value: Expression): boolean {
    let isMentioned = false;
    forEachRead(value, (id) => {
      if (this.holders.has(id)) isMentioned = true;
    });
    return isMentioned;
  }

  private hold(variable: VariableId): boolean {
    const kind = this.module.variables[variable]?.kind;
    this.holders.add(variable);
    return kind === 'temporary' || kind === 'local';
  }
}

const nameOf = (key: Constant): unknown => ('value' in key ? key.value : null);

type Call = Extract<Instruction, { readonly kind: 'call' }>;
