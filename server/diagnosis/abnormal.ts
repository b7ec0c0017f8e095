import type { FunctionFrame, Progress } from '../execution/concrete/frame.js';
import type { Abnormal } from '../execution/concrete/machine.js';
import { Thrown, Unmodelled } from '../execution/concrete/signals.js';
import { ConcreteObject, Term, type ConcreteValue } from '../execution/concrete/concreteValue.js';
import { evaluate } from '../execution/concrete/concreteExpression.js';
import { setProperty } from '../execution/concrete/properties.js';
import type { Component } from '../ir/component.js';
import type { Instruction } from '../ir/instruction.js';
import type { Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import type { Value } from '../lattice/value.js';

/** What a passage of an abnormal component was given. */
export type Freedom =
  | { readonly kind: 'way'; readonly taken: boolean }
  /** `bounds`: what the decisions of the path leave of it. */
  | { readonly kind: 'value'; readonly bounds: () => Value };

/** Fresh values, of which nothing is known. */
export interface FreshValues {
  number(what: string): ConcreteValue;
  string(what: string): ConcreteValue;
  boolean(what: string): boolean;
  valueOf(expression: Expression): Value;
  /** Whether somebody would notice an exception instead of a value. */
  mayBeCaught(): boolean;
}

/** The part that is abnormal. */
export interface AbnormalPart {
  readonly component: Component;
  readonly componentOf: ReadonlyMap<Instruction, Component>;
  /** It writes several variables: one value for each is less than all that it could do. */
  readonly hasManyTargets: boolean;
  /** The variable that it writes instead of its own. */
  readonly target: VariableId | null;
}

/** The instructions of a component; what it writes and which way it goes comes from elsewhere. */
abstract class Altered implements Abnormal {
  /** It may do more than is tried: that all tried ways fail refutes nothing. */
  isInexact = false;

  protected readonly component: Component;

  constructor(private readonly part: AbnormalPart) {
    this.component = part.component;
  }

  protected abstract value(): ConcreteValue;
  protected abstract way(): boolean;

  choose(_frame: FunctionFrame, test: Instruction): boolean | null {
    return this.part.componentOf.get(test) === this.component ? this.way() : null;
  }

  perform(frame: FunctionFrame, instruction: Instruction, asEver: () => Progress): Progress | null {
    if (this.part.componentOf.get(instruction) !== this.component) return null;
    switch (instruction.kind) {
      case 'assign':
        if (frame.variable(instruction.target).kind === 'temporary') return this.harmlessly(frame, asEver);
        if (!this.hasValue || this.part.hasManyTargets) return this.inexactly(frame, asEver);
        frame.write(this.part.target ?? instruction.target, this.value());
        return 'done';
      case 'store': {
        const object = evaluate(instruction.object, frame);
        if (!this.hasValue || instruction.mode === 'define' || !(object instanceof ConcreteObject)) return this.inexactly(frame, asEver);
        // Another object, or another key, may have been meant.
        this.isInexact = true;
        const key = evaluate(instruction.key, frame);
        if (typeof key !== 'string' && typeof key !== 'number') return asEver();
        if (setProperty(object, String(key), this.value(), frame.realm).kind !== 'done') throw new Unmodelled('a setter');
        return 'done';
      }
      case 'call': {
        const callee = evaluate(instruction.callee, frame);
        const isOwn = callee instanceof ConcreteObject && callee.nature.kind === 'closure';
        if (!isOwn || !this.hasValue) return this.inexactly(frame, asEver);
        // Its result is another one; what else it does is left out.
        this.isInexact = true;
        frame.write(instruction.target, undefined);
        return 'done';
      }
      case 'throw':
      case 'iterate':
      case 'delete':
      case 'copyProperties':
      case 'defineAccessor':
        return this.inexactly(frame, asEver);
      case 'load':
      case 'allocate':
        return this.harmlessly(frame, asEver);
      default:
        return null;
    }
  }

  private get hasValue(): boolean {
    const { value } = this.component;
    return value === 'number' || value === 'string' || value === 'boolean';
  }

  private inexactly(frame: FunctionFrame, asEver: () => Progress): Progress {
    this.isInexact = true;
    return this.harmlessly(frame, asEver);
  }

  /** What the component computes on the way to its value throws nothing: it could be something else. */
  private harmlessly(frame: FunctionFrame, asEver: () => Progress): Progress {
    try {
      return asEver();
    } catch (signal) {
      if (!(signal instanceof Thrown)) throw signal;
      this.isInexact = true;
      frame.pending = null;
      return 'done';
    }
  }
}

/** A component whose values are unknown. */
export class Freed extends Altered {
  readonly given: Freedom[] = [];

  constructor(
    part: AbnormalPart,
    private readonly fresh: FreshValues,
  ) {
    super(part);
  }

  protected override value(): ConcreteValue {
    const what = `passage ${this.given.length}`;
    if (this.fresh.mayBeCaught()) this.isInexact = true;
    if (this.component.value === 'boolean') return this.way();
    const value = this.component.value === 'string' ? this.fresh.string(what) : this.fresh.number(what);
    if (!(value instanceof Term)) throw new Unmodelled('a value that is known');
    this.given.push({ kind: 'value', bounds: () => this.fresh.valueOf(value.expression) });
    return value;
  }

  protected override way(): boolean {
    if (this.fresh.mayBeCaught()) this.isInexact = true;
    const taken = this.fresh.boolean(`way ${this.given.length}`);
    this.given.push({ kind: 'way', taken });
    return taken;
  }
}

/** A component that gives certain values. */
export class Replaced extends Altered {
  private next = 0;

  constructor(
    part: AbnormalPart,
    private readonly values: readonly ConcreteValue[],
  ) {
    super(part);
  }

  /** Whether the run asked for all of them. */
  get isUsedUp(): boolean {
    return this.next === this.values.length;
  }

  protected override value(): ConcreteValue {
    if (this.next >= this.values.length) throw new Unmodelled('a passage more');
    return this.values[this.next++];
  }

  protected override way(): boolean {
    return this.value() === true;
  }
}
