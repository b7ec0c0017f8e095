import { expressionText, partsOfExpression } from './printRuleExpression.js';
import type { RuleExpression } from './ruleExpression.js';
import type { RuleText } from './rulesFile.js';

/** A rule over one field of the objects of a class, as an assertion at that field. */
export interface RuleAsInvariant {
  readonly from: string;
  readonly className: string;
  readonly field: string;
  /** `@invariant this >= 0`, `@range 1..10`. */
  readonly assertion: string;
}

/** The assertion that says the same as a rule; else a sentence why it stays a rule. */
export function ruleAsInvariant(rule: RuleText): RuleAsInvariant | { readonly stays: string } {
  if (rule.fault !== null) return { stays: `it is not understood: ${rule.fault}` };
  if (rule.patterns.length > 0) return { stays: 'it speaks of calls and places, and keeps what it has seen of them.' };
  const [variable, second] = rule.variables;
  if (variable === undefined || second !== undefined) return { stays: 'it speaks of several objects at a time.' };
  const { domain } = variable;
  if (domain.kind !== 'extent' || domain.of.kind !== 'imported')
    return { stays: 'it speaks of objects that are not those of a class of yours.' };
  if (rule.check !== 'change')
    return { stays: "it allows what methods do before they return: an @invariant speaks of every store, as check: 'change' does." };
  const fields = new Set<string>();
  let whole = 0;
  for (const part of partsOfExpression(rule.where)) {
    if (part.kind === 'tracked' || part.kind === 'state') return { stays: 'it reads what the rule itself has kept.' };
    if (part.kind === 'variable') whole++;
    if (isField(part, variable.name)) {
      fields.add(part.name);
      whole--;
    }
  }
  const [field, another] = fields;
  if (whole > 0 || field === undefined) return { stays: 'it speaks of the object as a whole.' };
  if (another !== undefined) return { stays: `it compares several fields: ${[...fields].join(', ')}.` };
  const holds = negated(rule.where);
  const text = expressionText(holds, (part) => (isField(part, variable.name) ? 'this' : null));
  return { from: domain.of.from, className: domain.of.name, field, assertion: rangeOf(text) ?? `@invariant ${text}` };
}

function isField(part: RuleExpression, variable: string): part is RuleExpression & { readonly kind: 'field' | 'size' } {
  return (part.kind === 'field' || part.kind === 'size') && part.of.kind === 'variable' && part.of.name === variable;
}

function negated(expression: RuleExpression): RuleExpression {
  if (expression.kind === 'unary' && expression.operator === '!') return expression.operand;
  return { kind: 'unary', operator: '!', operand: expression };
}

/** `(this >= 1) && (this <= 10)`: what a range says. */
function rangeOf(text: string): string | null {
  const [, min, max] = /^\(this >= (\d[\w.+-]*)\) && \(this <= (\d[\w.+-]*)\)$/.exec(text) ?? [];
  return min === undefined || max === undefined ? null : `@range ${min}..${max}`;
}
