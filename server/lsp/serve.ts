import type { CancellationToken, Connection } from 'vscode-languageserver';
import { CancellationTokenSource, DidChangeConfigurationNotification } from 'vscode-languageserver/node.js';
import { present } from '../base/errors.js';
import { completions, definition, prepareRename, rename, semanticTokens } from './assertionComments.js';
import { clientOf } from './client.js';
import { codeActions } from './codeActions.js';
import { codeLenses } from './codeLenses.js';
import { assertedValue } from '../syntax/diagnosis/assertedValue.js';
import { newRulesFor } from './newRulesFor.js';
import { ruleRun } from './ruleRun.js';
import { rulesLenses } from './rulesLenses.js';
import { testLenses } from './testLenses.js';
import { conditionsAt, explain } from './conditions.js';
import { abilities, LanguageServer } from './languageServer.js';
import { negateAssertion } from './negateAssertion.js';
import {
  requests,
  settingsSection,
  type AnalyseWorkspaceParams,
  type AnalyseWorkspaceResult,
  type AssertedResult,
  type ExplainParams,
  type NewRulesParams,
  type PlaceParams,
  type RuleRunParams,
  type StateAtParams,
} from './protocol.js';
import { stateAt } from './statementState.js';
import { hoverAt, inlayHints } from './values.js';
import { filesChanged, watchFiles } from './watchedFiles.js';
import { analyseWorkspace } from './workspaceAnalysis.js';

/** Answers one client until it says goodbye. */
export function serve(connection: Connection): void {
  let started: LanguageServer | null = null;
  const server: Server = () => present(started, 'an initialised server');
  connection.onInitialize((params) => {
    started = new LanguageServer(connection, params);
    return abilities(clientOf(params));
  });
  connection.onInitialized(() => {
    const { client } = server();
    if (client.watchesFiles) watchFiles(connection);
    if (client.watchesConfiguration) void connection.client.register(DidChangeConfigurationNotification.type, { section: settingsSection });
    if (client.hasFolders) connection.workspace.onDidChangeWorkspaceFolders((event) => server().foldersChanged(event));
  });
  connection.onShutdown(() => started?.shutdown());
  synchronise(connection, server);
  answerStandard(connection, server);
  answerAssertions(connection, server);
  answerOurs(connection, server);
  connection.listen();
}

type Server = () => LanguageServer;

/** Documents, files and settings. */
function synchronise(connection: Connection, server: Server): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => server().open(uri, languageId, version, text));
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => server().change(uri, version, contentChanges));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => server().close(uri));
  connection.onDidChangeConfiguration(({ settings }) => server().settingsChanged(settings));
  connection.onDidChangeWatchedFiles(({ changes }) => filesChanged(server(), changes));
}

function answerStandard(connection: Connection, server: Server): void {
  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
    const result = await server().checkedDocument(textDocument.uri);
    return result === null ? { kind: 'full', items: [] } : server().publisher.report(result, previousResultId);
  });
  connection.onHover(({ textDocument, position }) => hoverAt(server(), textDocument.uri, position));
  connection.onCodeAction((params) => codeActions(server(), params));
  connection.onCodeLens(async ({ textDocument: { uri } }) => {
    const { codeLens, accessCounts: counts } = await server().configuration.of(uri);
    const result = codeLens ? await server().checkedDocument(uri) : null;
    if (result === null) return [];
    const { hasCommands } = server().client;
    if (result.rules !== null)
      return hasCommands ? rulesLenses(result, server().rulesPrograms.of(result.document), server().documents) : [];
    return [...(hasCommands ? testLenses(uri, result.content) : []), ...codeLenses(result, { hasCommands, counts })];
  });
  connection.languages.inlayHint.on(({ textDocument, range }) => inlayHints(server(), textDocument.uri, range));
}

/** What happens inside assertion comments. */
function answerAssertions(connection: Connection, server: Server): void {
  connection.onCompletion(({ textDocument, position, context }) =>
    completions(server(), textDocument.uri, position, context?.triggerCharacter ?? null),
  );
  connection.onDefinition(({ textDocument, position }) => definition(server(), textDocument.uri, position));
  connection.onPrepareRename(({ textDocument, position }) => prepareRename(server(), textDocument.uri, position));
  connection.onRenameRequest(({ textDocument, position, newName }) => rename(server(), textDocument.uri, position, newName));
  connection.languages.semanticTokens.on(async ({ textDocument }) => {
    const document = server().documents.get(textDocument.uri);
    return (document === null ? null : await semanticTokens(server(), document)) ?? { data: [] };
  });
}

function answerOurs(connection: Connection, server: Server): void {
  connection.onRequest(requests.stateAt, (params: StateAtParams) => stateAt(server(), params));
  connection.onRequest(requests.conditions, ({ textDocument, position }: PlaceParams) =>
    conditionsAt(server(), textDocument.uri, position),
  );
  connection.onRequest(requests.explain, (params: ExplainParams) => explain(server(), params));
  connection.onRequest(requests.negateAssertion, ({ textDocument, position }: PlaceParams) =>
    negateAssertion(server(), textDocument.uri, position),
  );
  connection.onRequest(requests.asserted, ({ textDocument: { uri }, position }: PlaceParams): AssertedResult | null => {
    const content = server().documents.get(uri)?.content;
    return content === undefined ? null : assertedValue(content.text, uri, content.offsetAt(position));
  });
  connection.onRequest(requests.newRules, (params: NewRulesParams) => newRulesFor(server(), params));
  connection.onRequest(requests.ruleRun, (params: RuleRunParams) => ruleRun(server(), params));
  connection.onRequest(requests.analyseWorkspace, (params: AnalyseWorkspaceParams | undefined, token: CancellationToken) =>
    withProgress(connection, server(), params?.workDoneToken, token),
  );
}

/** Under the client's progress, or one of our own whose cancel button ends the analysis too. */
async function withProgress(
  connection: Connection,
  server: LanguageServer,
  workDoneToken: string | number | undefined,
  token: CancellationToken,
): Promise<AnalyseWorkspaceResult> {
  if (workDoneToken === undefined && !server.client.hasProgress) return analyseWorkspace(server, token, { report: () => {} });
  const title = 'Analysing the workspace';
  const own = workDoneToken === undefined ? await connection.window.createWorkDoneProgress() : null;
  const progress = own ?? connection.window.attachWorkDoneProgress(workDoneToken);
  progress.begin(title, 0, '', true);
  try {
    return await analyseWorkspace(server, own === null ? token : eitherOf(token, own.token), {
      report: (percentage, message) => progress.report(percentage, message),
    });
  } finally {
    progress.done();
  }
}

function eitherOf(...tokens: readonly CancellationToken[]): CancellationToken {
  const source = new CancellationTokenSource();
  for (const token of tokens) token.onCancellationRequested(() => source.cancel());
  return source.token;
}
