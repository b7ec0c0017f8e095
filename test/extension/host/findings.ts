import assert from 'node:assert/strict';
import { DiagnosticSeverity, commands } from 'vscode';
import type { CodeLens, Hover, MarkdownString } from 'vscode';
import { findings, openExample, openText, putCursor, replace, underlined, until } from './support.js';

describe('findings', () => {
  it('are shown at their origins, with the occurrence as related information', async () => {
    const editor = await openExample('orders.ts');
    const found = await findings(editor, ({ length }) => length >= 3);
    assert.deepEqual(underlined(editor, found), ['price', 'voucherLetters', 'welcomeTour']);
    const price = found.find(({ message }) => message.includes('quantity'));
    assert.equal(price?.severity, DiagnosticSeverity.Warning);
    const [occurrence] = price.relatedInformation ?? [];
    assert.match(editor.document.lineAt(occurrence?.location.range.start.line ?? 0).text, /@always/);
  });

  it('go when what is wrong is repaired, and come back, without saving', async () => {
    const editor = await openExample('orders.ts');
    await findings(editor, (found) => found.some(({ message }) => message.includes('quantity > 50')));
    await replace(editor, '// @always discount <= 100', '// @always discount <= 200');
    await findings(editor, (found) => found.some(({ message }) => message.includes('quantity > 100')));
    await replace(editor, '// @always discount <= 200', '');
    await findings(editor, (found) => !found.some(({ message }) => message.includes('quantity')));
    await commands.executeCommand('workbench.action.files.revert');
    await findings(editor, (found) => found.some(({ message }) => message.includes('quantity > 50')));
  });

  for (const language of ['typescript', 'javascript', 'typescriptreact', 'javascriptreact']) {
    it(`are shown in ${language} that is saved nowhere`, async () => {
      const result = language.endsWith('react') ? '<b>{n}</b>' : 'n';
      const parameter = language.startsWith('typescript') ? 'n: number' : 'n';
      const editor = await openText(`export function first(${parameter}) {\n  // @always !(n > 9)\n  return ${result};\n}\n`, language);
      const found = await findings(editor, ({ length }) => length > 0);
      assert.deepEqual(underlined(editor, found), ['first']);
      await replace(editor, '!(n > 9)', 'true');
      await findings(editor, ({ length }) => length === 0);
    });
  }

  it('come with a code lens that says what the function needs', async () => {
    const editor = await openExample('orders.ts');
    const lenses = await until(
      async () => (await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', editor.document.uri, 10)) ?? [],
      (found) => found.some(({ command }) => command?.title === 'fails if quantity > 50'),
      (found) => `the code lenses are ${JSON.stringify(found.map(({ command }) => command?.title))}`,
    );
    assert.ok(lenses.every(({ command }) => command?.title !== ''));
  });

  it('come with what a variable may be', async () => {
    const editor = await openExample('orders.ts');
    const position = putCursor(editor, 'quantity * 2');
    await until(
      async () => {
        const hovers = (await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', editor.document.uri, position)) ?? [];
        return hovers
          .flatMap(({ contents }) => contents.map((content) => (typeof content === 'string' ? content : (content as MarkdownString).value)))
          .join('\n');
      },
      (text) => /good runs/.test(text),
      (text) => `the hover says ${text}`,
    );
  });
});
