import { Random } from '../../soundness/random.js';

/** A statement of a random program: on one line there, and as the checker runs it, which looks after each of these steps. */
export interface Statement {
  readonly text: string;
  readonly steps: readonly string[];
}

/** A method of one of the random classes; `await` is a step of an async one. */
export interface Method {
  readonly name: string;
  readonly isAsync: boolean;
  readonly body: readonly (Statement | 'await')[];
}

/** A rule over the classes of its program. */
export interface Condition {
  readonly check: 'change' | 'return' | 'turn';
  readonly variables: readonly { readonly name: string; readonly domain: string }[];
  readonly where: string;
}

/** A program on a graph of objects, with rules over it. */
export interface RuledProgram {
  /** Methods of A, and those of B. */
  readonly methods: readonly (readonly Method[])[];
  /** By turn of the event loop. */
  readonly turns: readonly (readonly Statement[])[];
  readonly conditions: readonly Condition[];
}

/** Random operations on a graph of objects, and random rules over it. */
export function ruledProgram(seed: number): RuledProgram {
  const random = new Random(seed);
  let id = 0;
  const methods = ['a', 'b'].map((home) => Array.from({ length: 3 }, (_, at) => method(random, `${home}${at}`)));
  const turns: Statement[][] = [];
  for (let left = 60; left > 0;) {
    const turn = Array.from({ length: Math.min(left, random.between(1, 4)) }, () =>
      id < 4 ? made(random, id++) : random.chance(0.15) ? made(random, id++) : random.chance(0.2) ? called(random) : topLevel(random),
    );
    left -= turn.length;
    turns.push(turn);
  }
  return { methods, turns, conditions: Array.from({ length: 5 }, () => condition(random)) };
}

const plain = (text: string): Statement => ({ text, steps: [text] });

/** An object comes to be: the checker is told when its outermost constructor has returned. */
function made(random: Random, id: number): Statement {
  const name = random.weighted([
    [3, 'A'],
    [3, 'B'],
    [1, 'Early'],
    [1, 'Other'],
  ]);
  const [text, steps] = random.weighted<readonly [string, readonly string[]]>([
    [6, [`world.items.push(new ${name}(${id}));`, [`world.items.push(made(new ${name}(${id})));`]]],
    [1, [`world.items.push(Reflect.construct(${name}, [${id}]));`, [`world.items.push(made(Reflect.construct(${name}, [${id}])));`]]],
    [
      1,
      [
        `world.made = Object.create(B.prototype, { id: { value: ${id}, enumerable: true } }); Object.assign(world.made, blank); world.items.push(world.made);`,
        [
          `world.made = made(Object.create(B.prototype, { id: { value: ${id}, enumerable: true } }));`,
          `Object.assign(world.made, blank); world.items.push(world.made);`,
        ],
      ],
    ],
  ]);
  return { text, steps };
}

const methodNames = ['a0', 'a1', 'a2', 'b0', 'b1', 'b2'];

function called(random: Random): Statement {
  const [i, j] = [random.below(12), random.below(12)];
  return plain(`at(${i}).${random.choice(methodNames)}?.(at(${j}), 2);`);
}

/** What also takes objects out of the world: inside of a method they would be held by it. */
function topLevel(random: Random): Statement {
  const [i, j, n] = [random.below(12), random.below(12), random.below(3)];
  const who = (at: number): string => `at(${at})`;
  return random.chance(0.15)
    ? plain(
        random.choice([
          `if (world.items.length > 3) world.items.splice(${i} % world.items.length, 1);`,
          `if (world.items.length > 4) world.items.length -= ${n};`,
          `Object.freeze(at(${i}));`,
          `Object.freeze(at(${i}).list);`,
        ]),
      )
    : update(random, who(i), who(j), n);
}

