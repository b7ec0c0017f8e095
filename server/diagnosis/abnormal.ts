import type { FunctionFrame, Progress } from '../execution/concrete/frame.js';
import type { Abnormal } from '../execution/concrete/machine.js';
import { Thrown, Unmodelled } from '../execution/concrete/signals.js';
import { ConcreteObject, Opaque, Term, type ConcreteValue } from '../execution/concrete/concreteValue.js';
import { evaluate } from '../execution/concrete/concreteExpression.js';
import { setProperty } from '../execution/concrete/properties.js';
import type { Component } from '../ir/component.js';
import type { Instruction } from '../ir/instruction.js';
import type { Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import type { Value } from '../lattice/value.js';
import type { Fork, Settled } from './settledConditions.js';

/** What a passage of an abnormal component was given. */
export type Freedom =
  /** `settles`: the truth of the whole condition where this fork decides it; null where another fork of it follows. */
  | { readonly kind: 'way'; readonly component: number; readonly taken: boolean; readonly settles: boolean | null }
  /** `bounds`: what the decisions of the path leave of it. */
  | { readonly kind: 'value'; readonly component: number; readonly bounds: () => Value };

/** Fresh values, of which nothing is known. */
export interface FreshValues {
  number(what: string): ConcreteValue;
  string(what: string): ConcreteValue;
  boolean(what: string): boolean;
  /** A value of any type. */
  any(what: string): ConcreteValue;
  valueOf(expression: Expression): Value;
  /** Whether somebody outside of its function would notice an exception instead of a value. */
  mayBeCaught(): boolean;
}

/** A component that is abnormal. */
export interface AbnormalPart {
  readonly component: Component;
  /** It writes several variables: one value for each is less than all that it could do. */
  readonly hasManyTargets: boolean;
  /** The variables that it may have been meant to write instead of its own. */
  readonly otherTargets: readonly VariableId[];
}

/** The components that are abnormal together, and which component each instruction belongs to. */
export interface AbnormalParts {
  readonly parts: ReadonlyMap<Component, AbnormalPart>;
  readonly componentOf: ReadonlyMap<Instruction, Component>;
  /** The instructions that give fields their initial values. */
  readonly fields: ReadonlySet<Instruction>;
  /** The temporaries that are given what a default gives. */
  readonly handedOn: ReadonlySet<VariableId>;
  readonly settled: Settled;
}

/** Variables that one assignment is tried with. */
const mostTargets = 12;

/** The instructions of components; what they write and which way they go comes from elsewhere. */
abstract class Altered implements Abnormal {
  /** What they may do that is not tried: that all tried ways fail refutes nothing. Null where all is tried. */
  untried: string | null = null;

  constructor(private readonly abnormal: AbnormalParts) {}

  protected abstract value(component: Component): ConcreteValue;
  /** `fork`: what each way says of the whole condition. */
  protected abstract way(component: Component, fork: Fork): boolean;
  /** Whether what is read is there: types do not say that of elements. */
  protected abstract isThere(component: Component): boolean;
  /** The variable that a part writes, where its own is this one. */
  protected abstract target(part: AbnormalPart, own: VariableId): VariableId;

  private partOf(instruction: Instruction): AbnormalPart | null {
    const component = this.abnormal.componentOf.get(instruction);
    return component === undefined ? null : (this.abnormal.parts.get(component) ?? null);
  }

  choose(_frame: FunctionFrame, test: Instruction): boolean | null {
    const part = this.partOf(test);
    return part === null ? null : this.way(part.component, this.abnormal.settled.get(test) ?? openFork);
  }

  perform(frame: FunctionFrame, instruction: Instruction, asEver: () => Progress): Progress | null {
    const part = this.partOf(instruction);
    if (part === null) return null;
    const { component } = part;
    switch (instruction.kind) {
      case 'assign':
        if (this.isOnTheWay(frame, instruction.target)) return this.harmlessly(frame, asEver);
        if (part.hasManyTargets) return this.inexactly(manyTargets, frame, asEver);
        if (!hasValue(component)) return this.inexactly('it gives no value', frame, asEver);
        frame.write(this.target(part, instruction.target), this.value(component));
        return 'done';
      case 'store': {
        if (this.abnormal.fields.has(instruction) && hasValue(component)) return this.initialised(frame, instruction, component, asEver);
        // A literal's own property, on the way to what the component gives.
        if (instruction.mode === 'define' && hasValue(component)) return this.harmlessly(frame, asEver);
        const object = evaluate(instruction.object, frame);
        // Another object, or another key, may have been meant.
        this.untried ??= 'it may have been meant to write another property';
        if (!hasKnownType(component) || !(object instanceof ConcreteObject)) return this.harmlessly(frame, asEver);
        const key = evaluate(instruction.key, frame);
        if (typeof key !== 'string' && typeof key !== 'number') return asEver();
        if (setProperty(object, String(key), this.value(component), frame.realm).kind !== 'done') throw new Unmodelled('a setter');
        return 'done';
      }
      case 'call': {
        const callee = evaluate(instruction.callee, frame);
        if (instruction.mode === 'call' && isWithoutEffects(callee, instruction, frame))
          return this.computed(frame, instruction, part, asEver);
        const isOwn = callee instanceof ConcreteObject && callee.nature.kind === 'closure';
        const gives = hasKnownType(component) && !part.hasManyTargets && !this.isOnTheWay(frame, instruction.target);
        // Its result is another one; what else it does is left out where the program says it.
        this.untried ??= 'what it calls may do something else';
        if (!isOwn || !hasKnownType(component)) {
          const progress = this.harmlessly(frame, asEver);
          if (!gives || progress !== 'done') return progress;
        }
        if (gives) frame.write(this.target(part, instruction.target), this.value(component));
        else frame.write(instruction.target, undefined);
        return 'done';
      }
      case 'havoc':
      case 'throw':
      case 'iterate':
      case 'yield':
      case 'await':
      case 'collect':
      case 'delete':
      case 'copyProperties':
      case 'defineAccessor':
        return this.inexactly(`it may do something else than ${instruction.kind}`, frame, asEver);
      case 'load': {
        const progress = this.harmlessly(frame, asEver);
        const isOnTheWay = this.isOnTheWay(frame, instruction.target) || !hasValue(component) || part.hasManyTargets;
        if (isOnTheWay) return progress;
        // An accessor runs code of its own, and writes what it gives later.
        if (progress !== 'done') this.untried ??= 'an accessor';
        else {
          const target = this.target(part, instruction.target);
          frame.write(target, this.isThere(component) ? this.value(component) : undefined);
        }
        return progress;
      }
      case 'allocate':
      case 'closure': {
        const progress = this.harmlessly(frame, asEver);
        if (this.isOnTheWay(frame, instruction.target)) return progress;
        if (!hasValue(component) || part.hasManyTargets || progress !== 'done') this.untried ??= manyWays;
        else frame.write(this.target(part, instruction.target), this.value(component));
        return progress;
      }
      case 'checkInitialised':
        return this.harmlessly(frame, asEver);
      default:
        return null;
    }
  }

  /** What is written there is not yet what the component gives. */
  private isOnTheWay(frame: FunctionFrame, target: VariableId): boolean {
    return frame.variable(target).kind === 'temporary' && !this.abnormal.handedOn.has(target);
  }

  /** A call that does nothing but compute: whatever was meant to be called instead, only its result differs. */
  private computed(frame: FunctionFrame, { target }: Call, part: AbnormalPart, asEver: () => Progress): Progress {
    if (this.isOnTheWay(frame, target)) return this.harmlessly(frame, asEver);
    if (part.hasManyTargets || !hasValue(part.component)) return this.inexactly(manyTargets, frame, asEver);
    frame.write(this.target(part, target), this.value(part.component));
    return 'done';
  }

  /** A field that begins with another value. */
  private initialised(frame: FunctionFrame, { object, key }: Store, component: Component, asEver: () => Progress): Progress {
    const progress = this.harmlessly(frame, asEver);
    const holder = evaluate(object, frame);
    const name = evaluate(key, frame);
    const property = holder instanceof ConcreteObject && typeof name === 'string' ? holder.properties.get(name) : undefined;
    if (!(holder instanceof ConcreteObject) || typeof name !== 'string' || property?.kind !== 'data')
      throw new Unmodelled('a field that is no property');
    holder.properties.set(name, { ...property, value: this.value(component) });
    return progress;
  }

  private inexactly(what: string, frame: FunctionFrame, asEver: () => Progress): Progress {
    this.untried ??= what;
    return this.harmlessly(frame, asEver);
  }

  /** What the component computes on the way to its value throws nothing: it could be something else. */
  private harmlessly(frame: FunctionFrame, asEver: () => Progress): Progress {
    try {
      return asEver();
    } catch (signal) {
      if (!(signal instanceof Thrown)) throw signal;
      this.untried ??= 'it threw, and may do something else';
      frame.pending = null;
      return 'done';
    }
  }
}

/** A value that is true or false; and a fork within an expression, which says nothing of the whole. */
const truthItself: Fork = { whenTrue: true, whenFalse: false };
const openFork: Fork = { whenTrue: null, whenFalse: null };

const manyTargets = 'it writes several variables';
const manyWays = 'it may give more than one value';

const hasValue = ({ value }: Component): boolean => value !== 'none';

/** It gives values that a witness can show. */
const hasKnownType = ({ value }: Component): boolean => value !== 'none' && value !== 'other';

type Store = Extract<Instruction, { kind: 'store' }>;
type Call = Extract<Instruction, { kind: 'call' }>;

/**
 * Whether a call computes with primitive values alone: a method of a text or number, or a function such as `parseInt`. No other method of
 * that receiver has effects either.
 */
function isWithoutEffects(callee: ConcreteValue, { receiver, args }: Call, frame: FunctionFrame): boolean {
  if (!(callee instanceof ConcreteObject) || callee.nature.kind !== 'builtin') return false;
  const self = receiver === null ? undefined : evaluate(receiver, frame);
  const isConverting = receiver === null && computing.has(callee.nature.builtin.name);
  if (!isConverting && typeof self !== 'string' && typeof self !== 'number' && typeof self !== 'boolean') return false;
  return args.every((argument) => argument.kind === 'value' && isPlain(evaluate(argument.value, frame)));
}

const computing: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'parseInt', 'parseFloat', 'isNaN', 'isFinite']);

