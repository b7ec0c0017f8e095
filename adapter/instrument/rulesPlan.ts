import type { AssertionPoint } from '../../server/rules/assertionProbes.js';
import type { PatternShape } from '../../server/rules/rulesFile.js';

/** What rules over live objects ask of the texts of a run. */
export interface RulesPlan {
  readonly classes: readonly WatchedClass[];
  /** Places whose objects are a set: what an expression there makes belongs to it. */
  readonly sites: readonly WatchedSite[];
  /** Whether writes of all names are probed, also of those that no rule reads. */
  readonly isUnpruned: boolean;
  /** Whether they are probed to see that none of them changes what a rule reads: they count as left out. */
  readonly isPruningChecked: boolean;
  /** Private names that are read from outside of their class. */
  readonly privates: readonly string[];
  /** Whether the methods of classes say when they begin and end. */
  readonly methods: boolean;
  readonly patterns: readonly WatchedPattern[];
  /** Texts with places that are proven to touch nothing that rules watch. */
  readonly pruned: readonly PrunedRuleText[];
  readonly assertions: readonly WatchedAssertion[];
  /** Whether a debugger sees the texts: those with probes name a source map then, so that V8 waits before they run. */
  readonly isDebugged: boolean;
}

/** What the analyses prove of a text. */
export interface PrunedRuleText {
  readonly path: string;
  /** By which it is known: what is loaded under the path may be another text. */
  readonly hash: string;
  /** null: the analysis says nothing, or is not asked. */
  readonly types: PrunedPlaces | null;
  readonly aliases: PrunedPlaces | null;
}

/** Places that need no probe, as `start:end`: stores to members, `new`, and calls of methods that change a container. */
export interface PrunedPlaces {
  readonly stores: readonly string[];
  readonly made: readonly string[];
  readonly calls: readonly string[];
}

/** An assertion comment of the program that is looked at where it runs. */
export interface WatchedAssertion {
  /** The number of its rule. */
  readonly rule: number;
  readonly paths: readonly string[];
  /** How long the text is that the points are of: a file's own, or one whose types were erased. */
  readonly length: number;
  readonly points: readonly AssertionPoint[];
}

/** A class whose objects rules speak of, by where it is declared. */
export interface WatchedClass {
  readonly id: number;
  /** The files that may declare it. */
  readonly paths: readonly string[];
  /** A folder anywhere below which it may be declared: a package has its classes where it likes. */
  readonly folder: string | null;
  /** null: what the file exports as its default. */
  readonly name: string | null;
  /** The names of the classes that it extends. */
  readonly supers: readonly string[];
  /** Whether it may extend others, too: a function makes it, or one that it extends. */
  readonly mayExtendAny: boolean;
}

/** The name of what a file exports as its default. */
export const defaultName = '*default*';

/** Whether a class with some names, which one of these files declares, is one that rules speak of. */
export function isClassCalled({ name, paths, folder }: WatchedClass, names: readonly string[], files: readonly string[]): boolean {
  return names.includes(name ?? defaultName) && files.some((path) => paths.includes(path) || (folder !== null && path.startsWith(folder)));
}

/** Whether a class with some names, which a file declares, may be one that a class of rules extends. */
export function isSuperCalled({ supers, folder, mayExtendAny }: WatchedClass, names: readonly string[], file: string): boolean {
  return mayExtendAny || (folder !== null && file.startsWith(folder)) || supers.some((name) => names.includes(name));
}

/** An expression on a line of the user's source. */
export interface WatchedSite {
  readonly set: number;
  readonly paths: readonly string[];
  readonly line: number;
}

/** A pattern of code, and where it counts. */
export interface WatchedPattern {
  readonly id: number;
  /** The number of its rule. */
  readonly rule: number;
  /** Code that matches, or updates of the places that a metavariable of the same rule stands for. */
  readonly kind: 'match' | 'changes';
  readonly shape: PatternShape;
  /** The names that stand for any expression, in the order in which the running rule gets their values. */
  readonly metavariables: readonly string[];
  readonly moments: readonly ('before' | 'after' | 'settled' | 'instead')[];
  /** Part of a path, or null. */
  readonly file: string | null;
  readonly line: number | null;
  readonly className: string | null;
  readonly functionName: string | null;
}
