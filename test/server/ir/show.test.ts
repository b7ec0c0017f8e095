import assert from 'node:assert/strict';
import { showModule } from '../../../server/ir/show.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';

function shown(text: string): string {
  const result = lowerModule(text, { file: 'program.ts', assertions: true });
  if (result.kind !== 'module') throw new Error('a syntax error');
  return showModule(result.module);
}

describe('the printed graph', () => {
  it('has a line for each node, with its place, and one for each edge that leaves it', () =>
    assert.equal(
      shown('export function f(n, ...rest) {\n  for (;;) {\n    n = n.next;\n  }\n}\n'),
      `module <module>()
  n0: entry
    -> n1  f := closure f1 @0
  n1: after 5:2
    -> n2  %result := undefined
  n2: exit
  n3: throw

function f(n, ...rest)
  n0: entry
    -> n1
  n1: body 2:12 {endless}
    -> n2  n := n.next
    -!> n4  n := n.next
  n2: after 3:16
    -> n3
  n3: test 2:3
    -> n1
  n4: throw
  n5: exit
  n6: after 4:4
`,
    ));

  it('is the same for the same program', () => {
    const text = 'class A { m(x = 1) { try { return [x, ...this.y]; } finally { delete this.z; } } }';
    assert.equal(shown(text), shown(text));
  });

  it('tells variables of one name apart', () => assert.match(shown('{ let a = 1; } { let a = 2; }'), /a#2 := 2/));
});
