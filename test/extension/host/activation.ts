import assert from 'node:assert/strict';
import { commands, extensions } from 'vscode';
import { extensionId, openExample, until } from './support.js';

describe('the extension', () => {
  it('is activated by a TypeScript file', async () => {
    const extension = extensions.getExtension(extensionId);
    assert.ok(extension);
    await openExample('forLoop.ts');
    await until(
      () => extension.isActive,
      (isActive) => isActive,
      () => 'the extension is not active',
    );
  });

  it('registers every command that it contributes', async () => {
    const manifest = extensions.getExtension(extensionId)?.packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const registered = new Set(await commands.getCommands(true));
    assert.deepEqual(
      manifest.contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it('shows its view', async () => {
    await commands.executeCommand('whence.abstractState.focus');
  });
});
