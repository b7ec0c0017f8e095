import { Random } from './random.js';

/**
 * The programs of the reference engine's own fuzzer, as TypeScript: a recursive helper `h`, and `main` over x, y and n with
 * assignments, tests, loops, invariant assertions and calls of `h`. Choices and probabilities are the fuzzer's.
 */
export function referenceProgram(seed: number): string {
  return new ReferenceGenerator(new Random(seed)).program();
}

const constants = [-20, -7, -3, -2, -1, 0, 1, 2, 3, 5, 8, 13, 30];
const variables = ['x', 'y', 'n'];
const assignable = ['x', 'y'];

class ReferenceGenerator {
  constructor(private readonly random: Random) {}

  program(): string {
    const body = [...this.block(3, '  '), ...this.block(2, '  ')];
    const helper = this.helper();
    const x = this.random.choice(['0', '1', 'n']);
    const y = this.random.choice(['0', '10', 'n']);
    return [
      'function h(a: number): number {',
      ...helper,
      '}',
      '',
      'export function main(n: number): void {',
      `  let x = ${x};`,
      `  let y = ${y};`,
      ...body,
      '}',
      '',
    ].join('\n');
  }

  private constant(): string {
    return String(this.random.choice(constants));
  }

  private expression(): string {
    const { random } = this;
    const k = random.below(7);
    if (k === 0) return this.constant();
    if (k === 1) return random.choice(variables);
    if (k <= 4) return sum(random.choice(variables), '+', this.constant());
    if (k === 5) {
      const product = `${random.choice([2, 3])} * ${random.choice(variables)}`;
      const half = `Math.floor(${random.choice(variables)} / 2)`;
      return random.choice([product, half]);
    }
    return `${random.choice(variables)} - ${random.choice(variables)}`;
  }

  private condition(): string {
    const { random } = this;
    const operator = random.choice(['<', '<=', '>', '>=', '===', '!==']);
    const left = random.choice(variables);
    const atom = `${left} ${operator} ${random.below(3) !== 0 ? this.constant() : random.choice(variables)}`;
    if (random.below(5) !== 0) return atom;
    const connective = random.choice(['&&', '||']);
    const rest = this.condition();
    return connective === '&&' && rest.includes('||')
      ? `${atom} && (${rest})`
      : connective === '||' && rest.includes('&&')
        ? `${atom} || (${rest})`
        : `${atom} ${connective} ${rest}`;
  }

  private statement(depth: number, indent: string): string[] {
    const { random } = this;
    const k = random.below(13);
    if (depth <= 0 || k < 4) return [`${indent}${random.choice(assignable)} = ${this.expression()};`];
    const inner = `${indent}  `;
    if (k < 7) {
      const condition = this.condition();
      const yes = this.block(depth - 1, inner);
      const no = random.below(2) !== 0 ? this.block(depth - 1, inner) : [];
      return [`${indent}if (${condition}) {`, ...yes, ...(no.length === 0 ? [] : [`${indent}} else {`, ...no]), `${indent}}`];
    }
    if (k < 9) {
      const counter = random.choice(assignable);
      const up = random.below(2) !== 0;
      const test = `${counter} ${random.choice(up ? ['<', '<=', '!=='] : ['>', '>=', '!=='])} ${random.below(3) !== 0 ? this.constant() : random.choice(variables)}`;
      const body = random.below(2) !== 0 ? this.block(depth - 1, inner) : [];
      const step = `${inner}${counter} = ${counter} ${up ? '+' : '-'} ${1 + random.below(2)};`;
      return [`${indent}while (${test}) {`, ...body, step, `${indent}}`];
    }
    if (k < 11) return [`${indent}// @always ${this.condition()}`];
    return [`${indent}${random.choice(assignable)} = h(${this.expression()});`];
  }

  private block(depth: number, indent: string): string[] {
    const lines: string[] = [];
    for (let left = 1 + this.random.below(3); left > 0; left--) lines.push(...this.statement(depth, indent));
    return lines;
  }

  private helper(): string[] {
    const { random } = this;
    switch (random.below(4)) {
      case 0:
        return [`  if (a > ${this.constant()}) {`, '    return a - 1;', '  }', `  return ${this.constant()};`];
      case 1:
        return ['  if (a === 0) {', `    return ${this.constant()};`, '  }', '  const r = h(a - 1);', '  return r;'];
      case 2: {
        const limit = 10 + random.below(30);
        const step = 2 + random.below(3);
        const rise = step + 1 - (random.below(4) === 0 ? 1 : 0);
        return [
          `  if (a > ${limit}) {`,
          `    return a - ${step};`,
          '  }',
          `  const r = h(a + ${rise});`,
          '  const q = h(r);',
          '  return q;',
        ];
      }
      default:
        return ['  // @always a >= 0', '  return a + 1;'];
    }
  }
}

const sum = (left: string, operator: string, constant: string): string =>
  constant.startsWith('-') ? `${left} ${operator === '+' ? '-' : '+'} ${constant.slice(1)}` : `${left} ${operator} ${constant}`;
