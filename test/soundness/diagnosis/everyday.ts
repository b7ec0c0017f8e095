import type { Random } from '../random.js';

/** What may be used where text is being written: the names of numbers, texts and lists, and of functions from number to number. */
interface Names {
  readonly numbers: readonly string[];
  /** Those of them that may be written. */
  readonly written: readonly string[];
  readonly texts: readonly string[];
  readonly lists: readonly string[];
  readonly functions: readonly string[];
  readonly classes: readonly string[];
  /** Functions that give promises; null where nothing can be awaited. */
  readonly promising: readonly string[] | null;
  readonly isInLoop: boolean;
}

const nothing: Names = { numbers: [], written: [], texts: [], lists: [], functions: [], classes: [], promising: null, isInLoop: false };

/**
 * A random program of the kind that people test: helpers, a class, closures, lists, maps, texts, exceptions, patterns and promises, and an
 * exported `main`. Names tell kinds: `x1` is a number, `s1` a text, `a1` a list of numbers. Most runs are short, and end.
 */
export function everydayProgram(random: Random): string {
  return new EverydayText(random).program();
}

class EverydayText {
  private last = 0;
  /** How deep statements may still nest. */
  private depth = 2;

  constructor(private readonly random: Random) {}

  program(): string {
    const { random } = this;
    let names = nothing;
    const lines: string[] = [];
    if (random.chance(0.3)) {
      const name = this.fresh('m');
      lines.push(`let ${name} = ${this.constant()};`);
      names = { ...names, numbers: [name], written: [name] };
    }
    for (let left = random.between(1, 3); left > 0; left--) {
      const unit = random.weighted<() => Unit>([
        [4, () => this.helper(names)],
        [2, () => this.classText(names)],
        [2, () => this.recursive(names)],
        [1, () => this.counter(names)],
        [1, () => this.generator(names)],
        [1.5, () => this.promising(names)],
      ])();
      lines.push(...unit.lines);
      names = unit.names;
    }
    const isAsync = names.promising !== null || random.chance(0.1);
    const inner = {
      ...names,
      numbers: [...names.numbers, 'n', 'x'],
      written: [...names.written, 'x'],
      promising: isAsync ? (names.promising ?? []) : null,
    };
    const body = this.statements(inner, random.between(3, 6), '  ');
    return [
      ...lines,
      `export ${isAsync ? 'async ' : ''}function main(n: number, ${this.fresh('x')} = 2) {`,
      `  let x = ${random.choice(['0', 'n', 'n + 1', '1'])};`,
      ...body.lines,
      `  return ${this.shown(body.names)};`,
      '}',
      '',
    ].join('\n');
  }

  /** What `main` gives: most of what it computed. */
  private shown(names: Names): string {
    const { random } = this;
    const parts = ['x', ...names.numbers.slice(-2), ...names.lists.slice(-1), ...names.texts.slice(-1)];
    return random.weighted<() => string>([
      [3, () => `\`${parts.map((part) => `\${${part}}`).join(':')}\``],
      [1, () => 'x'],
      [2, () => this.number(names, 2)],
      [1, () => this.text(names)],
    ])();
  }

  private fresh(letters: string): string {
    return `${letters}${++this.last}`;
  }

  // Declarations ----------------------------------------------------------------------------------------------------

  private helper(names: Names): Unit {
    const { random } = this;
    const [name, x, y] = [this.fresh('h'), this.fresh('x'), this.fresh('x')];
    const inner = { ...names, promising: null, numbers: [...names.numbers, x, y], written: [...names.written, x] };
    const body = this.statements(inner, random.between(1, 3), '  ');
    const lines = [
      `function ${name}(${x}: number, ${y} = ${this.constant()}): number {`,
      ...body.lines,
      `  return ${this.number(body.names)};`,
      '}',
    ];
    return { lines, names: { ...names, functions: [...names.functions, name] } };
  }

