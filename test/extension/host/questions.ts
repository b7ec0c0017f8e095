import assert from 'node:assert/strict';
import { commands, env, window } from 'vscode';
import { findings, openExample, putCursor, until } from './support.js';

describe('questions', () => {
  it('copy the condition of the finding at the cursor', async () => {
    const editor = await openExample('orders.ts');
    await findings(editor, (found) => found.some(({ message }) => message.includes('quantity > 50')));
    putCursor(editor, 'price');
    await env.clipboard.writeText('');
    await commands.executeCommand('whence.copyCondition');
    assert.match(await env.clipboard.readText(), /quantity.*50/);
  });

  it('copy the condition that a quick fix sends along', async () => {
    await commands.executeCommand('whence.copyCondition', 'n > 0');
    assert.equal(await env.clipboard.readText(), 'n > 0');
  });

  it('explain a finding from its origin to its occurrence', async () => {
    const editor = await openExample('orders.ts');
    await findings(editor, (found) => found.some(({ message }) => message.includes('quantity > 50')));
    putCursor(editor, 'price');
    const origin = editor.selection.active.line;
    const listed = commands.executeCommand('whence.explainFinding');
    await whileListed(listed, () => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'));
    await cursorAt(origin);
    await commands.executeCommand('whence.explainNext');
    await until(
      cursorLine,
      (line) => line > origin,
      (line) => `the cursor is in line ${line + 1}`,
    );
    await commands.executeCommand('whence.explainPrevious');
    await cursorAt(origin);
    await commands.executeCommand('whence.explainEnd');
  });

  it('list the conditions of a function, and copy the chosen one', async () => {
    const editor = await openExample('orders.ts');
    putCursor(editor, 'firstLevel: number');
    await env.clipboard.writeText('');
    const listed = commands.executeCommand('whence.showConditions');
    await whileListed(listed, () => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'));
    assert.match(await env.clipboard.readText(), /firstLevel.*10/);
  });

  it('pin the state at the cursor, and unpin it', async () => {
    const editor = await openExample('orders.ts');
    putCursor(editor, 'return (unitPrice');
    await commands.executeCommand('whence.pinState');
    assert.equal(window.activeTextEditor, editor);
    await commands.executeCommand('whence.unpinStates');
  });
});

/** Answers a list until the command that shows it has ended: only the window knows when the list is there. */
async function whileListed(listed: Thenable<unknown>, answer: () => Thenable<unknown>): Promise<void> {
  let isDone = false;
  const done = Promise.resolve(listed).finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (!isDone) await answer();
  }
  await done;
}

function cursorLine(): number {
  return window.activeTextEditor?.selection.active.line ?? -1;
}

function cursorAt(line: number): Promise<number> {
  return until(
    cursorLine,
    (at) => at === line,
    (at) => `the cursor is in line ${at + 1}`,
  );
}
