import type { Expression } from '../../ir/expression.js';
import type { TypeAssumption, VariableId } from '../../ir/program.js';
import { Abandoned } from '../concrete/signals.js';
import type { Activation, Program } from '../../semantics/scope.js';

/** The meaning of a variable in a term's expression: it keeps its value during the run. */
export type Quantity =
  | { readonly kind: 'parameter'; readonly variable: VariableId; readonly assumption: TypeAssumption | null }
  /** Something else that is not known, and that no condition can name. */
  | {
      readonly kind: 'unknown';
      readonly what: string;
      readonly assumption?: TypeAssumption;
      /** It came to the run once: what does not hold it will never see it again. */
      readonly isOnce?: true;
    }
  /** 0 or -0, whichever it is. */
  | { readonly kind: 'zero' }
  /** A data property, or an element, of an object that the run was given; or a character of a text, `isCharacter`. */
  | {
      readonly kind: 'member';
      readonly of: Expression;
      readonly name: string;
      readonly assumption: TypeAssumption;
      readonly isCharacter?: true;
    }
  /** The member of a copy of the object's own enumerable properties, `{ ...of }`: undefined where there is none. */
  | { readonly kind: 'copied'; readonly of: Expression; readonly name: string; readonly assumption: TypeAssumption }
  | { readonly kind: 'length'; readonly of: Expression }
  /** The call of a method; `[]`: the element at a place that is there. */
  | { readonly kind: 'method'; readonly name: string; readonly of: Expression; readonly args: readonly Operand[] }
  /** Whether the object has a property: any (`key in of`), or one of its own (`Object.hasOwn`). */
  | { readonly kind: 'has'; readonly which: 'in' | 'own'; readonly of: Expression; readonly key: Expression }
  /** Whether the text is one of these, or a name that every object inherits. */
  | { readonly kind: 'among'; readonly of: Expression; readonly names: readonly string[]; readonly orInherited: boolean }
  /** `Object.keys(of)`, `of.split(…)`: each call gives an array of its own. */
  | {
      readonly kind: 'made';
      readonly by: 'keys' | 'split';
      readonly of: Expression;
      readonly args: readonly Operand[];
      readonly call: number;
      readonly assumption: TypeAssumption;
    }
  /** Whether the text has a match. */
  | { readonly kind: 'test'; readonly pattern: string; readonly of: Expression }
  /** `of instanceof` a constructor of the language. */
  | { readonly kind: 'instance'; readonly of: Expression; readonly constructor: string };

/** An argument of a method: an expression, or a regular expression as it is written. */
export type Operand = Expression | { readonly kind: 'pattern'; readonly literal: string };

/** The quantities that the runs of one root speak of, numbered from 0: the same ones in every run. */
export class Quantities {
  readonly all: Quantity[] = [];
  private readonly ids = new Map<string, VariableId>();
  // By quantity, since one may speak of another twice, which speaks of a third twice.
  private readonly nameable: (boolean | undefined)[] = [];
  private readonly sizes: (number | undefined)[] = [];

  /** `most`: how many there may be. */
  constructor(readonly most = mostQuantities) {}

  idOf(quantity: Quantity): VariableId {
    const key = keyOf(quantity);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    if (this.all.length >= this.most) throw new Abandoned('too many quantities');
    const id = this.all.push(quantity) - 1;
    this.ids.set(key, id);
    return id;
  }

  /** The number of a quantity that has one. */
  find(quantity: Quantity): VariableId | null {
    return this.ids.get(keyOf(quantity)) ?? null;
  }

  /** Whether a condition can be written that says it, and be read. */
  isNameable(expression: Expression): boolean {
    switch (expression.kind) {
      case 'variable': {
        const { variable } = expression;
        return variable < this.all.length && (this.nameable[variable] ??= this.isNameableQuantity(variable));
      }
      case 'unary':
        return this.isNameable(expression.operand);
      case 'binary':
        return this.isNameable(expression.left) && this.isNameable(expression.right);
      case 'intrinsic':
        return expression.operands.every((operand) => this.isNameable(operand));
      case 'constant':
        return true;
      case 'global':
      case 'unknown':
        return false;
    }
  }

  private isNameableQuantity(variable: VariableId): boolean {
    const quantity = this.all[variable];
    if (quantity?.kind === 'unknown' || this.isTooLong(variable)) return false;
    return partsOf(quantity).every((part) => this.isNameable(part));
  }

  /** Whether nobody could read it: it speaks of quantities that speak of others, and so on. */
  isTooLong(variable: VariableId): boolean {
    return this.writtenSize(variable) > longestQuantity;
  }

  /** How large an expression is where it is written, with the quantities that it speaks of. */
  sizeWritten(expression: Expression): number {
    let size = sizeOf(expression);
    mentions(expression, (id) => {
      size += this.writtenSize(id);
      return false;
    });
    return size;
  }

  /** The operands and operators of a quantity with those of the quantities that it speaks of. */
  private writtenSize(variable: VariableId): number {
    const known = this.sizes[variable];
    if (known !== undefined) return known;
    const size = 1 + partsOf(this.all[variable]).reduce((sum, part) => sum + this.sizeWritten(part), 0);
    this.sizes[variable] = size;
    return size;
  }
}

const longestQuantity = 100;

