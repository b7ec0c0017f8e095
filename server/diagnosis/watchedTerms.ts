import type { BinaryOperator, Expression, Intrinsic, UnaryOperator } from '../ir/expression.js';
import { ConcreteObject, Term, type ConcreteValue, type PropertyName } from '../execution/concrete/concreteValue.js';
import type { PrototypeName, Realm } from '../execution/concrete/realm.js';
import { getData } from '../execution/concrete/properties.js';
import { isPlainArray } from '../execution/symbolic/elementAccess.js';
import { PathTerms } from '../execution/symbolic/terms.js';
import { textOf } from '../execution/symbolic/quantities.js';
import { Unmodelled } from '../execution/concrete/signals.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';

/** Large expressions of one path that are taken for any value they can have: a loop that makes more of them tells little. */
const mostWidened = 6;
/** Elements of an array among which an index that is not known is looked for. */
const mostPlaces = 16;

/**
 * Terms that note where a value of another type could do what none of its own type does: `x === true` is false for every number. What
 * only computes or compares numbers makes a number of whatever it is given, so all numbers stand for all values there. What finds an element
 * is a number, as the expression is written.
 */
export class WatchedTerms extends PathTerms {
  /** Values of another type may lead elsewhere. */
  dependsOnType = false;
  private readonly widened = new Set<string>();

  override unary(operator: UnaryOperator, operand: Term): ConcreteValue {
    const kind = this.kindOf(operand);
    const isOpen = kind === 'number' ? !numericUnary.has(operator) : operator !== 'toString' && operator !== '!';
    this.note(isOpen, operand);
    return super.unary(operator, operand);
  }

  override binary(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): ConcreteValue {
    const [kind, other] = [this.kindOf(left), this.kindOf(right)];
    const areNumbers = kind === 'number' && other === 'number';
    const areTexts = kind === 'string' && other === 'string';
    this.note(!areNumbers && !(areTexts && textual.has(operator)), left, right);
    return super.binary(operator, left, right);
  }

  override intrinsic(name: Intrinsic, operands: readonly ConcreteValue[], realm: Realm): ConcreteValue {
    this.note(!name.startsWith('Math.'), ...operands);
    return super.intrinsic(name, operands, realm);
  }

  override refuseNullish(term: Term, realm: Realm, about: string): void {
    this.note(true, term);
    super.refuseNullish(term, realm, about);
  }

  override refuseObject(term: Term): void {
    this.note(true, term);
    super.refuseObject(term);
  }

  override property(term: Term, name: PropertyName, realm: Realm): { readonly value: ConcreteValue } | null {
    this.note(true, term);
    return super.property(term, name, realm);
  }

  override element(object: ConcreteValue, index: Term, realm: Realm): { readonly value: ConcreteValue } | null {
    const isElement = typeof object === 'string' || (object instanceof ConcreteObject && object.nature.kind === 'array');
    this.note(true, object);
    this.note(!isElement || this.kindOf(index) !== 'number', index);
    const { dependsOnType } = this;
    const found = super.element(object, index, realm);
    // It is asked whether a number is an index.
    if (isElement && this.kindOf(index) === 'number') this.dependsOnType = dependsOnType;
    const place = found === null ? this.whichPart(object, index, realm) : null;
    return place === null ? found : { value: getData(object, String(place), realm) };
  }

  /** Each place of a short array is followed. */
  override whichPart(object: ConcreteValue, index: Term, realm: Realm): number | null {
    if (!values.isNumberOnly(this.valueOf(index.expression)) || !isPlainArray(object, realm) || object.nature.kind !== 'array') return null;
    const { length } = object.nature.elements;
    if (length > mostPlaces) return null;
    for (let at = 0; at < length; at++) if (this.holds(super.binary('===', index, at))) return at;
    return null;
  }

  /** No value that is meant is so long, or so large, that the engine refuses it. */
  override followLimit(): void {}

  override call(
    method: ConcreteObject,
    self: ConcreteValue,
    args: readonly ConcreteValue[],
    realm: Realm,
  ): { readonly value: ConcreteValue } | null {
    this.note(true, self);
    this.note(!isKeeping(method, self), ...args);
    return super.call(method, self, args, realm);
  }

  override *elements(term: Term, realm: Realm): Generator<ConcreteValue, void> {
    this.note(true, term);
    yield* super.elements(term, realm);
  }

  override list(term: Term, realm: Realm): ConcreteValue[] {
    this.note(true, term);
    return super.list(term, realm);
  }

  override prototype(term: Term): PrototypeName {
    this.note(true, term);
    return super.prototype(term);
  }

  override instanceOf(term: Term, constructor: string, realm: Realm): ConcreteValue {
    this.note(true, term);
    return super.instanceOf(term, constructor, realm);
  }

  /** Only the witness needs to know what it is computed from, and that is a run. */
  protected override large(expression: Expression, value: Value): ConcreteValue {
    this.widened.add(textOf(expression));
    if (this.widened.size > mostWidened) return super.large(expression, value);
    return this.input({ kind: 'unknown', what: textOf(expression) }, value);
  }

  /** What a component gives may be an object that there is already, whose members the run changes. */
  protected override isData(): boolean {
    return false;
  }

  /** What a component gives may be an object that there is already. */
  protected override compareObject(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): ConcreteValue {
    const mayBeObject = [left, right].some((side) => side instanceof Term && values.mayBeObject(this.valueOf(side.expression)));
    if (mayBeObject) throw new Unmodelled('which object it gives');
    return super.compareObject(operator, left, right);
  }

  private note(isOpen: boolean, ...operands: readonly ConcreteValue[]): void {
    if (isOpen && operands.some((operand) => operand instanceof Term && mayChangeType(operand.expression))) this.dependsOnType = true;
  }

  private kindOf(value: ConcreteValue): string {
    if (!(value instanceof Term)) return typeof value;
    const known = this.valueOf(value.expression);
    return values.isNumberOnly(known) ? 'number' : values.isTextOnly(known) ? 'string' : 'other';
  }
}

/** Whether a method of the language keeps what it is given, and does not look at it. */
const isKeeping = ({ nature }: ConcreteObject, self: ConcreteValue): boolean =>
  nature.kind === 'builtin' &&
  /^(?:push|unshift)$/.test(nature.builtin.name) &&
  self instanceof ConcreteObject &&
  self.nature.kind === 'array';

/** What is computed from quantities has its type whatever they are; but a sum is a text where a summand is. */
const mayChangeType = (expression: Expression): boolean =>
  expression.kind === 'variable' ||
  (expression.kind === 'binary' && expression.operator === '+' && [expression.left, expression.right].some(mayChangeType));

const numericUnary: ReadonlySet<UnaryOperator> = new Set(['-', '+', '~', '!', 'toNumeric']);
const textual: ReadonlySet<BinaryOperator> = new Set(['+', '===', '!==', '==', '!=', '<', '<=', '>', '>=']);
