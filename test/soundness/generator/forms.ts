import { condition } from './conditions.js';
import { constant } from './constants.js';
import { expression } from './expressions.js';
import { caughtByKind } from './errors.js';
import { lateStatements } from './late.js';
import { amount } from './numbers.js';
import { matched } from './regexps.js';
import { has, inCallback, numberVariable, pickVariable, withVariables, type Context, type Variable } from './scope.js';
import { block } from './statements.js';
import { braced, written, type Production, type Written } from './written.js';

/** Statements that are about one form of the language each. */
export function formStatements(ctx: Context): Production[] {
  const all: Production[] = [];
  if (has(ctx, 'currying')) all.push([2, () => curried(ctx)]);
  if (has(ctx, 'patterns')) all.push([2.5, () => pattern(ctx)]);
  if (has(ctx, 'literalLoops')) all.push([2, () => literalLoop(ctx)]);
  if (has(ctx, 'errorKinds')) all.push([2.5, () => caughtByKind(ctx)]);
  if (has(ctx, 'regexps')) all.push([2, () => matched(ctx)]);
  if (has(ctx, 'lateTasks')) all.push(...lateStatements(ctx));
  return all;
}

/** Functions that give functions; the inner ones may write what the outer ones were given. */
function curried(ctx: Context): Written {
  const { random, indent } = ctx;
  const [name, a, b, c, partial] = [
    ctx.names.fresh('f'),
    ctx.names.fresh('p'),
    ctx.names.fresh('p'),
    ctx.names.fresh('p'),
    ctx.names.fresh('f'),
  ];
  const outer = inCallback(ctx, numberVariable(a), numberVariable(b));
  const target = pickVariable(ctx, 'number', true);
  const fails = has(ctx, 'exceptions') && random.chance(0.4) ? `if (${condition(outer, 1)}) { throw new Error('c'); } ` : '';
  const write = random.chance(0.4) ? `${a} ${random.choice(['+=', '-=', '='])} ${random.choice([b, '1'])}; ` : '';
  const body = `{ ${fails}${write}return ${expression(outer, 'number', 1)}; }`;
  const assign = (text: string): string => `${indent}${target === null ? 'void ' : `${target} = `}${text};`;
  return random.weighted<() => Written>([
    [
      3,
      () =>
        written([
          `${indent}const ${name} = (${a}: number) => (${b}: number) => ${body};`,
          assign(`${name}(${amount(ctx)})(${amount(ctx)})`),
        ]),
    ],
    [
      2,
      () =>
        written(
          [
            `${indent}const ${name} = (${a}: number) => (${b}: number) => ${body};`,
            `${indent}const ${partial} = ${name}(${amount(ctx)});`,
            assign(`${partial}(${amount(ctx)}) + ${partial}(${constant(ctx)})`),
          ],
          { name: partial, kind: 'function', isMutable: false },
        ),
    ],
    [
      1,
      () => {
        const inner = withVariables(outer, numberVariable(c));
        const text = `${indent}const ${name} = (${a}: number) => (${b}: number) => (${c}: number) => ${expression(inner, 'number', 1)};`;
        return written([text, assign(`${name}(${amount(ctx)})(${constant(ctx)})(${amount(ctx)})`)]);
      },
    ],
    [
      1.5,
      () =>
        written([
          `${indent}const ${name} = (${a}: number) => ({ add: (${b}: number) => ${body}, get now() { return ${a}; } });`,
          `${indent}const ${partial} = ${name}(${amount(ctx)});`,
          `${indent}${partial}.add(${amount(ctx)});`,
          assign(`${partial}.now`),
        ]),
    ],
    [1, () => written([assign(`((${a}: number) => (${b}: number) => ${body})(${amount(ctx)})(${amount(ctx)})`)])],
  ])();
}

