import { Random } from '../random.js';

/**
 * A random program, and the same one that logs by itself what happens in it: nothing of the recorder is in it. Both are written by one
 * walk over the same random choices.
 */
export interface LoggedProgram {
  readonly plain: string;
  readonly logging: string;
}

export function loggedProgram(seed: number): LoggedProgram {
  return { plain: new Writer(new Random(seed), false).program(), logging: prelude + new Writer(new Random(seed), true).program() };
}

/** The functions of a program, by how they are called. */
const names = { plain: ['f0', 'f1', 'f2', 'f3'], async: ['a0', 'a1'], generator: ['g0', 'g1'], class: ['Base', 'Leaf'] } as const;

interface Home {
  readonly kind: 'plain' | 'async' | 'generator' | 'program';
  /** Variables that may be written; those of functions around too. */
  readonly variables: readonly string[];
  /** How many loops are around. */
  readonly loops: number;
}

class Writer {
  private count = 0;

  constructor(
    private readonly random: Random,
    private readonly isLogging: boolean,
  ) {}

  program(): string {
    const functions = [
      ...names.plain.map((name) => this.function('function', name, 'plain')),
      ...names.async.map((name) => this.function('async function', name, 'async')),
      ...names.generator.map((name) => this.function('function*', name, 'generator')),
      this.class('Base', null),
      this.class('Leaf', 'Base'),
    ];
    const home: Home = { kind: 'program', variables: ['shared'], loops: 0 };
    const top = this.logged(`const $a = $program();`);
    const parts = [`${top}const nothing = ${this.write('nothing', 'null')};`, `let fuel = ${this.write('fuel', '150')};`];
    parts.push(`let shared = ${this.write('shared', '1')};`, ...functions, this.block(home, 6));
    parts.push(`a0(${'1, 2'}).then(() => {}, () => {});`);
    return parts.join('\n');
  }

  private function(keyword: string, name: string, kind: Home['kind']): string {
    const parameters = ['p', 'q'].slice(0, this.random.below(3));
    return `${keyword} ${name}(${parameters.join(', ')}) {\n${this.body(name, kind, parameters)}}`;
  }

  private body(name: string, kind: Home['kind'], parameters: readonly string[]): string {
    const begin = this.logged(`const $a = $call('${name}', arguments, ${JSON.stringify(parameters)});\n`);
    const fuel = `fuel = ${this.write('fuel', 'fuel - 1')};\nif (${this.test('fuel < 0')}) return ${this.exit('0')};\n`;
    const local = `v${this.count++}`;
    const first = `let ${local} = ${this.write(local, '0')};\n`;
    const text = this.block({ kind, variables: ['shared', local, ...parameters], loops: 0 }, 4);
    return `${begin}${fuel}${first}${text}\n${this.logged('$end($a);\n')}`;
  }

  private class(name: string, base: string | null): string {
    const home = { kind: 'plain', variables: ['shared'], loops: 0 } as const;
    const method = `m(p) {\n${this.body('m', 'plain', ['p'])}}`;
    const implicit = this.logged(`constructor(...given) { const $a = $call('${name}', given, []); super(...given); $end($a); }\n`);
    if (base !== null) return `class ${name} extends ${base} {\n${implicit}${method}}`;
    const begin = this.logged(`const $a = $call('constructor', arguments, ["p"]);\n`);
    return `class ${name} {\nconstructor(p) {\n${begin}this.size = ${this.write('size', this.expression(home, 0))};\n${this.logged('$end($a);\n')}}\n${method}}`;
  }

  private block(home: Home, most: number): string {
    const statements = Array.from({ length: this.random.between(1, most) }, () => this.statement(home, most));
    return statements.join('\n');
  }