  private classText(names: Names): Unit {
    const { random } = this;
    const [name, x, y, z] = [this.fresh('C'), this.fresh('x'), this.fresh('x'), this.fresh('x')];
    const own = (...numbers: string[]): Names => ({
      ...names,
      promising: null,
      numbers: [...names.numbers, ...numbers, 'this.count'],
      written: ['this.count'],
    });
    const added = this.statements(own(y), random.between(0, 2), '    ');
    const lines = [
      `class ${name} {`,
      `  count = ${this.constant()};`,
      '  readonly items: number[] = [];',
      `  constructor(${x}: number, private value = ${this.constant()}) {`,
      ...(random.chance(0.6) ? [`    this.count = ${this.number(own(x))};`] : []),
      '  }',
      `  step(${y}: number): number {`,
      ...added.lines,
      random.chance(0.5) ? `    this.items.push(${this.number(added.names)});` : `    this.count += ${this.number(added.names)};`,
      `    return ${this.number(added.names)};`,
      '  }',
      '  get twice(): number {',
      `    return ${random.choice(['this.count * 2', 'this.items.length', 'this.value + this.count', this.number(own())])};`,
      '  }',
      `  set twice(${z}: number) {`,
      `    this.${random.choice(['count', 'value'])} = ${this.number(own(z))};`,
      '  }',
      '}',
    ];
    return { lines, names: { ...names, classes: [...names.classes, name] } };
  }

  private recursive(names: Names): Unit {
    const { random } = this;
    const [name, x] = [this.fresh('h'), this.fresh('x')];
    const inner = { ...names, promising: null, numbers: [...names.numbers, x] };
    const again = `${name}(${x} - ${random.choice(['1', '1', '2'])})`;
    const lines = [
      `function ${name}(${x}: number): number {`,
      `  if (${x} ${random.choice(['<=', '<'])} ${random.choice(['0', '1', '2'])}) return ${this.number(inner, 0)};`,
      `  return ${random.choice([`${x} + ${again}`, `${again} * 2`, `Math.max(${x}, ${again})`, `${again} - ${x}`])};`,
      '}',
    ];
    return { lines, names: { ...names, functions: [...names.functions, name] } };
  }

  private counter(names: Names): Unit {
    const { random } = this;
    const [name, made, x, y] = [this.fresh('h'), this.fresh('f'), this.fresh('x'), this.fresh('x')];
    const inner = { ...names, promising: null, numbers: [...names.numbers, x, y] };
    const lines = [
      `function ${name}(${x}: number) {`,
      `  return (${y}: number) => {`,
      `    ${x} ${random.choice(['+=', '-=', '='])} ${this.number(inner)};`,
      `    return ${x};`,
      '  };',
      '}',
      `const ${made} = ${name}(${this.constant()});`,
    ];
    return { lines, names: { ...names, functions: [...names.functions, made] } };
  }

  private generator(names: Names): Unit {
    const [name, sum, x, y, z] = [this.fresh('g'), this.fresh('h'), this.fresh('x'), this.fresh('x'), this.fresh('x')];
    const inner = { ...names, promising: null, numbers: [...names.numbers, x, y] };
    const lines = [
      `function* ${name}(${x}: number) {`,
      `  for (let ${y} = 0; ${y} < ${this.random.between(1, 4)}; ${y}++) yield ${this.number(inner)};`,
      '}',
      `function ${sum}(${x}: number): number {`,
      `  let ${y} = 0;`,
      `  for (const ${z} of ${name}(${x})) ${y} += ${this.number({ ...inner, numbers: [...inner.numbers, z] })};`,
      `  return ${y};`,
      '}',
    ];
    return { lines, names: { ...names, functions: [...names.functions, sum] } };
  }

