import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** Texts of patterns with their flags, as a program writes them; refused in every version of the language. */
const refused: readonly string[] = [`'(a'`, `'[a'`, `'a)'`, `'*a'`, `'a' + '**'`, `'\\\\'`, `'[b-a]'`, `'a{2,1}'`, `'a', 'gg'`, `'(', 'u'`];
/** Taken here, or perhaps by a later version; what comes of the match. */
const taken: readonly (readonly [pattern: string, text: string, fits: boolean])[] = [
  [`'(a)'`, 'cab', true],
  [`'^a/b$'`, 'a/b', true],
  [`'A', 'i'`, 'a', true],
  [`'\\\\d+'`, 'abc', false],
  ['', 'anything', true],
];

/** Not of the way alone that nothing may take. */
const isOfMain = ({ message }: { readonly message: string }): boolean => message.startsWith('main always fails');

describe('a pattern of a text', () => {
  it('is refused where it is a mistake in every version', () => {
    for (const pattern of refused) {
      const [finding] = checkText(`export function main() { return new RegExp(${pattern}); }`).findings;
      assert.match(finding?.message ?? 'nothing', /^main always fails: new RegExp\(.*\) throws a SyntaxError/, pattern);
    }
    for (const pattern of [`'(?i-x:a)'`, `'a', 'q'`, `'(?<n>a)|(?<n>b)'`])
      assert.deepEqual(checkText(`export function main() { return new RegExp(${pattern}); }`).findings, [], pattern);
  });

  it('matches as Node does', () => {
    for (const [pattern, text, fits] of taken) {
      const body = `if (new RegExp(${pattern}).test('${text}') !== ${fits}) throw new Error('no'); if (RegExp(${pattern}).test('${text}')) [][1].x; return 1;`;
      const told = checkText(`export function main() { ${body} }`)
        .findings.filter(isOfMain)
        .map(({ message }) => message);
      assert.deepEqual(told, fits ? ['main always fails: [][1].x is a property of undefined or null (line 1).'] : [], pattern);
    }
  });

  it('is known where the module keeps it', () => {
    const pattern = 'const LINE = /^(\\w+)=(.*)$/;\n';
    const body = "for (const line of ['A=1', '']) { const [, key] = line.match(LINE)!; if (!key) return 2; }\n  return 1;";
    const [finding] = checkText(`${pattern}export function main(): number {\n  ${body}\n}`).findings;
    assert.equal(finding?.message, 'main always fails: line.match(LINE) cannot be iterated (line 3).');
    // Where it goes on is not known, or it may have been replaced.
    for (const other of ['const LINE = /^(\\w+)=(.*)$/g;\n', `${pattern}export const f = (): void => void (LINE.exec = () => null);\n`])
      assert.deepEqual(
        checkText(`${other}export function main(): number {\n  return LINE.exec('A=1') === null ? [][1].x : 1;\n}`).findings.filter(
          isOfMain,
        ),
        [],
      );
  });
});
