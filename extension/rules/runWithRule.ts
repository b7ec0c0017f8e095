import { dirname } from 'node:path';
import { Location, Position, QuickPickItemKind, Uri, commands, debug, window, workspace } from 'vscode';
import type { DebugConfiguration, Disposable, QuickPickItem, WorkspaceFolder } from 'vscode';
import { commands as serverCommands, label, requests } from '../../server/lsp/protocol.js';
import type { Location as ProtocolLocation, RuleRunParams, RuleRunResult } from '../../server/lsp/protocol.js';
import { debugType, launchFile, withRule, type Configuration } from '../debugConfiguration.js';
import type { Server } from '../languageServer.js';
import { placeOfCursor, rangeOf } from '../reveal.js';

/** What is run with a rule. */
interface Launch {
  readonly folder: WorkspaceFolder | undefined;
  readonly configuration: Configuration;
}

type Choice = QuickPickItem & { readonly launch?: Launch };

/** So many files are offered. */
const mostFiles = 200;

/** What the code lenses of rules files do: run a program with a rule, and show where a pattern matches. */
export class RuleLenses implements Disposable {
  /** What was launched last in this window. */
  private last: Launch | null = null;

  private readonly disposables: readonly Disposable[] = [
    debug.onDidStartDebugSession(({ type, configuration, workspaceFolder, parentSession }) => {
      const isProgram =
        configuration.request === 'launch' && (configuration['program'] ?? configuration['runtimeExecutable']) !== undefined;
      if (type === debugType && isProgram && parentSession === undefined) this.last = { folder: workspaceFolder, configuration };
    }),
    commands.registerCommand(serverCommands.runWithRule, (uri?: unknown, rule?: unknown) => this.run(uri, rule)),
    commands.registerCommand(
      serverCommands.showMatches,
      (uri: string, { line, character }: Position, places: readonly ProtocolLocation[]) =>
        commands.executeCommand(
          'editor.action.peekLocations',
          Uri.parse(uri),
          new Position(line, character),
          places.map((place) => new Location(Uri.parse(place.uri), rangeOf(place.range))),
          'peek',
        ),
    ),
  ];

  constructor(private readonly server: Server) {}

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Runs a rule of a file; without one, the rule at the cursor. */
  private async run(uri: unknown, rule: unknown): Promise<void> {
    try {
      if (!workspace.isTrusted) throw new Error('Whence runs programs only in workspaces that you trust.');
      const asked = askedFor(uri, rule);
      const found = asked === null ? null : await this.server.request<RuleRunResult>(requests.ruleRun, asked);
      if (asked === null || found === null) throw new Error('Put the cursor into a rule of a rules file.');
      const file = Uri.parse(asked.textDocument.uri).fsPath;
      const launch = await this.launchFor(found, file);
      if (launch === null) return;
      await workspace.saveAll(false);
      const configuration = withRule(launch.configuration, file, found.rule) as unknown as DebugConfiguration;
      await debug.startDebugging(launch.folder, configuration);
    } catch (error) {
      void window.showErrorMessage(label(error instanceof Error ? error.message : String(error)));
    }
  }

  /** The one file with classes of the rule that is a program; else what was launched last, else what the user chooses. */
  private async launchFor({ programs, sources, rule }: RuleRunResult, rulesFile: string): Promise<Launch | null> {
    const [program, another] = programs;
    if (program !== undefined && another === undefined) return launchOf(program);
    return this.last ?? chosenLaunch(rule, sources, rulesFile);
  }
}

function askedFor(uri: unknown, rule: unknown): RuleRunParams | null {
  if (typeof uri === 'string' && typeof rule === 'string') return { textDocument: { uri }, rule };
  return window.activeTextEditor === undefined ? null : placeOfCursor(window.activeTextEditor);
}

function launchOf(file: string): Launch {
  const folder = workspace.getWorkspaceFolder(Uri.file(file));
  return { folder, configuration: { ...launchFile(file), cwd: folder?.uri.fsPath ?? dirname(file) } };
}

async function chosenLaunch(rule: string, sources: readonly string[], rulesFile: string): Promise<Launch | null> {
  const configured = configuredLaunches(rulesFile).map((launch): Choice => ({ label: String(launch.configuration['name']), launch }));
  const found = await workspace.findFiles('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', '**/node_modules/**', 5000);
  const others = found
    .map(({ fsPath }) => fsPath)
    .filter((file) => !/\.d\.[cm]?ts$|\.rules\.[cm]?ts$/.test(file) && !sources.includes(file));
  const files = [...sources, ...others.sort()].slice(0, mostFiles);
  const section = (title: string, choices: readonly Choice[]): readonly Choice[] =>
    choices.length === 0 ? [] : [{ label: title, kind: QuickPickItemKind.Separator }, ...choices];
  const choices = [
    ...section('launch configurations', configured),
    ...section(
      'files',
      files.map((file): Choice => ({ label: workspace.asRelativePath(file), launch: launchOf(file) })),
    ),
  ];
  if (choices.length === 0) throw new Error('There is no program to run: the workspace has neither launch configurations nor files.');
  const chosen = await window.showQuickPick(choices, { title: `Run with ${rule}`, placeHolder: 'What is to be run with the rule?' });
  return chosen?.launch ?? null;
}

/** Launch configurations that our debugger accepts: its own, and those of `node`. */
function configuredLaunches(rulesFile: string): readonly Launch[] {
  const folder = workspace.getWorkspaceFolder(Uri.file(rulesFile));
  const all = workspace.getConfiguration('launch', folder?.uri ?? null).get<readonly Configuration[]>('configurations') ?? [];
  const isOurs = ({ type, request }: Configuration): boolean =>
    request === 'launch' && (type === debugType || type === 'node' || type === 'pwa-node');
  return all.filter(isOurs).map((configuration) => ({ folder, configuration }));
}
