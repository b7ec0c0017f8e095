import { nothingRead } from '../concrete/failure.js';
import type { BinaryOperator, Expression, Intrinsic, UnaryOperator } from '../../ir/expression.js';
import type { TypeAssumption, VariableId } from '../../ir/program.js';
import { unreachable } from '../../base/errors.js';
import * as maps from '../../base/intMap.js';
import * as bigints from '../../lattice/bigint.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { PrototypeName, Realm } from '../concrete/realm.js';
import { Abandoned, Thrown, Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Opaque, Term } from '../concrete/concreteValue.js';
import type { ConcreteValue, PropertyName, TermAlgebra, Wanted } from '../concrete/concreteValue.js';
import { assumedValue } from '../../semantics/expression/assumption.js';
import { evaluate } from '../../semantics/expression/evaluate.js';
import { mayBeOwnAccessor } from '../../semantics/heap/accessors.js';
import * as objects from '../../semantics/heap/object.js';
import * as states from '../../semantics/state.js';
import { callOf, type TermModels } from './termCall.js';
import { constantOf, expressionOf } from './constants.js';
import { constructors } from './constructors.js';
import { Decisions } from './pathCondition.js';
import { ForeignException, TooLarge } from './pathSignals.js';
import { elementAt } from './elementAccess.js';
import { AskedNames, isMember } from './tableNames.js';
import { unchangedBy } from './neutral.js';
import { elementOf, memberOfPart, partsOf, unionOf } from './declared.js';
import { StoredValues } from './storedValues.js';
import type { DeclaredMember } from './declared.js';
import type { Cut } from './cutArrays.js';
import { keyOf, mentions, sizeOf, textOf } from './quantities.js';
import type { Operand, Quantity } from './quantities.js';

/** Larger expressions say nothing to a reader. */
const largestExpression = 24;
/** Conditions on more than the first of an array's elements say little to a reader. */
const mostElements = 1;

/** Terms of one run. */
export class PathTerms extends Decisions implements TermAlgebra {
  constructor(
    private readonly models: TermModels,
    ...decisions: ConstructorParameters<typeof Decisions>
  ) {
    super(...decisions);
  }

  /** Whether lists of unknown length are followed element by element; else built-ins that go over them are unknown code. */
  followsLists = true;
  /** Whether somebody catches what is thrown now. */
  isCaught = (): boolean => false;
  /** Runs what a getter that is not seen may do: all but to change members of what is not seen. Null: such a read is not followed. */
  runGetter: (() => void) | null = null;
  /** The decisions about texts that are looked up. */
  readonly names = new AskedNames();
  /** How often unknown code has run, which may have changed every object that the run was given. */
  private changes = 0;

  /** How often objects that the run was given may have changed. */
  get epoch(): number {
    return this.changes;
  }

  /** Whatever was known of objects may have changed. */
  forgetObjects(): void {
    this.changes++;
  }

  readonly stored = new StoredValues();

  /** The arrays that built-ins have made of what is not known, and how often objects had changed before. */
  private readonly made = new Map<VariableId, number>();
  private readonly cuts = new Map<VariableId, Cut>();

  /** A new array that only the run has: of at least so many elements, of which that is known. */
  newArray(element: TypeAssumption, least = 0): ConcreteValue {
    const what = `array ${this.made.size} of ${JSON.stringify(element)}, ${least} at least, made after ${this.changes}`;
    const quantity: Quantity = { kind: 'unknown', what, isOnce: true, assumption: { kind: 'array', element } };
    this.made.set(this.quantities.idOf(quantity), this.changes);
    const array = this.input(quantity, values.unknownObject);
    return least === 0 ? array : this.withLength(array, least);
  }

  /** The new array has so many elements, at least. */
  withLength(array: ConcreteValue, least: number): ConcreteValue {
    const length = numbers.numberRange(least, objects.anyLength.max, true, false);
    this.input({ kind: 'length', of: expressionOf(array) }, values.ofNumber(length));
    return array;
  }

  /** The array has just been cut from another, and is what is behind a position of it. */
  noteCut(array: ConcreteValue, of: Expression, from: Expression): void {
    const cut = expressionOf(array);
    if (cut.kind === 'variable') this.cuts.set(cut.variable, { of, from });
  }

  /** The array that this one is the rest of, and from where; null where it was not made so. */
  cutOf(expression: Expression): Cut | null {
    return (expression.kind === 'variable' ? this.cuts.get(expression.variable) : undefined) ?? null;
  }

  private isMade(expression: Expression): boolean {
    return expression.kind === 'variable' && this.made.has(expression.variable);
  }

  /** How often unknown code has run that may have changed the object. */
  changesOf(expression: Expression): number {
    return this.changes - ((expression.kind === 'variable' ? this.made.get(expression.variable) : undefined) ?? 0);
  }

