import type { Expression } from '../../ir/expression.js';
import { failureKey, ofBoth, type Failure } from '../concrete/failure.js';
import type { Decision } from './pathCondition.js';
import { textOf } from './quantities.js';
import type { Quantities } from './quantities.js';

/** The outcomes of the runs of a root, by the decisions about its entry. */
export type PathTree =
  /** They fail; `isPastLoop`: behind a loop that they were presumed to leave. */
  | { readonly kind: 'bad'; readonly failure: Failure; readonly isPastLoop?: true }
  /** Some of them may be good. */
  | {
      readonly kind: 'open';
      /** A loop goes on that was not followed. */
      readonly goesOn?: true;
      /** They were followed to a good end. */
      readonly isGood?: true;
    }
  /** They go on as other runs of the tree, or end with an exception of unknown code: others say whether they are good. */
  | { readonly kind: 'covered' }
  | {
      readonly kind: 'decision';
      readonly condition: Expression;
      /** Whether all that it speaks of has a name. */
      readonly isNameable: boolean;
      /** The run came to its place before. */
      readonly isRepeated: boolean;
      /** Whether it asks if something is refused for what no condition names. */
      readonly isOfRefusal: boolean;
      readonly whenTrue: PathTree;
      readonly whenFalse: PathTree;
    };

export const open: PathTree = { kind: 'open' };
export const good: PathTree = { kind: 'open', isGood: true };
export const covered: PathTree = { kind: 'covered' };
/** A loop goes on that was not followed. */
export const goesOn: PathTree = { kind: 'open', goesOn: true };

/** The number of iterations that are followed is ours: that a loop goes on for longer is no condition of the program. */
export function withoutLastTests(tree: PathTree): PathTree {
  if (tree.kind !== 'decision') return tree;
  const whenTrue = withoutLastTests(tree.whenTrue);
  const whenFalse = withoutLastTests(tree.whenFalse);
  const [one, other] = [whenTrue, whenFalse].map(({ kind }) => kind);
  if (whenTrue === goesOn || whenFalse === goesOn) {
    if (one === 'open' && other === 'open') return goesOn;
    if (tree.isRepeated && (one === 'bad' || other === 'bad')) return goesOn;
  }
  return { ...tree, whenTrue, whenFalse };
}

/** The tree with one more run, which decided so and ended so. */
export function insert(tree: PathTree, decisions: readonly Decision[], leaf: PathTree, quantities: Quantities, from = 0): PathTree {
  const first = decisions[from];
  if (first === undefined) return leaf;
  const known =
    tree.kind === 'decision'
      ? tree
      : {
          kind: 'decision' as const,
          condition: first.condition,
          isNameable: quantities.isNameable(first.condition),
          isRepeated: first.isRepeated,
          isOfRefusal: first.isOfRefusal,
          whenTrue: open,
          whenFalse: open,
        };
  return first.truth
    ? { ...known, whenTrue: insert(known.whenTrue, decisions, leaf, quantities, from + 1) }
    : { ...known, whenFalse: insert(known.whenFalse, decisions, leaf, quantities, from + 1) };
}

/** How many runs were not followed to their end. */
export function openLeavesOf(tree: PathTree): number {
  if (tree.kind === 'decision') return openLeavesOf(tree.whenTrue) + openLeavesOf(tree.whenFalse);
  return tree.kind === 'open' && tree.isGood !== true ? 1 : 0;
}

/** Whether some runs fail. */
export function fails(tree: PathTree): boolean {
  return tree.kind === 'decision' ? fails(tree.whenTrue) || fails(tree.whenFalse) : tree.kind === 'bad';
}

/** How many ends runs come to. */
export function leavesOf(tree: PathTree): number {
  return tree.kind === 'decision' ? leavesOf(tree.whenTrue) + leavesOf(tree.whenFalse) : 1;
}

/** The decisions on the path to a part of a tree, by the text of the condition. */
type Decided = ReadonlyMap<string, boolean>;

/** Where one tree says nothing, the other does: both are true of the same entries. */
export function continued(tree: PathTree, further: PathTree, decided: Decided = new Map()): PathTree {
  if (tree.kind !== 'decision') return tree.kind === 'open' && tree.isGood !== true ? remaining(further, decided) : tree;
  return {
    ...tree,
    whenTrue: continued(tree.whenTrue, further, withDecision(decided, tree, true)),
    whenFalse: continued(tree.whenFalse, further, withDecision(decided, tree, false)),
  };
}

function withDecision(decided: Decided, { condition, isNameable }: PathTree & { readonly kind: 'decision' }, truth: boolean): Decided {
  return isNameable ? new Map([...decided, [textOf(condition), truth]]) : decided;
}

/** The part of a tree that is not decided yet. */
function remaining(tree: PathTree, decided: Decided): PathTree {
  if (tree.kind !== 'decision') return tree;
  const truth = decided.get(textOf(tree.condition));
  if (truth !== undefined) return remaining(truth ? tree.whenTrue : tree.whenFalse, decided);
  return { ...tree, whenTrue: remaining(tree.whenTrue, decided), whenFalse: remaining(tree.whenFalse, decided) };
}

