import { Random } from '../random.js';

/** A random program about places: variables of every kind, fields, private fields, elements, Map entries; one line of it is the stop. */
export interface PlaceProgram {
  readonly text: string;
  readonly stopLine: number;
  /** Parameters are written where their function begins, whoever made the value: from the function's lines to its head. */
  readonly parameters: readonly { readonly name: string; readonly head: number; readonly end: number }[];
}

interface Scope {
  readonly numbers: readonly string[];
  readonly objects: readonly string[];
  readonly arrays: readonly string[];
  readonly isMethod: boolean;
  readonly isAsync: boolean;
  readonly depth: number;
  readonly parameter: string | null;
}

export function writePlaceProgram(seed: number): PlaceProgram {
  return new Writer(new Random(seed)).program();
}

class Writer {
  private readonly lines: string[] = [];
  private readonly functions: { readonly name: string; readonly isAsync: boolean; readonly isGenerator: boolean }[] = [];
  private readonly parameters: { name: string; head: number; end: number }[] = [];
  private stopLine = 0;
  private nameCount = 0;
  private readonly stopFunction: number;

  constructor(private readonly random: Random) {
    this.stopFunction = random.below(5);
  }

  program(): PlaceProgram {
    this.line("const { n, made, mark, c, key, arr, at, stop } = require('./helpers.cjs');");
    this.line('let budget = 60;');
    this.line('let g0 = n();');
    this.line('var g1 = n();');
    this.line("const m = made(new Map([['k', n()]]));");
    this.line('const tasks = [];');
    const scope: Scope = { numbers: ['g0', 'g1'], objects: [], arrays: [], isMethod: false, isAsync: false, depth: 0, parameter: null };
    this.class(scope);
    for (let index = 0; index < 3; index++) this.function(scope, index);
    const top = { ...scope, objects: ['o0', 'o1'], arrays: ['a0'] };
    this.line('let o0 = made(new K(1)), o1 = made({ f: n() });');
    this.line('let a0 = arr([n(), n(), n()]);');
    this.block(top, 6, this.stopFunction === 4);
    this.line('for (let round = 0; round < 3; round++) {');
    this.block({ ...top, depth: 1 }, 3, false);
    for (const { name, isAsync, isGenerator } of this.functions) this.line(this.call(name, isAsync, isGenerator, top));
    this.line('o0.deep(2, n(), a0);');
    this.line('}');
    return { text: `${this.lines.join('\n')}\n`, stopLine: this.stopLine, parameters: this.parameters };
  }

  private line(text: string): number {
    return this.lines.push(text);
  }

  private fresh(letter: string): string {
    return `${letter}${++this.nameCount}`;
  }

  private class(outer: Scope): void {
    this.line('class K {');
    this.line('f = n();');
    this.line('#p = n();');
    this.line('constructor(x) {');
    this.line('if (c()) this.f = n();');
    this.line('}');
    const head = this.line('deep(d, q, a) {');
    this.line('if (budget-- < 0) return;');
    this.line('let o = this;');
    const scope: Scope = { ...outer, numbers: ['g0', 'q'], objects: ['o', 'this'], arrays: ['a'], isMethod: true, parameter: 'q' };
    this.block(scope, 4, this.stopFunction === 0);
    this.line('if (d > 0) this.deep(d - 1, n(), a);');
    this.block(scope, 2, this.stopFunction === 0 && this.stopLine === 0);
    const end = this.line('}');
    this.parameters.push({ name: 'q', head, end });
    this.line('bump() {');
    this.line('this.#p = n();');
    this.line('[this.#p] = [n()];');
    this.line('this.#p += n() - this.#p;');
    this.line('}');
    this.line('}');
  }

