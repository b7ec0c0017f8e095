import { reportPath } from '../../server/findings/reportPath.js';
import { laneEnvironment } from '../launch/followChildren.js';
import { LaneServer, type Lane } from '../launch/laneServer.js';
import type { FrameReport } from '../events/rows.js';
import type { RuleTotals } from '../events/rulesOfRun.js';
import type { PassageStep } from '../instrument/plan.js';
import { fieldsRead } from '../rules/fieldsRead.js';
import { findingMoment, isSteady } from '../rules/findingMoment.js';
import type { WatchFinding } from '../rules/watchFinding.js';
import { readRulesFiles, RuleConversation, type ReadRules } from './ruleConversation.js';

/** The rules files of a session, and the one rule of them that is looked at; null: all are. */
export interface NamedRules {
  readonly rules: readonly string[];
  readonly onlyRule: string | null;
  readonly cwd: string;
  /** The file that is run. */
  readonly program?: string;
}

/** What a debug session hears of the rules of its program. */
export interface LiveRulesListener {
  found(finding: LiveFinding): void;
  totals(totals: RuleTotals): void;
  /** A rule has fired: whether the program is to stop there. `isAsked`: the rule itself stops it. */
  stopping(rule: string, isAsked: boolean): boolean;
}

/** A finding of a program that runs. */
export interface LiveFinding extends WatchFinding {
  /** Another run can be brought to it by this; null: it can't. */
  readonly moment: PassageStep | null;
  /** Frames at the moment, innermost first, in the text that was loaded; null where not all are known. */
  readonly frames: readonly FrameReport[] | null;
  /** Whether the program waits at the moment itself where it stops; else it waits behind it. */
  readonly isAtOnce: boolean;
  /** Whether a variable of one of the frames still holds what it held at the moment. */
  isSteady(name: string, frame: FrameReport): boolean;
}

/** A rule that may stop a program. */
export interface LiveRule {
  /** Its exported name; with its file where a rule of another file has the same. */
  readonly name: string;
  /** What its filter of exceptions is called: no other rule's is called so. */
  readonly filter: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fault: string | null;
  /** Whether its text proves that it holds in every run: nothing is watched for it. */
  readonly isProved: boolean;
  /** The fields that it reads, by its variables. */
  readonly reads: ReadonlyMap<string, readonly string[]>;
}

/** A stack of a cause has at most so many frames. */
const mostFrames = 16;

/** Rules over the live objects of a program that somebody else starts and debugs. */
export class LiveRules {
  readonly all: readonly LiveRule[];
  private server: LaneServer | null = null;
  private last: string | null = null;

  private constructor(
    private readonly rules: ReadRules,
    private readonly runtime: string,
    cwd: string,
    private readonly listener: LiveRulesListener,
  ) {
    this.all = rulesOf(rules, cwd);
  }

  /** Reads the rules, and waits for the program. Rejects with one sentence. */
  static async open(named: NamedRules, runtime: string, listener: LiveRulesListener): Promise<LiveRules> {
    const live = new LiveRules(await read(named), runtime, named.cwd, listener);
    live.server = await LaneServer.open((lane) => live.met(lane));
    if (live.server === null) throw new Error('Rules cannot be watched in the debugger on this system.');
    return live;
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
      found: (finding, told) => {
        const rule = this.all[told.rule]?.name ?? finding.rule;
        this.last = rule;
        const { stack } = told;
        const frames = stack === null || stack.length >= mostFrames ? null : stack;
        const { texts } = conversation;
        const { isAtOnce } = told;
        const steady = (name: string, frame: FrameReport): boolean => isSteady(name, frame, texts);
        this.listener.found({ ...finding, rule, moment: findingMoment(told, texts), frames, isAtOnce, isSteady: steady });
      },
      totals: (totals) => this.listener.totals(totals),
    });
    lane.hear({
      message: (message) => {
        if (message.kind !== 'ruleStop') return void conversation.hear(message);
        lane.send({ kind: 'continue', isTrapped: this.listener.stopping(this.last ?? '', message.isAsked) });
      },
      rows: () => {},
      ended: () => {},
    });
  }
}

/** The rules of some files. Rejects with one sentence where a file cannot be read. */
export async function rulesNamed(named: NamedRules): Promise<readonly LiveRule[]> {
  return rulesOf(await read(named), named.cwd);
}

function read({ rules, onlyRule, cwd, program }: NamedRules): Promise<ReadRules> {
  // Whether a finding stops the program is decided at each.
  const settings = {
    cwd,
    isFirst: true,
    isSwept: true,
    isRecomputed: false,
    isLive: true,
    sweepPauseMs: 1000,
    ...(program === undefined ? {} : { program }),
  };
  return readRulesFiles(rules, onlyRule === null ? settings : { ...settings, onlyRule });
}

function rulesOf({ files, planned }: ReadRules, cwd: string): readonly LiveRule[] {
  const declared = files.flatMap(({ path, rules }) => rules.map((rule) => ({ path, rule })));
  const alike = (name: string): number => declared.filter(({ rule }) => rule.name === name).length;
  const first = (name: string): number => declared.findIndex(({ rule }) => rule.name === name);
  const withFile = ({ path, rule }: (typeof declared)[number]): string => `${rule.name} (${reportPath(cwd, path)})`;
  return declared.map(({ path, rule }, index) => ({
    name: alike(rule.name) === 1 ? rule.name : withFile({ path, rule }),
    // A client that knew the first one alone calls its filter by that name still.
    filter: `rule:${first(rule.name) === index ? rule.name : withFile({ path, rule })}`,
    file: path,
    line: rule.line,
    column: rule.column,
    fault: planned.run.rules[index]?.fault ?? null,
    isProved: rule.isProved === true,
    reads: fieldsRead(rule),
  }));
}
