import { Random } from '../../soundness/random.js';

/** A program with its rules, and what an independent checker says of it. */
export interface RuledProgram {
  readonly program: string;
  readonly rules: string;
  /** `rule: ids @ line`, in the order of the lines. */
  readonly expected: readonly string[];
}

/** Random operations on a graph of objects, one a line, and random rules over it. */
export function ruledProgram(seed: number): RuledProgram {
  const random = new Random(seed);
  const operations = Array.from({ length: 60 }, (_, at) => operation(random, at));
  const conditions = Array.from({ length: 5 }, () => condition(random));
  const program = programOf(operations);
  const rules = [
    `import { extent, report, rule } from 'whence/rules';`,
    `import { A, B } from './prog.js';`,
    ...conditions.map(
      ({ variables, classes, where }, at) =>
        `export const rule${at} = rule({ check: 'change', foreach: { ${variables.map((name, index) => `${name}: extent(${classes[index] ?? 'A'})`).join(', ')} }, where: ({ ${variables.join(', ')} }) => ${where}, found: ({ ${variables.join(', ')} }) => report(${variables.map((name) => `${name}.id`).join(', ')}) });`,
    ),
  ].join('\n');
  return { program, rules: `${rules}\n`, expected: expectedOf(operations, conditions) };
}

const header = `class A { constructor(id) { this.id = id; this.tag = 0; this.up = null; this.kids = new Set(); this.list = []; } }
class B extends A { constructor(id) { super(id); this.tag = 1; } }
const world = { items: [] };
globalThis.world = world;
const at = (n) => world.items[n % world.items.length];
`;

function programOf(operations: readonly string[]): string {
  return `${header}const operations = [\n${operations.map((text) => `  () => { ${text} },`).join('\n')}\n];\nfor (const operation of operations) operation();\n`;
}

/** The line of the first operation in the program. */
const firstLine = header.split('\n').length + 1;

function operation(random: Random, id: number): string {
  if (id < 4) return `world.items.push(new ${random.choice(['A', 'B'])}(${id}));`;
  const [i, j, n] = [random.below(12), random.below(12), random.below(3)];
  return random.choice([
    `world.items.push(new ${random.choice(['A', 'B'])}(${id}));`,
    `at(${i}).up = at(${j});`,
    `at(${i}).up = null;`,
    `at(${i}).tag = ${n};`,
    `at(${i}).tag++;`,
    `at(${i}).kids.add(at(${j}));`,
    `const x = at(${i}).kids; x.add(at(${j}));`,
    `at(${i}).kids.delete(at(${j}));`,
    `at(${i}).kids.clear();`,
    `at(${i}).kids = new Set([at(${j}), at(${n})]);`,
    `at(${i}).kids = at(${j}).kids;`,
    `at(${i}).list.push(at(${j}), at(${n}));`,
    `at(${i}).list.pop();`,
    `at(${i}).list.splice(${n}, 1, at(${j}));`,
    `at(${i}).list[${n}] = at(${j});`,
    `at(${i}).list.length = ${n};`,
    `at(${i}).list.shift();`,
    `at(${i}).list = [];`,
    `if (world.items.length > 3) world.items.splice(${i} % world.items.length, 1);`,
    `Object.assign(at(${i}), { tag: ${n}, up: at(${j}) });`,
    `Reflect.set(at(${i}), 'tag', ${n});`,
    `const k = 'up'; at(${i})[k] = at(${j});`,
    `Object.setPrototypeOf(at(${i}), ${random.choice(['A.prototype', 'B.prototype'])});`,
    `({ up: at(${i}).up } = { up: at(${j}) });`,
    `delete at(${i}).tag;`,
  ]);
}

interface Condition {
  readonly variables: readonly string[];
  readonly classes: readonly string[];
  readonly where: string;
}

function condition(random: Random): Condition {
  const variables = ['a', 'b', 'c'].slice(0, random.between(1, 3));
  const one = (): string => random.choice(variables);
  const test = (): string =>
    random.choice([
      `${one()}.kids.has(${one()})`,
      `!${one()}.kids.has(${one()})`,
      `${one()}.list.includes(${one()})`,
      `${one()}.up === ${one()}`,
      `${one()}.up !== ${one()}`,
      `${one()}.tag === ${one()}.tag`,
      `${one()}.tag > ${random.below(3)}`,
      `${one()}.up?.tag === ${random.below(3)}`,
      `(${one()}.up !== null && ${one()}.kids.size > ${random.below(2)})`,
      `${one()}.list.length > ${random.below(3)}`,
      `${one()}.up?.kids.has(${one()})`,
      `${one()}.kids === ${one()}.kids`,
    ]);
  const tests = Array.from({ length: random.between(1, 3) }, test);
  const where = tests.reduce((all, next) => `${all} ${random.chance(0.75) ? '&&' : '||'} ${next}`);
  const distinct = variables.length > 1 ? ` && ${variables[0] ?? ''} !== ${variables[1] ?? ''}` : '';
  return { variables, classes: variables.map(() => random.choice(['A', 'A', 'B'])), where: `(${where})${distinct}` };
}

/** Recomputes every rule after every operation, over the objects that a walk of the graph reaches. */
function expectedOf(operations: readonly string[], conditions: readonly Condition[]): readonly string[] {
  const checks = conditions
    .map(({ variables, classes, where }) => `{ classes: [${classes.join()}], where: (${variables.join()}) => ${where}, told: new Set() }`)
    .join();
  const text = `${header}
const found = [];
const checks = [${checks}];
const reachable = () => {
  const met = new Set([world]);
  for (const one of met)
    for (const value of one instanceof Set || Array.isArray(one) ? one : Object.values(one))
      if (typeof value === 'object' && value !== null) met.add(value);
  return [...met].filter((one) => one instanceof A);
};
const check = (line) => checks.forEach((rule, number) => {
  const all = reachable();
  const holds = new Set();
  const visit = (bound) => {
    if (bound.length === rule.classes.length) {
      if (rule.where(...bound)) holds.add(bound.map(({ id }) => id).join(' '));
      return;
    }
    for (const one of all) if (one instanceof rule.classes[bound.length]) visit([...bound, one]);
  };
  visit([]);
  for (const tuple of holds) if (!rule.told.has(tuple)) found.push('rule' + number + ': ' + tuple + ' @ ' + line);
  rule.told = holds;
});
${operations.map((operation, at) => `{ ${operation} }\ncheck(${firstLine + at});`).join('\n')}
return found;`;
  return (new Function(text) as () => readonly string[])();
}