  override textOfValue(id: VariableId): string {
    const isChanged = this.made.has(id) && this.changesOf({ kind: 'variable', variable: id }) > 0;
    return `${super.textOfValue(id)}${isChanged ? ` after ${this.changes}` : ''}`;
  }

  /** A part of an object: as it was at the entry, or as unknown code has left it. */
  private part(quantity: Quantity & { readonly kind: 'member' | 'length' }, value: Value): ConcreteValue {
    if (this.changesOf(quantity.of) === 0) return this.input(quantity, value);
    const name = quantity.kind === 'length' ? 'length' : quantity.name;
    const what = `${name} of ${textOf(quantity.of)} after ${this.changes}`;
    if (!this.stored.areAmong(name, value)) return this.input({ kind: 'unknown', what: `any ${what}` }, values.top);
    const assumption = quantity.kind === 'member' ? { assumption: quantity.assumption } : {};
    return this.input({ kind: 'unknown', what, ...assumption }, value);
  }

  /** A quantity that is one of these values. */
  input(quantity: Quantity, value: Value): ConcreteValue {
    const id = this.quantities.idOf(quantity);
    if (maps.get(this.state.frame, id) === undefined) this.state = states.setFrame(this.state, id, value);
    return this.term({ kind: 'variable', variable: id });
  }

  /** The value of the expression, which neither throws nor calls anything. */
  private term(expression: Expression): ConcreteValue {
    const { value, effects } = evaluate(expression, this.state, this.activation);
    const convertsLengths = effects.converts && this.convertsOnlyLengths(expression);
    if (effects.converts && !convertsLengths && this.tellsNumber(expression)) return this.term(expression);
    if (effects.converts && !convertsLengths) throw new Unmodelled('the conversion of an object');
    if (effects.throws && values.isBottom(value)) throw new Thrown(new Opaque('an error of the engine'));
    if (effects.throws && !convertsLengths) this.refuse(expression);
    if (values.isBottom(value)) throw new Unmodelled('an operation without result');
    if (sizeOf(expression) > largestExpression) return this.large(expression, value);
    const constant = constantOf(value);
    return constant === null ? new Term(expression, this) : constant.value;
  }

  /** An expression that is too large to go on with; `value`: what it can be. */
  protected large(_expression: Expression, _value: Value): ConcreteValue {
    throw new TooLarge();
  }

  /** Decides with `typeof` whether quantities that may be objects or numbers are numbers; true when one was decided. */
  private tellsNumber(expression: Expression): boolean {
    return mentions(expression, (variable) => {
      const operand: Expression = { kind: 'variable', variable };
      const isOpen = (): boolean => values.mayBeObject(this.valueOf(operand)) && values.hasNumber(this.valueOf(operand));
      if (!isOpen()) return false;
      this.isOfType(operand, 'number');
      return !isOpen();
    });
  }

  /** Whether no other quantity may be an object than a `length` whose object has no declared type: converting that changes nothing. */
  private convertsOnlyLengths(expression: Expression): boolean {
    return !mentions(expression, (variable) => {
      const quantity = this.quantities.all[variable];
      const isLength = quantity?.kind === 'member' && quantity.name === 'length' && quantity.assumption.kind === 'any';
      return !isLength && values.mayBeObject(this.valueOf({ kind: 'variable', variable }));
    });
  }

  isOfType(operand: Expression | Term, type: string): boolean {
    if (operand instanceof Term) return this.isOfType(operand.expression, type);
    const name: Expression = { kind: 'constant', value: { kind: 'string', value: type } };
    return this.decideOn({ kind: 'binary', operator: '===', left: { kind: 'unary', operator: 'typeof', operand }, right: name });
  }

  /** Where it is not known whether the engine throws, both are followed. */
  private refuse(expression: Expression): void {
    const test = expression.kind === 'binary' ? refusedBy[expression.operator] : undefined;
    if (expression.kind === 'binary' && test !== undefined) {
      const { left, right } = expression;
      const areBigints = [left, right].every((operand) => isBigintOnly(this.valueOf(operand)));
      const zero: Expression = { kind: 'constant', value: { kind: 'bigint', value: 0n } };
      if (areBigints && this.decideOn({ kind: 'binary', operator: test, left: right, right: zero }))
        throw new Thrown(new Opaque('an error of the engine'));
      if (areBigints) return;
    }
    this.followLimit(textOf(expression));
  }

  /** An engine may be at its limits: what would be too long, or too large, is an error. */
  followLimit(what: string): void {
    const throws = this.quantities.idOf({ kind: 'unknown', what: `throws ${what}` });
    this.state = states.setFrame(this.state, throws, values.anyBoolean);
    this.refusals.add(throws);
    if (this.decideOn({ kind: 'variable', variable: throws })) throw new Thrown(new ForeignException('an error of the engine'));
  }

