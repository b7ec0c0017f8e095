import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import * as maps from '../../base/intMap.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { assume } from '../../semantics/expression/assume.js';
import { Abandoned } from '../concrete/signals.js';
import { truthOf } from '../../semantics/expression/convert.js';
import { valueIn } from '../../semantics/expression/evaluate.js';
import type { Activation, Program } from '../../semantics/scope.js';
import * as states from '../../semantics/state.js';
import type { LiveState } from '../../semantics/state.js';
import { mirrored, plainComparison, stillTrue } from './termComparison.js';
import { Orderings } from './orderings.js';
import { mentions, quantityActivation, textOf } from './quantities.js';
import type { Quantities } from './quantities.js';
import { TooOften, Unsettled } from './pathSignals.js';

/** A branch that was not decided by what went before. */
export interface Decision {
  readonly condition: Expression;
  readonly truth: boolean;
  /** Whether it is the truth that is tried first. */
  readonly isFirst: boolean;
  /** The run came to its place before: it is that of a loop or a recursion. */
  readonly isRepeated: boolean;
  /** Whether it asks if the engine, or unknown code, refuses something for what no condition names: it does where this is true. */
  readonly isOfRefusal: boolean;
}

/**
 * How often one place may decide, where not all paths can be followed: what a loop's later iterations ask tells a reader nothing. Nor do
 * paths that something without a name decides.
 */
export const fewRepeats = 3;

/** A quantity is at least something else, or at most that. */
export interface Side {
  readonly base: Expression;
  readonly isRising: boolean;
}

/**
 * The decisions of one run: `state` has the known values of quantities on its path, `forced` are the decisions that it is to take first.
 * Later ones are true, and recorded.
 */
export class Decisions {
  readonly decisions: Decision[] = [];
  /** The sides of quantities that stand for changing variables. */
  readonly sides = new Map<VariableId, Side>();
  /** The truths of the decisions. */
  history = '';
  private readonly decided = new Map<string, boolean>();
  private readonly orderings = new Orderings((expression) => this.valueOf(expression));
  protected readonly activation: Activation;
  /** How often the run came to each place, and at which times something was decided there. */
  readonly visits = new Map<string, number>();
  private readonly deciding = new Map<string | number, Set<number>>();
  protected state: LiveState = states.emptyState;
  private place: string | number = '';
  private isSettling = false;
  private decidedFreely = false;

  constructor(
    program: Program,
    readonly quantities: Quantities,
    private readonly forced: readonly boolean[],
    /** How often one place of the program may decide. */
    private readonly maxRepeats: number,
  ) {
    this.activation = quantityActivation(program, quantities.most);
  }

  /** Whether a run first goes on where the engine, or unknown code, may refuse something for what no condition names: that tells most. */
  triesToPass = false;

  /** Whether the run ends here, most likely, if the condition is true. */
  private mayRefuse(condition: Expression): boolean {
    if (this.quantities.isNameable(condition)) return false;
    if (condition.kind === 'variable') return this.refusals.has(condition.variable);
    return (
      condition.kind === 'binary' &&
      condition.operator === '==' &&
      condition.right.kind === 'constant' &&
      condition.right.value.kind === 'null'
    );
  }

  protected readonly refusals = new Set<VariableId>();

  /** The run comes to a place of the program. */
  arrive(place: string): void {
    this.place = place;
    this.visits.set(place, (this.visits.get(place) ?? 0) + 1);
  }

  /** The run comes to a moment to which it never comes again. */
  arriveOnce(moment: number): void {
    this.place = moment;
  }

  /** How often the place that decided most did so. */
  get mostRepeats(): number {
    return Math.max(0, ...[...this.deciding.values()].map(({ size }) => size));
  }

  /** Asks what no place of the program asks. */
  ask(condition: Expression): boolean {
    const { place } = this;
    this.arrive(`asked ${textOf(condition)}`);
    const truth = this.decideOn(condition);
    this.place = place;
    return truth;
  }

  /** False where the condition cannot hold. */
  suppose(condition: Expression): boolean {
    const plain = plainComparison(condition, (expression) => this.valueOf(expression));
    if (typeof plain === 'boolean') return plain;
    const supposed = assume(plain, true, this.state, this.activation);
    if (supposed === null) return false;
    this.state = supposed;
    this.orderings.note(plain, true);
    return true;
  }

  /** The value of an expression of which a comparison may say more than of what it is computed from. */
  valueIf(expression: Expression, comparison: Expression | null): Value {
    const value = this.valueOf(expression);
    if (comparison?.kind !== 'binary') return value;
    const isLeft = textOf(comparison.left) === textOf(expression);
    if (!isLeft && textOf(comparison.right) !== textOf(expression)) return value;
    const one: Expression = { kind: 'variable', variable: this.anyOf('one value', value) };
    const told = assume({ ...comparison, ...(isLeft ? { left: one } : { right: one }) }, true, this.state, this.activation);
    return told === null ? value : valueIn(one, told, this.activation);
  }

  /** From here on nothing is decided that is not known. */
  settle(): void {
    this.isSettling = true;
  }

  /** A quantity that stands for any of the values, whatever it stood for in other runs. */
  anyOf(what: string, value: Value, isOnce?: true): VariableId {
    const id = this.quantities.idOf({ kind: 'unknown', what, ...(isOnce === undefined ? {} : { isOnce }) });
    this.state = states.setFrame(this.state, id, value);
    return id;
  }

  /** Decides something that no condition can name. */
  decideFreely(what: string, mayRefuse = false): boolean {
    const variable = this.anyOf(what, values.anyBoolean, true);
    if (mayRefuse) this.refusals.add(variable);
    return this.decideOn({ kind: 'variable', variable });
  }

