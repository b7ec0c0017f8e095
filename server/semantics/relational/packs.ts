import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { FunctionIr, ModuleIr, VariableId } from '../../ir/program.js';
import { forEachRead } from '../../ir/visit.js';
import { congruences, countersTogether, Look, pushedTogether, variablesAsked } from './counters.js';
import type { Congruence } from './counters.js';
import { foundElements } from './reading.js';
import type { Found } from './reading.js';

/**
 * A dimension of zones: the number that a variable holds, the length of its array, or the length of the array that is now reached from
 * variables in one step (`this.items`, `rows[i]`). Zero is one, too, for bounds of lengths.
 */
export type Dimension = number;
export const zero: Dimension = -1;
export const valueOf = (variable: VariableId): Dimension => variable * 4;
export const lengthOf = (variable: VariableId): Dimension => variable * 4 + 1;
const ofPath = (path: number): Dimension => path * 4 + 2;
export const isValue = (dimension: Dimension): boolean => dimension >= 0 && (dimension & 3) === 0;
export const isLength = (dimension: Dimension): boolean => dimension >= 0 && (dimension & 3) === 1;
export const isPath = (dimension: Dimension): boolean => dimension >= 0 && (dimension & 3) === 2;
/** A sum or a multiple. */
export const isSum = (dimension: Dimension): boolean => dimension >= 0 && (dimension & 3) === 3 && dimension < firstLimit;
const ofSum = (sum: number): Dimension => sum * 4 + 3;
export const variableOf = (dimension: Dimension): VariableId => dimension >> 2;

const firstLimit = 2 ** 26;
/**
 * The bound of integers that are below the variable: its number rounded up. It is less than every number where that is NaN, since nothing
 * is below NaN. Infinite like other dimensions where the variable is no number, or one too large to be exact.
 */
export const limitOf = (variable: VariableId): Dimension => firstLimit + variable * 4 + 3;
export const isLimit = (dimension: Dimension): boolean => dimension >= firstLimit;

/** Two variables whose sum is an index somewhere: what holds of the sum may hold of neither alone. */
export type Sum = readonly [VariableId, VariableId];

/** So many times a variable: an index may step along with it. */
export interface Multiple {
  readonly variable: VariableId;
  readonly factor: number;
}

/** `base.name` or `base[index]`. */
export interface Path {
  readonly base: VariableId;
  readonly key: string | VariableId;
}

/** The dimensions of one function, parted into packs: only dimensions of one pack are related. */
export interface FunctionPacks {
  /** Packs are numbered over the whole module. */
  readonly packOf: ReadonlyMap<Dimension, number>;
  readonly members: ReadonlyMap<number, readonly Dimension[]>;
  /** The dimensions that mean something else once the variable is written. */
  readonly dimensionsOf: ReadonlyMap<VariableId, readonly Dimension[]>;
  readonly pathOf: ReadonlyMap<Instruction, Dimension>;
  readonly paths: ReadonlyMap<Dimension, Path>;
  readonly sums: ReadonlyMap<Dimension, Sum>;
  readonly multiples: ReadonlyMap<Dimension, Multiple>;
  readonly congruences: ReadonlyMap<VariableId, Congruence>;
  readonly found: ReadonlyMap<Instruction, readonly Found[]>;
  readonly asked: ReadonlySet<VariableId>;
}

/** The variables that the dimension is about. */
export function variablesOf(dimension: Dimension, { paths, sums, multiples }: FunctionPacks): readonly VariableId[] {
  const path = paths.get(dimension);
  const multiple = multiples.get(dimension);
  if (isLimit(dimension)) return [variableOf(dimension - firstLimit)];
  if (multiple !== undefined) return [multiple.variable];
  if (path !== undefined) return typeof path.key === 'number' ? [path.base, path.key] : [path.base];
  return sums.get(dimension) ?? [variableOf(dimension)];
}

/** So many dimensions of variables that the user named are in one pack: closing it costs the cube of that. */
const maxPack = 10;

/** The packs of every function of a module, found when they are first asked for; of none, there are none. */
export class Packs {
  private readonly known: FunctionPacks[] = [];
  private count = 0;

  constructor(private readonly module: ModuleIr | null) {}

