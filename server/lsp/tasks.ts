import type { Span } from '../base/span.js';
import type { CheckSettings, FileCheck } from '../check/checkFile.js';
import type { LiveValue } from '../findings/liveValues.js';
import type { StatementPlace } from '../findings/pointLookup.js';
import type { ErrorReport } from '../findings/result.js';
import type { PointStates } from '../findings/pointStates.js';
import type { StatementStates } from '../findings/statementStates.js';
import type { AskedOfProgram, ProgramOfRules } from '../check/rules/programOfRules.js';
import type { AddedRule, OtherForm } from '../check/rules/ruleForms.js';
import type { CheckedRule, RulesCheck } from '../check/rules/rulesCheck.js';
import type { SourceFiles } from '../check/sourceFiles.js';
import type { ReadProblem } from '../check/project.js';
import type { AssertionCompletion } from '../syntax/editor/completions.js';
import type { DeclaredName } from '../syntax/editor/declarations.js';
import type { FixPlaces } from '../syntax/editor/fixes.js';
import type { NameAt } from '../syntax/editor/nameAt.js';
import type { NegatedAssertion } from '../syntax/editor/negatedAssertion.js';
import type { Renamable, RenameEdit } from '../syntax/editor/renameEdits.js';
import type { StatementAt } from '../syntax/editor/statements.js';
import type { ConfigProblem } from '../syntax/modules/projectConfig.js';
import type { AssertionToken } from '../syntax/editor/tokens.js';

/** 1-based, as in reports. */
export interface ReportPlace {
  readonly line: number;
  readonly column: number;
}

/** The tasks of the language server's threads, with their answers. Null: cancelled, or there is nothing. */
export interface Tasks {
  /**
   * The forward passes of the check of an open document: its states can be asked for then, and `check` goes on from here. What is
   * wrong with its text.
   */
  readonly begin: {
    readonly request: { readonly file: string; readonly cwd: string; readonly settings: CheckSettings };
    readonly answer: readonly ErrorReport[] | null;
  };
  /** Checks an open document, whose text came with a `Buffer`. */
  readonly check: {
    readonly request: { readonly file: string; readonly cwd: string; readonly settings: CheckSettings };
    readonly answer: FileCheck | null;
  };
  /** States at places of this version; null when there is a newer one. */
  readonly states: {
    readonly request: {
      readonly file: string;
      readonly cwd: string;
      readonly settings: CheckSettings;
      readonly version: number;
      readonly places: readonly ReportPlace[];
    };
    readonly answer: readonly (PointStates | null)[] | null;
  };
  /** States around a statement of this version; null also when there is a newer one. */
  readonly statementStates: {
    readonly request: {
      readonly file: string;
      readonly cwd: string;
      readonly settings: CheckSettings;
      readonly version: number;
      readonly statement: StatementPlace;
      /** Values of a run that waits before it. */
      readonly live: Readonly<Record<string, LiveValue>> | null;
    };
    readonly answer: StatementStates | null;
  };
  /** Checks a file that is not open, and keeps nothing of it. */
  readonly checkClosed: {
    readonly request: { readonly file: string; readonly cwd: string; readonly settings: CheckSettings };
    readonly answer: FileCheck | null;
  };
  /** Checks a text that is nowhere; findings are about `file`. */
  readonly checkText: {
    readonly request: { readonly file: string; readonly cwd: string; readonly text: string; readonly settings: CheckSettings };
    readonly answer: FileCheck | null;
  };
  /** What the workspace's sources say to the classes and patterns of a rules file. Null: cancelled, or there are too many. */
  readonly programOfRules: {
    readonly request: { readonly folder: string; readonly file: string; readonly asked: AskedOfProgram };
    readonly answer: ProgramOfRules | null;
  };
  /** Only takes notice of changed buffers, and says which documents they make stale. */
  readonly update: { readonly request: null; readonly answer: null };
  /** The source files below folders. Questions about many files are asked of the thread that knows texts only. */
  readonly sourceFiles: { readonly request: { readonly folders: readonly string[] }; readonly answer: SourceFiles };

