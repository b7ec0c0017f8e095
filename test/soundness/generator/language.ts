import { removeTypes } from '../removeTypes.js';
import type { Random } from '../random.js';
import { parse } from '../syntaxTree.js';
import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { has, inCallback, numberVariable, pickVariable, type Context } from './scope.js';
import { written, type Production, type Written } from './written.js';

/**
 * Statements about what the language consults of its own accord: methods of subclasses of built-ins, well-known symbols, receivers through
 * parentheses, casts and chains, attributes of properties, thenables and iterators.
 */
export function languageStatements(ctx: Context): Production[] {
  if (!has(ctx, 'language')) return [];
  return [
    [2, () => collectionSubclass(ctx)],
    [2, () => arraySubclass(ctx)],
    [2.5, () => symbolObject(ctx)],
    [3, () => receiver(ctx)],
    [2.5, () => attributes(ctx)],
    [1.5, () => describedFunction(ctx)],
    [1.5, () => iterator(ctx)],
    [ctx.isAsync ? 2 : 0, () => thenable(ctx)],
  ];
}

const number = (ctx: Context): string => operand(expression(ctx, 'number', 1));
/** In a method that the language calls. */
const inner = (ctx: Context): string => operand(expression(inCallback(ctx), 'number', 1));
const test = (ctx: Context): string => operand(condition(ctx, 1));

/**
 * The lines, and a number that they end with; now and then the run fails for it. The last statement of each line is the line's own, and is
 * observed: a class declaration would not be.
 */
function giving(ctx: Context, lines: readonly string[], value: string): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('x');
  const check = random.chance(0.4)
    ? [
        `${indent}if (${name} ${random.choice(['>', '<', '===', '!=='])} ${operand(constant(ctx))}) {`,
        `${indent}  throw new Error('l');`,
        `${indent}}`,
      ]
    : [];
  return written([...lines.map((line) => `${indent}${line}`), `${indent}let ${name}: any = ${value};`, ...check], numberVariable(name));
}

/** Something that the method does besides: another call can see it. */
function effect(ctx: Context): string {
  const cell = pickVariable(ctx, 'number', true);
  return cell === null || ctx.random.chance(0.5) ? '' : `${cell} ${ctx.random.choice(['=', '+='])} ${inner(ctx)}; `;
}

function collectionSubclass(ctx: Context): Written {
  const { random } = ctx;
  const [name, object] = [ctx.names.fresh('C'), ctx.names.fresh('s')];
  if (random.chance(0.5)) {
    const added = random.choice(['super.add(q)', 'super.add(q * 2)', 'this', `super.add(${inner(ctx)})`]);
    return giving(
      ctx,
      [
        `const ${name}: any = class ${name} extends Set<any> { add(q: any): any { ${effect(ctx)}return ${added}; } };`,
        `const ${object}: any = new ${name}(${random.choice([`[${number(ctx)}, ${number(ctx)}]`, `[${constant(ctx)}]`, '', 'null'])});`,
      ],
      random.choice([`${object}.size`, `${object}.has(${number(ctx)}) ? 1 : 2`, `[...${object}].length`]),
    );
  }
  const put = random.choice(['super.set(k, w)', 'super.set(k, w + 1)', 'this', `super.set(${constant(ctx)}, w)`]);
  return giving(
    ctx,
    [
      `const ${name}: any = class ${name} extends Map<any, any> { set(k: any, w: any): any { ${effect(ctx)}return ${put}; } };`,
      `const ${object}: any = new ${name}([[${constant(ctx)}, ${number(ctx)}], [1, ${number(ctx)}]]);`,
    ],
    random.choice([`${object}.size`, `${object}.get(1) ?? ${constant(ctx)}`, `${object}.has(1) ? ${constant(ctx)} : 0`]),
  );
}

function arraySubclass(ctx: Context): Written {
  const { random } = ctx;
  const [name, object] = [ctx.names.fresh('C'), ctx.names.fresh('a')];
  const member = random.choice([
    `push(...q: any[]): any { ${effect(ctx)}return super.push(...q.map((e) => e + 1)); }`,
    `*[Symbol.iterator](): any { yield ${inner(ctx)}; }`,
    'static get [Symbol.species](): any { return Array; }',
    `get [Symbol.isConcatSpreadable]() { return ${operand(condition(inCallback(ctx), 1))}; }`,
    `map(q: any): any { return [${inner(ctx)}]; }`,
    `constructor(...q: any[]) { super(...q); ${effect(ctx)}}`,
  ]);
  return giving(
    ctx,
    [
      `const ${name}: any = class ${name} extends Array<any> { ${member} };`,
      `const ${object}: any = ${random.choice([`new ${name}()`, `${name}.of(${number(ctx)}, 2)`, `${name}.from([${number(ctx)}])`])};`,
      `${object}.push(${number(ctx)});`,
    ],
    random.choice([
      `${object}.length`,
      `${object}[0]`,
      `[...${object}].length`,
      `([1] as any[]).concat(${object}).length`,
      `${object}.map((e: any) => e).length`,
      `${object}.filter(Boolean) instanceof ${name} ? 1 : 2`,
      `Math.max(...${object})`,
    ]),
  );
}