  unary(operator: UnaryOperator, operand: Term): ConcreteValue {
    const value = this.valueOf(operand.expression);
    if (operator === 'toString' && values.isTextOnly(value)) return operand;
    if (operator === 'toPropertyKey') throw new Unmodelled(operand.what);
    if (operator === 'toNumeric') {
      const isNumeric = values.isBottom(values.withBigint(values.withNumber(value, numbers.noNumber), bigints.noBigint));
      if (isNumeric) return operand;
      if (values.hasBigint(value) && values.hasNumber(value) && this.isOfType(operand.expression, 'number')) return operand;
      if (values.hasBigint(value)) throw new Unmodelled(operand.what);
    }
    return this.term({ kind: 'unary', operator, operand: operand.expression });
  }

  binary(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): ConcreteValue {
    if (operator === 'in' || operator === 'instanceof') throw new Unmodelled(operator);
    if (left instanceof ConcreteObject || right instanceof ConcreteObject) return this.compareObject(operator, left, right);
    const isSame = this.isSameArray(operator, left, right);
    if (isSame !== null) return isSame === (operator === '===' || operator === '==');
    const expression: Expression = { kind: 'binary', operator, left: expressionOf(left), right: expressionOf(right) };
    if (operator === '-' && textOf(expression.left) === textOf(expression.right) && values.isNumberOnly(this.valueOf(expression.left)))
      return this.decideOn({ kind: 'intrinsic', name: 'Number.isFinite', operands: [expression.left] }) ? 0 : NaN;
    if (operator === '/' || operator === '**') this.refuseZeros(expression);
    const same = unchangedBy(operator, left, right);
    if (same instanceof Term && values.isNumberOnly(this.valueOf(same.expression))) return same;
    return this.term(expression);
  }

  /** An array that the run was given by a built-in is no other than itself; null where neither is one, or another operator asks. */
  private isSameArray(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): boolean | null {
    if (!equalities.has(operator)) return null;
    const [isLeft, isRight] = [left, right].map((side) => side instanceof Term && this.isMade(side.expression));
    if (isLeft && isRight) return textOf(expressionOf(left)) === textOf(expressionOf(right));
    const other = isLeft ? right : left;
    if ((isLeft || isRight) && other instanceof Term && values.mayBeObject(this.valueOf(other.expression)))
      throw new Unmodelled('an array and an input');
    return null;
  }

  /** An object that the run created is none of its inputs, nor what unknown code gives, unless that has it. */
  protected compareObject(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): ConcreteValue {
    const [object, other] = left instanceof ConcreteObject ? [left, right] : [right, left];
    const isStrict = operator === '===' || operator === '!==';
    if (!isStrict || !(object instanceof ConcreteObject) || !(other instanceof Term)) throw new Unmodelled('an object and an input');
    const value = this.valueOf(other.expression);
    const isOwn = !object.isExposed || object.copied !== null;
    const isFresh = object.library === null && !object.frozen && isOwn && object.nature.kind !== 'builtin';
    if (!isFresh && values.mayBeObject(value)) throw new Unmodelled('an object and an input');
    return operator === '!==';
  }

  intrinsic(name: Intrinsic, operands: readonly ConcreteValue[], realm: Realm): ConcreteValue {
    if (name === 'Array.isArray') this.perhapsRevoked(operands[0], realm);
    const [first] = operands;
    if ((name === 'parseInt' || name === 'parseFloat') && first instanceof Term && values.mayBeObject(this.valueOf(first.expression)))
      if (!this.tellsText(first)) throw new Unmodelled(first.what);
    const expression: Expression = { kind: 'intrinsic', name, operands: operands.map(expressionOf) };
    if (name === 'Math.atan2' || name === 'Math.pow' || name === 'Object.is') this.refuseZeros(expression);
    return this.term(expression);
  }

  /** A Proxy that was revoked refuses every question. A run that nobody saves fails then: only where it is caught is that followed. */
  private perhapsRevoked(value: ConcreteValue, realm: Realm): void {
    if (!(value instanceof Term) || !this.isCaught() || !values.mayBeObject(this.valueOf(value.expression))) return;
    if (this.decideFreely(`a revoked Proxy ${this.history}`, true)) realm.throwError('TypeError', null);
  }

  /** Which of the two zeros it is makes a difference here. */
  private refuseZeros(expression: Expression): void {
    if (mentions(expression, (variable) => this.quantities.all[variable]?.kind === 'zero')) throw new Unmodelled('0 or -0');
  }

  refuseNullish({ expression }: Term, realm: Realm, about: string): void {
    if (this.isNullish(expression)) realm.throwError('TypeError', about);
  }

  private isNullish(expression: Expression): boolean {
    if (!values.mayBeNullish(this.valueOf(expression))) return false;
    const nothing: Expression = { kind: 'constant', value: { kind: 'null' } };
    const isNullish = this.term({ kind: 'binary', operator: '==', left: expression, right: nothing });
    return isNullish === true || (isNullish instanceof Term && this.decide(isNullish));
  }