/** A failure that says why entries of a tree fail. */
export interface ToldFailure {
  readonly failure: Failure;
  /** Some of its runs were presumed to leave a loop. */
  readonly isPastLoop: boolean;
  /** The engine refuses something there of which nothing is known: another run of the same entry goes on. */
  readonly isOfUnknown: boolean;
  /** Some entries decide that they come to it: nothing that has no name does, right before. */
  readonly isForeseen: boolean;
}

/**
 * The failures that say why entries of the tree fail: all entries that decide as the run does fail, too. Where none is such, those that some
 * of these entries cannot escape. What is decided by something without a name decides nothing for an entry: a run may fail there, and
 * another one of the same entry be good.
 */
export function telling(tree: PathTree): readonly ToldFailure[] {
  const all = ofAll(tree);
  return all.length > 0 ? all : ofSome(tree);
}

/** The failures, by key, that runs may also come to whose entries decide as those of good ones: what has no name decides whether they do. */
export function usualFailures(tree: PathTree): ReadonlySet<string> {
  const decided = new Set(ofAll(tree).map(({ failure }) => failureKey(failure)));
  return new Set(ofSome(tree).flatMap(({ failure }) => (decided.has(failureKey(failure)) ? [] : [failureKey(failure)])));
}

/** The failures that runs of entries may also come to all of whose runs fail: what has no name decides whether they do. */
export function besides(told: readonly ToldFailure[], tree: PathTree): readonly Failure[] {
  const known = new Set(told.map(({ failure }) => failureKey(failure)));
  return ofSome(tree).flatMap(({ failure }) => (known.has(failureKey(failure)) ? [] : [failure]));
}

const ofAll = (tree: PathTree): readonly ToldFailure[] => failuresWhere(tree, (decided) => isBad(tree, decided, 'all'));

const ofSome = (tree: PathTree): readonly ToldFailure[] => failuresWhere(tree, (decided) => isBad(tree, decided, 'some'));

/** Whether the entry decides that runs come to an end behind a decision; `before`: whether it decided that before. */
export function isForeseenBehind(
  { isNameable, isOfRefusal }: PathTree & { readonly kind: 'decision' },
  truth: boolean,
  before: boolean,
): boolean {
  // What was not refused is no reason of what comes then.
  return isOfRefusal && !truth ? before : isNameable;
}

interface BadLeaf extends ToldFailure {
  /** The decisions about its entries. */
  readonly entries: string;
}

function failuresWhere(tree: PathTree, test: (decided: Decided) => boolean): readonly ToldFailure[] {
  const leaves: BadLeaf[] = [];
  const visit = (part: PathTree, decided: Decided, isForeseen: boolean): void => {
    if (part.kind === 'bad' && test(decided)) {
      const { failure, isPastLoop = false } = part;
      const isRefused = failure.fault !== null;
      leaves.push({ failure, isPastLoop, isForeseen, isOfUnknown: isRefused && !isForeseen, entries: textOfDecided(decided) });
    }
    if (part.kind !== 'decision') return;
    visit(part.whenTrue, withDecision(decided, part, true), isForeseenBehind(part, true, isForeseen));
    visit(part.whenFalse, withDecision(decided, part, false), isForeseenBehind(part, false, isForeseen));
  };
  visit(tree, new Map(), true);
  const foreseen = new Set(foreseenOf(leaves));
  const found = new Map<string, ToldFailure>();
  for (const leaf of leaves) {
    const key = failureKey(leaf.failure);
    const before = found.get(key);
    found.set(key, {
      failure: before === undefined ? leaf.failure : ofBoth(before.failure, leaf.failure),
      isPastLoop: leaf.isPastLoop || before?.isPastLoop === true,
      isOfUnknown: !foreseen.has(leaf) && before?.isOfUnknown !== false,
      isForeseen: leaf.isForeseen || before?.isForeseen === true,
    });
  }
  return [...found.values()];
}

const textOfDecided = (decided: Decided): string =>
  [...decided]
    .map(([text, truth]) => `${text} ${truth}`)
    .sort()
    .join('\n');

/** The leaves that say why their entries fail. What may be refused of unknown values says it only where no other failure does. */
function foreseenOf(leaves: readonly BadLeaf[]): readonly BadLeaf[] {
  const byEntries = new Map<string, BadLeaf[]>();
  for (const leaf of leaves) byEntries.set(leaf.entries, [...(byEntries.get(leaf.entries) ?? []), leaf]);
  return [...byEntries.values()].flatMap((alike) => {
    const refused = new Set(alike.filter(({ isOfUnknown }) => isOfUnknown).map(({ failure }) => failureKey(failure)));
    const others = alike.filter(({ failure }) => !refused.has(failureKey(failure)));
    return others.length > 0 ? others : alike.filter(({ isOfUnknown }) => !isOfUnknown);
  });
}

/** Whether all runs fail of all entries, or some entry, that decide so. */
function isBad(tree: PathTree, decided: Decided, entries: 'all' | 'some'): boolean {
  if (tree.kind !== 'decision') return tree.kind !== 'open';
  const truth = tree.isNameable ? decided.get(textOf(tree.condition)) : undefined;
  if (truth !== undefined) return isBad(truth ? tree.whenTrue : tree.whenFalse, decided, entries);
  const isEnough = tree.isNameable && entries === 'some';
  const whenTrue = isBad(tree.whenTrue, decided, entries);
  if (whenTrue === isEnough) return whenTrue;
  return isBad(tree.whenFalse, decided, entries);
}