function symbolObject(ctx: Context): Written {
  const { random } = ctx;
  const object = ctx.names.fresh('o');
  return random.weighted<() => Written>([
    [
      2,
      () =>
        giving(
          ctx,
          [
            `const ${object}: any = { [Symbol.toPrimitive](hint: string): any { ${effect(ctx)}return hint === 'string' ? '7' : ${inner(ctx)}; } };`,
          ],
          random.choice([`+${object}`, `${object} * 2`, `${object} + 1`, `${object} > 3 ? 1 : 2`, `\`\${${object}}\`.length`]),
        ),
    ],
    [
      1,
      () =>
        giving(
          ctx,
          [`const ${object}: any = { [Symbol.hasInstance](q: any) { return q > ${inner(ctx)}; } };`],
          `(${number(ctx)} as any) instanceof ${object} ? ${constant(ctx)} : ${constant(ctx)}`,
        ),
    ],
    [
      1,
      () =>
        giving(
          ctx,
          [`const ${object}: any = { length: 2, 0: ${number(ctx)}, 1: 1, [Symbol.isConcatSpreadable]: ${test(ctx)} };`],
          random.choice([`([1] as any[]).concat(${object}).length`, `([] as any[]).concat(${object})[1] === 1 ? 1 : 2`]),
        ),
    ],
    [
      1,
      () =>
        giving(
          ctx,
          [
            `const ${object}: any = [1, ${number(ctx)}];`,
            `${object}[${random.choice(['Symbol.iterator', 'Symbol.isConcatSpreadable'])}] = ${random.choice([`function* () { yield ${inner(ctx)}; }`, 'false'])};`,
          ],
          random.choice([
            `([0] as any[]).concat(${object}).length`,
            `(() => { try { return [...${object}].length; } catch { return -1; } })()`,
          ]),
        ),
    ],
    [
      0.5,
      () =>
        giving(
          ctx,
          [`const ${object}: any = { [Symbol.toStringTag]: 'abc' };`],
          random.choice([`String(${object}).length`, `Object.prototype.toString.call(${object}).length`]),
        ),
    ],
  ])();
}

/** What `this` is where a call is written in an unusual way. */
function receiver(ctx: Context): Written {
  const { random } = ctx;
  const object = ctx.names.fresh('o');
  const literal = `{ x: ${number(ctx)}, f() { return this === undefined ? ${constant(ctx)} : this.x; } }`;
  const made = random.chance(0.5) ? `${test(ctx)} ? ${literal} : ${random.choice(['null', 'undefined'])}` : literal;
  const call = random.choice([
    `(${object}?.f as any)()`,
    `(${object}?.f)?.()`,
    `(${object}?.f)!()`,
    `(${object}?.f satisfies any)?.()`,
    `((${object}!.f) as () => number)()`,
    `(${object}.f)()`,
    `(0, ${object}.f)()`,
    `${object}?.f!()`,
    `${object}?.['f']?.()`,
    `(${object}?.['f'] as any)\`x\``,
    `(${object}?.f).call({ x: ${constant(ctx)} })`,
  ]);
  return giving(
    ctx,
    [`const ${object}: any = ${made};`],
    random.chance(0.4) ? `(() => { try { return ${call}; } catch { return -1; } })()` : call,
  );
}