  refuseMissingCallee(term: Term, realm: Realm, about: string): void {
    const { expression } = term;
    const quantity = expression.kind === 'variable' ? this.quantities.all[expression.variable] : undefined;
    const isUndeclared = quantity?.kind === 'member' && quantity.assumption.kind === 'any';
    // A test of it decides that it may be missing.
    const isUntested = isUndeclared && values.equal(this.valueOf(expression), this.memberValue());
    if (!isUntested) this.refuseNullish(term, realm, about);
  }

  /** The value of a member of which nothing is known. */
  private memberValue(): Value {
    return assumedValue(null, this.activation.program.policy);
  }

  isWanted({ expression }: Term, wanted: Wanted): boolean {
    const isOf = (type: string): boolean => this.isOfType(expression, type);
    const isNull = (): boolean =>
      this.decideOn({ kind: 'binary', operator: '===', left: expression, right: { kind: 'constant', value: { kind: 'null' } } });
    const isObject = (): boolean =>
      values.isBottom(values.primitivesOf(this.valueOf(expression))) || (isOf('object') ? !isNull() : isOf('function'));
    switch (wanted) {
      case 'any':
        return true;
      case 'function':
      case 'symbol':
        return isOf(wanted);
      case 'object':
        return isObject();
      case 'objectOrNull':
        return values.isBottom(values.primitivesOf(this.valueOf(expression))) || isOf('object') || isOf('function');
      case 'weak':
        return isOf('symbol') || isObject();
      case 'textOrObject':
        return isOf('string') || isObject();
      case 'notNullish':
        return !this.isNullish(expression);
      default:
        return unreachable(wanted);
    }
  }

  isAtLeast({ expression }: Term, least: number): boolean {
    return this.isOrdered(expression, '>=', least);
  }

  isAtMost({ expression }: Term, most: number): boolean {
    return this.isOrdered(expression, '<=', most);
  }

  private isOrdered(left: Expression, operator: '>=' | '<=', number: number): boolean {
    return this.decideOn({ kind: 'binary', operator, left, right: { kind: 'constant', value: { kind: 'number', value: number } } });
  }

  refuseObject({ expression }: Term): void {
    if (values.mayBeObject(this.valueOf(expression))) throw new Unmodelled('the conversion of an object');
  }

  property(term: Term, name: PropertyName, realm: Realm): { readonly value: ConcreteValue } | null {
    const { expression } = term;
    this.refuseNullish(term, realm, nothingRead);
    const before = this.valueOf(expression);
    if (values.mayBeObject(before) && values.hasText(before) && typeof name === 'string' && asksForText(name))
      this.isOfType(expression, 'string');
    const value = this.valueOf(expression);
    if (name === 'length' && values.isTextOnly(value)) {
      const length = this.input({ kind: 'length', of: expression }, values.ofNumber(texts.lengthOf(value.text)));
      this.noteElements(expression);
      return { value: length };
    }
    if (name === 'length' && this.isArray(expression, value)) {
      const length = this.part({ kind: 'length', of: expression }, values.ofNumber(this.lengthOf(expression)));
      this.noteElements(expression);
      return { value: length };
    }
    if (typeof name === 'string' && isIndex(name)) this.decidePart(term, Number(name), realm);
    if (typeof name === 'string' && isIndex(name) && this.isArray(expression, value) && this.isBeyond(expression, name))
      return { value: undefined };
    if (typeof name === 'string' && isIndex(name) && this.isArray(expression, value) && this.isWithin(expression, name))
      return { value: this.elementThere(term, name) };
    if (typeof name === 'string' && isIndex(name) && values.isTextOnly(value)) return { value: this.character(term, name, realm) };
    const member = typeof name === 'string' ? this.memberOf(expression, value, name) : null;
    if (typeof name === 'string' && member !== null) {
      const { policy } = this.activation.program;
      return {
        value: this.part({ kind: 'member', of: expression, name, assumption: member.declared }, assumedValue(member.possible, policy)),
      };
    }
    if (typeof name === 'string' && !isIndex(name) && this.isArray(expression, value)) return this.ownMember(expression, name);
    if (typeof name === 'string' && values.mayBeObject(value) && this.isData(name))
      return { value: this.undeclaredMember(expression, name) };
    // Indices are own properties of strings; everything else is found on the prototype.
    if (typeof name !== 'string' || isIndex(name) || values.mayBeObject(value)) throw new Unmodelled(term.what);
    return null;
  }

