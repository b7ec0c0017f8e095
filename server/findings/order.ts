import type { ConditionTree } from './conditionTree.js';
import type { Finding, Severity } from './result.js';

/** The severities, the gravest first. */
export const severities: readonly Severity[] = ['error', 'warning', 'hint'];

/** Whether a severity is at least as grave as another one. */
export const isAtLeast = (severity: Severity, least: Severity): boolean => severities.indexOf(severity) <= severities.indexOf(least);

/**
 * Findings with what a developer wants first: certain failures, callers that break what is asked of them, assertions, other warnings, what
 * functions ask of their callers; inputs that have another type than is meant come last. Alike ones keep their order.
 */
export function ordered(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

function rank({ code, severity, condition, because }: Finding): number {
  if (severity === 'error') return 0;
  if (severity === 'warning') {
    if (code === 'requires-violated' || because.some(({ calls = [] }) => calls.length > 0)) return 1;
    return isOfAssertion(code) ? 2 : 3;
  }
  if (code === 'incomplete') return 6;
  return condition !== null && isAboutKinds(condition) ? 5 : 4;
}

const isOfAssertion = (code: Finding['code']): boolean => /^(assertion|sometime|ensures|range)-/.test(code);

/** Whether it only asks of which kinds values are. */
function isAboutKinds(condition: ConditionTree): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.length > 0 && condition.of.every(isAboutKinds);
    case 'not':
      return isAboutKinds(condition.of);
    case 'typeof':
    case 'isObject':
    case 'isNaN':
      return true;
    case 'compare':
      return condition.other.text === 'null' || condition.other.text === 'undefined';
    case 'isInteger':
    case 'isFinite':
    case 'test':
      return false;
  }
}
