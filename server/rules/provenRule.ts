import { partsOfExpression } from './printRuleExpression.js';
import type { RuleExpression } from './ruleExpression.js';
import type { RuleText } from './rulesFile.js';
import {
  anything,
  booleans,
  joined,
  ofOperator,
  passing,
  truthOf,
  typeOf,
  valueOfLiteral,
  type PossibleValue,
  type PossibleValues,
} from './possibleValues.js';

/** A rule over private fields of the objects of one class: no code but the text of the class can reach them. */
export interface PrivateRule {
  readonly from: string;
  readonly className: string;
  /** With their `#`. */
  readonly fields: readonly string[];
}

/** What a rule speaks of, where it speaks of nothing but private fields of one object; else null. */
export function privateRule({ fault, patterns, variables, where }: RuleText): PrivateRule | null {
  const [variable, second] = variables;
  if (fault !== null || patterns.length > 0 || variable === undefined || second !== undefined) return null;
  const { domain, name } = variable;
  if (domain.kind !== 'extent' || domain.of.kind !== 'imported') return null;
  const fields = new Set<string>();
  let others = 0;
  for (const part of partsOfExpression(where)) {
    if (part.kind === 'variable') others++;
    if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === name && part.name.startsWith('#')) {
      fields.add(part.name);
      others--;
    }
  }
  return others > 0 || fields.size === 0 ? null : { from: domain.of.from, className: domain.of.name, fields: [...fields] };
}

/** So many combinations of values are looked at. */
const mostCases = 200;

/** Whether the condition of a rule holds for no values that its fields may have: then it finds nothing in any run. */
export function isProven({ where }: RuleText, held: ReadonlyMap<string, PossibleValues>): boolean {
  let cases: ReadonlyMap<string, PossibleValue>[] = [new Map()];
  for (const [field, values] of held) {
    cases = cases.flatMap((one) => values.map((value) => new Map([...one, [field, value]])));
    if (cases.length > mostCases) return false;
  }
  return cases.every((one) => passing(valuesOf(where, one), true).length === 0);
}

/** What an expression may be, where the fields hold these. */
function valuesOf(expression: RuleExpression, held: ReadonlyMap<string, PossibleValue>): PossibleValues {
  const of = (part: RuleExpression): PossibleValues => valuesOf(part, held);
  switch (expression.kind) {
    case 'literal':
      return [valueOfLiteral(expression.value)];
    case 'field': {
      const value = expression.of.kind === 'variable' ? held.get(expression.name) : undefined;
      return value === undefined ? anything : [value];
    }
    case 'unary':
      return joined(...of(expression.operand).map((value) => ofUnary(expression.operator, value)));
    case 'binary': {
      const right = of(expression.right);
      return joined(...of(expression.left).flatMap((a) => right.map((b) => ofOperator(expression.operator, a, b))));
    }
    case 'logical': {
      const left = of(expression.left);
      const isEmpty = ({ kind }: PossibleValue): boolean => kind === 'undefined' || kind === 'null';
      const [stays, goes] =
        expression.operator === '??'
          ? [left.filter((value) => !isEmpty(value)), left.filter(isEmpty)]
          : [passing(left, expression.operator === '||'), passing(left, expression.operator === '&&')];
      return goes.length === 0 ? stays : joined(stays, of(expression.right));
    }
    case 'conditional': {
      const test = of(expression.test);
      return joined(
        ...(passing(test, true).length > 0 ? [of(expression.then)] : []),
        ...(passing(test, false).length > 0 ? [of(expression.otherwise)] : []),
      );
    }
    default:
      return anything;
  }
}

/** What an operator gives of one value. */
export function ofUnary(operator: string, value: PossibleValue): PossibleValues {
  if (operator === 'typeof') return typeOf(value);
  if (operator === '!') {
    const truth = truthOf(value);
    return truth === null ? booleans : [{ kind: 'boolean', value: !truth }];
  }
  if (operator === '-') return ofOperator('*', value, valueOfLiteral(-1));
  if (operator === '+') return ofOperator('*', value, valueOfLiteral(1)).filter(({ kind }) => kind !== 'bigint');
  return operator === '~' ? ofOperator('^', value, valueOfLiteral(-1)) : anything;
}
