import { StatusBarAlignment, ThemeColor, commands, window } from 'vscode';
import type { Disposable, QuickPickItem, StatusBarItem } from 'vscode';
import { isAnalysed } from './languages.js';
import type { Server } from './languageServer.js';
import { spokenText, statusText } from './statusText.js';
import type { ServerStatus } from './statusText.js';

/** An analysis that is shorter than this is not worth a flicker. */
const busyDelayMs = 300;

/** The item in the status bar: what the server does, and behind it what one can do. */
export class StatusItem implements Disposable {
  private readonly item: StatusBarItem;
  private readonly disposables: Disposable[];
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly server: Server) {
    this.item = window.createStatusBarItem('whence.status', StatusBarAlignment.Right, 100);
    this.item.name = 'Whence';
    this.item.command = 'whence.showMenu';
    this.disposables = [
      this.item,
      server.onDidChangeStatus((status) => this.statusChanged(status)),
      window.onDidChangeActiveTextEditor(() => this.showOrHide()),
      commands.registerCommand('whence.showMenu', () => showMenu(this.server)),
    ];
    this.show(server.status);
    this.showOrHide();
  }

  dispose(): void {
    this.cancelTimer();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private statusChanged(status: ServerStatus): void {
    if (status.state === 'busy') {
      this.timer ??= setTimeout(() => this.show(status), busyDelayMs);
      return;
    }
    this.cancelTimer();
    this.show(status);
    this.showOrHide();
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private show(status: ServerStatus): void {
    const text = statusText(status);
    this.item.text = text.text;
    this.item.tooltip = text.tooltip;
    this.item.accessibilityInformation = { label: spokenText(text), role: 'button' };
    this.item.backgroundColor = text.severity === 'none' ? undefined : new ThemeColor(`statusBarItem.${text.severity}Background`);
  }

  /** Beside other languages the item says nothing, unless something is wrong. */
  private showOrHide(): void {
    const document = window.activeTextEditor?.document;
    const isWrong = statusText(this.server.status).severity !== 'none';
    if (isWrong || (document !== undefined && isAnalysed(document))) this.item.show();
    else this.item.hide();
  }
}

interface MenuItem extends QuickPickItem {
  readonly command: string;
  readonly args: readonly string[];
}

async function showMenu(server: Server): Promise<void> {
  const { tooltip } = statusText(server.status);
  const items: readonly MenuItem[] = [
    { label: '$(output) Show Output', command: 'whence.showOutput', args: [] },
    { label: '$(search) Analyse Workspace', command: 'whence.analyseWorkspace', args: [] },
    { label: '$(debug-restart) Restart Language Server', command: 'whence.restartServer', args: [] },
    { label: '$(gear) Settings', command: 'workbench.action.openSettings', args: ['whence.'] },
    { label: '$(book) Get Started', command: 'whence.getStarted', args: [] },
  ];
  const choice = await window.showQuickPick(items, { title: 'Whence', placeHolder: tooltip });
  if (choice !== undefined) await commands.executeCommand(choice.command, ...choice.args);
}
