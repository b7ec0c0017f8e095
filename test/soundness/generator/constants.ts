import { has, type Context } from './scope.js';

const smallConstants = [-20, -7, -3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 5, 8, 10, 13, 30, 100];
const specialConstants = [
  '0.5',
  '-0.5',
  '1.5',
  '99.5',
  '1e21',
  '2147483647',
  '2147483648',
  '4294967295',
  '9007199254740991',
  '9007199254740992',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '1e308',
  '5e-324',
  '0.1',
];

export function constant(ctx: Context): string {
  if (has(ctx, 'specials') && ctx.random.chance(0.15)) return ctx.random.choice(specialConstants);
  return String(ctx.random.choice(smallConstants));
}

/** Parenthesised unless it is a name, a positive constant or a call. */
export const operand = (text: string): string => (/^(?:[\w.$]+|[\w.$]+\([\w.$, ]*\)|\w+\[[\w.$]*\])$/.test(text) ? text : `(${text})`);
