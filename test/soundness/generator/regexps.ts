import { operand } from './constants.js';
import { amount } from './numbers.js';
import { pickVariable, type Context } from './scope.js';
import { braced, written, type Written } from './written.js';

/** What a program may know of a text after a test. */
export function matched(ctx: Context): Written {
  const { random, indent } = ctx;
  const text = pickVariable(ctx, 'string') ?? random.choice(["'xx1'", "'a-1'", "''", `String(${amount(ctx)})`]);
  const target = pickVariable(ctx, 'number', true);
  const assign = (value: string): string => `${indent}${target === null ? 'void ' : `${target} = `}${operand(value)};`;
  const regexp = random.choice(['/x+/', '/^-?\\d+$/', '/a|b/', '/(\\d)(\\d)?/', '/^$/', '/[^a]/g', '/\\s/', '/a/gi', '/./y']);
  const name = ctx.names.fresh('r');
  return random.weighted<() => Written>([
    [
      3,
      () =>
        written(
          braced(ctx, `if (${random.choice(['', '!'])}${regexp}.test(${text}))`, [
            `${indent}  ${random.choice(["throw new Error('t');", assign(`${text}.length`).trim(), assign(`Number(${text})`).trim()])}`,
          ]),
        ),
    ],
    [
      1.5,
      () =>
        written([
          `${indent}const ${name}: any = ${regexp}.exec(${text});`,
          ...braced(ctx, `if (${name} ${random.choice(['!== null', '!= null', '=== null'])})`, [
            assign(random.choice([`${name}[0].length`, `${name}.index`, `${name}.length`, `Number(${name}[1])`])),
          ]),
        ]),
    ],
    [1, () => written([assign(`${text}.replace(${regexp}, '${random.choice(['', 'bb'])}').length`)])],
    [0.7, () => written([assign(`${text}.split(${regexp}).length`)])],
    [0.7, () => written([assign(`(${text}.match(${regexp}) ?? []).length`)])],
    [0.7, () => written([assign(`${text}.search(${regexp})`)])],
    [
      1,
      () =>
        written([
          `${indent}const ${name} = /a/g;`,
          assign(`(${name}.test(${text}) ? 1 : 0) + (${name}.test(${text}) ? 1 : 0)`),
          assign(`${name}.lastIndex`),
        ]),
    ],
    [
      0.5,
      () =>
        written([
          assign(`${text}.replace(${regexp}, (part) => { ${target === null ? '' : `${target} += 1; `}return part + part; }).length`),
        ]),
    ],
  ])();
}
