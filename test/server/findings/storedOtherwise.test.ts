import assert from 'node:assert/strict';
import ts from 'typescript';
import { checkText, holds, requiresOf } from '../../support/checking.js';

interface Case {
  readonly text: string;
  readonly given: () => unknown;
}

const body = (parameter: string, ...lines: readonly string[]): string => `export function main(p: ${parameter}) {\n${lines.join('\n')}\n}`;
const refuses = (test: string): string => `if (${test}) throw new Error('p');`;
const pair = () => ({ x: 1 });
const list = () => [1, 2];

/** An array gets a member of its own, of a name that arrays have or that tells of another kind; `key` is that name. */
function ownMember(store: string): Case {
  const name = /\b(prototype|then|includes)\b/.exec(store)?.[1] ?? 'getTime';
  const lines = ['const all: any = p;', `const key = '${name}'.slice(0);`, store, refuses(`all.${name} !== 'w'`)];
  return { text: body('number[]', ...lines), given: list };
}

/** What a method makes is what the constructor of the array says, which is stored so. */
function otherMade(store: string, method: string, array = 'p'): Case {
  const lines = [
    `const all: any = ${array};`,
    'const C: any = { [Symbol.species]: function () { return { length: 0 }; } };',
    store,
    `const made = all.${method};`,
    refuses('made[0] !== 1'),
    refuses('Array.isArray(made)'),
  ];
  return { text: body('number[]', ...lines), given: list };
}

const made = ['flat(1)', 'map((x: any) => x)', 'filter(() => true)', 'slice(0)', 'concat([])', 'flatMap((x: any) => x)'];
const otherConstructors = [
  ...made.map((method) => otherMade('all.constructor = C;', method)),
  ...made.map((method) => otherMade('all.constructor = C;', method, '[1, 2]')),
  otherMade('Object.assign(all, { constructor: C });', 'flat(1)'),
  otherMade("Object.defineProperty(all, 'constructor', { value: C });", 'slice(0)'),
  otherMade('((q: any) => { q.constructor = C; })(all);', 'map((x: any) => x)'),
];

/** Each stores a value of another type than is declared, and ends well with the given input. */
const cases: readonly Case[] = [
  { text: body('{ x: number }', 'const all: any = p;', "all.x = 'w';", refuses("(p.x as any) !== 'w'")), given: pair },
  { text: body('{ x: number }', '(p as any).x = true;', refuses('(p as any).x !== true')), given: pair },
  { text: body('{ x: number }', "const key: string = 'x';", '(p as any)[key] = null;', refuses('p.x !== null')), given: pair },
  { text: body('{ x: number }', 'const q: any = p;', 'q.x = { y: 2 };', refuses('(p.x as any).y !== 2')), given: pair },
  { text: body('number[]', 'const all: any = p;', "all[0] = 'w';", refuses("(p[0] as any) !== 'w'")), given: list },
  { text: body('number[]', "p[1] = 'w' as any;", 'const q: any = p[1];', refuses("q !== 'w'")), given: list },
  { text: body('[string, number][]', "p[0] = 'w' as any;", refuses("(p[0] as any) !== 'w'")), given: () => [['a', 1]] },
  {
    text: body('number[]', "p.forEach((x: any, i: any, all: any) => { all[0] = 'w'; });", refuses("(p[0] as any) !== 'w'")),
    given: list,
  },
  {
    text: body(
      'number[]',
      "Array.prototype.forEach.apply(p, [(x: any, i: any, all: any) => { all[0] = 'w'; }]);",
      refuses("(p[0] as any) !== 'w'"),
    ),
    given: list,
  },
  {
    text: body('{ x: number }', 'const set = (to: any) => { (p as any).x = to; };', "['w'].forEach(set);", refuses("(p.x as any) !== 'w'")),
    given: pair,
  },
  { text: body('number[]', "(p as any).push('w');", refuses("(p[p.length - 1] as any) !== 'w'")), given: list },
  { text: body('number[]', '(p as any).unshift({});', refuses("typeof p[0] !== 'object'")), given: list },
  { text: body('number[]', "Array.prototype.push.call(p, 'w' as any);", refuses("(p[2] as any) !== 'w'")), given: list },
  { text: body('number[]', "p.splice(0, 1, 'w' as any);", refuses("(p[0] as any) !== 'w'")), given: list },
  { text: body('{ x: number }', "Object.assign(p, { x: 'w' });", refuses("(p.x as any) !== 'w'")), given: pair },
  { text: body('{ x: number }', "Reflect.set(p, 'x', 'w');", refuses("(p.x as any) !== 'w'")), given: pair },
  ...["all.prototype = 'w';", "all.then = 'w';", "all.includes = 'w';", "all.getTime = 'w';", "all[key] = 'w';"].map(ownMember),
  ...["Object.assign(p, { [key]: 'w' });", "Object.defineProperty(p, key, { value: 'w' });", "Reflect.set(p, key, 'w');"].map(ownMember),
  ...["[p].forEach((x: any) => { x.includes = 'w'; });", "Object.setPrototypeOf(p, { getTime: 'w' });"].map(ownMember),
];

describe('what a program stores of another type than is declared', () => {
  for (const { text, given } of [...cases, ...otherConstructors])
    it(`is read again: ${text.split('\n').slice(1, -1).join(' ')}`, () => {
      const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ESNext } });
      const main = new Function(`${outputText.replace('export ', '')}; return main;`)() as (p: unknown) => void;
      assert.doesNotThrow(() => main(given()));
      assert.ok(holds(requiresOf(checkText(text)), 'p', given()));
    });

  it('is converted twice as the length of an array', () => {
    const lines = ['let times = 0;', 'const list = [1, 2];', 'const one: any = { valueOf: () => (times++, 1) };', 'list.length = one;'];
    assert.equal(requiresOf(checkText(body('number', ...lines, refuses('times !== 2')))), null);
  });

  it('is refused by what the language reads only, or replaces what the program has defined', () => {
    const lines = [
      'const r: any = /b/;',
      'r[Symbol.match] = false;',
      'let threw = false;',
      'try { r.source = p; } catch { threw = true; }',
    ];
    assert.equal(requiresOf(checkText(body('number', ...lines, refuses('!threw')))), null);
  });

  it('leaves what else is declared', () => {
    const text = body('{ x: number; y: number }', '(p as any).x = true;', "if (typeof p.y === 'string') throw new Error('y');");
    assert.equal(requiresOf(checkText(text)), null);
  });
});
