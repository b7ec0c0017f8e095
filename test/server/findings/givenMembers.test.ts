import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const saidOf = (parameters: string, body: string): string =>
  checkText(`export function main(${parameters}): unknown {\n${body}\n}`)
    .findings.map(({ message }) => message.replace(/(,|:)? (either because|it throws) .*/, ''))
    .join('\n');

describe('members of standard types', () => {
  for (const [type, test] of [
    ['Uint8Array', 'x.buffer.byteLength < 4'],
    ['Uint8Array', 'x.byteOffset % 4 !== 0'],
    ['Float64Array', 'x.byteLength > 80'],
    ['Buffer', 'x.length < 4'],
    ['ArrayBuffer', 'x.byteLength < 8'],
    ['DataView', 'x.byteLength < 8'],
    ['Map<string, number>', 'x.size === 0'],
    ['ReadonlySet<string>', 'x.size > 10'],
    ['Error', 'x.message === ""'],
    ['RegExp', 'x.flags.includes("y")'],
  ] as const)
    it(`are what they are declared to be: ${test} of ${type}`, () =>
      assert.equal(saidOf(`x: ${type}`, `if (${test}) throw new Error('x'); return x;`), `main fails if ${test}`));

  it('are refused by nothing that wants them', () => {
    const said = saidOf(
      'b: Uint8Array',
      `if (b.buffer.byteLength < 4) throw new Error('short');\nreturn new DataView(b.buffer).getUint8(0);`,
    );
    assert.equal(said, 'main fails if b.buffer.byteLength < 4');
  });

  for (const body of [
    'if (m.size === 0) { m.set("a", 1); if (m.size === 0) throw new Error("x"); } return m;',
    'm.clear(); if (m.size > 0) throw new Error("x"); return m;',
    'while (m.size > 0) m.delete([...m.keys()][0] ?? ""); if (m.size !== 0) throw new Error("x"); return m;',
    'if (m.size < 0) throw new Error("x"); return m;',
  ])
    it(`may change, and sizes are counts: ${body}`, () => assert.equal(saidOf('m: Map<string, number>', body), ''));
});
