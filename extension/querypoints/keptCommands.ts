import { Uri, commands, env, window, workspace } from 'vscode';
import type { Disposable } from 'vscode';
import { label } from '../../server/lsp/protocol.js';
import type { ChainStore } from './chainStore.js';
import { fileTextOf, markdownOf, readChainFile, titleOf, type KeptChain } from './keptChain.js';
import type { Row } from './rows.js';

// Dialogs look at the part behind the last dot, and add what they miss.
const filters = { 'Chains of Whence': ['json'] };

/** What is done with chains that are kept: from the menus of their rows, and of the view. */
export function registerKeptChains(store: ChainStore, selected: () => Row | undefined): readonly Disposable[] {
  const of = (id: string, run: (kept: KeptChain, row: Row) => Promise<unknown>): Disposable =>
    commands.registerCommand(id, (given?: Row) =>
      reporting(async () => {
        const row = given ?? selected();
        const kept = store.all.find((one) => one.id === row?.kept);
        if (row !== undefined && kept !== undefined) await run(kept, row);
      }),
    );
  return [
    of('whence.noteChain', (kept, row) => note(store, kept, row)),
    of('whence.pinChain', ({ id }) => store.update(id, { isPinned: true })),
    of('whence.unpinChain', ({ id }) => store.update(id, { isPinned: false })),
    of('whence.renameChain', (kept) => rename(store, kept)),
    of('whence.deleteChain', ({ id }) => store.remove(id)),
    of('whence.copyChainAsMarkdown', (kept) => Promise.resolve(env.clipboard.writeText(markdownOf(kept)))),
    of('whence.saveChain', save),
    commands.registerCommand('whence.openChain', () => reporting(() => open(store))),
  ];
}

async function note(store: ChainStore, { id, notes }: KeptChain, { point }: Row): Promise<void> {
  if (point === null) return;
  const text = await window.showInputBox({ title: `A note on ${point.id}`, value: notes[point.id] ?? '', prompt: 'Empty takes it away' });
  if (text === undefined) return;
  const others = Object.entries(notes).filter(([of]) => of !== point.id);
  const own = text.trim() === '' ? [] : [[point.id, text.trim()] as const];
  await store.update(id, { notes: Object.fromEntries([...others, ...own]) });
}

async function rename(store: ChainStore, kept: KeptChain): Promise<void> {
  const title = await window.showInputBox({ title: 'The name of the chain', value: titleOf(kept), prompt: 'Empty: named after its stop' });
  if (title !== undefined) await store.update(kept.id, { title: title.trim() === '' ? null : title.trim() });
}

async function save(kept: KeptChain): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${titleOf(kept).replaceAll(/[^\w.-]+/g, '-')}.whence.json`;
  const target = await window.showSaveDialog({ filters, ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }) });
  if (target !== undefined) await workspace.fs.writeFile(target, Buffer.from(fileTextOf(kept, folder?.fsPath ?? '')));
}

async function open(store: ChainStore): Promise<void> {
  const [file] = (await window.showOpenDialog({ filters, canSelectMany: false })) ?? [];
  if (file === undefined) return;
  const text = Buffer.from(await workspace.fs.readFile(file)).toString('utf8');
  await store.add(readChainFile(text, workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''));
}

/** What cannot be done is said. */
async function reporting(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    void window.showErrorMessage(label(error instanceof Error ? error.message : String(error)));
  }
}
