import { basename } from 'node:path';
import type { Connection, FileEvent } from 'vscode-languageserver';
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver/node.js';
import { pathOf } from './documents.js';
import type { LanguageServer } from './languageServer.js';
import { ThreadFailure } from './sessionThread.js';
import { checkClosedFile } from './workspaceAnalysis.js';

const sources = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';
const configs = '**/{tsconfig,jsconfig}*.json';

/** Asks the client to report files that change outside of open documents. */
export function watchFiles(connection: Connection): void {
  const watchers = [{ globPattern: sources }, { globPattern: configs }];
  void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}

/** Keeps up with files that are not open, and with what open documents import. */
export async function filesChanged(server: LanguageServer, events: readonly FileEvent[]): Promise<void> {
  const changes = events.flatMap(({ uri, type }) => {
    const file = pathOf(uri);
    return file === null || server.documents.ofFile(file) !== null ? [] : [{ uri, file, isDeleted: type === deleted }];
  });
  await server.filesChanged(changes.map(({ file }) => file));
  if (changes.some(({ uri }) => uri.endsWith('.json'))) server.configsChanged();
  for (const { uri, file, isDeleted } of changes) {
    if (uri.endsWith('.json')) continue;
    if (isDeleted) server.publisher.clearClosed(uri);
    else if (server.publisher.isShownClosed(uri)) await recheck(server, file);
  }
}

const deleted = 3;

async function recheck(server: LanguageServer, file: string): Promise<void> {
  try {
    await checkClosedFile(server, file, () => true);
  } catch (failure) {
    if (!(failure instanceof ThreadFailure)) throw failure;
    server.log(`${basename(file)}: ${failure.message}`);
  }
}
