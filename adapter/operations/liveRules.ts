import { laneEnvironment } from '../launch/followChildren.js';
import { LaneServer, type Lane } from '../launch/laneServer.js';
import type { WatchFinding } from '../rules/watchFinding.js';
import { readRulesFiles, RuleConversation, type ReadRules } from './ruleConversation.js';

/** What a debug session hears of the rules of its program. */
export interface LiveRulesListener {
  found(finding: WatchFinding): void;
  /** A rule has fired: whether the program is to stop there. `isAsked`: the rule itself stops it. */
  stopping(rule: string, isAsked: boolean): boolean;
}

/** A rule that may stop a program. */
export interface LiveRule {
  readonly name: string;
  readonly fault: string | null;
}

/** Rules over the live objects of a program that somebody else starts and debugs. */
export class LiveRules {
  private server: LaneServer | null = null;
  private last: WatchFinding | null = null;

  private constructor(
    private readonly rules: ReadRules,
    private readonly runtime: string,
    private readonly listener: LiveRulesListener,
  ) {}

  /** Reads the rules, and waits for the program. Rejects with one sentence. */
  static async open(files: readonly string[], cwd: string, runtime: string, listener: LiveRulesListener): Promise<LiveRules> {
    const live = new LiveRules(await read(files, cwd), runtime, listener);
    live.server = await LaneServer.open((lane) => live.met(lane));
    if (live.server === null) throw new Error('Rules cannot be watched in the debugger on this system.');
    return live;
  }

  get all(): readonly LiveRule[] {
    return rulesOf(this.rules);
  }

  /** The variables by which the program joins. `options`: what NODE_OPTIONS is without us. */
  environment(options: string | undefined): Readonly<Record<string, string>> {
    return laneEnvironment({ socket: this.server?.path ?? '', option: `--require ${JSON.stringify(this.runtime)}` }, options);
  }

  close(): void {
    this.server?.close();
    this.server = null;
  }

  private met(lane: Lane): void {
    const conversation = new RuleConversation(this.rules.planned, null, (message) => lane.send(message), {
      found: (finding) => {
        this.last = finding;
        this.listener.found(finding);
      },
      totals: () => {},
    });
    lane.hear({
      message: (message) => {
        if (message.kind !== 'ruleStop') return void conversation.hear(message);
        lane.send({ kind: 'continue', isTrapped: this.listener.stopping(this.last?.rule ?? '', message.isAsked) });
      },
      rows: () => {},
      ended: () => {},
    });
  }
}

/** The names of the rules of some files. Rejects with one sentence where a file cannot be read. */
export async function ruleNames(files: readonly string[], cwd: string): Promise<readonly string[]> {
  return rulesOf(await read(files, cwd)).map(({ name }) => name);
}

function read(files: readonly string[], cwd: string): Promise<ReadRules> {
  // Whether a finding stops the program is decided at each.
  return readRulesFiles(files, { cwd, isFirst: true, isSwept: true, isRecomputed: false, sweepPauseMs: 1000 });
}

function rulesOf({ planned }: ReadRules): readonly LiveRule[] {
  return planned.run.rules.map(({ name, fault }) => ({ name, fault }));
}
