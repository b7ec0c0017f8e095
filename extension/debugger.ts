import { DebugAdapterExecutable, debug, window, workspace, DebugConfigurationProviderTriggerKind } from 'vscode';
import type { DebugConfiguration, Disposable } from 'vscode';
import { completed, debugType, expectedWords, launchFile } from './debugConfiguration.js';
import { settingsSection } from '../server/lsp/protocol.js';
import { isAnalysed } from './languages.js';

/** Completes debug configurations. The debugger itself is a process that VS Code starts, and only in workspaces that are trusted. */
export function registerDebugger(): readonly Disposable[] {
  return [
    debug.registerDebugConfigurationProvider(debugType, {
      resolveDebugConfiguration: (folder, given) => {
        const configuration = completed(given, activeFile());
        // The program is paused at the conditions that the editor shows.
        const settings: unknown = JSON.parse(JSON.stringify(workspace.getConfiguration(settingsSection, folder ?? null)));
        if (configuration !== null) return { ...configuration, __settings: settings } as unknown as DebugConfiguration;
        void window.showErrorMessage('Whence debugs a JavaScript or TypeScript file: open one, or name a program in launch.json.');
        return undefined;
      },
    }),
    debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: ({ configuration }, executable) => {
        const words = expectedWords(configuration);
        if (executable === undefined || words.length === 0) return executable;
        return new DebugAdapterExecutable(executable.command, [...executable.args, ...words], executable.options);
      },
    }),
    debug.registerDebugConfigurationProvider(
      debugType,
      {
        provideDebugConfigurations: () => {
          const file = activeFile();
          return file === null ? [] : [launchFile(file) as DebugConfiguration];
        },
      },
      DebugConfigurationProviderTriggerKind.Dynamic,
    ),
  ];
}

function activeFile(): string | null {
  const document = window.activeTextEditor?.document;
  return document !== undefined && document.uri.scheme === 'file' && isAnalysed(document) ? document.uri.fsPath : null;
}
