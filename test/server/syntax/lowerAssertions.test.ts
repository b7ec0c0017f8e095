import assert from 'node:assert/strict';
import { functionNamed, graph, lowered } from './lowering.js';

describe('lowering of assertions', () => {
  it('ends the way on which an invariant assertion is false', () =>
    graph(
      `function f(n) {
         // @always n > 0 && n !== 5
         return n;
       }`,
      `
        n0 -> n1
        n1 -> n2 [n > 0]
        n1 -!> n5 [n > 0]
        n1 -> n5 [not (n > 0)]
        n1 -!> n5 [not (n > 0)]
        n2 -> n3 [n !== 5]
        n2 -> n5 [not (n !== 5)]
        n3 -> n4 %result := n
      `,
      { withThrows: true },
    ));

  it('goes on from an intermittent assertion on both ways', () => {
    const text = 'function f(n) {\n  // @sometime n === 5\n}';
    graph(
      text,
      `
        n0 -> n1 [n === 5]
        n0 -> n2 [not (n === 5)]
        n1 -> n3
        n2 -> n3
        n3 -> n4 %result := undefined
      `,
    );
    const marks = functionNamed(lowered(text), 'f').nodes.flatMap((node) => (node.mark === null ? [] : [node.mark]));
    assert.deepEqual(marks, [{ kind: 'sometime', assertion: 0 }]);
  });

  it('checks @requires after the defaults and @ensures before the exit', () =>
    graph(
      `/** @requires n > 0
        * @ensures result > n */
       function f(n = 1) { if (n) return n + 1; return 9; }`,
      `
        n0 -> n1 [n === undefined]
        n0 -> n2 [not (n === undefined)]
        n1 -> n2 n := 1
        n2 -> n3 [n > 0]
        n2 -> n11 [not (n > 0)]
        n3 -> n4 [n]
        n3 -> n6 [not n]
        n4 -> n7 %result := n + 1
        n6 -> n7 %result := 9
        n7 -> n8 [%result > n]
        n7 -> n10 [not (%result > n)]
        n8 -> n9
      `,
    ));

  it('checks a range whenever the variable is written', () =>
    graph(
      `function f() {
         /** @range 0..9 */
         let i = 0;
         i = i + 1;
       }`,
      `
        n0 -> n1 i := 0
        n1 -> n2 [i >= 0]
        n1 -> n9 [not (i >= 0)]
        n2 -> n3 [i <= 9]
        n2 -> n9 [not (i <= 9)]
        n3 -> n4 i := i + 1
        n4 -> n5 [i >= 0]
        n4 -> n8 [not (i >= 0)]
        n5 -> n6 [i <= 9]
        n5 -> n8 [not (i <= 9)]
        n6 -> n7 %result := undefined
      `,
    ));

  it('checks what the alias of a parameter type asks', () => {
    const module = lowered('/** @range 1..100 */\ntype Index = number;\nexport function f(i: Index) { return i; }');
    assert.deepEqual(
      module.assertions.map(({ tag, text, owner }) => ({ tag, text, owner })),
      [{ tag: 'range', text: '1..100', owner: 1 }],
    );
  });

  it('checks a property whenever the class stores it', () => {
    const module = lowered('class A {\n  /** @invariant this > 0 */\n  x = 1;\n  set(x) { this.x = x; }\n}');
    assert.deepEqual(
      module.assertions.map(({ tag, owner }) => [tag, module.functions[owner]?.name]),
      [
        ['invariant', 'A.constructor'],
        ['invariant', 'A.set'],
      ],
    );
  });

  it('numbers an assertion once where its block is copied', () => {
    const module = lowered('function f(a) { try { if (a) return 1; f(a); } finally {\n  // @always a !== 3\n} }');
    const violations = functionNamed(module, 'f').nodes.filter((node) => node.mark?.kind === 'violation');
    assert.equal(module.assertions.length, 1);
    assert.equal(violations.length, 3);
  });

  it('reports what cannot be interpreted, and drops the assertion', () => {
    const check = (expression: string, message: string): void => {
      const module = lowered(`function g() {}\nfunction f(n, s) {\n  // @always ${expression}\n  g();\n}`);
      assert.deepEqual(
        module.invalidAssertions.map((each) => each.message),
        [message],
      );
      assert.equal(module.assertions.length, 0);
    };
    check('m > 0', 'There is no m here.');
    check('new Set(n).size > 0', 'An assertion cannot create an object with new.');
    check(
      's.every(() => true)',
      'The call of s.every cannot be interpreted: only functions of Math and Number and pure methods of strings and arrays can.',
    );
    check('g(n)', 'The call of g cannot be interpreted: only functions of Math and Number and pure methods of strings and arrays can.');
  });

  it('interprets functions of Math and Number and pure methods of strings and arrays', () => {
    const module = lowered(
      'function f(n, s) {\n  // @always Number.isInteger(n) && Math.abs(n) < 3 && s.includes("a") && s.at(-1) !== s?.b\n}',
    );
    assert.deepEqual(module.invalidAssertions, []);
    assert.equal(module.assertions.length, 1);
  });

  it('finds the names of the point where the assertion stands', () => {
    const module = lowered('let x = 1;\nfunction f() { { let x = 2;\n  // @always x === 2\n} }');
    const inner = module.variables.filter((variable) => variable.name === 'x')[1];
    const used = functionNamed(module, 'f').edges.some(
      ({ instruction }) => instruction.kind === 'assume' && JSON.stringify(instruction.condition).includes(`"variable":${inner?.id ?? -1}`),
    );
    assert.ok(used);
  });
});

describe('loops without a way out', () => {
  const endless = (body: string): boolean =>
    functionNamed(lowered(`function f(g) { outer: for (;;) { ${body} } }`), 'f').nodes.some((node) => node.mark?.kind === 'endless');

  it('are marked', () => {
    assert.ok(endless('for (;;) { g(); }'));
    assert.ok(endless('while (true) { for (const x of g) { break; } }'));
    assert.ok(endless('g(() => { return 1; });'));
  });

  it('are not those that break, return, throw or jump out', () => {
    assert.ok(!endless('if (g) break;'));
    assert.ok(!endless('return;'));
    assert.ok(!endless('throw g;'));
    assert.ok(!endless('switch (g) { case 1: break outer; }'));
    assert.ok(!endless('while (g()) { break outer; }'));
  });
});

describe('assertions that nothing checks', () => {
  it('are reported where the code around them is not modelled', () => {
    const module = lowered('function f(s) {\n  // @always s > 0\n  return eval(s);\n}', 'a.js');
    assert.deepEqual(
      module.invalidAssertions.map((each) => each.message),
      ['This assertion is not checked, because the code around it is not modelled.'],
    );
  });

  it('are none behind an else', () => {
    const module = lowered('function f(n) {\n  if (n) n = 1;\n  else if (n === 0) n = 2; // @always n === 2\n}');
    assert.deepEqual(module.invalidAssertions, []);
    assert.equal(module.assertions.length, 1);
  });
});