  /** What is wrong with the tsconfig of a file, said once for each; `isFresh`: tsconfigs have changed. */
  readonly configProblem: { readonly request: { readonly file: string; readonly isFresh: boolean }; readonly answer: ConfigProblem | null };

  // What the text of a document means: asked of a thread of its own, which knows no analysis and is never busy for long.
  readonly name: { readonly request: OffsetRequest; readonly answer: NameAt | null };
  readonly statement: { readonly request: OffsetRequest; readonly answer: StatementAt | null };
  readonly functionsAround: { readonly request: OffsetRequest; readonly answer: readonly Span[] | null };
  readonly fixPlaces: { readonly request: SpanRequest & { readonly shown: number }; readonly answer: FixPlaces | null };
  readonly declaredNames: { readonly request: SpanRequest; readonly answer: readonly DeclaredName[] | null };
  readonly negatedAssertion: { readonly request: OffsetRequest; readonly answer: NegatedAssertion | null };
  readonly completions: {
    readonly request: OffsetRequest & { readonly isTyping: boolean };
    readonly answer: readonly AssertionCompletion[] | null;
  };
  readonly renamable: { readonly request: OffsetRequest; readonly answer: Renamable | null };
  readonly rename: {
    readonly request: OffsetRequest & { readonly newName: string };
    readonly answer: readonly RenameEdit[] | { readonly refusal: string } | null;
  };
  /** The check of an open rules file. */
  readonly rules: { readonly request: { readonly file: string }; readonly answer: RulesCheck | null };
  /** Where the classes of a rule come from. */
  readonly sourcesOfRule: {
    readonly request: { readonly file: string; readonly rule: CheckedRule };
    readonly answer: { readonly sources: readonly string[]; readonly programs: readonly string[] };
  };
  /** A rules file with an example about a document. */
  readonly newRules: { readonly request: { readonly file: string; readonly offset: number | null }; readonly answer: string | null };
  /** Rules at a part of a rules file as assertions. */
  readonly otherForms: { readonly request: SpanRequest; readonly answer: readonly OtherForm[] };
  /** The assertion on a line, from 1, as a rule. */
  readonly addedRule: { readonly request: { readonly file: string; readonly line: number }; readonly answer: AddedRule | null };
  readonly tokens: { readonly request: { readonly file: string }; readonly answer: readonly AssertionToken[] | null };
}

export interface SpanRequest {
  readonly file: string;
  readonly span: Span;
}

/** A place of an open document's newest text. */
export interface OffsetRequest {
  readonly file: string;
  readonly offset: number;
}

export type TaskKind = keyof Tasks;
export type Request<Kind extends TaskKind> = Tasks[Kind]['request'];
export type Answer<Kind extends TaskKind> = Tasks[Kind]['answer'];

/** The newest text of an open document; null: it was closed, or it is not open and changed on the disk. */
export interface Buffer {
  readonly file: string;
  readonly content: { readonly version: number; readonly text: string } | null;
}

/** A message to a thread. */
export type Order = { readonly [Kind in TaskKind]: OrderOf<Kind> }[TaskKind];

export interface OrderOf<Kind extends TaskKind> {
  /** From 1; in the cell of `ThreadData` it means that the task is to end early. */
  readonly id: number;
  readonly kind: Kind;
  readonly request: Request<Kind>;
  /** Those that changed since the order before. */
  readonly buffers: readonly Buffer[];
}

/** A message from a thread. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly answer: unknown;
      /** Open documents (as files) whose last check has read something that is another one now. */
      readonly stale: readonly string[];
      /** Files that were imported, are there and could not be read. */
      readonly unreadable: readonly ReadProblem[];
    }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

/** The `workerData` of a thread. */
export interface ThreadData {
  /** One 32-bit integer: the id of the order that is cancelled. */
  readonly cancelled: SharedArrayBuffer;
}
