import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';
import { read } from '../../tidy/files.js';

/** An example of the document: a text, and what is said of it, as `severity line: message`. */
interface Example {
  readonly title: string;
  readonly language: string;
  readonly text: string;
  readonly said: readonly string[];
}

function examples(): readonly Example[] {
  return read('docs/whatItFinds.md')
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.includes('```'))
    .map((section) => {
      const [, language = '', text = ''] = /```([tj]sx?)\n([\s\S]*?)```/.exec(section) ?? [];
      const said = [...section.matchAll(/^> (.*)$/gm)].map(([, line]) => line ?? '');
      return { title: section.slice(0, section.indexOf('\n')), language, text, said };
    });
}

describe('docs/whatItFinds.md', () => {
  it('has examples', () => assert.ok(examples().length >= 9));

  for (const { title, language, text, said } of examples())
    it(`says what is found: ${title}`, () => {
      assert.ok(text !== '' && said.length > 0, 'an example has a text, and a message below it');
      const { findings } = checkText(text, { gate: true }, [], `program.${language.endsWith('x') ? '' : 'm'}${language}`);
      assert.deepEqual(
        findings.map(({ severity, span, message }) => `${severity} ${span.line}: ${message}`),
        said,
      );
    });
});