/** Patterns over literals, and over what is written at the same time. */
function pattern(ctx: Context): Written {
  const { random, indent } = ctx;
  const [a, b, c] = [ctx.names.fresh('x'), ctx.names.fresh('x'), ctx.names.fresh('x')];
  const [one, two] = [pickVariable(ctx, 'number', true), pickVariable(ctx, 'number', true)];
  const test = (name: string): string[] =>
    random.chance(0.5)
      ? braced(ctx, `if (${name} ${random.choice(['<', '>', '===', '>='])} ${constant(ctx)})`, [
          `${indent}  ${random.choice(["throw new Error('d');", `${name} = ${constant(ctx)};`])}`,
        ])
      : [];
  return random.weighted<() => Written>([
    [3, () => written([`${indent}let [${a}, ${b}] = [${amount(ctx)}, ${amount(ctx)}];`, ...test(a)], numberVariable(a), numberVariable(b))],
    [
      1,
      () =>
        written(
          [`${indent}let [${a}, [${b}, ${c} = ${amount(ctx)}]] = [${amount(ctx)}, [${amount(ctx)}]];`, ...test(c)],
          numberVariable(a),
          numberVariable(b),
          numberVariable(c),
        ),
    ],
    [
      1.5,
      () =>
        written(
          [`${indent}let { a: ${a}, b: ${b} = ${amount(ctx)} }: any = { a: ${amount(ctx)} };`, ...test(b)],
          numberVariable(a),
          numberVariable(b),
        ),
    ],
    [
      1,
      () =>
        written(
          [
            `${indent}let { a: { b: ${a} }, ...${b} }: any = { a: { b: ${amount(ctx)} }, x: ${amount(ctx)}, y: ${constant(ctx)} };`,
            ...test(a),
          ],
          numberVariable(a),
          { name: b, kind: 'object', isMutable: true },
        ),
    ],
    [
      1,
      () =>
        written(
          [`${indent}let [${a}, , ${b} = ${a} + 1] = [${amount(ctx)}, ${constant(ctx)}, undefined];`, ...test(b)],
          numberVariable(a),
          numberVariable(b),
        ),
    ],
    [one === null || two === null ? 0 : 2, () => written([`${indent}[${one}, ${two}] = [${two}, ${one}];`])],
    [one === null || two === null ? 0 : 1, () => written([`${indent}({ a: ${one}, b: ${two} = ${one} } = { a: ${amount(ctx)} } as any);`])],
    [
      one === null ? 0 : 1,
      () => written([`${indent}[${one} = ${constant(ctx)}] = [${random.choice(['undefined', 'null', amount(ctx)])}] as any;`]),
    ],
    [
      1,
      () => {
        const f = ctx.names.fresh('f');
        const inner = inCallback(ctx, numberVariable(a), numberVariable(b));
        return written([
          `${indent}const ${f} = ([${a}, ${b} = ${constant(ctx)}]: any) => ${expression(inner, 'number', 1)};`,
          `${indent}${one ?? 'void 0;'}${one === null ? '' : ' = '}${one === null ? '' : `${f}([${amount(ctx)}${random.choice(['', `, ${constant(ctx)}`])}]);`}`,
        ]);
      },
    ],
  ])();
}

/** Loops over literals: every round is known. */
function literalLoop(ctx: Context): Written {
  const { random, indent } = ctx;
  const [k, v] = [ctx.names.fresh('e'), ctx.names.fresh('e')];
  const inLoop: Context = { ...ctx, loops: [...ctx.loops, null] };
  const target = pickVariable(ctx, 'number', true);
  const body = (...variables: Variable[]): string[] => {
    const [first] = variables;
    const use = target === null || first === undefined ? [] : [`${indent}  ${target} ${random.choice(['=', '+=', '-='])} ${first.name};`];
    const test =
      first === undefined || random.chance(0.5)
        ? []
        : [
            `${indent}  if (${first.name} ${random.choice(['>', '<', '==='])} ${constant(ctx)}) {`,
            `${indent}    ${random.choice(["throw new Error('k');", 'break;', 'continue;'])}`,
            `${indent}  }`,
          ];
    return [...test, ...use, ...(random.chance(0.4) ? block(withVariables(inLoop, ...variables)) : [])];
  };
  const object = pickVariable(ctx, 'object');
  return written(
    random.weighted<() => string[]>([
      [
        4,
        () =>
          braced(
            ctx,
            `for (const ${k} of [${constant(ctx)}, ${amount(ctx)}${random.choice(['', `, ${constant(ctx)}`])}])`,
            body(numberVariable(k, false)),
          ),
      ],
      [
        1.5,
        () =>
          braced(
            ctx,
            `for (const [${k}, ${v}] of [[${constant(ctx)}, ${amount(ctx)}], [${amount(ctx)}, ${constant(ctx)}]])`,
            body(numberVariable(k, false), numberVariable(v, false)),
          ),
      ],
      [
        1,
        () =>
          braced(
            ctx,
            `for (const { x: ${k}, y: ${v} = ${constant(ctx)} } of [{ x: ${amount(ctx)}, y: ${constant(ctx)} }, { x: ${constant(ctx)} }] as any[])`,
            body(numberVariable(k, false), numberVariable(v, false)),
          ),
      ],
      [
        object === null ? 0 : 1,
        () =>
          braced(
            ctx,
            `for (const [${k}, ${v}] of Object.entries(${object} as any) as [string, any][])`,
            body(numberVariable(v, false), { name: k, kind: 'string', isMutable: false }),
          ),
      ],
      [
        object === null ? 0 : 0.7,
        () => braced(ctx, `for (const ${v} of Object.values(${object} as any) as any[])`, body(numberVariable(v, false))),
      ],
      [
        object === null ? 0 : 0.7,
        () =>
          braced(ctx, `for (const ${k} of ['x', 'y'])`, [
            `${indent}  (${object} as any)[${k}] ${random.choice(['=', '+='])} ${amount(ctx)};`,
          ]),
      ],
      [
        0.7,
        () => braced(ctx, `for (const ${k} of '${random.choice(['ab', '12', ''])}')`, body({ name: k, kind: 'string', isMutable: false })),
      ],
      [target === null ? 0 : 0.7, () => braced(ctx, `for (${target} of [${amount(ctx)}, ${amount(ctx)}])`, block(inLoop))],
    ])(),
  );
}