  /** Whether something was decided that no condition can name. */
  get hasDecidedFreely(): boolean {
    return this.decidedFreely;
  }

  /**
   * The decisions about quantities that a run may see again, with those that a state holds; `hasParts`: among them are parts of objects,
   * which unknown code changes.
   */
  factsOn(held: ReadonlySet<VariableId>): { readonly facts: ReadonlySet<string>; readonly hasParts: boolean } {
    const facts = new Set<string>();
    let hasParts = false;
    for (const { condition, truth } of this.decisions) {
      if (!this.isAbout(condition, (id) => held.has(id) || !this.isPast(id))) continue;
      facts.add(`${truth} ${textOf(condition)}`);
      hasParts ||= !this.quantities.isNameable(condition);
    }
    return { facts, hasParts };
  }

  private isAbout(condition: Expression, test: (variable: VariableId) => boolean): boolean {
    return mentions(condition, (id) => {
      const quantity = this.quantities.all[id];
      return test(id) || (quantity !== undefined && 'of' in quantity && this.isAbout(quantity.of, test));
    });
  }

  /** Whether the quantity itself came to the run once, or is part of one that did. */
  private isPast(id: VariableId): boolean {
    const quantity = this.quantities.all[id];
    if (quantity === undefined) return false;
    if (quantity.kind === 'unknown') return quantity.isOnce === true;
    return 'of' in quantity && !mentions(quantity.of, (part) => !this.isPast(part));
  }

  /** The known values of a quantity, as a text. */
  textOfValue(id: VariableId): string {
    return values.show(maps.get(this.state.frame, id) ?? values.top);
  }

  /** The value of an expression where quantities have these values, whatever is known of them on the path. */
  valueIfHeld(expression: Expression, held: ReadonlyMap<VariableId, Value>): Value {
    let state = states.emptyState;
    for (const [variable, value] of held) state = states.setFrame(state, variable, value);
    return valueIn(expression, state, this.activation);
  }

  mayBeTrueIf(condition: Expression, held: ReadonlyMap<VariableId, Value>): boolean {
    return truthOf(this.valueIfHeld(condition, held)).mayBeTrue;
  }

  valueOf(expression: Expression): Value {
    return valueIn(expression, this.state, this.activation);
  }

  decideOn(condition: Expression): boolean {
    if (condition.kind === 'unary' && condition.operator === '!') return !this.decideOn(condition.operand);
    if (condition.kind === 'binary' && condition.operator === '!==') return !this.decideOn({ ...condition, operator: '===' });
    if (condition.kind === 'binary' && condition.operator === '!=') return !this.decideOn({ ...condition, operator: '==' });
    const plain = plainComparison(condition, (expression) => this.valueOf(expression));
    if (typeof plain === 'boolean') return plain;
    return plain.kind === 'unary' && plain.operator === '!' ? !this.decideComparison(plain.operand) : this.decideComparison(plain);
  }

  /** The result of comparing a changing variable with its base. */
  private besideBase(condition: Expression): boolean | null {
    if (condition.kind !== 'binary') return null;
    for (const [variable, { base, isRising }] of this.sides) {
      const isThis = (expression: Expression): boolean => expression.kind === 'variable' && expression.variable === variable;
      const [isLeft, isRight] = [isThis(condition.left), isThis(condition.right)];
      if (isLeft === isRight) continue;
      const other = isLeft ? condition.right : condition.left;
      if (mentions(other, (each) => this.sides.has(each))) continue;
      const operator = isLeft ? condition.operator : (mirrored[condition.operator] ?? condition.operator);
      for (const [order, truth] of stillTrue(operator, isRising))
        if (this.isKnown({ kind: 'binary', operator: order, left: base, right: other })) return truth;
    }
    return null;
  }

  private isKnown(condition: Expression): boolean {
    return this.orderings.resultOf(condition) === true || assume(condition, false, this.state, this.activation) === null;
  }

  private decideComparison(condition: Expression): boolean {
    const key = textOf(condition);
    const known = this.decided.get(key);
    if (known !== undefined) return known;
    const whenTrue = assume(condition, true, this.state, this.activation);
    const whenFalse = assume(condition, false, this.state, this.activation);
    let truth = whenTrue === null || whenFalse === null ? whenFalse === null : this.orderings.resultOf(condition);
    if (truth === null && this.isSettling) truth = this.besideBase(condition);
    if (truth === null && this.isSettling) throw new Unsettled(condition);
    if (truth === null) {
      const visit = (typeof this.place === 'string' ? this.visits.get(this.place) : undefined) ?? 0;
      const deciding = (this.deciding.get(this.place) ?? new Set()).add(visit);
      this.deciding.set(this.place, deciding);
      if (deciding.size > fewRepeats && !this.quantities.isNameable(condition)) {
        deciding.delete(visit);
        throw new TooOften('a loop that goes on');
      }
      if (deciding.size > this.maxRepeats) throw new TooOften('a loop that goes on');
      const isOfRefusal = this.mayRefuse(condition);
      this.decidedFreely ||= !this.quantities.isNameable(condition);
      const first = !(this.triesToPass && isOfRefusal);
      truth = this.forced[this.decisions.length] ?? first;
      this.decisions.push({ condition, truth, isFirst: truth === first, isRepeated: visit > 1, isOfRefusal });
      this.history += truth ? '1' : '0';
    }
    const next = truth ? whenTrue : whenFalse;
    if (next === null) throw new Abandoned('a branch that nothing takes');
    this.state = next;
    this.decided.set(key, truth);
    this.orderings.note(condition, truth);
    return truth;
  }
}
