import type { Instruction } from '../../ir/instruction.js';
import type { FunctionId, FunctionIr, ModuleIr, NodeId, VariableId } from '../../ir/program.js';
import { targetsOf } from '../../ir/visit.js';
import { accessorName } from '../heap/propertyNames.js';
import { lookingMethods, methodName, takingPatterns } from './methodNames.js';

/** The module's own methods that run where objects are converted, or that have the name of a built-in that only looks. */
export interface OwnConversions {
  /** Some `valueOf`, `toString` or `Symbol.toPrimitive` of the module's own may do more than to look. */
  readonly definesConversions: boolean;
  /** Names of `lookingMethods` (methodNames.ts) under which the module has methods of its own that may do more than to look. */
  readonly ownLookingMethods: ReadonlySet<string>;
}

/**
 * The conversions and methods of the module's own that are no better known than unknown code. Of the others their text says that they
 * change no array, and give control back or throw. `ownAccessors`: the names of what the module defines by getters, setters and
 * descriptors; null: any name.
 */
export function ownConversions(module: ModuleIr, ownAccessors: ReadonlySet<string> | null): OwnConversions {
  const methods = methodsGiven(module, ownAccessors);
  const namesPrimitive = module.functions.some(({ edges }) =>
    edges.some(({ instruction }) => instruction.kind === 'load' && accessorName(instruction.key) === 'toPrimitive'),
  );
  const all = new Set(methods.map(({ name }) => name));
  if (namesPrimitive || ownAccessors === null) return { definesConversions: namesPrimitive || hasConversion(all), ownLookingMethods: all };
  const active = activeNames(methods, module, ownAccessors);
  // Every operator may convert something.
  return hasConversion(active)
    ? { definesConversions: true, ownLookingMethods: all }
    : { definesConversions: false, ownLookingMethods: active };
}

const hasConversion = (names: ReadonlySet<string>): boolean => names.has('valueOf') || names.has('toString');

/** A method that the module gives an object under such a name; null: it is not known which. */
interface Given {
  readonly name: string;
  readonly method: FunctionIr | null;
}

function methodsGiven(module: ModuleIr, ownAccessors: ReadonlySet<string> | null): readonly Given[] {
  const given: Given[] = [...(ownAccessors ?? [])].filter((name) => lookingMethods.has(name)).map((name) => ({ name, method: null }));
  let closures: ReadonlyMap<VariableId, FunctionId> | null = null;
  for (const body of module.functions) {
    for (const { instruction } of body.edges) {
      if (instruction.kind !== 'store') continue;
      const name = accessorName(instruction.key);
      if (name === null || !lookingMethods.has(name)) continue;
      // What is copied from elsewhere under its name was given that name elsewhere.
      if (methodName(instruction.value, body, module) === name) continue;
      closures ??= closuresOf(module);
      const method = instruction.value.kind === 'variable' ? closures.get(instruction.value.variable) : undefined;
      given.push({ name, method: method === undefined ? null : (module.functions[method] ?? null) });
    }
  }
  return given;
}

/** The functions in variables that never hold anything else. */
function closuresOf(module: ModuleIr): ReadonlyMap<VariableId, FunctionId> {
  const closures = new Map<VariableId, FunctionId>();
  const others = new Set<VariableId>();
  for (const { edges } of module.functions) {
    for (const { instruction } of edges) {
      // Before it holds the function, there is nothing in it that could be called.
      if (instruction.kind === 'enterScope') continue;
      const closure = instruction.kind === 'closure' && !instruction.isClass ? instruction.function : null;
      for (const target of targetsOf(instruction)) {
        const kind = module.variables[target]?.kind;
        const isNamed = kind === 'temporary' || kind === 'local';
        if (closure === null || !isNamed || (closures.get(target) ?? closure) !== closure) others.add(target);
        else closures.set(target, closure);
      }
    }
  }
  for (const variable of others) closures.delete(variable);
  return closures;
}

