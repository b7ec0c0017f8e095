import { append, each, filtered, flatMapped, mapped, newList } from './ownLists.js';
import type { Expression, RuleQuery } from './condition.js';
import { alternativesOf, pathOf, toElements, variablesOf } from './conditionPaths.js';

/** A way to find the values of a variable when others are known. */
export interface Access {
  readonly variable: number;
  /** The variables that `by` mentions, as bits: they must be known. */
  readonly needs: number;
  readonly from:
    /** The elements of a container. `isDomain`: the variable ranges over them. */
    | { readonly kind: 'elements'; readonly by: Expression; readonly isDomain: boolean }
    /** The things from which these fields lead to the value. */
    | { readonly kind: 'value'; readonly by: Expression; readonly slots: readonly number[] }
    /** The things from which these fields lead to a container with the element. */
    | { readonly kind: 'element'; readonly by: Expression; readonly slots: readonly number[] };
}

/** For each alternative of a rule's condition the ways to find its tuples. */
export function accessesOf(query: RuleQuery): readonly (readonly Access[])[] {
  const domains = flatMapped(query.variables, (domain, variable) =>
    domain.kind === 'elements' ? membership(domain.of, { kind: 'variable', variable }, true) : [],
  );
  return mapped(alternativesOf(query.where), (tests) => [...each(domains), ...each(flatMapped(tests, accessesBy))]);
}

/** The slots for which the owners of a value are asked. */
export function slotsOf(accesses: readonly Access[]): readonly number[] {
  return flatMapped(accesses, ({ from }) => (from.kind === 'elements' ? [] : filtered(from.slots, (slot) => slot !== toElements)));
}

function accessesBy(test: Expression): readonly Access[] {
  if (test.kind === 'has') return membership(test.of, test.element, false);
  if (test.kind !== 'binary' || test.operator !== '===') return [];
  return [...each(equality(test.left, test.right)), ...each(equality(test.right, test.left))];
}

function membership(container: Expression, element: Expression, isDomain: boolean): readonly Access[] {
  const found: Access[] = newList();
  if (element.kind === 'variable')
    append(found, { variable: element.variable, needs: variablesOf(container), from: { kind: 'elements', by: container, isDomain } });
  const path = pathOf(container);
  if (path !== null)
    append(found, { variable: path.variable, needs: variablesOf(element), from: { kind: 'element', by: element, slots: path.slots } });
  return filtered(found, isUsable);
}

function equality(side: Expression, value: Expression): readonly Access[] {
  const path = pathOf(side);
  if (path === null) return [];
  const access: Access = { variable: path.variable, needs: variablesOf(value), from: { kind: 'value', by: value, slots: path.slots } };
  return isUsable(access) ? [access] : [];
}

/** What needs the variable itself finds nothing. */
const isUsable = ({ variable, needs }: Access): boolean => (needs & (1 << variable)) === 0;
