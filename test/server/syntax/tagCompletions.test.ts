import assert from 'node:assert/strict';
import { completionsAt } from '../../../server/syntax/editor/completions.js';
import { EditorSource } from '../../../server/syntax/editor/editorSource.js';

/** The tags that are offered where `|` stands. */
function offered(marked: string): readonly string[] {
  const source = new EditorSource(marked.replace('|', ''), 'a.ts');
  return completionsAt(source, marked.indexOf('|')).map(({ label }) => label);
}

describe('completions of tags', () => {
  it('have @protocol before a class, where it is checked, and nowhere else', () => {
    assert.ok(offered('/** @| */\nclass Door { open() {} }\n').includes('@protocol'));
    assert.ok(!offered('/** @| */\nfunction open() {}\n').includes('@protocol'));
    assert.ok(!offered('// @|\nlet open = 1;\n').includes('@protocol'));
  });
});