  private statement(home: Home, most: number): string {
    const { random } = this;
    const inner = Math.max(1, most - 2);
    const value = () => this.expression(home, 2);
    switch (random.below(most > 1 ? 12 : 5)) {
      case 0: {
        const name = random.choice(home.variables);
        return `${name} = ${this.write(name, value())};`;
      }
      case 1: {
        const [name, key] = [random.choice(home.variables), random.choice(['a', 'b'])];
        return `if (${this.test(`typeof ${name} === 'object'`)}) if (${this.test(name)}) ${name}.${key} = ${this.write(key, value())};`;
      }
      case 2: {
        const [name, target] = [`v${this.count++}`, random.choice(home.variables)];
        return `const ${name} = ${this.write(name, value())}; ${target} = ${this.write(target, name)};`;
      }
      case 3:
        return `${value()};`;
      case 4:
        return random.chance(0.5) ? `${value()};` : this.failing(value());
      case 5:
      case 6:
        return `if (${this.test(value())}) {\n${this.block(home, inner)}\n} else {\n${this.block(home, inner)}\n}`;
      case 7: {
        const name = `i${this.count++}`;
        const head = `let ${name} = ${this.write(name, '0')}; ${this.test(`${name} < ${random.below(4)}`)}; ${name} = ${this.write(name, `${name} + 1`)}`;
        return `for (${head}) {\n${this.block({ ...home, loops: home.loops + 1 }, inner)}\n}`;
      }
      case 8:
      case 9: {
        const body = `${this.block(home, inner)}\n${random.chance(0.5) ? this.failing(value()) : ''}`;
        const last = random.chance(0.5) ? ` finally {\n${this.logged('$last($a);\n')}${this.block(home, 1)}\n}` : '';
        const name = `e${this.count++}`;
        const handler = `catch (${name}) {\n${this.logged(`$catch($a, ${name});\n`)}shared = ${this.write('shared', name)};\n${this.block(home, 1)}\n}`;
        return `try {\n${body}\n} ${handler}${last}`;
      }
      case 10:
        if (home.kind === 'program') return `${value()};`;
        if (home.kind === 'async' && random.chance(0.6)) return `shared = ${this.write('shared', this.waiting('await', value()))};`;
        if (home.kind === 'generator' && random.chance(0.8)) return `shared = ${this.write('shared', this.waiting('yield', value()))};`;
        return `if (${this.test(value())}) return ${this.exit(value())};`;
      default:
        if (home.kind === 'async') return `shared = ${this.write('shared', this.waiting('await', `a1(${value()})`))};`;
        return this.overGenerator(home);
    }
  }

  private overGenerator(home: Home): string {
    const name = `v${this.count++}`;
    const log = this.logged(`$write($a, '${name}', ${name});`);
    const call = `${this.random.choice(names.generator)}(${this.expression(home, 1)})`;
    const inner = `v${this.count++}`;
    const body = `const ${inner} = ${this.write(inner, name)}; shared = ${this.write('shared', inner)};`;
    return `for (const ${name} of ${call}) {\n${log}${body}${this.random.chance(0.3) ? 'break;' : ''}\n}`;
  }

  private failing(value: string): string {
    if (this.random.chance(0.5)) return this.isLogging ? `throw $throw($a, ${value});` : `throw ${value};`;
    return this.isLogging ? '$fails($a);' : 'nothing.x;';
  }

