import type { DebugProtocol } from '@vscode/debugprotocol';
import { jsonValue } from '../operations/shownValues.js';
import { LiveRules, rulesNamed, type LiveFinding, type LiveRule } from '../operations/liveRules.js';
import type { Attributes } from './attributes.js';
import { namedRules, type AttachConfiguration, type LaunchConfiguration } from './configuration.js';
import { cannotAsk } from './errors.js';
import { exceptionFilters, type ExceptionBreakpoints } from './exceptions.js';
import type { DapServer } from './protocol.js';
import { events, type RulesAdded, type RulesTold } from './querypoints/protocol.js';
import type { AskedFinding } from './querypoints/questions.js';
import type { UserPaths } from './querypoints/report.js';
import { pictureOf, type StopPicture } from './querypoints/sameStop.js';
import { RuleBoard, type AskableFinding } from './rules/ruleBoard.js';
import { heldCondition } from './rules/ruleCondition.js';
import { findingRoots, programStack, type TupleRoot } from './rules/tupleRoots.js';
import { hideScript } from './skipping.js';
import type { Stop } from './stops.js';
import type { Target } from './target.js';

/** What rules need of the session. */
interface RuledSession {
  readonly server: DapServer;
  readonly exceptions: ExceptionBreakpoints;
  readonly links: UserPaths;
  /** The thread whose objects are looked at. */
  main(): Target | undefined;
  /** A target waits for the user where a rule has asked for it. */
  stopped(target: Target): void;
}

/** Where the program has waited at a finding. */
interface StopSeen {
  /** Null where it waited behind the moment. */
  readonly picture: StopPicture | null;
  readonly roots: ReadonlyMap<string, TupleRoot>;
}

/** The rules of a debug session (launch attribute `rules`): where they fire, the program may stop. */
export class SessionRules {
  private live: LiveRules | null = null;
  private readonly board: RuleBoard;
  private last: { readonly id: number; readonly finding: LiveFinding } | null = null;
  /** Targets that come to a stop; whether the rule itself asks for it. */
  private readonly stopping = new Map<Target, boolean>();
  /** Of each target that waits at a finding, its number. */
  private readonly stopped = new Map<Target, number>();
  private readonly seen = new Map<number, StopSeen>();
  private readonly failed = new Set<string>();
  /** Files that were added while the session was under way: the client knows no filters of their rules. */
  private readonly added = new Set<string>();

  constructor(private readonly session: RuledSession) {
    this.board = new RuleBoard(
      (told) => session.server.event(events.rules, told),
      session.links,
      (id, finding) => this.askable(id, finding),
    );
  }

  /** Reads the rules of a configuration, and tells the client of their filters. Rejects with one sentence; what there was stays then. */
  async open({ rules: named, onlyRule, cwd, program }: LaunchConfiguration, runtime: string): Promise<void> {
    const rules = [...new Set([...named, ...this.added])];
    if (rules.length === 0) return this.close();
    hideScript(runtime);
    // Whoever adds rules to a session wants more than the one that it began with.
    const live = await LiveRules.open(
      { rules, onlyRule: this.added.size === 0 ? onlyRule : null, cwd, ...(program === null ? {} : { program }) },
      runtime,
      {
        found: (finding) => this.found(finding),
        totals: (totals) => this.board.setTotals(totals),
        stopping: (rule, isAsked) => this.stop(rule, isAsked),
      },
    );
    this.close();
    this.live = live;
    const { server } = this.session;
    for (const { name, fault } of this.live.all)
      if (fault !== null) server.event('output', { category: 'important', output: `Rule ${name}: ${fault}\n` });
    const exceptionBreakpointFilters = filtersWith(this.live.all);
    server.event('capabilities', { capabilities: { exceptionBreakpointFilters } });
    this.board.begin(this.live.all);
  }

  /** Whether rules look at the program, whose texts hold probes then. */
  get areOpen(): boolean {
    return this.live !== null;
  }

  close(): void {
    this.live?.close();
    this.live = null;
    this.board.close();
    this.last = null;
    this.stopping.clear();
    this.stopped.clear();
    this.seen.clear();
    this.failed.clear();
  }