/** Writes that attributes forbid, and what is listed. */
function attributes(ctx: Context): Written {
  const { random } = ctx;
  const [base, object] = [ctx.names.fresh('b'), ctx.names.fresh('o')];
  const made = random.choice([
    `Object.defineProperty({ y: 1 }, 'x', { value: ${number(ctx)}, writable: ${test(ctx)} })`,
    `Object.defineProperty({ y: 1 }, 'x', { value: ${number(ctx)}, enumerable: ${test(ctx)}, configurable: true })`,
    `Object.freeze({ x: ${number(ctx)}, y: 1 })`,
    `Object.seal({ x: ${number(ctx)} })`,
    `{ get x() { return ${inner(ctx)}; } }`,
    `new Error('m', { cause: ${number(ctx)} })`,
    `Object.preventExtensions({ y: ${number(ctx)} })`,
  ]);
  const own = random.choice([base, `Object.create(${base})`, `{ __proto__: ${base} }`, `{ ...${base} }`]);
  const write = random.choice([
    `${object}.x = ${number(ctx)};`,
    `delete ${object}.x;`,
    `${object}.y = ${number(ctx)};`,
    `${object}.x += 1;`,
  ]);
  const caught = pickVariable(ctx, 'number', true);
  return giving(
    ctx,
    [
      `const ${base}: any = ${made};`,
      `const ${object}: any = ${own};`,
      random.chance(0.8) ? `try { ${write} } catch { ${caught === null ? '' : `${caught} = ${constant(ctx)};`} }` : write,
    ],
    random.choice([
      `${object}.x`,
      `Object.keys(${object}).length`,
      `'x' in ${object} ? 1 : 2`,
      `${object}.cause ?? ${constant(ctx)}`,
      `Object.hasOwn(${object}, 'x') ? 1 : 2`,
      `JSON.stringify(${object}).length`,
      `Object.values({ ...${object} }).length`,
    ]),
  );
}

function describedFunction(ctx: Context): Written {
  const { random } = ctx;
  const name = ctx.names.fresh('f');
  const made = random.choice([
    '(q: any) => q',
    'function (q: any, r: any) { return q; }',
    'async (q: any) => q',
    'class { static s = 1; m() { return 1; } }',
    '{ m(q: any) { return q; } }.m',
    '[].map',
  ]);
  const write = random.choice([`${name}.length = 7;`, `${name}.name = 'other';`, `${name}.prototype = { z: 1 };`, `${name}.own = 3;`]);
  return giving(
    ctx,
    [`const ${name}: any = ${made};`, `try { ${write} } catch { void 0; }`],
    random.choice([
      `${name}.length`,
      `${name}.name.length`,
      `'prototype' in ${name} ? 1 : 2`,
      `Object.keys(${name}).length`,
      `'own' in ${name} ? 1 : 2`,
    ]),
  );
}

function iterator(ctx: Context): Written {
  const { random } = ctx;
  const [object, step] = [ctx.names.fresh('o'), ctx.names.fresh('k')];
  const made = `{ [Symbol.iterator]() { let ${step} = 0; return { next() { ${effect(ctx)}return ${step}++ < ${random.choice(['1', '2', '3'])} ? { value: ${inner(ctx)}, done: false } : { done: true }; }, return() { ${effect(ctx)}return {}; } }; } }`;
  return giving(
    ctx,
    [`const ${object}: any = ${made};`],
    random.choice([
      `[...${object}].length`,
      `(([first]: any) => first)(${object})`,
      `new Set(${object}).size`,
      `Array.from(${object}).length`,
      `Math.max(...${object})`,
      `(() => { for (const e of ${object}) return e as number; return 0; })()`,
    ]),
  );
}

function thenable(ctx: Context): Written {
  const { random } = ctx;
  const object = ctx.names.fresh('t');
  const then = random.choice([
    `r(${inner(ctx)});`,
    `if (${operand(condition(inCallback(ctx), 1))}) r(${constant(ctx)}); else j(new Error('t'));`,
  ]);
  return giving(
    ctx,
    [`const ${object}: any = { then(r: any, j: any) { ${effect(ctx)}${then} } };`],
    random.choice([`await ${object}`, `await Promise.resolve(${object})`]),
  );
}

const commentTypes = [
  'number',
  'string',
  'boolean',
  "'a' | 'b'",
  '1 | 2',
  'number[]',
  '{ x: number }',
  'never',
  '?number',
  'function(number): void',
];

/** The program as JavaScript, with types in comments, which need not be right. */
export function inJavaScript(text: string, random: Random): string {
  const plain = removeTypes(parse(text)).split('\n');
  return text
    .split('\n')
    .map((line, index) => {
      const bare = (plain[index] ?? '').trimEnd();
      const code = line.startsWith('export ') ? `export ${bare.slice('export '.length)}` : bare;
      const parameters = /^(?:export )?(?:async )?function\*? \w+\((.*)\) \{/.exec(code)?.[1];
      if (parameters !== undefined && random.chance(0.8)) {
        const names = parameters.split(',').map((part) => part.trim().split(/\W/)[0] ?? '');
        return `/** ${names.map((name) => `@param {${random.choice(commentTypes)}} ${name}`).join(' ')} @returns {${random.choice(commentTypes)}} */ ${code}`;
      }
      return /^(?:export )?(?:let|const) /.test(code) && random.chance(0.5)
        ? `/** @type {${random.choice(commentTypes)}} */ ${code}`
        : code;
    })
    .join('\n');
}