  private promising(names: Names): Unit {
    const { random } = this;
    const [name, x] = [this.fresh('h'), this.fresh('x')];
    const inner = { ...names, promising: names.promising ?? [], numbers: [...names.numbers, x], written: [...names.written, x] };
    const body = this.statements(inner, random.between(1, 2), '  ');
    const lines = [
      `async function ${name}(${x}: number): Promise<number> {`,
      ...body.lines,
      ...(random.chance(0.3) ? [`  if (${this.condition(body.names)}) throw new Error('refused');`] : []),
      `  return ${this.number(body.names)};`,
      '}',
    ];
    return { lines, names: { ...names, promising: [...(names.promising ?? []), name] } };
  }

  // Statements --------------------------------------------------------------------------------------------------------

  private statements(names: Names, count: number, indent: string): Unit {
    const lines: string[] = [];
    let known = names;
    for (let left = count; left > 0; left--) {
      const one = this.statement(known);
      lines.push(...one.lines.map((line) => indent + line));
      known = one.names;
    }
    return { lines, names: known };
  }

  /** A block in braces: what it declares is known in it alone. */
  private block(names: Names, head: string, foot: string, first: readonly string[] = []): readonly string[] {
    this.depth--;
    const body = this.statements(names, this.random.between(1, 2), '  ');
    this.depth++;
    // What is computed in the block is mostly used behind it.
    const target = names.written.at(-1);
    const last = target !== undefined && this.random.chance(0.7) ? [`  ${target} += ${this.number(body.names)};`] : [];
    return [`${head} {`, ...first.map((line) => `  ${line}`), ...body.lines, ...last, `}${foot}`];
  }

  private statement(names: Names): Unit {
    const { random } = this;
    const same = (...lines: string[]): Unit => ({ lines, names });
    const nests = this.depth > 0 ? 1 : 0;
    const target = names.written.at(-1);
    const productions: [number, () => Unit][] = [
      [2, () => this.declared(names, this.number(names))],
      [target === undefined ? 0 : 3, () => same(`${target} ${random.choice(['=', '+=', '+=', '-='])} ${this.number(names)};`)],
      [nests * 2, () => this.branch(names)],
      [nests * 2, () => this.loop(names)],
      [1.5, () => this.list(names)],
      [1, () => this.textual(names)],
      [0.8, () => this.map(names)],
      [1, () => this.pattern(names)],
      [nests, () => this.guarded(names)],
      [1, () => this.arrow(names)],
      [names.classes.length > 0 ? 2 : 0, () => this.instance(names)],
      [names.promising === null ? 0 : 2, () => this.waiting(names)],
      [names.isInLoop ? 0.5 : 0, () => same(`if (${this.condition(names)}) ${random.choice(['break', 'continue'])};`)],
    ];
    return random.weighted(productions)();
  }

  private declared(names: Names, value: string, keyword = 'let'): Unit {
    const name = this.fresh('x');
    const written = keyword === 'let' ? [...names.written, name] : names.written;
    return { lines: [`${keyword} ${name} = ${value};`], names: { ...names, numbers: [...names.numbers, name], written } };
  }

  private branch(names: Names): Unit {
    const { random } = this;
    if (random.chance(0.2) && names.numbers.length > 0) {
      const x = random.choice(names.numbers);
      const clause = (label: string): string[] => [
        `  ${label}:`,
        ...this.statements({ ...names, isInLoop: false }, 1, '    ').lines,
        ...(random.chance(0.8) ? ['    break;'] : []),
      ];
      const lines = [`switch (${x} % 3) {`, ...clause('case 0'), ...clause(`case ${random.choice(['1', '2'])}`), ...clause('default'), '}'];
      // What is declared in a clause may be met in another, too early.
      return { lines: lines.map((line) => line.replace(/^(\s*)(?:let|const) (?=\w+ =)/, '$1var ')), names };
    }
    const then = this.block(names, `if (${this.condition(names)})`, '');
    if (random.chance(0.5)) return { lines: then, names };
    return { lines: [...then.slice(0, -1), ...this.block(names, '} else', '')], names };
  }

