import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, type FSWatcher } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, debug, ThemeIcon, Uri, window, workspace, TerminalProfile } from 'vscode';
import type { DebugConfiguration, Disposable, ExtensionContext, TerminalOptions } from 'vscode';
import { letGoOn, terminalOption, terminalVariable, waitingFile, type WaitingProgram } from '../adapter/launch/waitingProgram.js';
import { terminalConfiguration } from './debugConfiguration.js';

const terminalName = 'Whence Debug Terminal';

/** Terminals in which every Node process that is started is debugged. */
export class DebugTerminals implements Disposable {
  /** Where programs say that they wait; only this user can look into it. It is made with the first terminal. */
  private folder: string | null = null;
  private watcher: FSWatcher | null = null;
  private readonly disposables: readonly Disposable[];

  constructor(private readonly context: ExtensionContext) {
    this.disposables = [
      window.registerTerminalProfileProvider('whence.debugTerminal', {
        provideTerminalProfile: () => new TerminalProfile(this.options()),
      }),
      commands.registerCommand('whence.openDebugTerminal', () => {
        try {
          window.createTerminal(this.options()).show();
        } catch (error) {
          void window.showErrorMessage(error instanceof Error ? error.message : String(error));
        }
      }),
    ];
  }

  /** Programs that wait see the folder go, and run alone. */
  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
    this.watcher?.close();
    if (this.folder !== null) rmSync(this.folder, { recursive: true, force: true });
  }

  private options(): TerminalOptions {
    if (!workspace.isTrusted) throw new Error('Whence runs programs only in workspaces that you trust.');
    const option = terminalOption(this.context.asAbsolutePath('dist/terminalHook.cjs'));
    const options = [process.env['NODE_OPTIONS'] ?? '', option].filter((one) => one !== '').join(' ');
    return {
      name: terminalName,
      iconPath: new ThemeIcon('debug-console'),
      env: { NODE_OPTIONS: options, [terminalVariable]: this.watched() },
      // After a restart of the window nobody would answer what is started there.
      isTransient: true,
    };
  }

  private watched(): string {
    if (this.folder !== null) return this.folder;
    const folder = mkdtempSync(join(tmpdir(), 'whence-terminal-'));
    this.watcher = watch(folder, (_, name) => {
      if (name?.endsWith('.json') === true) this.look(folder);
    });
    return (this.folder = folder);
  }

  private look(folder: string): void {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      const program = taken(folder, name);
      if (program !== null) void this.debug(folder, program);
    }
  }

  private async debug(folder: string, program: WaitingProgram): Promise<void> {
    const waiting = { folder, pid: program.pid };
    const configuration = { ...terminalConfiguration(program, process.env), __waiting: waiting };
    const isStarted = await debug
      .startDebugging(workspace.getWorkspaceFolder(Uri.file(program.cwd)), configuration as unknown as DebugConfiguration)
      .then(undefined, () => false);
    if (!isStarted) letGoOn(waiting, { environment: null });
  }
}

/** A program that waits, which is handed to one session only; null where the file says nothing of the kind. */
function taken(folder: string, name: string): WaitingProgram | null {
  const file = join(folder, name);
  try {
    const program = JSON.parse(readFileSync(file, 'utf8')) as WaitingProgram;
    rmSync(file);
    return waitingFile({ folder, pid: program.pid }) === file ? program : null;
  } catch {
    return null; // it is gone again
  }
}
