import { askedOf, type AskedOfProgram, type MatchPlace, type ProgramOfRules } from '../check/rules/programOfRules.js';
import type { PatternText } from '../rules/rulesFile.js';
import type { CheckedDocument } from './documentChecks.js';
import type { OpenDocument } from './documents.js';
import { urgency } from './jobQueue.js';
import { ThreadFailure } from './sessionThread.js';
import type { Workers } from './workers.js';

/** What is known of the program that a rules file is about. It may be of an older text of the program. */
export interface KnownProgram {
  /** Whether some source makes objects of a class; null where that is not known. */
  made(from: string, name: string): boolean | null;
  /** Where a pattern matches; null where that is not known yet. */
  matches(pattern: PatternText): readonly MatchPlace[] | null;
  /** Another rules file that has a rule of this name; null where none is known. */
  alike(rule: string): string | null;
}

const nothingKnown: KnownProgram = { made: () => null, matches: () => null, alike: () => null };

interface Answered {
  readonly asked: AskedOfProgram;
  readonly answer: ProgramOfRules;
}

export interface ProgramsHost {
  /** The folder whose sources are looked through. */
  folderOf(document: OpenDocument): string;
  /** More is known of the program. */
  changed(): void;
  failed(message: string): void;
}

/** A pause after the last change of the program, in milliseconds, before it is looked through again. */
const pauseMs = 1000;

/** Looks through the program for the rules files that are open, in the background. */
export class RulesPrograms {
  private readonly known = new Map<OpenDocument, { asked: string; answered: Answered | null }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly workers: Workers,
    private readonly host: ProgramsHost,
  ) {}

  of(document: OpenDocument): KnownProgram {
    const answered = this.known.get(document)?.answered ?? null;
    if (answered === null) return nothingKnown;
    const { asked, answer } = answered;
    const classes = new Map(asked.classes.map(({ from, name }, index) => [`${from} ${name}`, answer.made[index] ?? null]));
    const patterns = new Map(asked.patterns.map((pattern, index) => [keyOf(pattern), answer.matches[index] ?? null]));
    return {
      alike: (rule) => answer.alike[asked.rules.indexOf(rule)] ?? null,
      made: (from, name) => classes.get(`${from} ${name}`) ?? null,
      matches: (pattern) => patterns.get(keyOf(pattern)) ?? null,
    };
  }

  /** A version of a rules file has been checked: what it asks of the program may be new. */
  checked({ document, rules }: CheckedDocument): void {
    if (rules === null || rules.syntaxError !== null) return;
    const asked = askedOf(rules, document.file);
    const text = JSON.stringify([asked.classes, asked.patterns.map(keyOf), asked.rules]);
    const known = this.known.get(document);
    if (known?.asked === text) return;
    this.known.set(document, { asked: text, answered: known?.answered ?? null });
    void this.ask(document, asked, text);
  }

  closed(document: OpenDocument): void {
    this.known.delete(document);
  }

  /** Another document or file has changed. `recheck`: has open rules files checked again. */
  programChanged(recheck: (documents: readonly OpenDocument[]) => void): void {
    if (this.known.size === 0) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      for (const known of this.known.values()) known.asked = '';
      recheck([...this.known.keys()]);
    }, pauseMs);
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async ask(document: OpenDocument, asked: AskedOfProgram, text: string): Promise<void> {
    const isWanted = (): boolean => this.known.get(document)?.asked === text;
    const isEmpty = asked.classes.length === 0 && asked.patterns.length === 0 && asked.rules.length === 0;
    const request = { folder: this.host.folderOf(document), file: document.file, asked };
    try {
      const answer = isEmpty
        ? { made: [], matches: [], alike: [] }
        : await this.workers.background.add('programOfRules', () => request, { urgency: () => urgency.workspace, isWanted });
      const known = this.known.get(document);
      if (answer === null || known === undefined || !isWanted()) return;
      const before = JSON.stringify(known.answered);
      known.answered = { asked, answer };
      if (JSON.stringify(known.answered) !== before) this.host.changed();
    } catch (failure) {
      if (!(failure instanceof ThreadFailure)) throw failure;
      this.host.failed(failure.message);
    }
  }
}

/** What decides where a pattern matches. */
const keyOf = ({ shape, inside }: PatternText): string => JSON.stringify([shape, inside]);
