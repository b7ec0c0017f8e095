import type { LiveFinding, LiveRule } from '../../operations/liveRules.js';
import { valueText } from '../../querypoints/report/pointText.js';
import type { RuleTotals } from '../../events/rulesOfRun.js';
import type { UserPaths } from '../querypoints/report.js';
import type { FieldTold, FindingTold, Place, RulesTold, RuleTold, TupleObject } from '../querypoints/protocol.js';

/** So many findings of a session are kept, the newest. */
const mostFindings = 200;

/** The client is told of news at most so often, in milliseconds. */
const tellMs = 250;

/** What is to be known of a finding to ask about its moment. */
export interface AskableFinding {
  /** Why nothing can be asked; null: it can. */
  readonly refusal: string | null;
  /** The variables of the rule to which the stack leads: of each, how it is written in which frame. Null: the program did not stop there. */
  readonly roots: ReadonlyMap<string, unknown> | null;
}

interface Kept {
  readonly id: number;
  readonly finding: LiveFinding;
}

/** How the rules of a session stand and what they have found, as the client is told. */
export class RuleBoard {
  private rules: readonly LiveRule[] = [];
  private totals: RuleTotals | null = null;
  private kept: Kept[] = [];
  private counts = new Map<string, number>();
  private changed = new Set<number>();
  private waiting: number | null = null;
  private isWhole = true;
  private lastId = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly tell: (told: RulesTold) => void,
    private readonly links: UserPaths,
    private readonly askable: (id: number, finding: LiveFinding) => AskableFinding,
  ) {}

  /** Rules are looked at anew: what was found before is forgotten. */
  begin(rules: readonly LiveRule[]): void {
    this.rules = rules;
    this.totals = null;
    this.kept = [];
    this.counts = new Map();
    this.changed = new Set();
    this.waiting = null;
    this.isWhole = true;
    this.tellNow();
  }

  found(finding: LiveFinding): number {
    const id = ++this.lastId;
    this.kept = [...this.kept, { id, finding }].slice(-mostFindings);
    this.counts.set(finding.rule, (this.counts.get(finding.rule) ?? 0) + 1);
    this.changed.add(id);
    this.tellSoon();
    return id;
  }

  setTotals(totals: RuleTotals): void {
    this.totals = totals;
    this.tellSoon();
  }

  /** The program waits at a finding; null: at none. What can be asked of it may have changed. */
  setWaiting(id: number | null): void {
    if (this.waiting === id) return;
    for (const one of [this.waiting, id]) if (one !== null) this.changed.add(one);
    this.waiting = id;
    this.tellNow();
  }

  finding(id: number): LiveFinding | undefined {
    return this.kept.find((one) => one.id === id)?.finding;
  }

  /** All that is kept. */
  get whole(): RulesTold {
    return { ...this.told(this.kept), isWhole: true };
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => this.tellNow(), tellMs).unref();
  }

  private tellNow(): void {
    this.close();
    const news = this.kept.filter(({ id }) => this.changed.has(id));
    const { isWhole } = this;
    this.changed = new Set();
    this.isWhole = false;
    this.tell({ ...this.told(news), isWhole });
  }

  private told(findings: readonly Kept[]): Omit<RulesTold, 'isWhole'> {
    return {
      rules: this.rules.map((rule, index) => this.ruleTold(rule, index)),
      findings: findings.map((one) => this.findingTold(one)),
      waiting: this.waiting,
      notes: [...(this.totals?.unseen ?? []), ...(this.totals?.notes ?? [])],
    };
  }

  private ruleTold({ name, file, line, column, fault, isProved }: LiveRule, index: number): RuleTold {
    const total = this.totals?.rules[index];
    const fired = Math.max(total?.fired ?? 0, this.counts.get(name) ?? 0);
    const told = total?.fault ?? fault;
    const state = told !== null ? 'off' : isProved ? 'proved' : fired > 0 ? 'broken' : total?.complete === true ? 'holds' : 'unseen';
    return {
      name,
      place: this.placeOf({ path: file, line, column }),
      state,
      reason: told ?? (state === 'unseen' ? unseenReason(this.totals) : null),
      fired,
      tuples: total?.tuples ?? 0,
      updates: total?.updates ?? 0,
    };
  }

  private findingTold({ id, finding }: Kept): FindingTold {
    const { rule, message, position, functionName, hit, noticed, confirmed } = finding;
    const { refusal, roots } = this.askable(id, finding);
    return {
      id,
      rule,
      message,
      objects: this.objectsOf(finding, refusal, roots),
      place: position === null ? null : this.placeOf(position),
      functionName,
      hit,
      noticed: noticed === null ? null : this.placeOf(noticed),
      isConfirmed: confirmed,
      refusal,
    };
  }

  private objectsOf(finding: LiveFinding, refusal: string | null, roots: AskableFinding['roots']): readonly TupleObject[] {
    const reads = this.rules.find(({ name }) => name === finding.rule)?.reads;
    return Object.entries(finding.tuple).map(([variable, value]) => {
      const read = reads?.get(variable) ?? [];
      const held = finding.fields[variable] ?? [];
      const fields = [
        ...read.map((name) => field(variable, name, held.find((one) => one.name === name)?.text ?? '', true)),
        ...held.filter(({ name }) => !read.includes(name)).map(({ name, text }) => field(variable, name, text, false)),
      ];
      return { variable, text: valueText(value), fields, refusal: refusal ?? refusalOfObject(variable, roots) };
    });
  }

  private placeOf({ path, line, column }: { readonly path: string; readonly line: number; readonly column: number }): Place {
    return { file: this.links.userPath(path), line, column };
  }
}

function refusalOfObject(variable: string, roots: AskableFinding['roots']): string | null {
  if (roots === null)
    return 'The program did not stop at this finding, so nothing says how its objects are reached: switch the filter of the rule on, and start again.';
  return roots.has(variable) ? null : `No variable of the program leads to ${variable} where it stopped.`;
}

function field(variable: string, name: string, text: string, isRead: boolean): FieldTold {
  return { name, text, isRead, expression: /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `${variable}.${name}` : null };
}

function unseenReason(totals: RuleTotals | null): string {
  if (totals === null) return 'The program has not begun.';
  return totals.unseen[0] ?? 'Not all that it reads was seen.';
}