  private function(outer: Scope, index: number): void {
    const { random } = this;
    const name = `f${index}`;
    const isAsync = random.chance(0.35);
    const isGenerator = !isAsync && random.chance(0.2);
    const parameter = this.fresh('p');
    const head = this.line(`${isAsync ? 'async ' : ''}function${isGenerator ? '*' : ''} ${name}(d, ${parameter}, o, a) {`);
    this.line('if (budget-- < 0) return;');
    const local = this.fresh('x');
    this.line(`${random.choice(['let', 'var'])} ${local} = n();`);
    const scope: Scope = { ...outer, numbers: [parameter, local, ...outer.numbers], objects: ['o'], arrays: ['a'], isAsync, parameter };
    const isStop = this.stopFunction === index + 1;
    this.block(scope, 3, false);
    if (isAsync) this.line('await null;');
    if (isGenerator) this.line('yield 1;');
    this.block(scope, 2, isStop);
    this.line(`if (d > 0) { ${this.call(name, isAsync, isGenerator, scope)} }`);
    if (isAsync) this.line('await 0;');
    this.block(scope, 2, false);
    const end = this.line('}');
    this.parameters.push({ name: parameter, head, end });
    this.functions.push({ name, isAsync, isGenerator });
  }

  private call(name: string, isAsync: boolean, isGenerator: boolean, scope: Scope): string {
    const depth = scope.parameter === null ? '2' : 'd - 1';
    const values = `${depth}, n(), ${this.random.choice(scope.objects.filter((one) => one !== 'this'))}, ${this.random.choice(scope.arrays)}`;
    if (isGenerator) return `for (const _ of ${name}(${values})) if (c()) g0 = n();`;
    return isAsync && this.random.chance(0.5) ? `tasks.push(${name}(${values}));` : `${name}(${values});`;
  }

  private block(scope: Scope, count: number, hasStop: boolean): void {
    const at = this.random.below(count);
    for (let index = 0; index < count; index++) {
      if (hasStop && index === at) this.stop(scope);
      this.statement(scope);
    }
  }

  private stop(scope: Scope): void {
    const places = [
      ...scope.numbers,
      ...scope.objects.flatMap((name) => [name, `${name}.f`, `${name}.g`]),
      ...scope.arrays,
      'm',
      "m.get('k')",
      "m.get('j')",
      ...(scope.isMethod ? ['this.#p'] : []),
    ].map((place) => `${JSON.stringify(place)}: ${place}`);
    const elements = scope.arrays.flatMap((name) =>
      [0, 1, 2, 'length'].map((key) => `"${name}${key === 'length' ? '.length' : `[${key}]`}": at(${name}, '${key}')`),
    );
    this.stopLine = this.line(`stop(() => ({ ${[...places, ...elements].join(', ')} }));`);
  }

  private statement(scope: Scope): void {
    const { random } = this;
    const kind = random.weighted<() => void>([
      [4, () => this.line(this.variableWrite(random.choice(scope.numbers)))],
      [5, () => this.line(this.fieldWrite(random.choice(scope.objects)))],
      [4, () => this.line(this.arrayWrite(random.choice(scope.arrays)))],
      [
        2,
        () =>
          this.line(
            random.choice(["m.set('k', n());", "m.set('j', n());", "m.delete('j');", 'm.clear();', "m.set('k', n()).set('j', n());"]),
          ),
      ],
      [2, () => this.compound(scope)],
      [1, () => this.closure(scope)],
      [scope.isMethod ? 2 : 0, () => this.line(random.choice(['this.bump();', 'this.#p = n();', '({ a: this.#p } = { a: n() });']))],
    ]);
    if (scope.objects.length === 0 || scope.arrays.length === 0) this.line(this.variableWrite(random.choice(scope.numbers)));
    else kind();
  }

  private variableWrite(x: string): string {
    return this.random.choice([
      `${x} = n();`,
      `[${x}] = [n()];`,
      `({ a: ${x} } = { a: n() });`,
      `({ ${x} = n() } = {});`,
      `${x} += n() - ${x};`,
      `${x} &&= n();`,
      `${x} ??= n();`,
      `${x}++; mark(${x});`,
      `--${x}; mark(${x});`,
      `for (${x} of [n(), n()]);`,
      `c() ? (${x} = n()) : 0;`,
      `if (c()) ${x} = n(); else ${x} = n();`,
      `(() => { ${x} = n(); })();`,
    ]);
  }

