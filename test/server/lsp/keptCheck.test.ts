import assert from 'node:assert/strict';
import { testSettings } from '../../support/checking.js';
import { DocumentText } from '../../../server/lsp/documentText.js';
import { keptCheck } from '../../../server/lsp/keptCheck.js';
import { checkText, nothingFound, type FileCheck } from '../../../server/check/checkFile.js';

const program = `function check(n: number): void {
  if (n > 10) throw new RangeError('n');
}
export function first(): void {
  check(11);
}
export function second(): void {
  check(12);
}
`;

/** `line:column name` of the findings that are left of the program when it is edited, and of the functions. */
function left(...edits: readonly (readonly [piece: string, becomes: string])[]): readonly string[] {
  const found = checkText(program, 'program.ts', testSettings);
  let known: { readonly content: DocumentText; readonly check: FileCheck } = {
    content: new DocumentText(program),
    check: { ...nothingFound, findings: found.findings, functions: found.functions },
  };
  for (const [piece, becomes] of edits) {
    const content = new DocumentText(known.content.text.replace(piece, () => becomes));
    known = { content, check: keptCheck(known, content, nothingFound) };
  }
  const { findings, functions } = known.check;
  for (const { message } of findings) assert.equal(message.match(/before it had a syntax error/g)?.length, 1);
  return [
    ...findings.map(({ span, because }) =>
      [span, ...because.map((reason) => reason.span)].map((at) => `${at.line}:${at.column}`).join(' '),
    ),
    ...functions.map(({ span, name }) => `${name} ${span.line}:${span.column}`),
  ];
}

describe('what is shown of a text with a syntax error', () => {
  it('is what was found before, moved with the text', () => {
    const all = ['5:17 3:15', '8:17 3:15', 'first 5:17', 'second 8:17'];
    assert.deepEqual(left(['function check', '// (\nfunction check']), all);
    assert.deepEqual(left(['function check', '(\nfunction check'], ['(\n', '((\n']), all);
  });

  it('is nothing about places that have changed', () => {
    assert.deepEqual(left(['first()', 'fir(']), ['7:17 2:15', 'second 7:17']);
    assert.deepEqual(left(['first()', 'firsts()']), ['7:17 2:15', 'second 7:17']);
    assert.deepEqual(left(["RangeError('n')", 'RangeError(']), ['first 4:17', 'second 7:17']);
    assert.deepEqual(left([program, '']), []);
  });

  it('is nothing that calls which have changed lead to', () => {
    assert.deepEqual(left(['check(11)', 'check(']), ['7:17 2:15', 'first 4:17', 'second 7:17']);
  });

  it('stays between two edits', () => {
    assert.deepEqual(left(['function check', '(function check'], ['check(12);', 'check(12);;']), [
      '4:17 2:15',
      '7:17 2:15',
      'first 4:17',
      'second 7:17',
    ]);
  });
});