  private loop(names: Names): Unit {
    const { random } = this;
    const i = this.fresh('x');
    const inner = { ...names, numbers: [...names.numbers, i], isInLoop: true };
    const [list] = names.lists;
    const lines = random.weighted<() => readonly string[]>([
      [
        3,
        () =>
          this.block(
            inner,
            `for (let ${i} = ${random.choice(['0', '0', '1'])}; ${i} < ${random.choice(['3', '4', ...names.numbers.slice(-1)])}; ${i}++)`,
            '',
          ),
      ],
      [
        list === undefined ? 0 : 3,
        () => {
          const at = `${list ?? ''}[${i}]`;
          return this.block({ ...inner, numbers: [...inner.numbers, at] }, `for (let ${i} = 0; ${i} < ${list}.length; ${i}++)`, '');
        },
      ],
      [2, () => this.block(inner, `for (const ${i} of ${this.listOf(names)})`, '')],
      [1, () => [`let ${i} = ${this.constant()};`, ...this.block(inner, `while (${i} < ${random.between(4, 9)})`, '', [`${i} += 2;`])]],
      [0.5, () => [`let ${i} = 0;`, ...this.block({ ...inner, isInLoop: false }, 'do', ` while (++${i} < 3);`)]],
    ])();
    return { lines, names };
  }

  private list(names: Names): Unit {
    const { random } = this;
    const name = this.fresh('a');
    const known = { ...names, lists: [...names.lists, name] };
    const made = `const ${name} = ${this.listOf(names)};`;
    const more = random.weighted<() => readonly string[]>([
      [2, () => []],
      [2, () => [`${name}.push(${this.number(names)});`]],
      [1, () => [`${name}[${random.choice(['0', '1', `${name}.length - 1`])}] = ${this.number(names)};`]],
      [1, () => [`${name}.sort((x${++this.last}, x${++this.last}) => x${this.last - 1} - x${this.last});`]],
      [0.5, () => [`${name}.${random.choice(['pop', 'shift'])}();`]],
    ])();
    return { lines: [made, ...more], names: known };
  }

  private textual(names: Names): Unit {
    const name = this.fresh('s');
    const lines = [`let ${name} = ${this.text(names)};`];
    if (this.random.chance(0.4)) lines.push(`${name} += ${this.text(names, 0)};`);
    return { lines, names: { ...names, texts: [...names.texts, name] } };
  }

  private map(names: Names): Unit {
    const { random } = this;
    const [k, x, y] = [this.fresh('k'), this.fresh('x'), this.fresh('x')];
    const inner = { ...names, numbers: [...names.numbers, x] };
    const target = this.fresh('x');
    const lines = [
      `const ${k} = new Map<number, number>();`,
      `for (const ${x} of ${this.listOf(names)}) ${k}.set(${x} % ${random.between(2, 3)}, (${k}.get(${x} % ${random.between(2, 3)}) ?? ${this.constant()}) + ${this.number(inner, 0)});`,
      `let ${target} = ${random.choice([`${k}.size`, `${k}.get(0) ?? ${this.constant()}`, '0'])};`,
    ];
    if (random.chance(0.5)) lines.push(`for (const [${x}, ${y}] of ${k}) ${target} += ${x} * ${y};`);
    return { lines, names: { ...names, numbers: [...names.numbers, target], written: [...names.written, target] } };
  }

  private pattern(names: Names): Unit {
    const { random } = this;
    const [x, y] = [this.fresh('x'), this.fresh('x')];
    const known = { ...names, numbers: [...names.numbers, x, y] };
    if (random.chance(0.5)) return { lines: [`const [${x}, ${y} = ${this.constant()}] = ${this.listOf(names)};`], names: known };
    const o = this.fresh('o');
    const made = `const ${o} = { x: ${this.number(names)}, y: ${this.number(names, 0)} };`;
    const copy = random.chance(0.4) ? `{ ...${o}, y: ${this.number(names, 0)} }` : o;
    return { lines: [made, `const { x: ${x}, y: ${y} = ${this.constant()} } = ${copy};`], names: known };
  }

