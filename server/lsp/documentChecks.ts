import { setImmediate } from 'node:timers/promises';
import type { CheckSettings, FileCheck } from '../check/checkFile.js';
import type { ErrorReport, Severity } from '../findings/result.js';
import { nothingFound } from '../check/checkFile.js';
import type { RulesCheck } from '../check/rules/rulesCheck.js';
import type { DocumentText } from './documentText.js';
import type { OpenDocument } from './documents.js';
import { keptCheck, keptRules } from './keptCheck.js';
import { urgency, type JobOptions } from './jobQueue.js';
import { ThreadFailure } from './sessionThread.js';
import type { Workers } from './workers.js';

/** The result of checking one version of a document. */
export interface CheckedDocument {
  readonly document: OpenDocument;
  readonly version: number;
  readonly content: DocumentText;
  readonly check: FileCheck;
  /** Of a rules file, which is read and not analysed; null of any other. */
  readonly rules: RulesCheck | null;
  /** The least severity that is shown of it. */
  readonly least: Severity;
  /** Why the analysis died of it. */
  readonly failure: string | null;
}

/** The forward passes of one version are done: its states can be asked for. */
export interface BegunDocument {
  readonly document: OpenDocument;
  readonly version: number;
  readonly content: DocumentText;
  /** What is wrong with the text. */
  readonly errors: readonly ErrorReport[];
}

/** The plan by which a document is checked; null: not at all. */
export interface CheckPlan {
  readonly cwd: string;
  readonly settings: CheckSettings;
  /** The least severity that is shown. */
  readonly least: Severity;
}

export interface ChecksHost {
  planOf(document: OpenDocument): Promise<CheckPlan | null>;
  /** Whether a document that has no plan is read as a rules file. */
  isRulesFile(document: OpenDocument): Promise<boolean>;
  /** Called for each version that is the newest when its check ends. */
  checked(result: CheckedDocument): void;
}

interface Entry {
  last: CheckedDocument | null;
  /** Told of the next result, or of none: the document was closed. */
  readonly waiting: ((result: CheckedDocument | null) => void)[];
  begun: BegunDocument | null;
  /** Told as soon as states can be asked for. */
  readonly waitingForStates: ((result: BegunDocument | null) => void)[];
  timer: NodeJS.Timeout | null;
  /** Of the newest edit and of the last check that went through. */
  editedAt: number;
  durationMs: number;
  /** How often the analysis died of it in a row. */
  deaths: number;
  /** Counts what makes a running check worthless: edits, settings. */
  generation: number;
}

/** Keeps the check of every open document up to date. */
export class DocumentChecks {
  private readonly entries = new Map<OpenDocument, Entry>();
  private newest: OpenDocument | null = null;

  constructor(
    private readonly workers: Workers,
    private readonly host: ChecksHost,
  ) {}

  opened(document: OpenDocument): void {
    const entry: Entry = {
      last: null,
      waiting: [],
      begun: null,
      waitingForStates: [],
      timer: null,
      editedAt: 0,
      durationMs: Infinity,
      deaths: 0,
      generation: 0,
    };
    this.entries.set(document, entry);
    this.newest = document;
    this.schedule(document, entry, 0);
  }

  changed(document: OpenDocument): void {
    const entry = this.entries.get(document);
    if (entry === undefined) return;
    const now = performance.now();
    const delay = delayOf(entry, now - entry.editedAt);
    entry.editedAt = now;
    this.newest = document;
    this.schedule(document, entry, delay);
  }

  closed(document: OpenDocument): void {
    const entry = this.entries.get(document);
    if (entry === undefined) return;
    this.entries.delete(document);
    if (entry.timer !== null) clearTimeout(entry.timer);
    this.workers.review();
    for (const tell of entry.waiting.splice(0)) tell(null);
    for (const tell of entry.waitingForStates.splice(0)) tell(null);
  }

  /** The settings changed, or what the document depends on. */
  recheck(documents: Iterable<OpenDocument> = this.entries.keys()): void {
    for (const document of documents) {
      const entry = this.entries.get(document);
      if (entry !== undefined) this.schedule(document, entry, 0);
    }
  }