  of(id: number): FunctionPacks {
    let packs = this.known[id];
    if (packs === undefined) {
      const body = this.module?.functions[id];
      packs = this.module === null || body === undefined ? none : this.find(this.module, body);
      this.known[id] = packs;
    }
    return packs;
  }

  private find(module: ModuleIr, body: FunctionIr): FunctionPacks {
    const collected = new Collector(module, body);
    const packOf = new Map<Dimension, number>();
    const members = new Map<number, readonly Dimension[]>();
    for (const together of collected.packs()) {
      for (const dimension of together) packOf.set(dimension, this.count);
      members.set(this.count, together);
      this.count++;
    }
    if (packOf.size === 0 && collected.congruences.size === 0) return none;
    const dimensionsOf = new Map<VariableId, Dimension[]>();
    const add = (variable: VariableId, dimension: Dimension): void => {
      const list = dimensionsOf.get(variable);
      if (list === undefined) dimensionsOf.set(variable, [dimension]);
      else list.push(dimension);
    };
    const { pathOf, paths, sums, multiples, congruences: known, found, asked } = collected;
    const packs = { packOf, members, dimensionsOf, pathOf, paths, sums, multiples, congruences: known, found, asked };
    for (const dimension of packOf.keys()) {
      for (const variable of new Set(variablesOf(dimension, packs))) add(variable, dimension);
    }
    return packs;
  }
}

const none: FunctionPacks = {
  packOf: new Map(),
  members: new Map(),
  dimensionsOf: new Map(),
  pathOf: new Map(),
  paths: new Map(),
  sums: new Map(),
  multiples: new Map(),
  congruences: new Map(),
  found: new Map(),
  asked: new Set(),
};

/** Union-find over the dimensions that meet in one comparison, index, assignment or length. */
class Collector {
  private readonly parents = new Map<Dimension, Dimension>();
  private readonly sizes = new Map<Dimension, number>();
  /** Representatives of packs in which something is compared or accessed. */
  private readonly used = new Set<Dimension>();
  readonly pathOf = new Map<Instruction, Dimension>();
  readonly paths = new Map<Dimension, Path>();
  readonly sums = new Map<Dimension, Sum>();
  readonly multiples = new Map<Dimension, Multiple>();
  readonly congruences: ReadonlyMap<VariableId, Congruence>;
  found: ReadonlyMap<Instruction, readonly Found[]> = new Map();
  asked: ReadonlySet<VariableId> = new Set();
  private readonly pathIds = new Map<string, Dimension>();

  constructor(
    private readonly module: ModuleIr,
    body: FunctionIr,
  ) {
    const instructions = body.edges.filter(({ outcome }) => outcome === 'normal').map(({ instruction }) => instruction);
    // What is checked decides first what is together.
    for (const instruction of instructions) this.collectAccess(instruction);
    const looked = new Look(instructions, module);
    this.congruences = congruences(looked, module);
    for (const { counter, factor, follower } of countersTogether(looked))
      this.unite([valueOf(follower), this.multipleOf(counter, factor), valueOf(counter)]);
    for (const { array, counter, factor } of pushedTogether(looked)) {
      this.unite([lengthOf(array), ...(factor > 1 ? [this.multipleOf(counter, factor)] : []), valueOf(counter)]);
      this.used.add(this.find(lengthOf(array)));
    }
    for (const instruction of instructions) this.collectCondition(instruction);
    if (!this.callsItself(instructions, body)) for (const instruction of instructions) this.collectResult(instruction, body);
    if (this.used.size === 0) return;
    for (const instruction of instructions) this.collectLength(instruction);
    for (const instruction of instructions) this.collectLoad(instruction);
    for (const instruction of instructions) this.collectAssignment(instruction);
    // What comes of a call is known before what it is called with.
    for (const instruction of instructions.toReversed()) this.collectCall(instruction);
    this.asked = variablesAsked(instructions);
    this.found = foundElements(body, module, this.pathOf, this.paths, lengthOf);
  }

