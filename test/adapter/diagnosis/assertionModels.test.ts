import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { followedText } from '../../../adapter/diagnosis/followedText.js';
import { expectModules, runTestText, testModules, withChai } from '../../../server/diagnosis/models.js';
import { bundle } from '../../../server/syntax/diagnosis/bundle.js';

const require = createRequire(import.meta.url);

/** The statements that do something else where they are followed than they do in Node, or that are not followed. */
function unlike(statements: readonly string[], outcomes: readonly string[], prologue: string, models = testModules): string | null {
  const lines = statements.map((statement, i) => `await check(${i}, '${outcomes[i]}', async () => { ${statement}; });`);
  const body = `${prologue}
const check = async (i, expected, act) => {
  let outcome = 'passes';
  try { await act(); } catch (error) { outcome = error?.code === 'ERR_ASSERTION' ? 'fails' : 'throws'; }
  if (outcome !== expected) require(i + ' ' + outcome)();
};
test('all', async () => { ${lines.join('\n')} assert.fail(); });`;
  const bundled = bundle(['/t.mjs'], new Map([['/t.mjs', { path: '/t.mjs', text: body, own: {} }]]), models, {
    before: '',
    behind: runTestText,
  });
  assert.ok(!('why' in bundled), JSON.stringify(bundled));
  const tests = followedText(bundled, [], { sharesState: false, declared: null });
  assert.ok(tests !== null);
  return tests.whyReplayed('all', 'assertion');
}

/** What it does in Node. */
async function run(statement: string, names: Readonly<Record<string, unknown>>): Promise<string> {
  const body = new Function(...Object.keys(names), `return (async () => { ${statement}; })();`) as (...given: unknown[]) => Promise<void>;
  try {
    await body(...Object.values(names));
    return 'passes';
  } catch (error) {
    const { code, name, matcherResult } = error as { readonly code?: string; readonly name?: string; readonly matcherResult?: unknown };
    return code === 'ERR_ASSERTION' || name === 'AssertionError' || matcherResult !== undefined ? 'fails' : 'throws';
  }
}

const values = [
  '0',
  '-0',
  '1',
  "'1'",
  'NaN',
  'null',
  'undefined',
  '[]',
  '[1]',
  '[1, 2]',
  '{}',
  '{ a: 1 }',
  '{ a: undefined }',
  "'a'",
  'true',
];
const more = [
  ...[
    'new Map([[1, 2]])',
    'new Map([[1, 3]])',
    'new Set([1])',
    'new Set([2])',
    'new Map()',
    "new Error('a')",
    "new Error('b')",
    "new TypeError('a')",
  ],
  ...['{ a: [1, { b: 2 }] }', '{ a: [1, { b: 3 }] }', 'new (class A { a = 1 })()', '[undefined]'],
];
/** Objects that are told apart by what is no property of theirs, and circles. */
const hidden = [
  ...['new Date(0)', 'new Date(1)', "new Date('1970-01-01')", '{}', '/a/', '/a/g', "new RegExp('a', 'g')", '/b/'],
  ...['new Set([{ a: 1 }, [2]])', 'new Set([[2], { a: 1 }])', 'new Set([{ a: 1 }, [3]])', 'new Set([{ a: 1 }, 2])'],
  ...['new Map([[{ a: 1 }, 1], [2, [3]]])', 'new Map([[2, [3]], [{ a: 1 }, 1]])', 'new Map([[{ a: 1 }, 2], [2, [3]]])'],
  ...["new Map([['x', new Date(0)]])", "new Map([['x', new Date(1)]])", "new Map([['y', new Date(0)]])"],
];
const circles = [
  'const a = { n: 1 }; a.self = a; const b = { n: 1 }; b.self = b; assert.deepStrictEqual(a, b)',
  'const a = { n: 1 }; a.self = [a]; const b = { n: 1 }; b.self = [b]; b.self[0].n = 2; assert.deepStrictEqual(a, b)',
  'const a = { n: 1 }; a.to = { n: 2, to: a }; const b = { n: 1 }; b.to = { n: 2, to: b }; assert.deepEqual(a, b)',
  'const a = new Map(); a.set(1, a); const b = new Map(); b.set(1, b); assert.deepStrictEqual(a, b)',
];

