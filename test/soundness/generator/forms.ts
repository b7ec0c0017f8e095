import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { callOf } from './numbers.js';
import { has, inCallback, nested, pickVariable, withVariables, type Context, type Variable } from './scope.js';
import { block } from './statements.js';
import { braced, written, type Production, type Written } from './written.js';

const number = (name: string, isMutable = true): Variable => ({ name, kind: 'number', isMutable });

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

const amount = (ctx: Context): string => operand(expression(ctx, 'number', 1));

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
  const outer = inCallback(ctx, number(a), number(b));
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
        const inner = withVariables(outer, number(c));
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
    [3, () => written([`${indent}let [${a}, ${b}] = [${amount(ctx)}, ${amount(ctx)}];`, ...test(a)], number(a), number(b))],
    [
      1,
      () =>
        written(
          [`${indent}let [${a}, [${b}, ${c} = ${amount(ctx)}]] = [${amount(ctx)}, [${amount(ctx)}]];`, ...test(c)],
          number(a),
          number(b),
          number(c),
        ),
    ],
    [
      1.5,
      () => written([`${indent}let { a: ${a}, b: ${b} = ${amount(ctx)} }: any = { a: ${amount(ctx)} };`, ...test(b)], number(a), number(b)),
    ],
    [
      1,
      () =>
        written(
          [
            `${indent}let { a: { b: ${a} }, ...${b} }: any = { a: { b: ${amount(ctx)} }, x: ${amount(ctx)}, y: ${constant(ctx)} };`,
            ...test(a),
          ],
          number(a),
          { name: b, kind: 'object', isMutable: true },
        ),
    ],
    [
      1,
      () =>
        written(
          [`${indent}let [${a}, , ${b} = ${a} + 1] = [${amount(ctx)}, ${constant(ctx)}, undefined];`, ...test(b)],
          number(a),
          number(b),
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
        const inner = inCallback(ctx, number(a), number(b));
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
            body(number(k, false)),
          ),
      ],
      [
        1.5,
        () =>
          braced(
            ctx,
            `for (const [${k}, ${v}] of [[${constant(ctx)}, ${amount(ctx)}], [${amount(ctx)}, ${constant(ctx)}]])`,
            body(number(k, false), number(v, false)),
          ),
      ],
      [
        1,
        () =>
          braced(
            ctx,
            `for (const { x: ${k}, y: ${v} = ${constant(ctx)} } of [{ x: ${amount(ctx)}, y: ${constant(ctx)} }, { x: ${constant(ctx)} }] as any[])`,
            body(number(k, false), number(v, false)),
          ),
      ],
      [
        object === null ? 0 : 1,
        () =>
          braced(
            ctx,
            `for (const [${k}, ${v}] of Object.entries(${object} as any) as [string, any][])`,
            body(number(v, false), { name: k, kind: 'string', isMutable: false }),
          ),
      ],
      [
        object === null ? 0 : 0.7,
        () => braced(ctx, `for (const ${v} of Object.values(${object} as any) as any[])`, body(number(v, false))),
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

/** Handlers that look at what was thrown. */
function caughtByKind(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('e');
  const inner = nested(ctx);
  const any = pickVariable(ctx, 'any');
  const made = ctx.errors.length > 0 ? random.choice(ctx.errors) : null;
  const risks = [
    `(null as any).x;`,
    `(undefined as any)();`,
    `new Array(${amount(ctx)});`,
    `'a'.repeat(${amount(ctx)});`,
    `(1).toFixed(${amount(ctx)});`,
    `throw new RangeError('r');`,
    `throw ${amount(ctx)};`,
    ...(any === null ? [] : [`${any}.x.y;`, `${any}();`]),
    ...(made === null
      ? []
      : [`throw new ${made}(${amount(ctx)});`, `throw new ${made}(${amount(ctx)});`, `throw new ${made}(${constant(ctx)});`]),
  ];
  const target = pickVariable(ctx, 'number', true);
  const kind = random.choice([
    'TypeError',
    'TypeError',
    'RangeError',
    'Error',
    'ReferenceError',
    ...(made === null ? [] : [made, made, made]),
  ]);
  const test = random.choice([
    `${name} instanceof ${kind}`,
    `${name} instanceof ${kind}`,
    `!(${name} instanceof ${kind})`,
    `${name}.message.length > ${random.choice(['0', '1', '3'])}`,
    `typeof ${name} === 'number' && ${name} > ${constant(ctx)}`,
    ...(made === null
      ? []
      : [`${name} instanceof ${made} && ${name}.code > ${constant(ctx)}`, `${name}.code < ${constant(ctx)}`, `${name}.name === '${made}'`]),
  ]);
  const reads =
    target === null
      ? []
      : [
          `${indent}    ${target} = ${random.choice([constant(ctx), `${name}.code`, `${name}.message.length`, `${name} instanceof Error ? 1 : ${name}`])};`,
        ];
  const lines = [
    `${indent}try {`,
    ...(random.chance(0.5) ? block(ctx) : []),
    ...(random.chance(0.7)
      ? braced(inner, `if (${condition(ctx, 1)})`, [`${indent}    ${random.choice(risks)}`])
      : [`${indent}  ${random.choice(risks)}`]),
    `${indent}} catch (${name}: any) {`,
    `${indent}  if (${test}) {`,
    ...(reads.length > 0 ? reads : [`${indent}    void ${name};`]),
    `${indent}  }${random.chance(0.6) ? ` else {` : ''}`,
  ];
  if (lines[lines.length - 1]?.endsWith('else {') === true)
    lines.push(
      `${indent}    ${random.choice([`throw ${name};`, `throw ${name};`, target === null ? ';' : `${target} = ${constant(ctx)};`])}`,
      `${indent}  }`,
    );
  return written([...lines, `${indent}}`]);
}

/** What a program may know of a text after a test. */
function matched(ctx: Context): Written {
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

/** Tasks and generators that are made now, and awaited or stepped later. */
function lateStatements(ctx: Context): Production[] {
  const { random, indent } = ctx;
  const tasks = ctx.helpers.filter((helper) => helper.form === 'async');
  const generators = ctx.helpers.filter((helper) => helper.form === 'generator');
  const target = pickVariable(ctx, 'number', true);
  const assign = (text: string): string => `${indent}${target === null ? 'void ' : `${target} = `}${operand(text)};`;
  const all: Production[] = [];
  const name = ctx.names.fresh('t');
  const middle = (): string[] => [
    ...(target === null ? [] : [`${indent}${target} ${random.choice(['=', '+='])} ${amount(ctx)};`]),
    ...(random.chance(0.5) ? braced(ctx, `if (${condition(ctx, 1)})`, block(ctx)) : []),
  ];
  if (tasks.length > 0) {
    const call = (): string => callOf(ctx, random.choice(tasks));
    if (ctx.isAsync) {
      all.push([2, () => written([`${indent}const ${name} = ${call()};`, ...middle(), assign(`await ${name}`)])]);
      all.push([
        1,
        () =>
          written([
            `${indent}const ${name} = ${call()};`,
            ...middle(),
            `${indent}try {`,
            `${indent}  await ${name};`,
            `${indent}} catch (e: any) {`,
            ...middle(),
            `${indent}}`,
          ]),
      ]);
      all.push([0.7, () => written([assign(`(await Promise.allSettled([${call()}, ${call()}])).length`)])]);
      all.push([0.7, () => written([assign(`await ${call()}.catch(() => ${constant(ctx)})`)])]);
      all.push([0.5, () => written([assign(`await Promise.race([${call()}, ${call()}])`)])]);
    }
    all.push([
      0.7,
      () =>
        written([
          `${indent}const ${name} = ${call()};`,
          ...middle(),
          `${indent}${name}.catch(() => ${target === null ? '0' : `{ ${target} = ${constant(ctx)}; }`});`,
        ]),
    ]);
  }
  if (target !== null && ctx.isAsync) {
    all.push([
      1,
      () =>
        written([
          `${indent}const ${name} = (async () => { await null; ${target} ${random.choice(['=', '+='])} ${amount(inCallback(ctx))}; return ${constant(ctx)}; })();`,
          ...middle(),
          `${indent}await ${random.choice([name, 'null'])};`,
        ]),
    ]);
    all.push([
      0.5,
      () =>
        written(
          braced({ ...ctx }, `for await (const ${name} of [${constant(ctx)}, Promise.resolve(${amount(ctx)})])`, [
            `${indent}  ${target} ${random.choice(['=', '+='])} ${name};`,
          ]),
        ),
    ]);
  }
  if (generators.length > 0 && !ctx.isGenerator) {
    const call = (): string => callOf(ctx, random.choice(generators));
    const step = (): string =>
      random.choice([
        `${name}.next()`,
        `${name}.next(${amount(ctx)})`,
        `${name}.next()`,
        `${name}.return(1)`,
        `${name}.throw(new Error('g'))`,
      ]);
    all.push([
      2,
      () =>
        written([`${indent}const ${name}: any = ${call()};`, ...middle(), assign(`${step()}.value`), ...middle(), `${indent}${step()};`]),
    ]);
    all.push([
      0.7,
      () =>
        written(
          [`${indent}const ${name}: any = ${call()};`, ...middle(), `${indent}const [${name}a, ${name}b]: any = ${name};`],
          number(`${name}a`),
          number(`${name}b`),
        ),
    ]);
    all.push([
      0.7,
      () => written([`${indent}const ${name}: any = ${call()};`, `${indent}while (!${name}.next().done) {`, ...middle(), `${indent}}`]),
    ]);
  }
  if (ctx.isGenerator && generators.length > 0)
    all.push([1, () => written([`${indent}yield* ${callOf(ctx, random.choice(generators))};`])]);
  return all;
}

/** Classes of errors, with a number each. */
export function errorClasses(ctx: Context): { readonly lines: readonly string[]; readonly names: readonly string[] } {
  const { random } = ctx;
  const names: string[] = [];
  const lines: string[] = [];
  for (let left = random.choice([1, 1, 2]); left > 0; left--) {
    const base = names[names.length - 1] ?? random.choice(['Error', 'Error', 'TypeError']);
    const name = ctx.names.fresh('E');
    const p = ctx.names.fresh('p');
    const isOwn = base !== 'Error' && base !== 'TypeError';
    lines.push(
      `class ${name} extends ${base} {`,
      ...(isOwn && random.chance(0.5)
        ? []
        : [
            ...(isOwn ? [] : [`  code${random.choice([': number', ' = 1'])};`]),
            `  constructor(${p}: number) {`,
            `    super(${isOwn ? random.choice([p, `${p} + 1`]) : random.choice(["'made'", `String(${p})`])}${isOwn ? '' : ''});`,
            `    this.code = ${random.choice([p, `${p} - 1`, constant(ctx)])};`,
            ...(random.chance(0.4) ? [`    this.name = '${name}';`] : []),
            '  }',
          ]),
      '}',
      '',
    );
    names.push(name);
  }
  return { lines, names };
}