  /** With at least two members, something of which is asked for. */
  packs(): Dimension[][] {
    const members = new Map<Dimension, Dimension[]>();
    for (const dimension of this.parents.keys()) {
      const representative = this.find(dimension);
      const list = members.get(representative);
      if (list === undefined) members.set(representative, [dimension]);
      else list.push(dimension);
    }
    const used = new Set([...this.used].map((dimension) => this.find(dimension)));
    const found = new Set([...this.found.values()].flatMap((elements) => elements.flatMap(({ lengths }) => lengths)));
    const isRelated = (list: readonly Dimension[]): boolean => list.length > 1 || list.some((dimension) => found.has(dimension));
    return [...members]
      .filter(([representative, list]) => isRelated(list) && used.has(representative) && list.some((dimension) => this.isTold(dimension)))
      .map(([, list]) => list);
  }

  /** Something may be known of it: of a number that is given without a type nothing is, in most calls. */
  private isTold(dimension: Dimension): boolean {
    if (isPath(dimension) || isLength(dimension)) return true;
    if (isSum(dimension) || isLimit(dimension)) return false;
    const variable = this.module.variables[variableOf(dimension)];
    if (variable === undefined) return false;
    return variable.captured || (variable.kind === 'parameter' && variable.assumption !== null);
  }

