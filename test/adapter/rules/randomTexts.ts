import type { Condition, Method, RuledProgram } from './randomRules.js';

/** The lines of a random program, and those of its statements. */
class Lines {
  readonly lines: string[] = [];

  /** Adds a line; its number. */
  add(text: string): number {
    return this.lines.push(text);
  }
}

const classes = `class Other { constructor(id) { this.id = id; this.tag = 0; this.up = null; this.kids = new Set(); this.keys = new Map(); this.list = []; } secret() {} }
const blank = Object.fromEntries(Object.entries(new Other(0)).slice(1));
const world = { items: [] };
const at = (n) => world.items[n % world.items.length];`;

/** What the two texts of a program differ in: the checker has its own steps, and says which methods run. */
interface Writer {
  statement(steps: readonly string[], text: string, line: number): string;
  wait(home: string): string;
  enter(home: string): string;
  leave(home: string): string;
}

const asItRuns: Writer = {
  statement: (_steps, text) => `{ ${text} }`,
  wait: () => 'await null;',
  enter: () => '',
  leave: () => '',
};

const asItIsChecked: Writer = {
  statement: (steps, _text, line) => steps.map((step) => `before(${line}); try { ${step} } finally { step(${line}); }`).join(' '),
  wait: (home) => `leave('${home}'); await null; enter('${home}');`,
  enter: (home) => `enter('${home}'); try {`,
  leave: (home) => `} finally { leave('${home}'); }`,
};

/** The text of a program whose statements have a line each; the same lines for either writer. */
function textOf({ methods, turns }: RuledProgram, writer: Writer): readonly string[] {
  const lines = new Lines();
  lines.add(classes.replaceAll('\n', ' '));
  const wrapped = (home: string, text: string): string => `${writer.enter(home)} ${text} ${writer.leave(home)}`;
  const writeMethods = (home: string, all: readonly Method[]): void => {
    for (const { name, isAsync, body } of all) {
      lines.add(`${isAsync ? 'async ' : ''}${name}(x, depth) { ${writer.enter(home)}${isAsync ? ' try {' : ''}`);
      for (const part of body)
        if (part === 'await') lines.add(writer.wait(home));
        else lines.add(writer.statement(part.steps, part.text, lines.lines.length + 1));
      lines.add(`${isAsync ? '} catch {} ' : ''}${writer.leave(home)} }`);
    }
  };
  lines.add('class A { #p = 0;');
  lines.add(
    `constructor(id) { ${wrapped('A', 'this.id = id; this.tag = 0; this.up = null; this.kids = new Set(); this.keys = new Map(); this.list = [];')} }`,
  );
  lines.add('static p(a) { return #p in a ? a.#p : undefined; }');
  const hide = 'if (#p in this) this.#p = n;';
  lines.add(`secret(n) { ${wrapped('A', writer.statement([hide], hide, lines.lines.length + 1))} }`);
  writeMethods('A', methods[0] ?? []);
  lines.add('}');
  lines.add(`class B extends A { constructor(id) { ${wrapped('B', 'super(id); this.tag = 1;')} }`);
  writeMethods('B', methods[1] ?? []);
  lines.add('}');
  lines.add(`class Early extends B { constructor(id) { ${wrapped('Early', 'super(id); world.items.push(this); this.tag = 3;')} } }`);
  lines.add('const turns = [');
  for (const turn of turns) {
    lines.add('[');
    for (const { text, steps } of turn) lines.add(`() => { ${writer.statement(steps, text, lines.lines.length + 1)} },`);
    lines.add('],');
  }
  lines.add('];');
  return lines.lines;
}

/** The program as a module: what it exports runs it. */
export function programText(program: RuledProgram): string {
  return `${textOf(program, asItRuns).join('\n')}
module.exports = { A, B, run: async () => {
  for (const turn of turns) {
    for (const operation of turn) try { operation(); } catch {}
    await new Promise((done) => setImmediate(done));
  }
  world.items = [];
} };
`;
}

/** The rules file of a program. */
export function rulesText({ conditions }: RuledProgram, module: string, first: number): string {
  const rules = conditions.map(({ check, variables, where }, at) => {
    const names = variables.map(({ name }) => name).join(', ');
    const domains = variables.map(
      ({ name, domain }) => `${name}: ${domain.length === 1 ? `extent(${domain})` : `({ ${domain[0] ?? ''} }) => ${domain}`}`,
    );
    const shown = variables.map(({ name }) => `${name}?.id`).join(', ');
    return `export const rule${first + at} = rule({ check: '${check}', foreach: { ${domains.join(', ')} }, where: ({ ${names} }) => ${where}, found: ({ ${names} }) => report(${shown}) });`;
  });
  return [`import { extent, field, report, rule } from 'whence/rules';`, `import { A, B } from '${module}';`, ...rules, ''].join('\n');
}

