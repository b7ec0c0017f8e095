import { type Expression } from './condition.js';
import { binary, evaluate, isTrue, memberOf, sizeOf } from './conditionValue.js';
import type { RuleValue } from './thing.js';

/** An expression as a function of the values of the rule's variables. */
export type Code = (bound: readonly RuleValue[]) => RuleValue;

/** What an expression is as a function: what is frequent is not looked at anew each time. It gives and throws what `evaluate` does. */
export function codeOf(expression: Expression): Code {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'variable': {
      const { variable } = expression;
      return (bound) => bound[variable];
    }
    case 'field': {
      const of = codeOf(expression.of);
      return (bound) => memberOf(of(bound), expression);
    }
    case 'size': {
      const of = codeOf(expression.of);
      return (bound) => sizeOf(of(bound), expression);
    }
    case 'unary': {
      if (expression.operator !== '!') break;
      const operand = codeOf(expression.operand);
      return (bound) => !isTrue(operand(bound));
    }
    case 'binary': {
      const { operator } = expression;
      const left = codeOf(expression.left);
      const right = codeOf(expression.right);
      if (operator === '===') return (bound) => left(bound) === right(bound);
      if (operator === '!==') return (bound) => left(bound) !== right(bound);
      return (bound) => binary(operator, left(bound), right(bound));
    }
    case 'logical': {
      const { operator } = expression;
      if (operator === '??') break;
      const left = codeOf(expression.left);
      const right = codeOf(expression.right);
      const isAnd = operator === '&&';
      return (bound) => {
        const value = left(bound);
        return isTrue(value) === isAnd ? right(bound) : value;
      };
    }
  }
  return (bound) => evaluate(expression, bound);
}