/** A primitive value, or a pattern that keeps no place: neither runs code of the program, and neither is changed. */
const isPlain = (value: ConcreteValue): boolean =>
  value instanceof ConcreteObject
    ? value.nature.kind === 'regexp' && !/[gy][a-z]*$/.test(value.nature.literal)
    : !(value instanceof Opaque) || value instanceof Term;

/** Components whose values are unknown. */
export class Freed extends Altered {
  readonly given: Freedom[] = [];
  /** Some component wrote another variable than its own. */
  hasOtherTarget = false;
  /** Some component gave a value, or was a head that went some way: it did something that others see. */
  hasGiven = false;
  /** Some component found nothing where it reads. */
  hasNothing = false;
  /** Some component threw, where somebody may notice. */
  hasThrown = false;
  /** Some value was true or false, which nobody watches. */
  hasBoolean = false;
  /** Some value was of no type of which a witness could be shown. */
  hasOtherType = false;
  private readonly targets = new Map<Component, VariableId | null>();

  /** Which variables components wrote in place of their own. */
  get targetsChosen(): string {
    return [...this.targets.values()].join();
  }

  private looks = 0;
  private returns = 0;

  /** `isAnyType`: components may give values of other types than their own. */
  constructor(
    abnormal: AbnormalParts,
    private readonly fresh: FreshValues,
    private readonly isAnyType: boolean,
  ) {
    super(abnormal);
  }

