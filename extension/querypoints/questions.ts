import { commands, debug, DebugStackFrame, env, window } from 'vscode';
import type { DebugSession, Disposable, Memento } from 'vscode';
import { label } from '../../server/lsp/protocol.js';
import { questionKinds } from '../../adapter/querypoints/question/kinds.js';
import {
  events,
  requests,
  type AskArguments,
  type Chain,
  type Place,
  type Point,
  type QuestionKind,
  type RerunArguments,
  type RerunTold,
} from '../../adapter/dap/querypoints/protocol.js';
import { Attention } from '../attention.js';
import { Bridge } from '../bridge/bridge.js';
import { debugType } from '../debugConfiguration.js';
import { expressionAt, frameIndexOf, subjectOf } from './subject.js';
import { chainText, neighbourOf, placeText, questionText } from './model.js';
import { Notes, openPlace } from './notes.js';
import { rerunNotice } from './rerunNotice.js';
import { rowOfKept, rowsOf, type Row } from './rows.js';
import { rowOfCall } from '../fromHere/callRows.js';
import type { FollowedCalls } from '../fromHere.js';
import type { Meeting } from '../findingRuns/meetings.js';
import type { FindingRuns } from '../findingRuns.js';
import type { ChainStore } from './chainStore.js';
import { idOf } from './chainStore.js';
import type { KeptChain } from './keptChain.js';
import { registerKeptChains } from './keptCommands.js';
import { QuerypointsView } from './tree.js';
import type { RulesRow } from '../rules/rulesViewRows.js';

/** Questions at a stop, and what is done with their answers. */
export class Questions implements Disposable {
  private readonly notes = new Notes();
  private readonly view = new QuerypointsView();
  private readonly bridge = new Bridge((session, args) => this.putAllowed(session, args, 'atTheEnd'));
  /** The chains of each session, by its number there. */
  private readonly chains = new Map<string, Map<number, Chain>>();
  private readonly disposables: readonly Disposable[];
  /** What the user knows that has to be repeated by hand, by session. */
  private readonly byHand = new Map<string, string>();

