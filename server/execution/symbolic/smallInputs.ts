import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { constantOf as primitiveOf } from '../../semantics/call/fold.js';
import { mentions, type Quantity } from './quantities.js';
import type { PathTerms } from './terms.js';

/** Values that are put together. */
const mostTries = 2_000;

const triedCounts = [0, 1, 2, 3, 5].map((count) => values.ofNumber(numbers.numberConstant(count)));
const triedNumbers = [...triedCounts, ...[-1, 0.5, 10].map((number) => values.ofNumber(numbers.numberConstant(number)))];
const triedTexts = ['', 'a', 'ab', 'a b'].map((text) => values.ofText(texts.textConstant(text)));
const triedBooleans = [values.ofBoolean(true, false), values.ofBoolean(false, true)];

/**
 * Whether small numbers and short texts are found of which none of the conditions is certainly false. Where there are none, a condition may
 * hold of infinities alone, or of nothing at all: nobody wants to read that.
 */
export function hasWitness(conditions: readonly Expression[], terms: PathTerms): boolean {
  const search = new Search(terms);
  for (const condition of conditions) search.add(condition);
  return search.finds(conditions);
}

class Search {
  /** Quantities that may be anything, with what is tried; and those that follow from others, behind these. */
  private readonly free = new Map<VariableId, readonly Value[]>();
  private readonly derived = new Map<VariableId, (held: ReadonlyMap<VariableId, Value>) => Value>();
  private tries = 0;
  /** Something that is not computed here would be any value. */
  private isOpen = false;

  constructor(private readonly terms: PathTerms) {}

  add(expression: Expression): void {
    mentions(expression, (id) => {
      this.addQuantity(id);
      return false;
    });
  }

  finds(conditions: readonly Expression[], held = new Map<VariableId, Value>()): boolean {
    if (this.isOpen) return false;
    const next = [...this.free].find(([id]) => !held.has(id));
    if (next === undefined) return this.fits(conditions, new Map(held));
    const [id, tried] = next;
    return tried.some((value) => this.tries < mostTries && this.finds(conditions, new Map(held).set(id, value)));
  }

  private fits(conditions: readonly Expression[], held: Map<VariableId, Value>): boolean {
    this.tries++;
    for (const [id, follows] of this.derived) held.set(id, follows(held));
    return conditions.every((condition) => this.terms.mayBeTrueIf(condition, held));
  }

  private addQuantity(id: VariableId): void {
    if (this.free.has(id) || this.derived.has(id)) return;
    const quantity = this.terms.quantities.all[id];
    const follows = quantity === undefined ? null : this.followsFrom(quantity);
    if (follows !== null) this.derived.set(id, follows);
    else if (quantity !== undefined && computedKinds.has(quantity.kind) && !this.isElement(quantity)) this.isOpen = true;
    else
      this.free.set(id, quantity?.kind === 'length' ? triedCounts : this.triedOf(this.terms.valueOf({ kind: 'variable', variable: id })));
  }

  /** An element of an array, at whatever place: it may be anything that its type allows. */
  private isElement(quantity: Quantity): boolean {
    if (quantity.kind !== 'method' || (quantity.name !== '[]' && quantity.name !== 'at')) return false;
    return !values.hasText(this.terms.valueOf(quantity.of));
  }

  /** The value that is computed of a text; null where it is no such quantity. */
  private followsFrom(quantity: Quantity): ((held: ReadonlyMap<VariableId, Value>) => Value) | null {
    const isLength = quantity.kind === 'length';
    if (!isLength && !(quantity.kind === 'method' && isTextMethod(quantity.name))) return null;
    if (!values.isTextOnly(this.terms.valueOf(quantity.of))) return null;
    const args: Expression[] = [];
    for (const argument of isLength ? [] : quantity.args) {
      if (argument.kind === 'pattern') return null;
      args.push(argument);
    }
    for (const part of [quantity.of, ...args]) this.add(part);
    return (held) => {
      const [text, ...given] = [quantity.of, ...args].map((part) => primitiveOf(this.terms.valueIfHeld(part, held)));
      if (typeof text?.[0] !== 'string' || given.includes(null)) return values.top;
      if (quantity.kind === 'length') return values.ofNumber(numbers.numberConstant(text[0].length));
      return resultOf(
        text[0],
        quantity.name,
        given.map((argument) => argument?.[0]),
      );
    };
  }

  private triedOf(value: Value): readonly Value[] {
    const tried = [
      ...(values.hasNumber(value) ? triedNumbers : []),
      ...(values.hasText(value) ? triedTexts : []),
      ...triedBooleans.filter((each) => values.leq(each, value)),
    ];
    return tried.length > 0 && !values.mayBeObject(value) ? tried : [value];
  }
}

const computedKinds: ReadonlySet<Quantity['kind']> = new Set(['method', 'made', 'among', 'test'] as const);

/** Methods whose results depend on more than the text and its arguments. */
const otherMethods: ReadonlySet<string> = new Set([
  'localeCompare',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'normalize',
  'repeat',
  'padStart',
  'padEnd',
]);

const isTextMethod = (name: string): boolean => Object.hasOwn(String.prototype, name) && !otherMethods.has(name);

function resultOf(text: string, name: string, args: readonly unknown[]): Value {
  const method: unknown = Reflect.get(String.prototype, name);
  const result: unknown = typeof method === 'function' ? Reflect.apply(method, text, args) : null;
  if (typeof result === 'string') return values.ofText(texts.textConstant(result));
  if (typeof result === 'boolean') return values.ofBoolean(result, !result);
  return typeof result === 'number' ? values.ofNumber(numbers.numberConstant(result)) : values.top;
}