  protected override value(component: Component): ConcreteValue {
    const what = `passage ${this.given.length}`;
    this.hasGiven = true;
    this.perhapsThrow(component);
    const isAny = this.isAnyType || component.value === 'other';
    if (component.value === 'boolean') this.hasBoolean = true;
    if (component.value === 'other') this.hasOtherType = true;
    if (component.value === 'boolean' && !isAny) return this.way(component, truthItself);
    const value = isAny ? this.fresh.any(what) : component.value === 'string' ? this.fresh.string(what) : this.fresh.number(what);
    if (!(value instanceof Term)) throw new Unmodelled('a value that is known');
    this.given.push({ kind: 'value', component: component.id, bounds: () => this.fresh.valueOf(value.expression) });
    return value;
  }

  /** Where somebody would notice, it throws something of which nothing is known; first it does not. */
  private perhapsThrow({ id, isGuarded }: Component): void {
    if (!isGuarded && !this.fresh.mayBeCaught()) return;
    if (this.fresh.boolean(`no throw ${id} ${this.returns++}`)) return;
    this.hasThrown = true;
    throw new Thrown(new Opaque('what it throws'));
  }

  protected override way(component: Component, fork: Fork): boolean {
    // Which way a statement goes on its way to a value that nobody reads is seen by nobody.
    if (component.kind !== 'statement') this.hasGiven = true;
    this.perhapsThrow(component);
    const taken = this.fresh.boolean(`way ${this.given.length}`);
    this.given.push({ kind: 'way', component: component.id, taken, settles: taken ? fork.whenTrue : fork.whenFalse });
    return taken;
  }

  protected override isThere({ id }: Component): boolean {
    const isThere = this.fresh.boolean(`there ${id} ${this.looks++}`);
    if (!isThere) this.hasNothing = true;
    return isThere;
  }

  /** One variable in all of a run: its own, tried first, or another that is visible. */
  protected override target({ component, otherTargets }: AbnormalPart, own: VariableId): VariableId {
    if (otherTargets.length > mostTargets) this.untried ??= 'there are many variables that it may have been meant to write';
    if (otherTargets.length === 0 || otherTargets.length > mostTargets) return own;
    let chosen = this.targets.get(component);
    if (chosen === undefined) {
      const isRefused = (target: VariableId | null, i: number): boolean =>
        i < otherTargets.length && !this.fresh.boolean(`target ${component.id} ${target ?? 'own'}`);
      chosen = [null, ...otherTargets].find((target, i) => !isRefused(target, i)) ?? null;
      this.targets.set(component, chosen);
      if (chosen !== null) this.hasOtherTarget = true;
    }
    return chosen ?? own;
  }
}

/** Components that give certain values. */
export class Replaced extends Altered {
  private next = 0;

  constructor(
    abnormal: AbnormalParts,
    private readonly values: readonly ConcreteValue[],
  ) {
    super(abnormal);
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

  protected override isThere(): boolean {
    return true;
  }

  protected override target(_part: AbnormalPart, own: VariableId): VariableId {
    return own;
  }
}