  /** Has a rules file held against the program from its next start on: what is loaded has no probes for it. Rejects with one sentence. */
  async add(file: string, configuration: LaunchConfiguration | AttachConfiguration): Promise<RulesAdded> {
    if (configuration.kind !== 'launch') throw cannotAsk('Rules are held against programs that Whence has started: this one was attached.');
    const names = (await rulesNamed({ rules: [file], onlyRule: null, cwd: configuration.cwd })).map(({ name }) => name);
    this.added.add(file);
    const rules = names.length === 1 ? `the rule ${names[0] ?? ''}` : `its ${names.length} rules`;
    return { names, sentence: `The program has been loaded without probes for ${rules}: it must be started again to hold them.` };
  }

  /** The environment in which the program joins. */
  environment(environment: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> {
    if (this.live === null) return environment;
    const options = 'NODE_OPTIONS' in environment ? environment['NODE_OPTIONS'] : process.env['NODE_OPTIONS'];
    return { ...environment, ...this.live.environment(options ?? undefined) };
  }

  /** How the rules stand, and all that is kept of what they have found. */
  get told(): RulesTold {
    return this.board.whole;
  }

  /** Whether a pause of the target is one that a rule has asked for. */
  isStopping(target: Target): boolean {
    return this.stopping.has(target);
  }

  /** The stop that a pause is, where a rule has asked for it; `passed`: the condition of its filter does not hold, and the program goes on. */
  async stopAt(target: Target): Promise<Stop | 'passed' | null> {
    const { last } = this;
    const isAsked = this.stopping.get(target);
    if (isAsked === undefined || last === null) return null;
    this.stopping.delete(target);
    target.hideTrap();
    const { trap } = target;
    if (!isAsked && !(await this.isMeant(target, last.finding))) return 'passed';
    this.session.stopped(target);
    const roots =
      trap === null
        ? new Map<string, TupleRoot>()
        : await findingRoots(target, trap, last.finding).catch(() => new Map<string, TupleRoot>());
    this.seen.set(last.id, { picture: last.finding.isAtOnce ? await pictureOf(target) : null, roots });
    this.stopped.set(target, last.id);
    this.board.setWaiting(last.id);
    return { reason: 'rule', description: `Rule ${last.finding.rule}`, text: last.finding.message };
  }

  resumed(target: Target): void {
    if (this.stopped.delete(target)) this.board.setWaiting(null);
  }

  /** The finding at whose very moment a target waits, where another run can be brought to it; null: it waits elsewhere. */
  waitingAt(target: Target): AskedFinding | null {
    const id = this.stopped.get(target);
    const finding = id === undefined ? undefined : this.board.finding(id);
    return id === undefined || finding?.isAtOnce !== true || finding.moment === null ? null : this.moment(id, finding);
  }

  /** The moment of a finding, and how the program writes there what is written with the variables of the rule. Throws one sentence. */
  asked(id: number, expression: string | null): { readonly finding: AskedFinding; readonly at: TupleRoot | null } {
    const finding = this.board.finding(id);
    if (finding === undefined) throw cannotAsk('So many findings came since that this one is not kept.');
    const refusal = refusalOf(finding);
    if (refusal !== null) throw cannotAsk(refusal);
    const asked = this.moment(id, finding);
    if (expression === null) return { finding: asked, at: null };
    const [, variable = '', rest = ''] = /^([\p{ID_Start}$_][\p{ID_Continue}$]*)(.*)$/su.exec(expression) ?? [];
    const root = this.seen.get(id)?.roots.get(variable);
    if (root === undefined) throw cannotAsk(`No variable of the program is known that leads to ${variable} at this finding.`);
    return { finding: asked, at: { frame: root.frame, expression: `${root.expression}${rest}` } };
  }

  /** What a target that waits at a rule tells of it; null where it waits for something else. */
  info(target: Target): DebugProtocol.ExceptionInfoResponse['body'] | null {
    const finding = this.board.finding(this.stopped.get(target) ?? 0);
    if (finding === undefined) return null;
    const tuple = Object.entries(finding.tuple).map(([name, value]) => `${name} = ${shown(jsonValue(value))}`);
    return {
      exceptionId: finding.rule,
      description: finding.message,
      breakMode: 'always',
      details: { message: [finding.message, ...tuple].join('\n'), typeName: 'rule' },
    };
  }

  private moment(id: number, finding: LiveFinding): AskedFinding {
    const { moment } = finding;
    if (moment === null) throw cannotAsk(noMoment);
    const stack = programStack(finding);
    const seen = this.seen.get(id)?.picture ?? null;
    const picture = seen ?? (stack === null ? null : { frames: stack, variables: new Map<string, string>() });
    return { id, step: moment, picture, isWaiting: seen !== null && [...this.stopped.values()].includes(id) };
  }

  private askable(id: number, finding: LiveFinding): AskableFinding {
    return { refusal: refusalOf(finding), roots: this.seen.get(id)?.roots ?? null };
  }

  private found(finding: LiveFinding): void {
    this.last = { id: this.board.found(finding), finding };
    const { position, rule, message } = finding;
    const place = position === null ? {} : { source: { path: position.path }, line: position.line, column: position.column };
    this.session.server.event('output', { category: 'console', output: `Rule ${rule}: ${message}\n`, ...place });
  }

  private stop(rule: string, isAsked: boolean): boolean {
    const target = this.session.main();
    const live = this.ruleNamed(rule);
    const isOn = live !== undefined && (this.added.has(live.file) || this.session.exceptions.has(live.filter));
    if (target === undefined || !(isAsked || isOn)) return false;
    this.stopping.set(target, isAsked);
    return true;
  }

  private ruleNamed(rule: string): LiveRule | undefined {
    return this.live?.all.find(({ name }) => name === rule);
  }

  /** Whether the condition of the filter holds for the tuple. One that cannot be evaluated does not, which is said once. */
  private async isMeant(target: Target, { rule, tuple }: LiveFinding): Promise<boolean> {
    const condition = this.session.exceptions.conditionOf(this.ruleNamed(rule)?.filter ?? '');
    if (condition === null) return true;
    const outcome = await heldCondition(target, condition, Object.keys(tuple));
    if (typeof outcome === 'boolean') return outcome;
    const sentence = `The condition “${condition}” of the rule ${rule} does not hold: ${outcome}`;
    if (!this.failed.has(sentence)) this.session.server.event('output', { category: 'important', output: `${sentence}\n` });
    this.failed.add(sentence);
    return false;
  }
}

const noMoment = 'What made the rule break is no expression that another run can be brought to: nothing can be asked from here.';

/** Why nothing can be asked of the moment of a finding; null: it can. */
function refusalOf({ moment }: LiveFinding): string | null {
  return moment === null ? noMoment : null;
}

/**
 * All exception filters, those of a configuration's rules among them. Empty rules files and those that cannot be read have none; what is
 * wrong with them is said when the program is launched.
 */
export async function exceptionFiltersOf(attributes: Attributes): Promise<readonly DebugProtocol.ExceptionBreakpointsFilter[]> {
  try {
    const named = namedRules(attributes);
    return named.rules.length === 0 ? exceptionFilters : filtersWith(await rulesNamed(named));
  } catch {
    return exceptionFilters;
  }
}

function filtersWith(rules: readonly LiveRule[]): DebugProtocol.ExceptionBreakpointsFilter[] {
  const filters = rules.map(({ name, filter }) => ({
    filter,
    label: `Rule ${name}`,
    description: 'Stops at the change that breaks the rule.',
    supportsCondition: true,
    conditionDescription: 'n.depth > 3, over the variables of the rule',
    default: true,
  }));
  return [...exceptionFilters, ...filters];
}

function shown(value: unknown): string {
  const { object, preview } = (value ?? {}) as { readonly object?: string; readonly preview?: string };
  return object === undefined ? JSON.stringify(value) : `${object} ${preview ?? ''}`.trim();
}