  private fieldWrite(o: string): string {
    const f = this.random.choice(['f', 'f', 'g']);
    return this.random.choice([
      `${o}.${f} = n();`,
      `${o}['${f}'] = n();`,
      `${o}[key('${f}')] = n();`,
      `[${o}.${f}] = [n()];`,
      `({ a: ${o}.${f}, ...({}).none } = { a: n() });`.replace(', ...({}).none', ''),
      `Object.assign(${o}, { ${f}: n() });`,
      `Reflect.set(${o}, '${f}', n());`,
      `Object.defineProperty(${o}, '${f}', { value: n(), writable: true, enumerable: true, configurable: true });`,
      `${o}.${f} += n() - ${o}.${f}; mark(${o}.${f});`,
      `${o}.${f} = 1; ${o}.${f} = n();`,
      `${o}.${f} &&= n();`,
      `for (${o}.${f} of [n(), n()]);`,
      `for (const e of [${o}, { f: 1 }]) e.${f} = n();`,
      `c() && (${o}.${f} = n());`,
      `[{ ${f}: n() }].forEach((e) => { e.${f} = 0; });`,
      ...(o === 'this'
        ? []
        : [
            `if (c()) ${o} = made({ f: n() });`,
            `if (c()) ${o} = made(new K(1));`,
            `${o} = made({ ...${o} }); ${o}.f = n(); ${o}.g = n();`,
          ]),
    ]);
  }

  private arrayWrite(a: string): string {
    const i = this.random.below(4);
    return this.random.choice([
      `${a}[${i}] = n();`,
      `${a}[${a}.length] = n();`,
      `${a}[key(${i})] = n();`,
      `${a}.push(n(), n());`,
      `${a}.pop();`,
      `${a}.shift();`,
      `${a}.unshift(n());`,
      `${a}.splice(${i}, 1, n());`,
      `${a}.splice(${i}, 2);`,
      `${a}.splice(-1, 0, n(), n());`,
      // V8 writes nothing where nothing can be out of order; ECMA-262 does.
      `if (${a}.length > 1) ${a}.sort((x, y) => x - y);`,
      `${a}.reverse();`,
      `${a}.fill(n(), ${i});`,
      `${a}.copyWithin(0, ${i}, 3);`,
      `${a}.length = ${i};`,
      `delete ${a}[${i}];`,
      `[${a}[0], ${a}[1]] = [${a}[1], ${a}[0]];`,
      `for (let i = 0; i < 3; i++) ${a}[i] = n();`,
      `Array.prototype.push.call(${a}, n());`,
      `Object.assign(${a}, [n(), n()]);`,
      `${a}[${i}]++;`,
    ]);
  }

  private compound(scope: Scope): void {
    const { random } = this;
    if (scope.depth > 2) return void this.line('budget--;');
    const inner = { ...scope, depth: scope.depth + 1 };
    const local = this.fresh('y');
    const [head, tail, body] = random.choice([
      ['if (c()) {', '}', inner],
      [`for (let ${local} = 0; ${local} < 2; ${local}++) {`, '}', inner],
      [`for (const e of [${scope.objects[0] ?? '{}'}, { f: n() }]) {`, '}', { ...inner, objects: [...inner.objects] }],
      ['try {', '} catch (e) { g1 = n(); }', inner],
      ['switch (1) { case 0: g0 = n(); case 1:', '}', inner],
      [`{ let ${local} = n();`, '}', { ...inner, numbers: [local, ...inner.numbers] }],
      ['do {', '} while (false);', inner],
    ] as const);
    this.line(head);
    this.block(body, random.between(1, 3), false);
    if (head === 'try {') this.line("if (c()) throw new Error('thrown');");
    this.line(tail);
  }

  private closure(scope: Scope): void {
    const name = this.fresh('h');
    const x = this.random.choice(scope.numbers);
    this.line(`const ${name} = () => { ${x} = n(); };`);
    this.line(this.random.choice([`${name}();`, `[1, 2].forEach(${name});`, `if (c()) ${name}();`, `Promise.resolve().then(${name});`]));
  }
}
