import type { InitializeParams } from 'vscode-languageserver';
import type { InitializationOptions } from './protocol.js';

/** The abilities of the client, as far as we ask. */
export interface Client {
  /** It asks for diagnostics itself: none are pushed for open documents. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly hasConfiguration: boolean;
  readonly watchesFiles: boolean;
  readonly watchesConfiguration: boolean;
  readonly hasFolders: boolean;
  readonly hasProgress: boolean;
  readonly refreshesCodeLenses: boolean;
  readonly refreshesInlayHints: boolean;
  /** It shows code actions that can't be taken, with the reason. */
  readonly showsDisabledActions: boolean;
  /** Edits of it may make files. */
  readonly makesFiles: boolean;
  /** Our commands exist in it. */
  readonly hasCommands: boolean;
}

export function clientOf({ capabilities, initializationOptions }: InitializeParams): Client {
  const { workspace, textDocument, window } = capabilities;
  const options = initializationOptions as InitializationOptions | undefined;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    hasConfiguration: workspace?.configuration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchesConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    hasFolders: workspace?.workspaceFolders === true,
    hasProgress: window?.workDoneProgress === true,
    refreshesCodeLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport === true,
    showsDisabledActions: textDocument?.codeAction?.disabledSupport === true,
    makesFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
    hasCommands: typeof options === 'object' && options?.commands === true,
  };
}