  private guarded(names: Names): Unit {
    const { random } = this;
    const target = names.written.at(-1);
    if (target === undefined) return this.declared(names, this.number(names));
    const e = this.fresh('e');
    const tried = this.block(names, 'try', '', [`if (${this.condition(names)}) throw new Error(${this.text(names, 0)});`]);
    const caught = [
      `} catch (${e}) {`,
      `  ${target} ${random.choice(['=', '+='])} ${random.choice(['1', `(${e} as Error).message.length`])};`,
    ];
    const last = random.chance(0.4) ? ['} finally {', `  ${target} += ${this.constant()};`] : [];
    return { lines: [...tried.slice(0, -1), ...caught, ...last, '}'], names };
  }

  private arrow(names: Names): Unit {
    const [f, x] = [this.fresh('f'), this.fresh('x')];
    const body = this.number({ ...names, numbers: [...names.numbers, x] });
    return {
      lines: [`const ${f} = (${x}: number${this.random.chance(0.2) ? ' = 1' : ''}) => ${body};`],
      names: { ...names, functions: [...names.functions, f] },
    };
  }

  private instance(names: Names): Unit {
    const { random } = this;
    const v = this.fresh('v');
    const second = random.chance(0.4) ? `, ${this.number(names, 0)}` : '';
    const lines = [`const ${v} = new ${random.choice(names.classes)}(${this.number(names, 0)}${second});`];
    if (random.chance(0.7)) lines.push(`${v}.step(${this.number(names, 0)});`);
    if (random.chance(0.3)) lines.push(`${v}.twice = ${this.number(names, 0)};`);
    const numbers = [`${v}.count`, `${v}.twice`, `${v}.step(${this.number(names, 0)})`];
    const read = this.declared(names, random.choice(numbers), 'const');
    return { lines: [...lines, ...read.lines], names: read.names };
  }

  private waiting(names: Names): Unit {
    const { random } = this;
    const promised = (): string => {
      const [first] = names.promising ?? [];
      if (first === undefined || random.chance(0.2)) return `Promise.resolve(${this.number(names, 0)})`;
      return `${random.choice(names.promising ?? [first])}(${this.number(names, 0)})`;
    };
    if (random.chance(0.6)) return this.declared(names, `await ${promised()}`);
    const [x, y] = [this.fresh('x'), this.fresh('x')];
    const line = `const [${x}, ${y}] = await Promise.all([${promised()}, ${promised()}]);`;
    return { lines: [line], names: { ...names, numbers: [...names.numbers, x, y] } };
  }

  // Expressions -------------------------------------------------------------------------------------------------------

  private constant(): string {
    return this.random.choice(['0', '1', '1', '2', '3', '5', '10']);
  }

  private number(names: Names, size = 1): string {
    const { random } = this;
    const atom = (): string => (names.numbers.length > 0 && random.chance(0.75) ? random.choice(names.numbers.slice(-5)) : this.constant());
    if (size === 0) return atom();
    const inner = (): string => this.number(names, size - 1);
    const call = (): string => `${random.choice(names.functions)}(${inner()})`;
    const list = (): string => random.choice(names.lists);
    const text = (): string => random.choice(names.texts);
    return random.weighted<() => string>([
      [3, atom],
      [4, () => `${inner()} ${random.choice(['+', '-', '*', '+'])} ${inner()}`],
      [0.5, () => `${inner()} % ${random.between(2, 5)}`],
      [0.8, () => `Math.${random.choice(['max', 'min'])}(${inner()}, ${inner()})`],
      [0.4, () => `Math.floor(${inner()} / ${random.between(2, 3)})`],
      [0.8, () => `(${this.condition(names)} ? ${inner()} : ${inner()})`],
      [names.functions.length > 0 ? 2 : 0, call],
      [names.lists.length > 0 ? 1.5 : 0, () => random.choice([`${list()}.length`, `(${list()}[${random.between(0, 2)}] ?? 0)`])],
      [names.lists.length > 0 ? 1 : 0, () => this.folded(names, list())],
      [names.texts.length > 0 ? 1 : 0, () => random.choice([`${text()}.length`, `${text()}.indexOf('b')`, `${text()}.charCodeAt(0)`])],
    ])();
  }

