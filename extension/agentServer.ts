import type { Uri } from 'vscode';
import { EventEmitter, lm, workspace, type Disposable, type Event, type ExtensionContext } from 'vscode';

/** What `McpStdioServerDefinition` of VS Code 1.101 is given. */
type DefinitionConstructor = new (
  label: string,
  command: string,
  args?: readonly string[],
  env?: Readonly<Record<string, string | null>>,
  version?: string,
) => { cwd?: Uri };

/** The part of VS Code's API from 1.101 on with which extensions offer servers to agents. */
interface DefinitionApi {
  registerMcpServerDefinitionProvider?(
    id: string,
    provider: {
      readonly onDidChangeMcpServerDefinitions: Event<void>;
      provideMcpServerDefinitions(): readonly object[];
    },
  ): Disposable;
}

/**
 * Offers `whence mcp` to agents in VS Code, a server for each folder of the workspace. Nothing is offered where VS Code knows no such
 * servers, and in workspaces that are not trusted, because tools run programs.
 */
export function registerAgentServer(context: ExtensionContext, api: object): readonly Disposable[] {
  const { registerMcpServerDefinitionProvider: register } = lm as DefinitionApi;
  const Definition = (api as { readonly McpStdioServerDefinition?: DefinitionConstructor }).McpStdioServerDefinition;
  if (register === undefined || Definition === undefined) return [];
  const changes = new EventEmitter<void>();
  const command = context.asAbsolutePath('dist/whence.js');
  const { version } = context.extension.packageJSON as { readonly version: string };
  const definitions = (): readonly object[] => {
    if (!workspace.isTrusted) return [];
    const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    return folders.map(({ name, uri }) => {
      const label = folders.length === 1 ? 'Whence' : `Whence (${name})`;
      const args = [command, 'mcp', '--root', uri.fsPath];
      // The editor's own program is Node when it is told so.
      const definition = new Definition(label, process.execPath, args, { ELECTRON_RUN_AS_NODE: '1' }, version);
      definition.cwd = uri;
      return definition;
    });
  };
  try {
    const provider = { onDidChangeMcpServerDefinitions: changes.event, provideMcpServerDefinitions: definitions };
    return [
      register.call(lm, 'whence', provider),
      changes,
      workspace.onDidChangeWorkspaceFolders(() => changes.fire()),
      workspace.onDidGrantWorkspaceTrust(() => changes.fire()),
    ];
  } catch {
    return []; // VS Code 1.100 has the call as a proposal, which it refuses to us
  }
}
