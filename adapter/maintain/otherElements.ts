import { append, each, forEachOf, newList } from './ownLists.js';
import { RuleFault, UntoldFault, type Domain, type Expression, type FieldExpression, type RuleQuery } from './condition.js';
import { variablesOf } from './conditionPaths.js';
import { evaluate } from './conditionValue.js';
import { Thing, type RuleValue } from './thing.js';

/** A variable without a value yet. */
export const unbound = Symbol('unbound');
export type Binding = RuleValue | typeof unbound;

/** What the search for such values asks of the engine. */
export interface KnownValues {
  members(set: number): readonly Thing[];
  elements(container: RuleValue, skipsHoles: boolean): readonly RuleValue[];
  /** A variable of a rule ranges over a value whose elements are not followed. */
  met(rule: number, value: RuleValue): void;
}

type ElementsDomain = Extract<Domain, { readonly kind: 'elements' }>;

/** What variables range over and has elements that are not followed: what is no array, Set, Map or text. */
export class OtherElements {
  /** By slot: the rules with a variable that ranges over what the field has. */
  private readonly bySlot: (number[] | undefined)[] = newList();
  /** By rule: whether a variable may range over such a value. Most rules meet none, and must not pay for them. */
  private readonly isLookedFor: boolean[] = newList();

  constructor(
    private readonly queries: readonly RuleQuery[],
    private readonly known: KnownValues,
  ) {
    forEachOf(queries, ({ variables }, rule) => {
      for (const domain of each(variables)) {
        if (domain.kind !== 'elements') continue;
        if (domain.of.kind === 'field' && !isView(domain.of)) append((this.bySlot[domain.of.slot] ??= newList()), rule);
        else this.isLookedFor[rule] = true;
      }
    });
  }

  /** A field of a thing has another value. */
  written(slot: number, value: RuleValue): void {
    const rules = this.bySlot[slot];
    if (rules === undefined || hasKnownElements(value)) return;
    for (let at = 0; at < rules.length; at++) this.isLookedFor[rules[at] ?? 0] = true;
  }

  /** Something has changed about tuples with these values. `mask`: which variables have one. */
  look(rule: number, bound: readonly Binding[], mask: number): void {
    if (this.isLookedFor[rule] !== true) return;
    const { variables } = this.queries[rule] ?? { variables: [] };
    for (let at = 0; at < variables.length; at++) {
      const domain = variables[at];
      if (domain?.kind !== 'elements' || (mask !== 0 && (this.leadingTo(variables, domain) & mask) === 0)) continue;
      this.each(variables, variablesOf(domain.of), [...each(bound)], (values) => {
        const value = guarded(() => otherIn(domain.of, values));
        if (value !== undefined) this.known.met(rule, value);
      });
    }
  }

  /** The variables that say what a variable ranges over, as bits: also those that these range over. */
  private leadingTo(variables: readonly Domain[], { of }: ElementsDomain): number {
    const own = variablesOf(of);
    let all = own;
    for (let at = 0; at < variables.length; at++) {
      const domain = variables[at];
      if ((own & (1 << at)) !== 0 && domain?.kind === 'elements') all |= this.leadingTo(variables, domain);
    }
    return all;
  }

  /** Calls an action with all values that these variables may have where others have theirs. */
  private each(variables: readonly Domain[], mask: number, bound: Binding[], action: (values: readonly RuleValue[]) => void): void {
    let variable = 0;
    while (variable < variables.length && ((mask & (1 << variable)) === 0 || bound[variable] !== unbound)) variable++;
    const domain = variables[variable];
    if (domain === undefined) return action(bound as readonly RuleValue[]);
    const visit = (values: readonly RuleValue[]): void => {
      for (let at = 0; at < values.length; at++) {
        bound[variable] = values[at];
        this.each(variables, mask, bound, action);
      }
      bound[variable] = unbound;
    };
    if (domain.kind === 'set') return visit(this.known.members(domain.set));
    this.each(variables, variablesOf(domain.of), bound, (values) => {
      const container = guarded(() => evaluate(domain.of, values));
      visit(this.known.elements(container, domain.skipsHoles === true));
    });
  }
}

/** Where the language throws, or the rule is at fault, the search of its tuples says so. */
function guarded(read: () => RuleValue): RuleValue {
  try {
    return read();
  } catch (error) {
    if (error instanceof RuleFault || error instanceof UntoldFault) return undefined;
    throw error;
  }
}

/** The value of an expression, or what it is a view of, where its elements are not followed; else undefined. */
function otherIn(of: Expression, values: readonly RuleValue[]): RuleValue {
  const view = of.kind === 'entry' ? of.view : of.kind === 'field' && isView(of) ? of : null;
  if (view !== null) {
    const whole = evaluate(view.of, values);
    if (whole === undefined || whole === null || whole === '') return undefined;
    if (!(whole instanceof Thing) || whole.field(view.slot) === undefined) return whole;
  }
  const value = evaluate(of, values);
  return hasKnownElements(value) ? undefined : value;
}

/** Views of containers have names that no field is given by a point. */
function isView({ name }: FieldExpression): boolean {
  return name === '[...]' || name === 'keys()' || name === 'values()';
}

/** Whether all elements of a value are known; what is undefined or null has none. */
function hasKnownElements(value: RuleValue): boolean {
  if (value instanceof Thing) return value.kind.facts.isContainer || value.contents !== null;
  return value === undefined || value === null || typeof value === 'string' || typeof value === 'symbol';
}