  /** A member that the program may have given to an array itself; null where it has those of the language alone. */
  private ownMember(of: Expression, name: string): { readonly value: ConcreteValue } | null {
    if (this.changesOf(of) === 0) return null;
    const isOfLanguage = !neverInherited.has(name) && !this.stored.mayBeOfArrays(name);
    return isOfLanguage
      ? null
      : { value: this.input({ kind: 'unknown', what: `any ${name} of ${textOf(of)} after ${this.changes}` }, values.top) };
  }

  /** Whether the member of an object that is not seen is data by assumption: no accessor of the module's own gives it. */
  protected isData(name: string): boolean {
    return this.runGetter !== null && !name.startsWith('#') && !mayBeOwnAccessor(name, this.activation.program);
  }

  /** A member of an object that is not seen: it stays as it is, whether or not a getter gives it. A getter may throw. */
  private undeclaredMember(of: Expression, name: string): ConcreteValue {
    this.runGetters();
    return this.part({ kind: 'member', of, name, assumption: { kind: 'any' } }, this.memberValue());
  }

  /** A member of a copy of the object's own properties that was made when objects had changed so often (`changesOf`). */
  copiedMember(of: Expression, name: string, changes: number): ConcreteValue {
    if (changes > 0) return this.input({ kind: 'unknown', what: `${name} of a copy of ${textOf(of)} after ${changes}` }, values.top);
    const value = this.valueOf(of);
    const member = this.memberOf(of, value, name);
    const assumption: TypeAssumption = member?.declared ?? { kind: 'any' };
    const quantity: Quantity = { kind: 'copied', of, name, assumption: unionOf([assumption, { kind: 'undefined' }]) };
    const known = member === null ? values.top : assumedValue(member.possible, this.activation.program.policy);
    const copied = this.input(quantity, values.join(known, values.undefinedValue));
    // What a prototype has is not copied, whatever is declared: of a member that is declared to be there nothing is said then.
    const isMissing = (known.bits & values.Bit.Undefined) === 0 && copied instanceof Term && this.isUndefined(copied);
    if (isMissing) throw new Abandoned('a declared member that is not copied');
    return copied;
  }

  isUndefined({ expression }: Term): boolean {
    return this.decideOn({ kind: 'binary', operator: '===', left: expression, right: { kind: 'constant', value: { kind: 'undefined' } } });
  }

  /** Whether the module has no accessors of which objects that are not seen may have copies. */
  get mayCopy(): boolean {
    return this.runGetter !== null && !this.activation.program.copiesAccessors;
  }

  /** Runs what copying an object that is not seen may: all of its getters. */
  runGetters(): void {
    if (this.isCaught() && this.decideFreely(`a getter throws ${this.history}`, true))
      throw new Thrown(new ForeignException('what a getter throws'));
    this.runGetter?.();
  }

  element(object: ConcreteValue, index: Term, realm: Realm): { readonly value: ConcreteValue } | null {
    if (object instanceof Term) this.refuseNullish(object, realm, nothingRead);
    return elementAt(this, object, index, realm);
  }

  isMember(object: ConcreteValue, key: Term, which: 'in' | 'own', realm: Realm): boolean | null {
    return isMember(this, object, key.expression, which, realm);
  }

  whichPart(_object: ConcreteValue, _index: Term, _realm: Realm): number | null {
    return null;
  }

  /** An element, wherever it is, that is there. Null: of what is no array, or nothing is declared of its elements. */
  someElement({ expression }: Term, index: Expression): ConcreteValue | null {
    const elements = partsOf(this.assumptionOf(expression)).map((part) => (part.kind === 'array' ? part.element : null));
    if (elements.includes(null) || !this.isGivenArray(expression)) return null;
    const assumption = unionOf(elements);
    const value = assumedValue(assumption, this.activation.program.policy);
    if (!values.mayBeObject(value)) return this.input({ kind: 'method', name: '[]', of: expression, args: [index] }, value);
    const what = `element ${textOf(index)} of ${textOf(expression)}`;
    return this.input({ kind: 'unknown', what, assumption }, value);
  }

  /** Whether it is an array that the run was given, which is as it was then. */
  isGivenArray(expression: Expression): boolean {
    return this.changesOf(expression) === 0 && this.isArray(expression, this.valueOf(expression));
  }

  /** Whether it is an array, whoever may have changed it. */
  isArrayOf({ expression }: Term): boolean {
    return this.isArray(expression, this.valueOf(expression));
  }

  holds(value: ConcreteValue): boolean {
    return value instanceof Term ? this.decide(value) : value === true;
  }

  /** A character of a text, undefined where the text is not long enough. */
  private character(term: Term, name: string, realm: Realm): ConcreteValue {
    const { expression } = term;
    if (!/^(0|[1-9]\d{0,8})$/.test(name)) throw new Unmodelled(term.what);
    const length = this.property(term, 'length', realm)?.value;
    const { min, max } = length instanceof Term ? this.valueOf(length.expression).number : numbers.numberConstant(Number(length));
    if (max <= Number(name)) return undefined;
    const there = values.ofText(texts.textOfLength(1, 1));
    const value = min > Number(name) ? there : values.join(there, values.undefinedValue);
    const quantity: Quantity = { kind: 'member', of: expression, name, assumption: character, isCharacter: true };
    this.narrow(quantity, value);
    return this.input(quantity, value);
  }

