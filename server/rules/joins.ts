import { partsOfExpression } from './printRuleExpression.js';
import type { RuleExpression } from './ruleExpression.js';
import type { RuleText } from './rulesFile.js';

/** Two variables of a rule, neither of which leads to the other: every pair is looked at. */
export interface UnindexedPair {
  readonly known: string;
  readonly sought: string;
}

/** A way to find a variable where others are known. */
interface Lead {
  readonly to: string;
  readonly needs: readonly string[];
}

/**
 * The first two variables that nothing in the condition joins, by the forms for which the engine has an index (`===`, `has`, what ranges over a
 * field); null where there are none. Each alternative of the condition is searched on its own.
 */
export function unindexedPair({ variables, where, fault }: RuleText): UnindexedPair | null {
  if (fault !== null) return null;
  const names = variables.map(({ name }) => name);
  const domains = variables.flatMap(({ name, domain }): readonly Lead[] =>
    domain.kind === 'elements' ? membership(domain.of, { kind: 'variable', name }) : [],
  );
  const chosen = variables.flatMap(({ domain }) => (domain.kind === 'elements' && domain.test !== null ? [domain.test] : []));
  const whole = chosen.reduceRight<RuleExpression>((all, test) => ({ kind: 'logical', operator: '&&', left: test, right: all }), where);
  for (const tests of alternativesOf(whole)) {
    const leads = [...domains, ...tests.flatMap(leadsOf)];
    const reached = new Map(names.map((name) => [name, reachedFrom(name, leads)]));
    for (const [index, known] of names.entries())
      for (const sought of names.slice(index + 1))
        if (reached.get(known)?.has(sought) === false && reached.get(sought)?.has(known) === false) return { known, sought };
  }
  return null;
}

function reachedFrom(known: string, leads: readonly Lead[]): ReadonlySet<string> {
  const reached = new Set([known]);
  for (let before = -1; before < reached.size;) {
    before = reached.size;
    for (const { to, needs } of leads) if (needs.every((name) => reached.has(name))) reached.add(to);
  }
  return reached;
}

function leadsOf(test: RuleExpression): readonly Lead[] {
  if (test.kind === 'has') return membership(test.of, test.element);
  if (test.kind !== 'binary' || test.operator !== '===') return [];
  return [...equality(test.left, test.right), ...equality(test.right, test.left)];
}

function membership(container: RuleExpression, element: RuleExpression): readonly Lead[] {
  return [...(element.kind === 'variable' ? lead(element.name, container) : []), ...equality(container, element)];
}

function equality(side: RuleExpression, value: RuleExpression): readonly Lead[] {
  const to = ownerOf(side);
  return to === null ? [] : lead(to, value);
}

function lead(to: string, by: RuleExpression): readonly Lead[] {
  const parts = [...partsOfExpression(by)];
  const needs = parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
  // All elements of a set of the rule are a set like any other: they are joined with nothing.
  const isOfSetAlone = needs.length === 0 && parts.some(({ kind }) => kind === 'tracked');
  return needs.includes(to) || isOfSetAlone ? [] : [{ to, needs }];
}

/** The variable from which fields and elements lead to a value. */
function ownerOf(part: RuleExpression): string | null {
  switch (part.kind) {
    case 'field':
    case 'state':
    case 'view':
    case 'entry':
    case 'element':
      return ownerOf(part.of);
    default:
      return part.kind === 'variable' ? part.name : null;
  }
}

/** The engine searches conditions with more alternatives as one. */
const mostAlternatives = 8;

/** The alternatives of a condition, each as tests that all hold. */
function alternativesOf(condition: RuleExpression): readonly (readonly RuleExpression[])[] {
  const alternatives = expanded(condition, true);
  return alternatives.length > mostAlternatives ? [[]] : alternatives;
}

function expanded(condition: RuleExpression, isTrue: boolean): readonly (readonly RuleExpression[])[] {
  if (condition.kind === 'unary' && condition.operator === '!') return expanded(condition.operand, !isTrue);
  if (condition.kind === 'logical' && condition.operator !== '??') {
    const left = expanded(condition.left, isTrue);
    const right = expanded(condition.right, isTrue);
    if ((condition.operator === '&&') !== isTrue) return [...left, ...right];
    if (left.length * right.length > mostAlternatives) return [[]];
    return left.flatMap((some) => right.map((others) => [...some, ...others]));
  }
  if (isTrue) return [[condition]];
  const isUnequal = condition.kind === 'binary' && condition.operator === '!==';
  return [isUnequal ? [{ ...condition, operator: '===' }] : []];
}
