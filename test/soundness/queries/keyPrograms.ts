import type { Random } from '../random.js';

/** A random program whose stores compute their keys in every way, and what can be asked where it stops. */
export interface KeyProgram {
  readonly text: string;
  readonly stopLine: number;
  readonly asks: readonly string[];
}

const variables = ['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'n0', 'n1'];

/** Everything that it writes to ends within few steps, whatever it throws. */
export function writeKeyProgram(random: Random): KeyProgram {
  const writer = new Writer(random);
  const body = Array.from({ length: 3 + random.below(5) }, () => writer.statement(2));
  const functions = ['f', 'g'].map(
    (name) =>
      `function ${name}(p, q = ${writer.key(1)}) { if (left-- < 0) return p; ${writer.statement(1)} ${writer.statement(1)} return ${writer.key(1)}; }`,
  );
  const lines = [
    ...(random.chance(0.5) ? ["'use strict';"] : []),
    'const s = Symbol(), odd = { toString: () => "price" }, late = { valueOf: () => 3, toString: () => "x1" };',
    'const o = { price: 0 }, a = [0, 1, 2]; let left = 40;',
    'const attempt = (run) => { try { run(); } catch (error) { if (left < 0) throw error; } };',
    ...variables.map((name) => writer.declaration(name)),
    ...functions,
    ...['h', 'k'].map(
      (name) => `function ${name}(p) { if (left-- > 0) ${random.choice(['h', 'k', 'f'])}(p); o.price = p; ${writer.store()} }`,
    ),
    `attempt(() => { ${random.choice(['', 'typeof h;', 'h(1);', 'var kept = k;', 'const u = h; u(1);', '(() => { h = 1; })();', 'k`a`;'])} });`,
    ...body.map((one) => `attempt(() => { ${one} });`),
    'process.stdout.write(String(left)); // stop',
  ];
  const fields = ['o.price', 'o.x1', 'o.xy', 'o.p', 'a.price'];
  // Elements, a length and names that other values have leave less to prove.
  const others = ['a[3]', 'a[1]', 'a.length', 'o.undefined', 'o.null', 'o.true'];
  const asks = random
    .shuffled(random.chance(0.7) ? fields : [...fields, ...others])
    .slice(0, 4)
    .map((place) => `lastChange(P1: ${place})`);
  return { text: `${lines.join('\n')}\n`, stopLine: lines.length, asks };
}

class Writer {
  constructor(private readonly random: Random) {}

  declaration(name: string): string {
    const { random } = this;
    const keyword = random.choice(['let', 'var']);
    return random.chance(0.2) ? `${keyword} ${name};` : `${keyword} ${name} = ${name.startsWith('n') ? this.number(1) : this.value()};`;
  }

  statement(depth: number): string {
    const { random } = this;
    const inner = () => this.statement(depth - 1);
    const variable = () => random.choice(variables.slice(0, 6));
    const number = () => random.choice(['n0', 'n1']);
    const simple: readonly (() => string)[] = [
      () => this.store(),
      () => this.store(),
      () => this.store(),
      () => `${variable()} = ${this.key(2)};`,
      () => `${variable()} ${random.choice(['+=', '||=', '??='])} ${this.key(1)};`,
      () => `${number()} = ${this.number(2)};`,
      () => `${number()}${random.choice(['++', '--'])};`,
      () => `[${variable()}, o[${this.key(1)}]] = [${this.key(1)}, ${this.key(1)}];`,
      () => `({ z: ${variable()} = ${this.key(1)} } = {});`,
      () => `${variable()} = ${random.choice(['f', 'g'])}(${this.key(1)});`,
    ];
    if (depth <= 0) return random.choice(simple)();
    const nested: readonly (() => string)[] = [
      () =>
        `for (let i = ${this.number(0)}, k = 0; k < 3; k++, i ${random.choice(['++', '+= 2', '-= 1', '= ' + this.key(0)])}) { ${this.store('i')} ${inner()} }`,
      () => `for (var u in ${random.choice(['o', 'a', '{ price: 1, q: 2 }', '"ab"'])}) { if (left-- < 0) break; ${this.store('u')} }`,
      () => `for (const w of [${this.key(1)}, ${this.key(1)}]) { ${this.store('w')} }`,
      () => `try { ${inner()} throw ${this.key(1)}; } catch (e) { ${this.store('e')} } finally { ${inner()} }`,
      () => `switch (${this.key(0)}) { case ${this.key(0)}: { let w = ${this.number(1)}; ${this.store('w')} } default: { ${inner()} } }`,
      () => `(() => { var ${random.choice(variables)}; ${this.store()} ${inner()} })();`,
      () => `{ const w = ${this.key(2)}; const put = () => { ${this.store('w')} }; put(); ${inner()} }`,
      () => `for (const w of (function* () { const got = yield ${this.key(1)}; ${this.store('got')} })()) { ${this.store('w')} }`,
    ];
    return random.chance(0.5) ? random.choice(nested)() : random.choice(simple)();
  }

  /** `more`: a variable that is to be used. */
  store(more?: string): string {
    const { random } = this;
    const key =
      more === undefined || random.chance(0.3)
        ? this.key(2)
        : random.choice([more, more, `'x' + ${more}`, `${more} + 1`, `\`\${${more}}\``]);
    const target = `${random.choice(['o', 'o', 'a'])}[${key}]`;
    return random.choice([
      `${target} = 1;`,
      `${target} = 1;`,
      `${target} += 1;`,
      `${target}++;`,
      `--${target};`,
      `${target} ??= 2;`,
      `delete ${target};`,
    ]);
  }

  key(depth: number): string {
    const { random } = this;
    if (depth <= 0 || random.chance(0.3)) return random.choice([...variables, this.value(), this.number(0)]);
    const operand = () => this.key(depth - 1);
    return random.choice([
      () => `(${operand()} + ${operand()})`,
      () => `('x' + ${operand()})`,
      () => `\`p\${${operand()}}\``,
      () => `(${operand()} ${random.choice(['||', '&&', '??', ','])} ${operand()})`,
      () => `(${operand()} ? ${operand()} : ${operand()})`,
      () => `typeof ${operand()}`,
      () => `(${random.choice(variables.slice(0, 6))} = ${operand()})`,
      () => this.number(depth),
    ])();
  }

  private number(depth: number): string {
    const { random } = this;
    if (depth <= 0) return random.choice(['0', '1', '3', '1.5', 'n0', 'n1']);
    const operand = () => (random.chance(0.8) ? this.number(depth - 1) : this.key(0));
    return `(${operand()} ${random.choice(['+', '-', '*', '%', '|', '>>>', '<'])} ${operand()})`;
  }

  private value(): string {
    return this.random.choice([
      "'price'",
      "'x1'",
      "'x'",
      "'1'",
      "''",
      "'pr'",
      'undefined',
      'null',
      'true',
      '1n',
      'NaN',
      's',
      'odd',
      'late',
      'a.length',
    ]);
  }
}