  *elements(term: Term, realm: Realm): Generator<ConcreteValue, void> {
    const { expression } = term;
    if (!this.isArray(expression, this.valueOf(expression))) throw new Unmodelled(term.what);
    const { min, max } = this.lengthOf(expression);
    const most = min === max ? max : mostElements;
    for (let index = 0; ; index++) {
      this.decidePart(term, index, realm);
      const length = this.property(term, 'length', realm)?.value;
      const hasMore = length === undefined ? undefined : this.binary('<', index, length);
      if (!(hasMore instanceof Term ? this.decide(hasMore) : hasMore === true)) return;
      if (index === most)
        throw this.followsLists && !this.isMade(expression) ? new Abandoned('a long array') : new Unmodelled('a long array');
      yield this.elementThere(term, String(index));
    }
  }

  list(term: Term, realm: Realm): ConcreteValue[] {
    if (!this.followsLists) throw new Unmodelled('a list of unknown length');
    return [...this.elements(term, realm)];
  }

  /** Tuples have as many elements as are declared. */
  private lengthOf(expression: Expression): NumberValue {
    const lengths = partsOf(this.assumptionOf(expression)).map((part) => (part.kind === 'tuple' ? part.elements.length : null));
    if (lengths.length === 0 || lengths.includes(null)) return objects.anyLength;
    return lengths.map((length) => numbers.numberConstant(length ?? 0)).reduce(numbers.join);
  }

  /** An element that is there: it is as declared, which beyond the end it is not. */
  private elementThere({ expression, what }: Term, name: string): ConcreteValue {
    if (this.changesOf(expression) > 0) throw new Unmodelled('an array that unknown code may have changed');
    const whole = this.wholeText(expression);
    if (whole !== null && name === '0') return whole;
    const element = elementOf(partsOf(this.assumptionOf(expression)), name);
    if (element === null) throw new Unmodelled(what);
    const value = assumedValue(element.possible, this.activation.program.policy);
    const quantity: Quantity = { kind: 'member', of: expression, name, assumption: element.declared };
    this.narrow(quantity, value);
    return this.input(quantity, value);
  }

  /** The text that is the only part of itself; null where there may be others. */
  private wholeText(expression: Expression): Term | null {
    const quantity = expression.kind === 'variable' ? this.quantities.all[expression.variable] : undefined;
    if (quantity?.kind !== 'made' || quantity.by !== 'split') return null;
    const length = this.quantities.find({ kind: 'length', of: expression });
    const known = length === null ? undefined : maps.get(this.state.frame, length);
    return known !== undefined && known.number.max <= 1 ? new Term(quantity.of, this) : null;
  }

  /** Keeps of a quantity, if anything is known of it, that it is one of these values. */
  private narrow(quantity: Quantity, value: Value): void {
    const id = this.quantities.idOf(quantity);
    const known = maps.get(this.state.frame, id);
    if (known === undefined) return;
    const both = values.meet(known, value);
    if (values.isBottom(both)) throw new Unmodelled('a branch that nothing takes');
    this.state = states.setFrame(this.state, id, both);
  }

  /** An element that is found shows that the array is long enough: given ones are dense. A text ends where it has no character. */
  private noteElements(array: Expression): void {
    const length = this.changesOf(array) > 0 ? null : this.quantities.find({ kind: 'length', of: array });
    const known = length === null ? undefined : maps.get(this.state.frame, length);
    if (length === null || known === undefined) return;
    let least = 0;
    let most = Infinity;
    for (const [id, quantity] of this.quantities.all.entries()) {
      if (quantity.kind !== 'member' || !isIndex(quantity.name) || textOf(quantity.of) !== textOf(array)) continue;
      const element = maps.get(this.state.frame, id);
      if (element === undefined) continue;
      if ((element.bits & values.Bit.Undefined) === 0) least = Math.max(least, Number(quantity.name) + 1);
      else if (quantity.isCharacter === true && !values.hasText(element)) most = Math.min(most, Number(quantity.name));
    }
    const within = values.meet(known, values.ofNumber(numbers.numberRange(least, most, true, false)));
    if (!values.isBottom(within)) this.state = states.setFrame(this.state, length, within);
  }

