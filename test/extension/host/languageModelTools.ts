import assert from 'node:assert/strict';
import { CancellationTokenSource, LanguageModelTextPart, Location, Position, SourceBreakpoint, debug, lm, workspace } from 'vscode';
import { findings, openExample, putCursor, until } from './support.js';

async function invoke(name: string): Promise<string> {
  const { content } = await lm.invokeTool(name, { input: {}, toolInvocationToken: undefined }, new CancellationTokenSource().token);
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
}

describe('tools for language models', () => {
  it('are listed, and describe themselves', async () => {
    const ours = () => lm.tools.filter(({ name }) => name.startsWith('whence_'));
    const found = await until(
      ours,
      (tools) => tools.length === 2,
      (tools) => `${tools.length} tools are listed`,
    );
    for (const { description, inputSchema } of found) assert.ok(description.length > 50 && inputSchema !== undefined);
  });

  it('whence_here: tell the state at the cursor', async () => {
    const editor = await openExample('orders.ts');
    await findings(editor, (found) => found.some(({ message }) => message.includes('quantity > 50')));
    putCursor(editor, 'return (unitPrice');
    const told = await until(
      () => invoke('whence_here'),
      (text) => text.includes('quantity:'),
      (text) => `it tells ${text}`,
    );
    assert.match(told, /^orders\.ts:\d+, in price: before return/);
    assert.match(told, /quantity: .*, in good runs /);
    assert.match(told, /price requires .*quantity/);
  });

  it('whence_stop: tell where the program waits, and what can be asked', async () => {
    assert.match(await invoke('whence_stop'), /^No program waits/);
    const editor = await openExample('ship.mjs');
    const { document } = editor;
    const line = document
      .getText()
      .split('\n')
      .findIndex((text) => text.includes('console.log'));
    assert.ok(line >= 0);
    const breakpoint = new SourceBreakpoint(new Location(document.uri, new Position(line, 0)));
    debug.addBreakpoints([breakpoint]);
    const [folder] = workspace.workspaceFolders ?? [];
    await debug.startDebugging(folder, { type: 'whence', request: 'launch', name: 'Ship', program: document.uri.fsPath });
    try {
      const told = await until(
        () => invoke('whence_stop'),
        (text) => text.includes('ship.mjs'),
        (text) => `it tells ${text}`,
      );
      assert.match(told, /^Paused: Ship\nStack, innermost first:\n/);
      assert.match(told, /lastChange\(PLACE\)/);
    } finally {
      debug.removeBreakpoints([breakpoint]);
      await debug.stopDebugging();
    }
  });
});