function method(random: Random, name: string): Method {
  const isAsync = random.chance(0.25);
  const body = Array.from({ length: random.between(2, 4) }, (): Statement | 'await' => {
    if (isAsync && random.chance(0.3)) return 'await';
    const [one, other] = random.shuffled(['this', 'x', `at(${random.below(12)})`]);
    if (random.chance(0.15)) return plain(`if (depth > 0) ${one ?? ''}.${random.choice(methodNames)}?.(${other ?? ''}, depth - 1);`);
    return update(random, one ?? '', other ?? '', random.below(3));
  });
  return { name, isAsync, body };
}

/** A change of what rules read: `one` is changed, `other` is what it gets. */
function update(random: Random, one: string, other: string, n: number): Statement {
  if (random.chance(0.1)) {
    const [text, ...steps] = random.choice<readonly string[]>([
      [
        `[${one}.up, ${other}.tag] = [${other}, ${n}];`,
        `globalThis.held = [${one}, ${other}]; held[0].up = ${other};`,
        `held[1].tag = ${n};`,
      ],
      [
        `const held = ${one}.kids; held.add(${other}).add(${one});`,
        `globalThis.held = ${one}.kids; held.add(${other});`,
        `held.add(${one});`,
      ],
      [`${one}.tag = ${other}.tag = ${n};`, `${other}.tag = ${n};`, `${one}.tag = ${n};`],
      [`for (${one}.tag of [${n}, 1, 2]) ;`, `${one}.tag = ${n};`, `${one}.tag = 1;`, `${one}.tag = 2;`],
      [
        `for (const each of [${one}, ${other}]) each.tag += 1;`,
        `globalThis.held = [${one}, ${other}]; held[0].tag += 1;`,
        `held[1].tag += 1;`,
      ],
    ]);
    return { text: text ?? '', steps };
  }
  return plain(
    random.choice([
      `${one}.up = ${other};`,
      `${one}.up = null;`,
      `${one}.up ??= ${other};`,
      `${one}.up &&= ${other}.up;`,
      `${one}.tag = ${n};`,
      `${one}.tag++;`,
      `${one}.tag = ${random.choice(['undefined', 'NaN', '-0', "'1'", 'null'])};`,
      `${one}.kids.add(${other});`,
      `const held = ${one}.kids; held.add(${other});`,
      `Set.prototype.add.call(${one}.kids, ${other});`,
      `${one}.kids.delete(${other});`,
      `${one}.kids.clear();`,
      `${one}.kids = new Set([${other}, at(${n})]);`,
      `${one}.kids = ${other}.kids;`,
      `${one}.keys.set(${other}, ${n});`,
      `${one}.keys.set(${other}, at(${n}));`,
      `${one}.keys.set(at(${n}), ${other});`,
      `${one}.keys.clear();`,
      `${one}.list.sort((x, y) => x.tag - y.tag);`,
      `${one}.list.push(${other});`,
      `${one}.keys.delete(${other});`,
      `${one}.keys = new Map(${other}.keys);`,
      `${one}.list.push(${other}, at(${n}));`,
      `${one}.list.push();`,
      `${one}.list.pop();`,
      `${one}.list.splice(${n}, 1, ${other});`,
      `${one}.list.splice(${n}, 2);`,
      `${one}.list[${n}] = ${other};`,
      `${one}.list[${one}.list.length] = ${other};`,
      `${one}.list.length = ${n};`,
      `${one}.list.shift();`,
      `${one}.list.unshift(${other});`,
      `${one}.list.reverse();`,
      `${one}.list.fill(${other}, ${n});`,
      `${one}.list.copyWithin(0, ${n});`,
      `delete ${one}.list[${n}];`,
      `${one}.list = [];`,
      `${one}.list = [...${other}.list, ${one}];`,
      `${one}.list = ${other}.list;`,
      `Object.assign(${one}, { tag: ${n}, up: ${other} });`,
      `Object.defineProperty(${one}, 'tag', { value: ${n} });`,
      `Reflect.set(${one}, 'tag', ${n});`,
      `Reflect.deleteProperty(${one}, 'up');`,
      `const key = 'up'; ${one}[key] = ${other};`,
      `({ up: ${one}.up } = { up: ${other} });`,
      `delete ${one}.tag;`,
      `${one}.secret(${n});`,
      `Object.setPrototypeOf(${one}, ${random.choice(['A.prototype', 'B.prototype', 'Other.prototype'])});`,
    ]),
  );
}