  /** Decides of the parts of a text whether there is one at the index. */
  private decidePart({ expression }: Term, index: number, realm: Realm): void {
    const quantity = expression.kind === 'variable' ? this.quantities.all[expression.variable] : undefined;
    if (quantity?.kind !== 'made' || quantity.by !== 'split' || this.changesOf(expression) > 0) return;
    const [separator] = quantity.args;
    const length = this.property(new Term(expression, this), 'length', realm)?.value;
    const isLong = length instanceof Term && this.valueOf(length.expression).number.min > index;
    if (!(length instanceof Term) || isLong || separator === undefined) return;
    const beside = this.besideSeparator(quantity.of, separator, index, realm);
    if (beside === null) this.holds(this.binary('>', length, index));
    else {
      const { min, max } = this.holds(beside) ? { min: index + 1, max: objects.anyLength.max } : { min: 0, max: index };
      this.narrow({ kind: 'length', of: expression }, values.ofNumber(numbers.numberRange(min, max, true, false)));
    }
  }

  /** A question about the text that tells whether there is a part at the index; null where only the number of parts tells. */
  private besideSeparator(of: Expression, separator: Operand, index: number, realm: Realm): ConcreteValue | null {
    if (separator.kind !== 'constant' || separator.value.kind !== 'string') return null;
    if (separator.value.value === '') return this.binary('>', this.property(new Term(of, this), 'length', realm)?.value, index);
    if (index !== 1) return null;
    return this.input({ kind: 'method', name: 'includes', of, args: [separator] }, values.anyBoolean);
  }

  private isBeyond(expression: Expression, name: string): boolean {
    if (this.changesOf(expression) > 0) return false;
    const length = this.quantities.find({ kind: 'length', of: expression });
    const known = length === null ? undefined : maps.get(this.state.frame, length);
    return known !== undefined && values.isNumberOnly(known) && known.number.max <= Number(name);
  }

  private isWithin(expression: Expression, name: string): boolean {
    if (this.changesOf(expression) > 0) return false;
    const length = this.quantities.find({ kind: 'length', of: expression });
    const known = length === null ? undefined : maps.get(this.state.frame, length);
    return known !== undefined && known.number.min > Number(name);
  }

  /** Nothing in a run that is followed changes an object that it was given: all is as at the entry. */
  private isArray(expression: Expression, value: Value): boolean {
    if (!values.isBottom(values.primitivesOf(value))) return false;
    const parts = partsOf(this.assumptionOf(expression));
    return parts.length > 0 && parts.every(({ kind }) => kind === 'array' || kind === 'tuple');
  }

  /**
   * The declared type of the member in all parts of a union, and in those that the path admits (`shape.kind === 'circle'` leaves the
   * circles); null where nothing is declared, or where it may not be a data property.
   */
  private memberOf(expression: Expression, value: Value, name: string): DeclaredMember | null {
    if (!values.isBottom(values.primitivesOf(value))) return null;
    const parts = partsOf(this.assumptionOf(expression));
    if (this.activation.program.hidesLengths && parts.some(({ kind }) => kind === 'typedArray')) return null;
    const possible = parts.filter((part) => this.isPossible(expression, part)).map((part) => memberOfPart(part, name));
    const declared = parts.map((part) => memberOfPart(part, name));
    if (possible.length === 0 || possible.includes(null)) return null;
    if (parts.length > 1 && parts.some(({ kind }) => kind !== 'object')) return null;
    return { declared: unionOf(declared), possible: unionOf(possible) };
  }

  /** Whether what the path knows of the members fits the literals that the part declares for them. */
  private isPossible(of: Expression, part: TypeAssumption): boolean {
    if (part.kind !== 'object' || this.changesOf(of) > 0) return true;
    return Object.entries(part.members ?? {}).every(([name, assumption]) => {
      if (assumption.kind !== 'literal') return true;
      const member = this.quantities.find({ kind: 'member', of, name, assumption });
      const known = member === null ? undefined : maps.get(this.state.frame, member);
      if (known === undefined) return true;
      const literal = assumedValue(assumption, this.activation.program.policy);
      return !values.isBottom(values.meetPrimitives(known, literal));
    });
  }

  private assumptionOf(expression: Expression): TypeAssumption | null {
    const quantity = expression.kind === 'variable' ? this.quantities.all[expression.variable] : undefined;
    return quantity !== undefined && 'assumption' in quantity ? (quantity.assumption ?? null) : null;
  }

  /** Whether the value is a text; of one that may be is decided whether it is. */
  tellsText(value: ConcreteValue): boolean {
    if (!(value instanceof Term)) return typeof value === 'string';
    const { expression } = value;
    return values.hasText(this.valueOf(expression)) && (this.isText(value) || this.isOfType(expression, 'string'));
  }

  /** `key in of`: what the object has, or inherits, stays as it is. A Proxy is asked by code that is not seen. */
  has(key: ConcreteValue, { expression: of }: Term, realm: Realm): ConcreteValue {
    return this.asked('in', key, of, realm);
  }