  /** The result for the newest version, as soon as there is one; null when the document is closed before. */
  current(document: OpenDocument): Promise<CheckedDocument | null> {
    const entry = this.entries.get(document);
    if (entry === undefined) return Promise.resolve(null);
    if (entry.last !== null && this.isCurrent(entry)) return Promise.resolve(entry.last);
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /** The newest version as soon as its states can be asked for, which may be long before `current`; null when it is closed before. */
  begun(document: OpenDocument): Promise<BegunDocument | null> {
    const entry = this.entries.get(document);
    if (entry === undefined) return Promise.resolve(null);
    if (entry.begun !== null) return Promise.resolve(entry.begun);
    return new Promise((resolve) => entry.waitingForStates.push(resolve));
  }

  /** The last result, which may be of an older version. */
  last(document: OpenDocument): CheckedDocument | null {
    return this.entries.get(document)?.last ?? null;
  }

  private readonly currentGenerations = new WeakMap<CheckedDocument, number>();

  private isCurrent(entry: Entry): boolean {
    return entry.last !== null && this.currentGenerations.get(entry.last) === entry.generation;
  }

  private schedule(document: OpenDocument, entry: Entry, delay: number): void {
    entry.generation++;
    entry.begun = null;
    this.workers.review();
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.timer = null;
    if (delay === 0) void this.check(document, entry);
    else entry.timer = setTimeout(() => void this.check(document, entry), delay);
  }

  private async check(document: OpenDocument, entry: Entry): Promise<void> {
    entry.timer = null;
    const { generation } = entry;
    const isWanted = (): boolean => entry.generation === generation && this.entries.get(document) === entry;
    const plan = await this.host.planOf(document);
    const isRules = plan === null && (await this.host.isRulesFile(document));
    if (!isWanted()) return;
    const { version, content, file } = document;
    const begin = (errors: readonly ErrorReport[]): void => {
      entry.begun = { document, version, content, errors };
      for (const tell of entry.waitingForStates.splice(0)) tell(entry.begun);
    };
    const finish = (check: FileCheck, failure: string | null, rules: RulesCheck | null = null): void => {
      const isRead = failure !== null || check.errors.length === 0;
      const { last } = entry;
      const shown = isRead || last === null ? check : keptCheck(last, content, check);
      const shownRules = isRead || last === null || last.rules === null ? rules : keptRules(last.rules, last.content, content);
      const least = plan?.least ?? 'hint';
      const result: CheckedDocument = { document, version, content, check: shown, rules: shownRules, least, failure };
      entry.last = result;
      this.currentGenerations.set(result, generation);
      this.host.checked(result);
      for (const tell of entry.waiting.splice(0)) tell(result);
      if (entry.begun === null) begin(check.errors);
    };
    const options: JobOptions = { urgency: () => (this.newest === document ? urgency.edited : urgency.open), isWanted };
    let started: number | null = null;
    try {
      if (isRules) {
        const rules = await this.workers.names.add('rules', () => ({ file }), options);
        if (rules === null || !isWanted()) return;
        const { syntaxError } = rules;
        return finish(syntaxError === null ? nothingFound : { ...nothingFound, errors: [{ file, message: syntaxError }] }, null, rules);
      }
      if (plan === null) return finish(nothingFound, null);
      const request = () => {
        started ??= performance.now();
        return { file, cwd: plan.cwd, settings: plan.settings };
      };
      const queue = this.workers.analysisOf(content);
      if (entry.durationMs > shortMs) {
        const errors = await queue.add('begin', request, options);
        if (errors === null || !isWanted()) return;
        begin(errors);
        // Whoever waited for states asks for them before the thread is busy again.
        await setImmediate();
        if (!isWanted()) return;
      }
      const answer = await queue.add('check', request, options);
      if (answer === null || !isWanted()) return;
      entry.durationMs = performance.now() - (started ?? performance.now());
      entry.deaths = 0;
      finish(answer, null);
    } catch (failure) {
      if (!(failure instanceof ThreadFailure)) throw failure;
      entry.deaths++;
      if (isWanted()) finish(nothingFound, failure.message);
    }
  }
}

/** A check that takes longer than this is done in two parts, of which the first is enough to ask for states. */
const shortMs = 200;

/** A pause in typing that is longer than this makes the next edit a single one: it is checked at once. */
const pauseMs = 400;
const longestDelayMs = 50;

/** How long to wait for more edits: not at all where a check is quick, or where it was quiet before. */
function delayOf({ durationMs, deaths }: Entry, sinceEditMs: number): number {
  // A file that kills the analysis takes everything with it that is known of other files.
  if (deaths > 0) return Math.min(30_000, 1000 * 2 ** deaths);
  // The first check takes unknown time.
  if (durationMs < 50 || durationMs === Infinity || sinceEditMs > pauseMs) return 0;
  return Math.min(longestDelayMs, durationMs / 4);
}