  private folded(names: Names, list: string): string {
    const [x, y] = [this.fresh('x'), this.fresh('x')];
    const inner = { ...names, numbers: [...names.numbers, x] };
    return this.random.choice([
      `${list}.reduce((${x}, ${y}) => ${x} + ${y}, ${this.constant()})`,
      `${list}.filter((${x}) => ${this.condition(inner)}).length`,
      `${list}.findIndex((${x}) => ${this.condition(inner)})`,
      `Number(${list}.some((${x}) => ${this.condition(inner)}))`,
      `Math.max(...${list}, ${this.constant()})`,
    ]);
  }

  private condition(names: Names): string {
    const { random } = this;
    const comparison = (): string =>
      `${this.number(names, 0)} ${random.choice(['<', '<=', '>', '>=', '===', '!=='])} ${this.number(names, 0)}`;
    return random.weighted<() => string>([
      [5, comparison],
      [1, () => `${comparison()} ${random.choice(['&&', '||'])} ${comparison()}`],
      [0.7, () => `${this.number(names, 0)} % 2 === ${random.choice(['0', '1'])}`],
      [0.3, () => `!(${comparison()})`],
      [names.lists.length > 0 ? 0.7 : 0, () => `${random.choice(names.lists)}.includes(${this.number(names, 0)})`],
      [names.texts.length > 0 ? 0.7 : 0, () => `${random.choice(names.texts)}.${random.choice(['startsWith', 'includes'])}('a')`],
    ])();
  }

  private listOf(names: Names): string {
    const { random } = this;
    const literal = (): string => `[${Array.from({ length: random.between(1, 3) }, () => this.number(names, 0)).join(', ')}]`;
    const list = (): string => (names.lists.length > 0 && random.chance(0.7) ? random.choice(names.lists) : literal());
    const x = this.fresh('x');
    const inner = { ...names, numbers: [...names.numbers, x] };
    return random.weighted<() => string>([
      [4, literal],
      [1.5, () => `${list()}.map((${x}) => ${this.number(inner)})`],
      [1, () => `${list()}.filter((${x}) => ${this.condition(inner)})`],
      [0.7, () => `${list()}.slice(${random.choice(['0, 2', '1', '-1'])})`],
      [0.7, () => `[...${list()}, ${this.number(names, 0)}]`],
      [0.4, () => `Array.from({ length: 3 }, (_, ${x}) => ${this.number(inner)})`],
    ])();
  }

  private text(names: Names, size = 1): string {
    const { random } = this;
    const atom = (): string =>
      names.texts.length > 0 && random.chance(0.6) ? random.choice(names.texts) : random.choice(["'ab'", "'a,b'", "'b'", "''"]);
    if (size === 0) return atom();
    return random.weighted<() => string>([
      [2, () => `\`\${${this.number(names, 0)}}:\${${this.number(names, 0)}}\``],
      [2, () => `${atom()} + ${this.number(names, 0)}`],
      [
        1,
        () => `${atom()}.${random.choice(['toUpperCase()', 'trim()', 'slice(1)', "padStart(4, '0')", "replace('a', 'c')", 'repeat(2)'])}`,
      ],
      [1, () => `${this.listOf(names)}.join(${random.choice(["','", "''", "'-'"])})`],
      [0.7, () => `(${this.condition(names)} ? ${atom()} : ${atom()})`],
      [0.5, () => `${atom()}.split(',')[${random.choice(['0', '1'])}] ?? 'none'`],
    ])();
  }
}

interface Unit {
  readonly lines: readonly string[];
  readonly names: Names;
}