  private collectAccess(instruction: Instruction): void {
    if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.access === null) return;
    if (instruction.object.kind !== 'variable') return;
    const length = lengthOf(instruction.object.variable);
    this.unite([length, ...read(instruction.key), ...this.sumIn(instruction.key)]);
    this.used.add(this.find(length));
  }

  private sumIn(key: Expression): readonly Dimension[] {
    if (key.kind !== 'binary' || key.operator !== '+' || key.left.kind !== 'variable' || key.right.kind !== 'variable') return [];
    const [x, y] = [key.left.variable, key.right.variable].sort((a, b) => a - b);
    if (x === undefined || y === undefined || x === y || this.isTemporary(x) || this.isTemporary(y)) return [];
    for (const [dimension, sum] of this.sums) if (sum[0] === x && sum[1] === y) return [dimension];
    const dimension = ofSum(this.sums.size + this.multiples.size);
    this.sums.set(dimension, [x, y]);
    return [dimension];
  }

  private multipleOf(variable: VariableId, factor: number): Dimension {
    for (const [dimension, known] of this.multiples) if (known.variable === variable && known.factor === factor) return dimension;
    const dimension = ofSum(this.sums.size + this.multiples.size);
    this.multiples.set(dimension, { variable, factor });
    return dimension;
  }

  private collectCondition(instruction: Instruction): void {
    if (instruction.kind === 'assume') this.collectComparison(instruction.condition);
    if (instruction.kind === 'assign') this.collectComparison(instruction.value);
  }

  /**
   * Around a recursion what results have to do with parameters is extrapolated away, after it has cost as much as all else.
   * (By name: only speed and precision depend on it.)
   */
  private callsItself(instructions: readonly Instruction[], { name }: FunctionIr): boolean {
    return instructions.some(
      (instruction) =>
        instruction.kind === 'call' &&
        instruction.callee.kind === 'variable' &&
        this.module.variables[instruction.callee.variable]?.name === name,
    );
  }

  /** Results that are computed from parameters are of use to callers. */
  private collectResult(instruction: Instruction, { result, parameters }: FunctionIr): void {
    if (instruction.kind !== 'assign' || instruction.target !== result) return;
    const operands = read(instruction.value).filter((dimension) => parameters.includes(variableOf(dimension)));
    if (operands.length === 0) return;
    this.unite([valueOf(result), ...operands]);
    this.used.add(this.find(valueOf(result)));
  }

  private collectComparison(condition: Expression): void {
    if (condition.kind === 'unary' && condition.operator === '!') this.collectComparison(condition.operand);
    if (condition.kind !== 'binary' || !comparisons.has(condition.operator)) return;
    const dimensions = [...read(condition.left), ...read(condition.right)];
    if (new Set(dimensions).size < 2) return;
    this.unite(dimensions);
    for (const dimension of dimensions) this.used.add(this.find(dimension));
  }

  private collectLength(instruction: Instruction): void {
    if (instruction.kind !== 'load' || instruction.object.kind !== 'variable') return;
    const { key, target } = instruction;
    if (key.kind !== 'constant' || key.value.kind !== 'string' || key.value.value !== 'length') return;
    this.unite([lengthOf(instruction.object.variable), valueOf(target)]);
  }

  private collectLoad(instruction: Instruction): void {
    if (instruction.kind !== 'load' || instruction.object.kind !== 'variable') return;
    const base = instruction.object.variable;
    const { key, target } = instruction;
    if (key.kind === 'constant' && key.value.kind === 'string') {
      this.collectPath(instruction, target, { base, key: key.value.value });
    } else if (key.kind === 'variable' && !this.isTemporary(key.variable)) {
      this.collectPath(instruction, target, { base, key: key.variable });
    }
  }

  private collectPath(instruction: Instruction, target: VariableId, path: Path): void {
    const length = lengthOf(target);
    if (!this.parents.has(length) || this.isTemporary(path.base)) return;
    const name = `${path.base}${typeof path.key === 'number' ? '#' : '.'}${path.key}`;
    let dimension = this.pathIds.get(name);
    if (dimension === undefined) this.pathIds.set(name, (dimension = ofPath(this.pathIds.size)));
    this.paths.set(dimension, path);
    this.pathOf.set(instruction, dimension);
    this.unite([length, dimension]);
  }

  private collectAssignment(instruction: Instruction): void {
    if (instruction.kind !== 'assign') return;
    const { target, value } = instruction;
    const operands = read(value);
    if (operands.length > 0) this.unite([valueOf(target), ...operands, ...(isMinimum(value) ? [limitOf(target)] : [])]);
    if (value.kind !== 'variable') return;
    const [to, from] = [lengthOf(target), lengthOf(value.variable)];
    if (this.parents.has(to) || this.parents.has(from)) this.unite([to, from]);
  }

  /** Indices go to functions along with their arrays; an array has a length that it is made with. */
  private collectCall(instruction: Instruction): void {
    if (instruction.kind !== 'call') return;
    const { target, receiver } = instruction;
    const args = instruction.args.flatMap((argument) => (argument.kind === 'value' ? [argument.value] : []));
    const arrays = [...(receiver === null ? [] : [receiver]), ...args].flatMap((operand) =>
      operand.kind === 'variable' ? [lengthOf(operand.variable)] : [],
    );
    const results = [lengthOf(target), valueOf(target)].filter((dimension) => this.parents.has(dimension));
    const lengths = arrays.filter((dimension) => this.parents.has(dimension));
    if (lengths.length === 0 && results.length === 0) return;
    const isMade = this.parents.has(lengthOf(target));
    const operands = [...(isMade ? arrays : lengths), ...args.flatMap(read)].filter((dimension) => this.isOfUse(dimension, isMade));
    this.unite([...results, ...operands]);
  }

  /** A number that is in no pack says nothing of an array that is handed on, but of one that is made. */
  private isOfUse(dimension: Dimension, isMade: boolean): boolean {
    return isMade || this.parents.has(dimension) || isValue(dimension);
  }

  private isTemporary(variable: VariableId): boolean {
    return this.module.variables[variable]?.kind === 'temporary';
  }

  private find(dimension: Dimension): Dimension {
    const parent = this.parents.get(dimension);
    if (parent === undefined) {
      this.parents.set(dimension, dimension);
      const isNamed = isPath(dimension) || !(isSum(dimension) || isLimit(dimension) || this.isTemporary(variableOf(dimension)));
      this.sizes.set(dimension, isNamed ? 1 : 0);
      return dimension;
    }
    if (parent === dimension) return dimension;
    const representative = this.find(parent);
    this.parents.set(dimension, representative);
    return representative;
  }

  private unite(dimensions: readonly Dimension[]): void {
    const [first, ...others] = dimensions;
    if (first === undefined) return;
    for (const other of others) {
      const a = this.find(first);
      const b = this.find(other);
      if (a === b) continue;
      const size = (this.sizes.get(a) ?? 1) + (this.sizes.get(b) ?? 1);
      if (size > maxPack) continue;
      this.parents.set(b, a);
      this.sizes.set(a, size);
      if (this.used.has(b)) this.used.add(a);
    }
    this.find(first);
  }
}

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==']);

const isMinimum = (value: Expression): boolean => value.kind === 'intrinsic' && value.name === 'Math.min';

/** The variables that an expression computes with. */
function read(expression: Expression): readonly Dimension[] {
  const found = new Set<Dimension>();
  forEachRead(expression, (variable) => found.add(valueOf(variable)));
  return [...found];
}
