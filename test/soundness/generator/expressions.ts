import { condition } from './conditions.js';
import { functionExpression } from './functions.js';
import { numberExpression } from './numbers.js';
import type { Context, Kind } from './scope.js';
import { anyExpression, arrayExpression, bigintExpression, instanceExpression, objectExpression, stringExpression } from './values.js';

/** Expressions as text. `size` bounds how deep they nest; every operand is put in parentheses where it needs them. */
export function expression(ctx: Context, kind: Kind, size = 2): string {
  switch (kind) {
    case 'number':
      return numberExpression(ctx, size);
    case 'boolean':
      return condition(ctx, size);
    case 'string':
      return stringExpression(ctx, size);
    case 'array':
      return arrayExpression(ctx, size);
    case 'object':
      return objectExpression(ctx, size);
    case 'instance':
      return instanceExpression(ctx);
    case 'function':
      return functionExpression(ctx, size);
    case 'functions':
      return `[${functionExpression(ctx, size)}, ${functionExpression(ctx, 1)}]`;
    case 'bigint':
      return bigintExpression(ctx, size);
    case 'any':
      return anyExpression(ctx, size);
  }
}