  private expression(home: Home, depth: number): string {
    const { random } = this;
    const inner = () => this.expression(home, depth - 1);
    switch (random.below(depth <= 0 ? 3 : 12)) {
      case 0:
        return String(random.below(5));
      case 1:
        return random.choice(["'s'", "''", 'null', 'undefined', 'true', '-0', '1.5', '7n']);
      case 2:
        return random.choice(home.variables);
      case 3:
        return `(${inner()} === ${inner()})`;
      case 4:
        return `typeof ${inner()}`;
      case 5: {
        const parts = [inner(), inner()] as const;
        const text = `{ a: ${parts[0]}, b: ${parts[1]} }`;
        return this.isLogging ? `$made($a, ${text})` : `(${text})`;
      }
      case 6: {
        const text = `[${inner()}, ${inner()}]`;
        return this.isLogging ? `$made($a, ${text})` : text;
      }
      case 7:
        return `(${this.test(inner())} ? ${inner()} : ${inner()})`;
      case 8:
        return `(${this.test(inner())} ${random.choice(['&&', '||', '??'])} ${inner()})`;
      case 9:
        return `new ${random.choice(names.class)}(${inner()})${random.chance(0.5) ? '' : `.m(${inner()})`}`;
      default: {
        const given = Array.from({ length: random.below(4) }, inner).join(', ');
        return `${random.choice(names.plain)}(${given})`;
      }
    }
  }

  private logged(text: string): string {
    return this.isLogging ? text : '';
  }

  private write(name: string, value: string): string {
    return this.isLogging ? `$write($a, '${name}', ${value})` : value;
  }

  private test(value: string): string {
    return this.isLogging ? `$test($a, ${value})` : value;
  }

  private exit(value: string): string {
    return this.isLogging ? `$exit($a, ${value})` : value;
  }

  private waiting(keyword: string, value: string): string {
    return this.isLogging ? `$resume($a, ${keyword} $suspend($a, ${value}))` : `(${keyword} ${value})`;
  }
}

/** What the logging copy calls. A value is a primitive's text, or an object's number in the order of first sight. */
const prelude = `'use strict';
const $log = [], $numbers = new Map(), $seen = new Set(), $makers = new Map();
const $shown = (v) => {
  if ((typeof v !== 'object' && typeof v !== 'function') || v === null) return typeof v === 'bigint' ? v + 'n' : Object.is(v, -0) ? '-0' : typeof v === 'string' ? JSON.stringify(v) : String(v);
  if (!$numbers.has(v)) $numbers.set(v, $numbers.size + 1);
  return '#' + $numbers.get(v);
};
const $tell = (kind, a, name, v) => { $log.push([kind, a.name, name, $shown(v)]); return v; };
const $program = () => ({ name: '' });
const $call = (name, given, parameters) => {
  const a = { name, isWaiting: false };
  $log.push(['call', name]);
  for (let i = 0; i < given.length; i++) $tell('argument', a, i, given[i]);
  parameters.forEach((p, i) => $tell('write', a, p, given[i]));
  return a;
};
const $write = (a, name, v) => $tell('write', a, name, v);
const $test = (a, v) => $tell('test', a, '', v);
const $exit = (a, v) => $tell('exit', a, '', v);
const $end = (a) => void $tell('exit', a, '', undefined);
const $throw = (a, v) => { if (typeof v === 'object' && v !== null) $seen.add(v); return $tell('throw', a, '', v); };
process.on('uncaughtException', (e) => {
  if (e instanceof Error && !$seen.has(e)) $tell('throw', $makers.get(e) ?? { name: '' }, '', e);
  process.exit(1);
});
const $fails = (a) => { const e = new TypeError('x'); $makers.set(e, a); throw e; };
const $catch = (a, e) => {
  if (e instanceof Error && !$seen.has(e) && !a.isWaiting) { $seen.add(e); $tell('throw', $makers.get(e) ?? a, '', e); }
  a.isWaiting = false;
  $tell('catch', a, '', e);
};
const $last = (a) => { a.isWaiting = false; $log.push(['last', a.name]); };
const $suspend = (a, v) => { a.isWaiting = true; return $tell('suspend', a, '', v); };
const $resume = (a, v) => { a.isWaiting = false; return $tell('resume', a, '', v); };
const $made = (a, o) => { for (const key of Object.keys(o)) $tell('write', a, Array.isArray(o) ? Number(key) : key, o[key]); return o; };
process.on('exit', () => require('fs').writeSync(1, $log.map((one) => JSON.stringify(one)).join('\\n')));
`;