  constructor(
    private readonly memory: Memento,
    private readonly store: ChainStore,
    private readonly runs: FindingRuns,
    private readonly followed: FollowedCalls,
  ) {
    this.disposables = [
      this.notes,
      this.view,
      this.bridge,
      debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
        if (session.type === debugType && event === events.chain) this.changed(session, body as Chain);
      }),
      debug.onDidTerminateDebugSession((session) => {
        this.chains.delete(session.id);
        this.byHand.delete(session.id);
        this.notes.clear();
        this.refresh();
      }),
      debug.onDidChangeActiveDebugSession(() => this.refresh()),
      this.store.onDidChange(() => this.refresh()),
      this.followed.onDidChange(() => this.refresh()),
      ...registerKeptChains(this.store, () => this.view.selection),
    ];
    this.refresh();
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** `context`: what VS Code says of the row that was right-clicked, or a row of our view; the cursor's place without one. */
  async ask(kind: QuestionKind, context: unknown): Promise<void> {
    const other = debug.activeDebugSession;
    if (other !== undefined && this.bridge.isFor(other)) return this.askThroughBridge(other, kind, context);
    const session = activeSession();
    if (session === null) return;
    await reporting(async () => {
      const args = isRow(context)
        ? await this.ofPoint(kind, context)
        : isRulesRow(context)
          ? await ofFinding(session, kind, context)
          : await this.ofStop(session, kind, context);
      if (args !== null) await this.put(session, args);
    });
  }

  /** The change before or after the one in a row. */
  async neighbour(step: -1 | 1, context: unknown): Promise<void> {
    const point = this.rowOf(context)?.point ?? null;
    const next = point === null ? null : neighbourOf(point, step);
    if (next !== null) await this.changeAt(next.index, context);
  }

  /** Another change of the place in a row, before the same point. */
  async changeAt(index: number, context: unknown): Promise<void> {
    const session = activeSession();
    const row = this.rowOf(context);
    const { point } = row ?? {};
    if (session === null || !row || !point || point.of === null) return;
    const { expression, frame, of } = point;
    await reporting(() => this.put(session, { kind: 'lastChange', chain: row.chain.id, expression, frame, of, index }));
  }

  async showMore(context: unknown): Promise<void> {
    const session = activeSession();
    const row = this.rowOf(context);
    const { point } = row ?? {};
    if (session === null || !row || !point) return;
    const expression = await window.showInputBox({
      title: `More of ${point.id}`,
      prompt: 'An expression, which is evaluated there without side effects',
    });
    if (expression === undefined || expression.trim() === '') return;
    // Some question of the chain is put once more, with this beside it.
    const asked = row.chain.points.find(({ kind }) => kind !== 'stop' && kind !== 'candidate');
    if (asked === undefined || asked.kind === 'stop' || asked.kind === 'candidate' || asked.of === null) return;
    const { kind, of, frame, index, expression: place } = asked;
    const args: AskArguments = { chain: row.chain.id, kind, of, frame, index, expression: place, show: [expression], showAt: point.id };
    await reporting(async () => this.changed(session, (await session.customRequest(requests.ask, args)) as Chain));
  }

  async stopHere(context: unknown): Promise<void> {
    const session = activeSession();
    const row = this.rowOf(context);
    if (session === null || !row?.point || !(await this.isAllowed(session, row.chain.id))) return;
    const { chain, point } = row;
    await reporting(async () => void (await session.customRequest(requests.stopAt, { chain: chain.id, point: point.id })));
  }

  async copy(context: unknown): Promise<void> {
    const row = this.rowOf(context);
    const chain = row?.chain ?? [...this.current()].at(-1) ?? this.store.all[0]?.chain;
    if (chain !== undefined) await env.clipboard.writeText(chainText(chain));
  }

  async open({ point, place }: Row): Promise<void> {
    if (point === null && place !== null) await openPlace(place, false);
    if (point !== null) await this.notes.show(point, place, { isOpened: true, preserveFocus: false });
  }

  /** Shows the moment at which a run met a finding: its point, and its event in a recording that is debugged. */
  async goTo({ run, chain: name, point: id, event, place }: Meeting): Promise<void> {
    const session = debug.activeDebugSession;
    const nameOf = (row: Row): string | null => row.kept ?? (session === undefined ? null : idOf(session, row.chain));
    const point = await this.view.revealWhere((row) => nameOf(row) === name, id);
    if (point === null) return void window.showInformationMessage('The chain of this run is no longer kept.');
    await this.notes.show(point, place, { isOpened: true, preserveFocus: false });
    if (session?.id === run && event !== null && session.configuration['recording'] !== undefined)
      await reporting(async () => void (await session.customRequest(requests.goTo, { event })));
  }

  /** At a stop of VS Code's own debugger: the program is started again by ours, and asked at the same stop. */
  private askThroughBridge(session: DebugSession, kind: QuestionKind, context: unknown): Promise<void> {
    return reporting(async () => {
      const args = await this.ofStop(session, kind, context);
      if (args !== null && (await this.isAllowed(session))) await this.bridge.ask(session, args);
    });
  }

  /** Puts a question, unless the user does not want the program to be run again. */
  async put(session: DebugSession, args: AskArguments): Promise<void> {
    if (await this.isAllowed(session, args.chain)) await this.putAllowed(session, args);
  }

  /** `when` the answer's line is opened: a session that has just stopped is still opening its own. */
  private async putAllowed(session: DebugSession, args: AskArguments, when: 'early' | 'atTheEnd' = 'early'): Promise<void> {
    const attention = new Attention();
    try {
      await this.putWatched(session, args, when, attention);
    } finally {
      attention.dispose();
    }
  }

  private async putWatched(session: DebugSession, args: AskArguments, when: 'early' | 'atTheEnd', attention: Attention): Promise<void> {
    const known = new Map(this.chains.get(session.id));
    let early: Point | null = null;
    // Where it is comes first, its stack with another run.
    const listening = debug.onDidReceiveDebugSessionCustomEvent(({ session: of, event, body }) => {
      if (when !== 'early' || of.id !== session.id || event !== events.chain || early !== null) return;
      const told = body as Chain;
      const found = answerTo(args, told);
      if (found?.status !== 'located' || known.get(told.id)?.points.some(({ id }) => id === found.id) === true) return;
      early = found;
      void this.showAnswer(told, found, attention);
    });
    const chain = await Promise.resolve(session.customRequest(requests.ask, args) as Thenable<Chain>).finally(() => listening.dispose());
    this.changed(session, chain);
    const point = answerTo(args, chain);
    if (point === undefined) return;
    if (early !== null && isSamePlace(early, point)) this.notes.renew(point);
    else await this.showAnswer(chain, point, attention);
    if (point.status !== 'located') void window.showInformationMessage(label(`${point.id}: ${point.reason ?? 'It was not found.'}`));
    const told = chain.notes.find((note) => note.startsWith('Runs of this program differ'));
    if (told !== undefined) void window.showWarningMessage(label(told));
  }

  /** Who has turned to something else since the question is told of the answer, and opens it when it suits. */
  private async showAnswer(chain: Chain, point: Point, attention: Attention): Promise<void> {
    const { isElsewhere } = attention;
    const isOpened = !isElsewhere;
    await attention.showing(() => this.notes.show(point, point.place, { isOpened, preserveFocus: true }));
    if (!isElsewhere || this.view.isVisible) await this.view.reveal(chain, point);
    if (isElsewhere && point.place !== null) void this.offer(point, point.place);
  }

  private async offer(point: Point, place: Place): Promise<void> {
    const show = 'Show';
    const choice = await window.showInformationMessage(label(`${point.id} ${questionText(point)}: ${placeText(place)}`), show);
    if (choice === show) await this.notes.show(point, place, { isOpened: true, preserveFocus: false });
  }

  /** Says once for each configuration that the program runs again, and once for each session what has to be repeated by hand. */
  private async isAllowed(session: DebugSession, chain?: number): Promise<boolean> {
    const { configuration, workspaceFolder, id } = session;
    // A recording answers by itself.
    if (configuration['recording'] !== undefined || configuration['record'] === true) return true;
    // That tests run again surprises nobody twice.
    const name = configuration['stopOnFailure'] === true ? 'tests' : configuration.name;
    const told = await rerunTold(session, chain);
    const isServer = told?.isEnded === true ? ' server' : '';
    const key = `whence.rerun ${workspaceFolder?.uri.toString() ?? ''} ${name} ${name === 'tests' ? '' : String(configuration['program'] ?? '')}${isServer}`;
    const byHand = told?.byHand.join('; ') ?? '';
    if (this.memory.get<boolean>(key) === true && (this.byHand.get(id) ?? '') === byHand) return true;
    const choice = await window.showWarningMessage(rerunNotice(told), { modal: true }, 'Run Again');
    if (choice !== 'Run Again') return false;
    this.byHand.set(id, byHand);
    await this.memory.update(key, true);
    return true;
  }

  private async ofStop(session: DebugSession, kind: QuestionKind, context: unknown): Promise<AskArguments | null> {
    const frameId = await frameIdOf(session, context);
    const common = { kind, ...(frameId === null ? {} : { frameId }) };
    if (questionKinds[kind].names === 'nothing') return common;
    const subject = subjectOf(context);
    if (subject !== null) return { ...common, ...subject };
    const expression = await wanted(atCursor());
    return expression === null ? null : { ...common, expression };
  }

  private async ofPoint(kind: QuestionKind, { chain, point, candidate }: Row): Promise<AskArguments | null> {
    const args = { kind, chain: chain.id, of: point?.id ?? 'P1', ...(candidate === undefined ? {} : { candidate }) };
    if (questionKinds[kind].names === 'nothing') return args;
    const expression = await wanted(
      null,
      `A variable, field or element at ${candidate === undefined ? args.of : 'this candidate'}; with frame: (1): this.color`,
    );
    if (expression === null) return null;
    const [, frame, rest = ''] = /^\s*(?:\((-?\d+)\)\s*:)?\s*([^]+)$/.exec(expression) ?? [];
    return { ...args, expression: rest, frame: Number(frame ?? 0) };
  }

  private rowOf(context: unknown): Row | undefined {
    return isRow(context) ? context : this.view.selection;
  }

  private changed(session: DebugSession, chain: Chain): void {
    const known = this.chains.get(session.id) ?? new Map<number, Chain>();
    known.set(chain.id, chain);
    this.chains.set(session.id, known);
    this.refresh();
    this.runs.met(session, chain);
    void this.store.keep(session, chain);
  }

  private current(): readonly Chain[] {
    return [...(this.chains.get(debug.activeDebugSession?.id ?? '')?.values() ?? [])];
  }

  private refresh(): void {
    const current = this.current();
    const session = debug.activeDebugSession;
    const isShown = ({ id }: KeptChain): boolean => current.some((chain) => session !== undefined && id === idOf(session, chain));
    const kept = this.store.all.filter((one) => !isShown(one)).map((one) => rowOfKept(one, this.store.now));
    const calls = this.followed.calls.map(rowOfCall);
    this.view.show([...calls, ...rowsOf(current), ...kept]);
    void commands.executeCommand('setContext', 'whence.hasChains', current.length + kept.length > 0);
    void commands.executeCommand('setContext', 'whence.hasFollowedCalls', calls.length > 0);
  }
}