/** The names of methods that do more than to look, as long as those of the other names only look: the fewest for which that holds. */
function activeNames(methods: readonly Given[], module: ModuleIr, ownAccessors: ReadonlySet<string>): ReadonlySet<string> {
  const active = new Set(methods.flatMap(({ name, method }) => (method === null ? [name] : [])));
  const closures = methods.length === active.size ? new Map<VariableId, FunctionId>() : closuresOf(module);
  for (let count = -1; count !== active.size;) {
    count = active.size;
    const looks = new Looks(module, closures, (name) => !ownAccessors.has(name), active);
    for (const { name, method } of methods) if (method !== null && !active.has(name) && !looks.only(method)) active.add(name);
  }
  return active;
}

/** Which functions only look: they write no property but of objects that they make, and call nothing but what only looks. */
class Looks {
  /** Those under way count as such: what calls itself without end throws. */
  private readonly known = new Map<FunctionIr, boolean>();

  constructor(
    private readonly module: ModuleIr,
    private readonly closures: ReadonlyMap<VariableId, FunctionId>,
    private readonly isData: (name: string) => boolean,
    private readonly active: ReadonlySet<string>,
  ) {}

  only(body: FunctionIr): boolean {
    const known = this.known.get(body);
    if (known !== undefined) return known;
    this.known.set(body, true);
    const made = new Set(body.edges.flatMap(({ instruction }) => (instruction.kind === 'allocate' ? [instruction.target] : [])));
    const result = body.edges.every(({ instruction }) => this.isQuiet(instruction, body, made)) && !hasLoop(body);
    this.known.set(body, result);
    return result;
  }

  private isQuiet(instruction: Instruction, body: FunctionIr, made: ReadonlySet<VariableId>): boolean {
    switch (instruction.kind) {
      case 'nop':
      case 'assign':
      case 'assume':
      case 'checkInitialised':
      case 'enterScope':
      case 'copyScope':
      case 'throw':
        return true;
      case 'allocate':
        return this.isTemporary(instruction.target) && instruction.elements.every(({ kind }) => kind !== 'spread');
      case 'closure':
        return !instruction.isClass;
      case 'load': {
        const name = accessorName(instruction.key);
        return name !== null && this.isData(name);
      }
      case 'store':
        return instruction.mode === 'define' && instruction.object.kind === 'variable' && made.has(instruction.object.variable);
      case 'call':
        return this.callsQuiet(instruction, body);
      default:
        return false;
    }
  }

  private callsQuiet({ callee, args, mode }: Instruction & { kind: 'call' }, body: FunctionIr): boolean {
    if (mode !== 'call' || args.some(({ kind }) => kind !== 'value')) return false;
    const closure = callee.kind === 'variable' ? this.closures.get(callee.variable) : undefined;
    const called = closure === undefined ? undefined : this.module.functions[closure];
    if (called !== undefined) return this.only(called);
    const name = methodName(callee, body, this.module);
    if (name === null || !lookingMethods.has(name) || this.active.has(name)) return false;
    return !takingPatterns.has(name) || args.every((argument) => argument.kind === 'value' && argument.value.kind === 'constant');
  }

  private isTemporary(variable: VariableId): boolean {
    return this.module.variables[variable]?.kind === 'temporary';
  }
}

/** Whether control may come back to where it was. */
function hasLoop({ edges, entry }: FunctionIr): boolean {
  const next = new Map<NodeId, NodeId[]>();
  for (const { source, target } of edges) {
    const list = next.get(source);
    if (list === undefined) next.set(source, [target]);
    else list.push(target);
  }
  const left = new Set<NodeId>();
  const onPath = new Set<NodeId>();
  const comesBack = (node: NodeId): boolean => {
    if (onPath.has(node)) return true;
    if (left.has(node)) return false;
    onPath.add(node);
    const found = (next.get(node) ?? []).some(comesBack);
    onPath.delete(node);
    left.add(node);
    return found;
  };
  return comesBack(entry);
}