/** The expressions that a quantity speaks of. */
export function partsOf(quantity: Quantity | undefined): readonly Expression[] {
  if (quantity === undefined || !('of' in quantity)) return [];
  if (quantity.kind === 'has') return [quantity.of, quantity.key];
  const args =
    quantity.kind === 'method' || quantity.kind === 'made' ? quantity.args.filter((argument) => argument.kind !== 'pattern') : [];
  return [quantity.of, ...args];
}

/** The limit of one root; and of one that goes on behind unknown code, where each call gives a new quantity. */
const mostQuantities = 48;
export const mostBehindUnknown = 192;

/** Quantities are variables of a frame, and nothing is known of any object. */
export function quantityActivation(program: Program, most: number): Activation {
  const known = activations.get(program) ?? new Map<number, Activation>();
  activations.set(program, known);
  const activation = known.get(most) ?? makeActivation(program, most);
  known.set(most, activation);
  return activation;
}

const activations = new WeakMap<Program, Map<number, Activation>>();

function makeActivation(program: Program, most: number): Activation {
  return {
    program: { ...program, captured: new Uint8Array(most), exported: new Uint8Array(most), stableOwner: new Int32Array(most).fill(-1) },
    function: -1,
    newest: () => true,
    outside: {
      run: (state) => state,
      escaped: () => undefined,
      calledOpaquely: () => undefined,
      changed: () => undefined,
      mayChange: () => true,
    },
  } as Activation;
}

/** Whether the expression reads a quantity of which the test holds. */
export function mentions(expression: Expression, test: (variable: VariableId) => boolean): boolean {
  switch (expression.kind) {
    case 'variable':
      return test(expression.variable);
    case 'unary':
      return mentions(expression.operand, test);
    case 'binary':
      return mentions(expression.left, test) || mentions(expression.right, test);
    case 'intrinsic':
      return expression.operands.some((operand) => mentions(operand, test));
    default:
      return false;
  }
}

export function substituted(expression: Expression, by: ReadonlyMap<VariableId, Expression>): Expression {
  switch (expression.kind) {
    case 'variable':
      return by.get(expression.variable) ?? expression;
    case 'unary':
      return { ...expression, operand: substituted(expression.operand, by) };
    case 'binary':
      return { ...expression, left: substituted(expression.left, by), right: substituted(expression.right, by) };
    case 'intrinsic':
      return { ...expression, operands: expression.operands.map((operand) => substituted(operand, by)) };
    default:
      return expression;
  }
}

export function sizeOf(expression: Expression): number {
  switch (expression.kind) {
    case 'unary':
      return 1 + sizeOf(expression.operand);
    case 'binary':
      return 1 + sizeOf(expression.left) + sizeOf(expression.right);
    case 'intrinsic':
      return 1 + expression.operands.reduce((sum, operand) => sum + sizeOf(operand), 0);
    default:
      return 1;
  }
}

/** Equal texts are equal quantities. */
export function keyOf(quantity: Quantity): string {
  switch (quantity.kind) {
    case 'parameter':
      return `parameter ${quantity.variable}`;
    case 'unknown':
      return `unknown ${quantity.what}`;
    case 'zero':
      return 'zero';
    case 'member':
      return `member ${quantity.name} of ${textOf(quantity.of)}`;
    case 'copied':
      return `member ${quantity.name} of a copy of ${textOf(quantity.of)}`;
    case 'length':
      return `length ${textOf(quantity.of)}`;
    case 'method':
      return `${quantity.name}(${[quantity.of, ...quantity.args].map(textOf).join(', ')})`;
    case 'has':
      return `${textOf(quantity.key)} ${quantity.which} ${textOf(quantity.of)}`;
    case 'among':
      return `${textOf(quantity.of)} among ${JSON.stringify(quantity.names)} ${quantity.orInherited}`;
    case 'made':
      return `${quantity.by} ${quantity.call} (${[quantity.of, ...quantity.args].map(textOf).join(', ')})`;
    case 'test':
      return `test ${quantity.pattern} ${textOf(quantity.of)}`;
    case 'instance':
      return `${textOf(quantity.of)} instanceof ${quantity.constructor}`;
  }
}

const texts = new WeakMap<Operand, string>();

/** Equal texts are equal expressions. */
export function textOf(expression: Operand): string {
  if (expression.kind === 'variable') return `v${expression.variable}`; // sooner written than looked up
  let text = texts.get(expression);
  if (text === undefined) texts.set(expression, (text = writtenText(expression)));
  return text;
}

function writtenText(expression: Operand): string {
  switch (expression.kind) {
    case 'variable':
      return `v${expression.variable}`;
    case 'unary':
      return `(${expression.operator} ${textOf(expression.operand)})`;
    case 'binary':
      return `(${textOf(expression.left)} ${expression.operator} ${textOf(expression.right)})`;
    case 'intrinsic':
      return `${expression.name}(${expression.operands.map(textOf).join(', ')})`;
    case 'constant': {
      const { value } = expression;
      if (!('value' in value)) return value.kind;
      return `${value.kind} ${Object.is(value.value, -0) ? '-0' : typeof value.value === 'string' ? JSON.stringify(value.value) : String(value.value)}`;
    }
    default:
      return JSON.stringify(expression);
  }
}