/** The point of a chain that a question has led to. */
function answerTo({ kind, expression, chain, finding }: AskArguments, { id, points }: Chain): Point | undefined {
  if (chain !== undefined && chain !== id) return undefined;
  // What is written with the variables of a rule is written otherwise in the program.
  const isAny = expression === undefined || finding !== undefined;
  return points.findLast((one) => one.kind === kind && (isAny || one.expression === expression));
}

function isSamePlace({ place: one }: Point, { place: other }: Point): boolean {
  return one?.file === other?.file && one?.line === other?.line && one?.column === other?.column;
}

/** What running the program of a session again means; null: that is not known, as of another debugger's. */
async function rerunTold(session: DebugSession, chain: number | undefined): Promise<RerunTold | null> {
  if (session.type !== debugType) return null;
  const args: RerunArguments = chain === undefined ? {} : { chain };
  return Promise.resolve(session.customRequest(requests.rerun, args) as Thenable<RerunTold>).catch(() => null);
}

/** The session that is asked: ours, and in front. */
function activeSession(): DebugSession | null {
  const session = debug.activeDebugSession;
  if (session?.type === debugType) return session;
  void window.showInformationMessage('Start the program with Whence, and stop it where you want to ask.');
  return null;
}

/** The frame of a row of the Call Stack view, else the one that is in front. */
export async function frameIdOf(session: DebugSession, context: unknown): Promise<number | null> {
  const row = frameIndexOf(context);
  if (row !== null) {
    const args = { threadId: row.threadId, startFrame: row.index, levels: 1 };
    const { stackFrames } = (await session.customRequest('stackTrace', args)) as {
      readonly stackFrames: readonly { readonly id: number }[];
    };
    return stackFrames[0]?.id ?? null;
  }
  const item = debug.activeStackItem;
  return item instanceof DebugStackFrame && item.session.id === session.id ? item.frameId : null;
}

