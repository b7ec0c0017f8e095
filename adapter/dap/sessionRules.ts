import type { DebugProtocol } from '@vscode/debugprotocol';
import { jsonValue } from '../operations/shownValues.js';
import { LiveRules, ruleNames } from '../operations/liveRules.js';
import type { WatchFinding } from '../operations/watchRules.js';
import type { Attributes } from './attributes.js';
import { namedRules, type LaunchConfiguration } from './configuration.js';
import { exceptionFilters, type ExceptionBreakpoints } from './exceptions.js';
import type { DapServer } from './protocol.js';
import { hideScript } from './skipping.js';
import type { Stop } from './stops.js';
import type { Target } from './target.js';

/** The rules of a debug session (launch attribute `rules`): where they fire, the program may stop. */
export class SessionRules {
  private live: LiveRules | null = null;
  private last: WatchFinding | null = null;
  private readonly stopping = new Set<Target>();
  private readonly stopped = new Map<Target, WatchFinding>();

  constructor(
    private readonly server: DapServer,
    private readonly exceptions: ExceptionBreakpoints,
    private readonly main: () => Target | undefined,
  ) {}

  /** Reads the rules of a configuration, and tells the client of their filters. Rejects with one sentence. */
  async open({ rules, cwd }: LaunchConfiguration, runtime: string): Promise<void> {
    this.close();
    if (rules.length === 0) return;
    hideScript(runtime);
    this.live = await LiveRules.open(rules, cwd, runtime, {
      found: (finding) => this.found(finding),
      stopping: (rule, isAsked) => this.stop(rule, isAsked),
    });
    for (const { name, fault } of this.live.all)
      if (fault !== null) this.server.event('output', { category: 'important', output: `Rule ${name}: ${fault}\n` });
    const exceptionBreakpointFilters = filtersWith(this.live.all.map(({ name }) => name));
    this.server.event('capabilities', { capabilities: { exceptionBreakpointFilters } });
  }

  close(): void {
    this.live?.close();
    this.live = null;
  }

  /** The environment in which the program joins. */
  environment(environment: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> {
    if (this.live === null) return environment;
    const options = 'NODE_OPTIONS' in environment ? environment['NODE_OPTIONS'] : process.env['NODE_OPTIONS'];
    return { ...environment, ...this.live.environment(options ?? undefined) };
  }

  /** The stop that a pause is, where a rule has asked for it. */
  stopAt(target: Target): Stop | null {
    const { last } = this;
    if (!this.stopping.delete(target) || last === null) return null;
    target.hideTrap();
    this.stopped.set(target, last);
    return { reason: 'rule', description: `Rule ${last.rule}`, text: last.message };
  }

  resumed(target: Target): void {
    this.stopped.delete(target);
  }

  /** What a target that waits at a rule tells of it; null where it waits for something else. */
  info(target: Target): DebugProtocol.ExceptionInfoResponse['body'] | null {
    const finding = this.stopped.get(target);
    if (finding === undefined) return null;
    const tuple = Object.entries(finding.tuple).map(([name, value]) => `${name} = ${shown(jsonValue(value))}`);
    return {
      exceptionId: finding.rule,
      description: finding.message,
      breakMode: 'always',
      details: { message: [finding.message, ...tuple].join('\n'), typeName: 'rule' },
    };
  }

  private found(finding: WatchFinding): void {
    this.last = finding;
    const { position, rule, message } = finding;
    const place = position === null ? {} : { source: { path: position.path }, line: position.line, column: position.column };
    this.server.event('output', { category: 'console', output: `Rule ${rule}: ${message}\n`, ...place });
  }

  private stop(rule: string, isAsked: boolean): boolean {
    const target = this.main();
    if (target === undefined || !(isAsked || this.exceptions.has(filterOf(rule)))) return false;
    this.stopping.add(target);
    return true;
  }
}

/**
 * All exception filters, those of a configuration's rules among them. Empty rules files and those that cannot be read have none; what is
 * wrong with them is said when the program is launched.
 */
export async function exceptionFiltersOf(attributes: Attributes): Promise<readonly DebugProtocol.ExceptionBreakpointsFilter[]> {
  try {
    const { rules, cwd } = namedRules(attributes);
    return rules.length === 0 ? exceptionFilters : filtersWith(await ruleNames(rules, cwd));
  } catch {
    return exceptionFilters;
  }
}

function filtersWith(rules: readonly string[]): DebugProtocol.ExceptionBreakpointsFilter[] {
  const filters = rules.map((name) => ({
    filter: filterOf(name),
    label: `Rule ${name}`,
    description: 'Stops at the change that breaks the rule.',
    supportsCondition: false,
    default: true,
  }));
  return [...exceptionFilters, ...filters];
}

const filterOf = (name: string): string => `rule:${name}`;

function shown(value: unknown): string {
  const { object, preview } = (value ?? {}) as { readonly object?: string; readonly preview?: string };
  return object === undefined ? JSON.stringify(value) : `${object} ${preview ?? ''}`.trim();
}