const deepNames = ['deepEqual', 'deepStrictEqual', 'notDeepStrictEqual'];

describe('assertions where tests are followed', () => {
  it('are those of node:assert', async () => {
    const pairs = values.flatMap((a, i) => values.slice(i).map((b) => [a, b] as const));
    const deep = [...values.slice(9, 13), ...more].flatMap((a, i, all) => all.slice(i, i + 7).map((b) => [a, b] as const));
    const throwing = ["() => { throw new TypeError('no number') }", '() => 1', "() => { throw new Error('text') }"];
    const wanted = [
      '',
      ', TypeError',
      ', RangeError',
      ', /number/',
      ', /letter/',
      ", { message: 'no number' }",
      ", { name: 'Error' }",
      ', Error',
      ', (e) => e instanceof Error',
      ", 'said'",
    ];
    const statements = [
      ...pairs.flatMap(([a, b]) => ['equal', 'strictEqual'].map((name) => `assert.${name}(${a}, ${b})`)),
      ...deep.flatMap(([a, b]) => deepNames.map((name) => `assert.${name}(${a}, ${b})`)),
      ...hidden.flatMap((a, i) => hidden.slice(i, i + 6).flatMap((b) => deepNames.map((name) => `assert.${name}(${a}, ${b})`))),
      ...circles,
      ...values.map((a) => `assert(${a})`),
      ...throwing.flatMap((body) => wanted.map((by) => `assert.throws(${body}${by})`)),
      ...throwing.map((body) => `assert.doesNotThrow(${body})`),
      ...throwing.flatMap((body) => wanted.slice(0, 6).map((by) => `await assert.rejects(async ${body}${by})`)),
      ...[
        "assert.match('abc', /b/)",
        "assert.match('abc', /d/)",
        "assert.doesNotMatch('abc', /d/)",
        'assert.ifError(null)',
        'assert.ifError(1)',
      ],
      ...["assert.fail('x')", "assert.equal(1, 2, new TypeError('own'))", "assert.ok(0, 'said')"],
    ];
    const prologue = "import { test } from 'node:test';\nimport assert from 'node:assert';";
    const outcomes: string[] = [];
    for (const statement of statements) outcomes.push(await run(statement, { assert: require('node:assert') }));
    for (let from = 0; from < statements.length; from += 25) {
      const why = unlike(statements.slice(from, from + 25), outcomes.slice(from, from + 25), prologue);
      assert.equal(why, null, statements[from + Number(/\d+/.exec(why ?? '')?.[0])]);
    }
  });

  it('are those of expect', () => {
    const passing = [
      ...[
        'expect(NaN).toBe(NaN)',
        'expect(1).not.toBe(2)',
        'expect({ a: undefined }).toEqual({})',
        'expect({ a: undefined }).not.toStrictEqual({})',
      ],
      ...[
        'expect([1, { b: 2 }]).toEqual([1, { b: 2 }])',
        'expect(0).not.toBe(-0)',
        'expect(0).not.toEqual(-0)',
        "expect('abc').toMatch(/b/)",
      ],
      ...[
        "expect('abc').toContain('b')",
        'expect([1, 2]).toContain(2)',
        'expect([{ a: 1 }]).toContainEqual({ a: 1 })',
        'expect([1]).toHaveLength(1)',
      ],
      ...[
        "expect({ a: { b: 1 } }).toHaveProperty('a.b', 1)",
        "expect({ a: 1 }).not.toHaveProperty('b')",
        'expect(0.1 + 0.2).toBeCloseTo(0.3)',
      ],
      ...[
        'expect({ a: 1, b: 2 }).toMatchObject({ a: 1 })',
        'expect(2).toBeGreaterThan(1)',
        'expect(1).toBeLessThanOrEqual(1)',
        'expect(null).toBeNull()',
      ],
      ...[
        "expect(() => { throw new TypeError('no number') }).toThrow()",
        "expect(() => { throw new TypeError('no number') }).toThrow('number')",
      ],
      ...[
        "expect(() => { throw new TypeError('no number') }).toThrow(TypeError)",
        "expect(() => { throw new Error('x') }).not.toThrow(TypeError)",
      ],
      ...[
        'expect(() => 1).not.toThrow()',
        "await expect(Promise.reject(new Error('a'))).rejects.toThrow('a')",
        'await expect(Promise.resolve(1)).resolves.toBe(1)',
      ],
      ...[
        "expect({ a: 1, b: 'x' }).toEqual({ a: expect.any(Number), b: expect.stringContaining('x') })",
        'expect(new Map([[1, 2]])).toEqual(new Map([[1, 2]]))',
      ],
      ...[
        'const f = vi.fn((x) => x + 1); f(1); expect(f).toHaveBeenCalledWith(1); expect(f).toHaveBeenCalledTimes(1); expect(f(2)).toBe(3)',
      ],
      ...[
        'const f = vi.fn().mockReturnValue(4); expect(f()).toBe(4)',
        'expect(new (class A { x = 1 })()).toEqual({ x: 1 })',
        'expect([3, 1]).toEqual(expect.arrayContaining([1]))',
        'expect({ at: new Date(5), of: /a/g }).toEqual({ at: new Date(5), of: /a/g })',
        'expect(new Set([[1], { a: 2 }])).toEqual(new Set([{ a: 2 }, [1]]))',
        "expect(new Map([['a', new Set([1])]])).toEqual(new Map([['a', new Set([1])]]))",
        'const a = {}; a.a = a; const b = {}; b.a = b; expect(a).toEqual(b)',
      ],
    ];
    const failing = [
      ...[
        'expect(1).toBe(2)',
        'expect([1]).toEqual([2])',
        'expect([1, 2]).not.toContain(2)',
        'expect(() => 1).toThrow()',
        "expect('a').toMatch(/b/)",
      ],
      ...[
        "expect(() => { throw new Error('a') }).toThrow('b')",
        "expect(() => { throw new Error('a') }).toThrow(TypeError)",
        'expect(undefined).toBeDefined()',
      ],
      ...[
        "await expect(Promise.resolve(1)).rejects.toThrow('a')",
        'expect(new (class A { x = 1 })()).toStrictEqual({ x: 1 })',
        'expect({ a: 1 }).toMatchObject({ a: 2 })',
      ],
      ...[
        'expect(new Set([1])).toEqual(new Set([2]))',
        'expect({ at: new Date(5) }).toEqual({ at: new Date(6) })',
        'expect(/a/g).toEqual(/a/)',
        'expect(new Set([[1], [3]])).toEqual(new Set([[1], [2]]))',
        "expect(new Map([['a', new Set([1])]])).toEqual(new Map([['a', new Set([2])]]))",
        'expect(2).toBeLessThan(2)',
        'const f = vi.fn(); expect(f).toHaveBeenCalled()',
        'expect({ a: 1 }).toEqual({ a: 1, b: 2 })',
      ],
    ];
    const prologue = "import { test, expect, vi } from 'vitest';\nimport assert from 'node:assert';";
    const statements = [...passing, ...failing];
    const outcomes = statements.map((_, i) => (i < passing.length ? 'passes' : 'fails'));
    const why = unlike(statements, outcomes, prologue, expectModules);
    assert.equal(why, null, statements[Number(/\d+/.exec(why ?? '')?.[0])]);
  });

  it('are those of chai', () => {
    const passing = [
      ...['expect(1).to.equal(1)', 'expect(NaN).to.not.equal(NaN)', 'expect(0).to.equal(-0)', 'expect(0).to.not.eql(-0)'],
      ...['expect({ a: [1] }).to.deep.equal({ a: [1] })', 'expect({ a: 1 }).to.not.deep.equal({ a: 1, b: undefined })'],
      ...["expect([1]).to.be.an('array').that.includes(1)", "expect(null).to.be.a('null')", 'expect([]).to.be.empty'],
      ...['expect(2).to.be.above(1).and.below(3)', 'expect([1, 2]).to.have.lengthOf(2)', 'expect([1, 2]).to.have.lengthOf.at.least(2)'],
      ...["expect({ a: 1 }).to.have.property('a', 1)", "expect({ a: { b: 2 } }).to.have.property('a').that.has.property('b')"],
      ...["expect(() => { throw new TypeError('no') }).to.throw(TypeError, 'no')", 'expect(() => 1).to.not.throw()'],
      ...['expect([1, 2]).to.have.members([2, 1])', 'expect([1, 2]).to.include.members([2])', "expect({ a: 1 }).to.have.keys('a')"],
      ...[
        'assert.deepEqual([1], [1])',
        'assert.isAbove(2, 1)',
        "assert.throws(() => { throw new Error('a') }, /a/)",
        'assert.closeTo(1, 1.1, 0.2)',
      ],
      ...[
        "assert.equal(1, '1')",
        'expect(true).to.be.true',
        'expect(undefined).to.not.exist',
        "expect('abc').to.include('b').and.match(/c$/)",
      ],
    ];
    const failing = [
      ...[
        'expect(1).to.equal(2)',
        'expect([1]).to.equal([1])',
        'expect({ a: 1 }).to.eql({ a: 2 })',
        'expect([1, 1]).to.have.members([1, 2])',
      ],
      ...["expect({}).to.have.property('a')", "expect({ a: 1 }).to.not.have.property('a')", "expect('1').to.be.a('number')"],
      ...["expect(() => { throw new Error('a') }).to.throw('b')", 'expect(() => 1).to.throw()', "expect('1').to.be.above(0)"],
      ...['expect(1).to.be.true', 'expect([1]).to.be.empty', 'expect([1]).to.not.include(1)', 'assert.notDeepEqual([1], [1])', 'assert(0)'],
    ];
    const said = 'const { not, exist, equal } = should()';
    passing.push(
      ...['(1).should.equal(1)', "'a'.should.be.a('string').and.not.equal('b')", '[1, { a: 2 }].should.deep.equal([1, { a: 2 }])'],
      ...[
        '({ a: 1 }).should.not.have.property("b")',
        '(() => { throw new Error("no"); }).should.throw("no")',
        'should(); (2).should.be.above(1)',
      ],
      ...[`${said}; exist(0); not.exist(null); equal(1, 1); not.equal(1, 2)`, 'for (const key in {}) assert.fail(key)'],
    );
    failing.push(
      '(1).should.equal(2)',
      'true.should.be.false',
      '[].should.not.be.empty',
      `${said}; exist(undefined)`,
      `${said}; not.exist(0)`,
    );
    const prologue = "import { test } from 'node:test';\nimport { assert, expect, should } from 'chai';\nshould();";
    const statements = [...passing, ...failing];
    const outcomes = statements.map((_, i) => (i < passing.length ? 'passes' : 'fails'));
    for (let from = 0; from < statements.length; from += 12) {
      const why = unlike(statements.slice(from, from + 12), outcomes.slice(from, from + 12), prologue, withChai(testModules));
      assert.equal(why, null, statements[from + Number(/\d+/.exec(why ?? '')?.[0])]);
    }
    // What is not modelled is not followed.
    assert.match(
      unlike(["expect({ a: 1 }).to.nested.include({ 'a': 1 })"], ['passes'], prologue, withChai(testModules)) ?? '',
      /fetch|call/,
    );
  });
});