/**
 * What an independent checker finds: it recomputes every rule after every step, over the objects that a walk of the graph reaches. Each finding is
 * `rule: ids @ line`.
 */
export async function expectedOf(program: RuledProgram, first: number): Promise<readonly string[]> {
  const checks = program.conditions.map((condition, at) => checkOf(condition, first + at)).join();
  const text = `${textOf(program, asItIsChecked).join('\n')}
${checker.replace('CHECKS', () => checks)}
return (async () => {
  for (const turn of turns) {
    for (const operation of turn) try { operation(); } catch {}
    await new Promise((done) => setImmediate(done));
    look('turn');
  }
  return found;
})();`;
  return (new Function(text) as () => Promise<readonly string[]>)();
}

function checkOf({ check, variables, where }: Condition, number: number): string {
  const names = variables.map(({ name }) => name).join();
  const domains = variables.map(({ name, domain }, index) => {
    if (domain.length === 1) return `(all) => all.filter((one) => one instanceof ${domain})`;
    const known = variables.slice(0, index).map((one) => one.name);
    return `(_, ${known.join()}) => [...new Set(elements(${domain}))]; /* ${name} */`.replace(/; .*/, '');
  });
  const text = where.replace(/field\((\w), '#p'\)/g, 'A.p($1)');
  return `{ number: ${number}, check: '${check}', domains: [${domains.join()}], where: (${names}) => ${text}, holding: new Map(), told: new Map() }`;
}

/** Runs at the end of the text, in the scope of its classes. */
const checker = `
const found = [];
const checks = [CHECKS];
const entered = new Set();
const depths = { A: 0, B: 0, Early: 0 };
var line = 0;
const numbers = new Map();
const numberOf = (value) => {
  if (typeof value !== 'object' || value === null) return String(value);
  if (!numbers.has(value)) numbers.set(value, numbers.size);
  return '#' + numbers.get(value);
};
const elements = (value) => value instanceof Map ? value.keys() : value instanceof Set || Array.isArray(value) || typeof value?.next === 'function' ? value : [];
let fresh = null;
const reachable = () => {
  const met = new Set([world, blank, ...(fresh === null ? [] : [fresh])]);
  for (const one of met) {
    const values = one instanceof Map ? [...one.keys(), ...one.values()] : one instanceof Set || Array.isArray(one) ? one : Object.values(one);
    for (const value of values) if (typeof value === 'object' && value !== null) met.add(value);
  }
  return met;
};
const homesOf = (value) => value instanceof Early ? ['A', 'B', 'Early'] : value instanceof B ? ['A', 'B'] : value instanceof A ? ['A'] : [];
const isReady = (tuple) => tuple.every((value) => homesOf(value).every((home) => depths[home] === 0));
/** What holds now: since which line. */
function update() {
  const reached = reachable();
  const all = [...entered].filter((one) => reached.has(one));
  for (const rule of checks) {
    const holding = new Map();
    const visit = (bound) => {
      const domain = rule.domains[bound.length];
      if (domain === undefined) {
        if (!rule.where(...bound)) return;
        const key = bound.map(numberOf).join();
        holding.set(key, rule.holding.get(key) ?? { tuple: bound, line });
        return;
      }
      for (const one of domain(all, ...bound)) visit([...bound, one]);
    };
    visit([]);
    rule.holding = holding;
  }
}
function look(time) {
  for (const rule of checks) {
    if ((rule.check === 'turn') !== (time === 'turn')) continue;
    for (const [key, tuple] of rule.told)
      if (!rule.holding.has(key) && (rule.check !== 'return' || isReady(tuple))) rule.told.delete(key);
    for (const [key, { tuple, line }] of rule.holding) {
      if (rule.told.has(key) || (rule.check === 'return' && !isReady(tuple))) continue;
      rule.told.set(key, tuple);
      found.push('rule' + rule.number + ': ' + tuple.map((value) => String(value?.id)).join(' ') + ' @ ' + line);
    }
  }
}
function before(at) { line = at; }
function step(at) { line = at; update(); look('change'); }
function made(object) { entered.add(object); fresh = object; update(); look('change'); fresh = null; return object; }
function enter(home) { depths[home]++; }
function leave(home) { if (--depths[home] === 0) { update(); look('change'); } }
`;
