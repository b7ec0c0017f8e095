import { maxProgramBytes, readIfThere, readRegularFile, UnreadableFile } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { RulesFile, RuleText } from '../../server/rules/rulesFile.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import type { RuleFinding, RuleTotals } from '../events/rulesOfRun.js';
import { hashOfText } from '../launch/textCache.js';
import { emptyPlan, type Plan } from '../instrument/plan.js';
import { RunTexts, TextLibrary } from '../querypoints/text/texts.js';
import { assertionRules } from './assertionRules.js';
import { nothingProven, type ProvenPlaces } from './rulePruning.js';
import { planRules, type PlannedRules, type RuleSettings } from '../rules/planRules.js';
import { watchFinding, type WatchFinding } from '../rules/watchFinding.js';
import type { FromDebuggee, Lanes, ThreadAbout, ToDebuggee } from '../runtime/channel/messages.js';

/** What the conversation with a program under rules leads to. */
interface RulesHeard {
  /** `told`: as the program's process tells it. */
  found(finding: WatchFinding, told: RuleFinding): void;
  totals(totals: RuleTotals): void;
  /** A process or thread of a run, of which others may be followed; without it there is one. */
  begins?(about: ThreadAbout | null): HowItBegins;
}

/** How a process begins. `lanes`: where what it starts is met. */
export interface HowItBegins {
  /** Whether rules are held in it. */
  readonly isAsked: boolean;
  readonly lanes?: Lanes;
}

/** Rules files, read and planned for a run. */
export interface ReadRules {
  readonly files: readonly RulesFile[];
  readonly planned: PlannedRules;
  /** Assertion comments that are not looked at, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Reads rules files, for which the compiler is loaded, and plans a run under them. `entry`: the program's file, whose assertion comments are rules,
 * too; null: they are not. Rejects with one sentence where a file can't be read.
 */
export async function readRulesFiles(paths: readonly string[], settings: RuleSettings, entry: string | null = null): Promise<ReadRules> {
  const { readRules, RulesFileError } = await import('../../server/syntax/rules/readRules.js');
  const { isProvedByText } = await import('../../server/syntax/rules/provedByText.js');
  // With all probes in, what is proved is looked at all the same.
  const isProved = (rule: RuleText, path: string): boolean =>
    settings.isUnpruned !== true &&
    settings.isPruningChecked !== true &&
    isProvedByText(rule, path, (file) => textThatRuns(file, settings.program));
  const files = paths.map((path) => {
    const shown = reportPath(settings.cwd, path);
    let text: string | undefined;
    try {
      text = readIfThere(path);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new RulesFileError(`${shown}: ${error.message}`);
    }
    if (text === undefined) throw new RulesFileError(`${shown}: There is no such rules file.`);
    const whole = readRules(text, path, shown);
    const read = { ...whole, rules: whole.rules.map((rule) => ({ ...rule, isProved: isProved(rule, path) })) };
    const { onlyRule } = settings;
    return onlyRule === undefined ? read : { ...read, rules: read.rules.filter(({ name }) => name === onlyRule) };
  });
  if (settings.onlyRule !== undefined && files.every(({ rules }) => rules.length === 0))
    throw new RulesFileError(`There is no rule ${settings.onlyRule} in ${paths.map((path) => reportPath(settings.cwd, path)).join(', ')}.`);
  const said = entry === null ? { files: [], watched: [], notes: [] } : await assertionRules(entry, settings.cwd);
  const planned = planRules([...files, ...said.files], settings);
  const before = files.reduce((count, { rules }) => count + rules.length, 0);
  const assertions = said.watched.map((one) => ({ ...one, rule: before + one.rule }));
  return { files: [...files, ...said.files], planned: { ...planned, plan: { ...planned.plan, assertions } }, notes: said.notes };
}

/** The text of a file that a program loads as it is: JavaScript, or with types where the program itself has them. */
function textThatRuns(file: string, program: string | undefined): string | undefined {
  const isLoaded = program !== undefined && (!isTyped(file) || isTyped(program));
  return isLoaded ? readRegularFile(file, maxProgramBytes) : undefined;
}

const isTyped = (file: string): boolean => /\.[cm]?tsx?$/.test(file);

/** The conversation with a program that runs under rules. */
export class RuleConversation {
  readonly texts: RunTexts;
  /** Texts that were loaded and not analysed, while others were pruned. */
  readonly unseen: string[] = [];
  private proven: ProvenPlaces = nothingProven;
  private readonly library = new TextLibrary();

  constructor(
    private readonly planned: PlannedRules,
    /** When pinned clocks begin; null: nothing is pinned. */
    private readonly pinned: number | null,
    private readonly send: (message: ToDebuggee) => void,
    private readonly heard: RulesHeard,
    /** What is proven of the program's texts, when it is known. */
    private readonly proving: Promise<ProvenPlaces> = Promise.resolve(nothingProven),
  ) {
    this.texts = new RunTexts(this.library);
  }

  async hear(message: FromDebuggee): Promise<void> {
    switch (message.kind) {
      case 'hello': {
        const exceptions = { isNumbered: false, stop: null, isWatched: false };
        const { isAsked, ...lanes } = this.heard.begins?.(message.about ?? null) ?? { isAsked: true };
        this.proven = await this.proving;
        const rules = { ...this.planned.run, expected: this.proven.expected };
        const asked = isAsked ? { plan: planOf(this.planned, this.proven), rules } : { plan: emptyPlan };
        this.send({ kind: 'begin', looks: [], exceptions, pinned: this.pinned, ...asked, ...lanes });
        break;
      }
      case 'text':
        if (message.source !== null) this.library.put(message.path, message.source);
        this.texts.add(message.path, message.firstSite, message.sites);
        this.noteUnseen(message.path, message.source);
        break;
      case 'erase': {
        const text = await eraseTypes(message.text, message.path, message.format);
        this.library.put(message.path, text);
        this.send({ kind: 'erased', text });
        break;
      }
      case 'finding':
        this.heard.found(watchFinding(message, this.planned.run.rules[message.rule]?.name ?? '', this.texts), message);
        break;
      case 'ruleTotals':
        this.heard.totals(message);
        break;
    }
  }

  private noteUnseen(path: string, source: string | null): void {
    const { texts } = this.proven;
    if (texts.length === 0) return;
    const known = texts.find((text) => text.path === path);
    const text = source ?? textOf(path);
    if (known === undefined || text === null || known.hash !== hashOfText(text)) this.unseen.push(path);
  }
}

/** What a run under rules asks of its texts. */
function planOf({ plan, fields, hasContainers }: PlannedRules, { texts }: ProvenPlaces): Plan {
  return { ...emptyPlan, fields, everywhere: true, elements: hasContainers, rules: { ...plan, pruned: texts } };
}

function textOf(path: string): string | null {
  try {
    return readRegularFile(path, maxProgramBytes);
  } catch {
    return null;
  }
}