  /** Whether an object that is not seen has a property, of its own or else (`in`). */
  asked(which: 'in' | 'own', key: ConcreteValue, of: Expression, realm: Realm): ConcreteValue {
    if (this.runGetter === null) throw new Unmodelled('whether an object has a property');
    // The graph writes private names as keys.
    const isName = typeof key === 'number' || (typeof key === 'string' ? !key.startsWith('#') : this.tellsText(key));
    if (!isName) throw new Unmodelled('a key');
    this.refuseNullish(new Term(of, this), realm, 'undefined or null has no properties');
    if (which === 'in') this.refusePrimitive(of);
    this.runGetters();
    const quantity: Quantity = { kind: 'has', which, of, key: expressionOf(key) };
    if (this.changesOf(of) === 0) return this.input(quantity, values.anyBoolean);
    return this.input({ kind: 'unknown', what: `${keyOf(quantity)} after ${this.changes}` }, values.anyBoolean);
  }

  /** A primitive where an object is wanted is not followed, nor is a function. */
  private refusePrimitive(expression: Expression): void {
    const isPrimitive = !values.isBottom(values.primitivesOf(this.valueOf(expression)));
    if (isPrimitive && !this.isOfType(expression, 'object')) throw new Abandoned('a primitive where an object is wanted');
  }

  /** The names of the own enumerable properties, in a new array: as they are at the entry. */
  keysOf(of: Expression, realm: Realm): ConcreteValue {
    if (this.runGetter === null) throw new Unmodelled('the keys of an object');
    this.refuseNullish(new Term(of, this), realm, 'undefined or null has no properties');
    this.runGetters();
    if (this.changesOf(of) > 0) return this.newArray({ kind: 'string' });
    return this.madeOf('keys', of, [], { kind: 'string' });
  }

  /** A new array that a built-in makes of what conditions can name. */
  madeOf(by: 'keys' | 'split', of: Expression, args: readonly Operand[], element: TypeAssumption): ConcreteValue {
    const quantity: Quantity = { kind: 'made', by, of, args, call: this.made.size, assumption: { kind: 'array', element } };
    this.made.set(this.quantities.idOf(quantity), this.changes);
    return this.input(quantity, values.unknownObject);
  }

  isText({ expression }: Term): boolean {
    return values.isTextOnly(this.valueOf(expression));
  }

  isNumber({ expression }: Term): boolean {
    return values.isNumberOnly(this.valueOf(expression));
  }

  prototype(term: Term): PrototypeName {
    const value = this.valueOf(term.expression);
    if (values.isTextOnly(value)) return 'String';
    if (values.isNumberOnly(value)) return 'Number';
    if (this.isArray(term.expression, value)) return 'Array';
    throw new Unmodelled(term.what);
  }

  call(
    method: ConcreteObject,
    self: ConcreteValue,
    args: readonly ConcreteValue[],
    realm: Realm,
  ): { readonly value: ConcreteValue } | null {
    return callOf(method, { terms: this, self, args, realm }, this.models);
  }

  instanceOf(term: Term, constructor: string, realm: Realm): ConcreteValue {
    this.perhapsRevoked(term, realm);
    const { expression } = term;
    if (!values.mayBeObject(this.valueOf(expression))) return false;
    if (!constructors.has(constructor) || this.changes > 0) throw new Unmodelled(constructor);
    return this.input({ kind: 'instance', of: expression, constructor }, values.anyBoolean);
  }

  decide(term: Term): boolean {
    return this.decideOn(term.expression);
  }
}

/** Whether whoever reads the member may expect a text: texts have it, it is no count of any elements, and it is in use. */
const asksForText = (name: string): boolean => name !== 'length' && Object.hasOwn(String.prototype, name) && !formerTags.has(name);

/** Methods that put texts into tags: nobody calls them, and other objects have members of these names. */
const formerTags: ReadonlySet<string> = new Set([
  ...['anchor', 'big', 'blink', 'bold', 'fixed', 'fontcolor', 'fontsize', 'italics', 'link', 'small', 'strike', 'sub', 'sup'],
]);

/** The type of a character of a text that may end before it. */
const character: TypeAssumption = { kind: 'union', of: [{ kind: 'string' }, { kind: 'undefined' }] };

/** No array has a member of that name, unless somebody gave it one: `realm.ts` takes it for missing. */
const neverInherited: ReadonlySet<string> = new Set(['then', 'prototype']);

/** Own properties of strings and arrays. */
const isIndex = (name: string): boolean => /^\d/.test(name);
const isBigintOnly = (value: Value): boolean => values.isBottom(values.withBigint(value, bigints.noBigint));

/** Operators of bigints that throw when their right operand compares so with zero. */
const refusedBy: Readonly<Partial<Record<BinaryOperator, '===' | '<'>>> = { '/': '===', '%': '===', '**': '<' };

const equalities: ReadonlySet<BinaryOperator> = new Set(['===', '!==', '==', '!=']);
