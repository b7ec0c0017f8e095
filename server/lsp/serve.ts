import type { Connection } from 'vscode-languageserver';
import { present } from '../base/errors.js';
import { clientOf } from './client.js';
import { codeLenses } from './codeLenses.js';
import { hoverAt } from './questions.js';
import { abilities, LanguageServer } from './languageServer.js';

/** Answers one client until it says goodbye. */
export function serve(connection: Connection): void {
  let started: LanguageServer | null = null;
  const server = (): LanguageServer => present(started, 'an initialised server');
  connection.onInitialize((params) => {
    started = new LanguageServer(connection, params);
    return abilities(clientOf(params));
  });
  connection.onShutdown(() => started?.shutdown());
  synchronise(connection, server);
  answer(connection, server);
  connection.listen();
}

/** Documents, settings and folders. */
function synchronise(connection: Connection, server: () => LanguageServer): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => server().open(uri, languageId, version, text));
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => server().change(uri, version, contentChanges));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => server().close(uri));
  connection.onDidChangeConfiguration(({ settings }) => server().settingsChanged(settings));
}

function answer(connection: Connection, server: () => LanguageServer): void {
  connection.onHover(({ textDocument, position }) => hoverAt(server(), textDocument.uri, position));
  connection.onCodeLens(async ({ textDocument }) => {
    const result = await server().checkedDocument(textDocument.uri);
    if (result === null) return null;
    const { codeLens } = await server().configuration.of(textDocument.uri);
    return codeLens ? codeLenses(result, server().client.hasCommands) : [];
  });
  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
    const result = await server().checkedDocument(textDocument.uri);
    return result === null ? { kind: 'full', items: [] } : server().publisher.report(result, previousResultId);
  });
}
