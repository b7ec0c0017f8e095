import { commands, window } from 'vscode';
import type { Disposable, QuickPick, QuickPickItem } from 'vscode';
import { label, requests } from '../../server/lsp/protocol.js';
import type { ExplainParams, ExplainResult } from '../../server/lsp/protocol.js';
import { fileName } from '../abstractState/statement.js';
import { reveal } from '../reveal.js';
import type { Server } from '../languageServer.js';
import { StepMark } from './stepMark.js';

type Step = ExplainResult['steps'][number];
type StepItem = QuickPickItem & { readonly index: number };

/**
 * The way from a finding's origin to its occurrence. It begins with a list: whoever moves in it sees each step in the editor. After
 * a step is chosen the list goes, the step stays marked, and *next* and *previous* walk on.
 */
export class Explanation implements Disposable {
  private readonly mark = new StepMark();
  private steps: readonly Step[] = [];
  private at = 0;
  /** While a step is being chosen. */
  private list: QuickPick<StepItem> | null = null;

  constructor(private readonly server: Server) {}

  dispose(): void {
    this.mark.dispose();
  }

  async explain(params: ExplainParams): Promise<void> {
    const answer = await this.server.request<ExplainResult>(requests.explain, params);
    if (answer === null) {
      void window.showInformationMessage('There is no finding at the cursor.');
      return;
    }
    this.steps = answer.steps;
    setExplaining(true);
    const chosen = await this.chooseStep(answer);
    if (chosen === null) this.end();
    else await this.goTo(chosen);
  }

  async next(): Promise<void> {
    if (this.at + 1 < this.steps.length) await this.turnTo(this.at + 1);
    else this.sayEnd('last');
  }

  async previous(): Promise<void> {
    if (this.at > 0) await this.turnTo(this.at - 1);
    else this.sayEnd('first');
  }

  end(): void {
    this.steps = [];
    this.mark.clear();
    setExplaining(false);
  }

  /** Null when the list was left without a choice. */
  private chooseStep({ title, condition, conditionInWords, steps }: ExplainResult): Promise<number | null> {
    const list = window.createQuickPick<StepItem>();
    this.list = list;
    list.title = label(title);
    list.placeholder = conditionInWords ?? condition ?? 'From the origin to the occurrence';
    list.matchOnDescription = true;
    list.items = steps.map(({ location, message }, index) => ({
      label: `${index + 1}. ${label(message)}`,
      description: `${label(fileName(location.uri))}:${location.range.start.line + 1}`,
      index,
    }));
    return new Promise((resolve) => {
      let chosen: number | null = null;
      list.onDidChangeActive(([active]) => {
        if (active !== undefined) void this.show(active.index, true);
      });
      list.onDidAccept(() => {
        chosen = list.activeItems[0]?.index ?? null;
        list.hide();
      });
      list.onDidHide(() => {
        list.dispose();
        this.list = null;
        resolve(chosen);
      });
      list.show();
    });
  }

  /** In the list, while it is there: the focus of an editor would close it. */
  private async turnTo(index: number): Promise<void> {
    const item = this.list?.items.find((one) => one.index === index);
    if (this.list === null) await this.goTo(index);
    else if (item !== undefined) this.list.activeItems = [item];
  }

  private async goTo(index: number): Promise<void> {
    const step = await this.show(index, false);
    // For those who do not see the mark.
    if (step !== null) window.setStatusBarMessage(`${index + 1}/${this.steps.length}: ${step.message}`, 10_000);
  }

  private async show(index: number, preserveFocus: boolean): Promise<Step | null> {
    const step = this.steps[index];
    if (step === undefined) return null;
    this.at = index;
    try {
      const editor = await reveal(step.location, { preserveFocus });
      // Meanwhile the explanation may have ended, or gone on.
      if (this.at === index && this.steps[index] === step)
        this.mark.show(editor, step.location.range, `${index + 1}/${this.steps.length} ${step.message}`);
      return step;
    } catch {
      void window.showInformationMessage(`${label(fileName(step.location.uri))} is no longer there.`);
      return null;
    }
  }

  private sayEnd(which: 'first' | 'last'): void {
    window.setStatusBarMessage(`This is the ${which} step of the explanation.`, 4000);
  }
}

/** For the `when` clauses of commands and keys. */
function setExplaining(isExplaining: boolean): void {
  void commands.executeCommand('setContext', 'whence.explaining', isExplaining);
}