/** What variables range over that are elements of something. */
const containers = [
  'kids',
  'list',
  'keys',
  'kids?.values()',
  'keys?.keys()',
  'keys?.values()',
  'list?.filter((e) => e?.tag === 1)',
  'list?.filter((e) => e?.up !== null).filter((e) => e?.kids?.size > 0)',
];

function condition(random: Random): Condition {
  const variables: { name: string; domain: string }[] = [];
  for (const name of ['a', 'b', 'c'].slice(0, random.between(1, 3))) {
    const earlier = variables.filter(({ domain }) => domain.length === 1).map((one) => one.name);
    const isElement = earlier.length > 0 && random.chance(0.2);
    variables.push({
      name,
      domain: isElement ? `${random.choice(earlier)}.${random.choice(containers)}` : random.choice(['A', 'A', 'B']),
    });
  }
  const names = variables.map(({ name }) => name);
  const one = (): string => random.choice(names);
  const test = (): string =>
    random.choice([
      `${one()}?.kids?.has(${one()})`,
      `!${one()}?.kids?.has(${one()})`,
      `${one()}?.list?.includes(${one()})`,
      `${one()}?.keys?.has(${one()})`,
      `${one()}?.up === ${one()}`,
      `${one()}?.up !== ${one()}`,
      `${one()}?.tag === ${one()}?.tag`,
      `${one()}?.tag > ${random.below(3)}`,
      `${one()}?.up?.tag === ${random.below(3)}`,
      `${one()}?.up?.up?.tag !== ${one()}?.tag`,
      `(${one()}?.up !== null && ${one()}?.kids?.size > ${random.below(2)})`,
      `${one()}?.list?.length > ${random.below(3)}`,
      `${one()}?.up?.kids?.has(${one()})`,
      `${one()}?.kids === ${one()}?.kids`,
      `typeof ${one()}?.tag === '${random.choice(['number', 'undefined', 'string'])}'`,
      `field(${random.choice(names.slice(0, 1))}, '#p') === ${random.below(3)}`,
      `(${one()}?.tag === 1 ? ${one()}?.up : ${one()}) === ${one()}`,
      `(${one()}?.kids?.has(${one()}) !== ${one()}?.list?.includes(${one()}))`,
      `${one()}?.list?.some((e) => e?.tag === ${random.below(3)})`,
      `${one()}?.list?.every((e) => e?.up === ${one()})`,
      `${one()}?.list?.filter((e) => e?.tag > ${random.below(2)}).length > ${random.below(3)}`,
      `${one()}?.list?.some((e) => e?.list?.some((d) => d === ${one()} && d?.tag === e?.tag))`,
      `(a?.kids ? [...a.kids].some((e) => e?.up?.tag === ${random.below(3)}) : false)`,
      `${one()}?.list?.map((e) => e?.up).includes(${one()})`,
      `${one()}?.keys?.get(${one()}) === ${random.below(3)}`,
      `${one()}?.keys?.get(${one()})?.tag > 0`,
      `${one()}?.list?.[${random.below(3)}] === ${one()}`,
      `${one()}?.list?.[${one()}?.tag] !== ${one()}`,
      `${one()}?.list?.at(-1)?.tag === ${random.below(3)}`,
      `${one()}?.list?.indexOf(${one()}) < 0`,
      `!(${one()}?.up === null || ${one()}?.list?.includes(${one()}?.up))`,
    ]);
  const tests = Array.from({ length: random.between(1, 3) }, test);
  const where = tests.reduce((all, next) => `${all} ${random.chance(0.75) ? '&&' : '||'} ${next}`);
  const distinct = variables.length > 1 ? ` && ${names[0] ?? ''} !== ${names[1] ?? ''}` : '';
  return { check: random.choice(['change', 'change', 'return', 'turn']), variables, where: `(${where})${distinct}` };
}