/** What the cursor is on, or what is selected. */
function atCursor(): string | null {
  const editor = window.activeTextEditor;
  if (editor === undefined) return null;
  const { selection, document } = editor;
  if (!selection.isEmpty) return document.getText(selection);
  return expressionAt(document.lineAt(selection.active.line).text, selection.active.character);
}

async function wanted(found: string | null, prompt = 'A variable, a field or an element, such as this.total'): Promise<string | null> {
  const text = found ?? (await window.showInputBox({ title: 'Ask about', prompt }));
  return text === undefined || text.trim() === '' ? null : text.trim();
}

export function isRow(context: unknown): context is Row {
  return typeof context === 'object' && context !== null && 'chain' in context && 'children' in context;
}

function isRulesRow(context: unknown): context is RulesRow {
  return typeof context === 'object' && context !== null && 'asked' in context && 'session' in context;
}

/** A question from what a rule has found; null: the user has chosen nothing. */
async function ofFinding({ id }: DebugSession, kind: QuestionKind, { asked, session }: RulesRow): Promise<AskArguments | null> {
  if (asked === null || session !== id) throw new Error('Nothing can be asked of this row: its session is over, or the row says why.');
  const { finding, expressions } = asked;
  if (questionKinds[kind].names === 'nothing') return { kind, finding };
  const title = 'Which field, by the variables of the rule?';
  const expression = expressions.length > 1 ? await window.showQuickPick(expressions, { title }) : expressions[0];
  return expression === undefined ? null : { kind, finding, expression };
}

/** What cannot be answered is said; what was cancelled is not. */
async function reporting(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (!/^cancell?ed\.?$/i.test(sentence)) void window.showErrorMessage(label(sentence));
  }
}
