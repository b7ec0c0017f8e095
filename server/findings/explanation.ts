import type { RootSolution } from '../analysis/rootSolution.js';
import type { PointId } from '../analysis/unfolding.js';
import { failureKey, type Failure } from '../execution/concrete/failure.js';
import { besides, telling, usualFailures, type PathTree, type ToldFailure } from '../execution/symbolic/followedTree.js';
import type { FollowedPaths } from '../execution/symbolic/symbolicExecution.js';
import type { LiveState, State } from '../semantics/state.js';
import { Blame, isAccess } from './blame.js';
import { isAssertion, occurrenceOf, occurrencesFrom, waysOf, type Occurrence } from './cause.js';
import { compare, isNever, literal, named, not, type ConditionTree } from './conditionTree.js';
import { endlessAt, endlessFrom, type EndlessCause } from './endlessCause.js';
import { causesOfPieces, comesTo, hasOtherNumbers, ofBadRuns, ofBoundaries } from './failingPieces.js';
import { mayMiss } from './missedSometime.js';
import type { Places } from './place.js';
import type { Asked, BadEnd, PathCondition } from './pathTreeCondition.js';
import { askedByValues, conditionOf } from './requires.js';
import { printCondition } from './printCondition.js';
import type { ScopeCondition } from './scopeConditions.js';

/** The end of runs that fail: an occurrence, or no end at all. */
export type Cause = { readonly kind: 'occurrence'; readonly occurrence: Occurrence } | EndlessCause | { readonly kind: 'missed' };

/** Why runs fail that a condition excludes. */
export interface Explanation {
  /** The headline's cause first. Of several, each run fails for one; not distinguished by conditions are those without one. */
  readonly causes: readonly Explained[];
  /** All runs come to the headline's cause, though some violate an assertion before. */
  readonly isCertain: boolean;
  /** There may be other causes. */
  readonly isOpen: boolean;
  /** Failures that may show, whether or not a run that fails comes to them. */
  readonly occurrences: readonly Occurrence[];
}

export interface Explained {
  readonly cause: Cause;
  /** What runs must keep not to fail for it; null where that is not known, or all that is asked. */
  readonly asked: PathCondition | null;
  /** What is asked of the runs that may fail for it, where others may fail of the same inputs. */
  readonly among?: PathCondition | null;
}

/** The failures that tried runs came to. */
export interface Seen {
  readonly failures: readonly Failure[];
  /** Some were longer than they were followed. */
  readonly isLong: boolean;
  /** Some of those with numbers that a run counts to. */
  readonly isLongOfExact: boolean;
}

export interface Question {
  readonly solution: RootSolution;
  /** The place where it is decided that runs fail. */
  readonly origin: PointId;
  readonly asked: ScopeCondition;
  /** The failures of runs that were tried. */
  readonly seen: Seen;
  readonly places: Places;
}

/**
 * Why runs fail at the entry of a root. What followed paths come to is certain, and each path says for which inputs; where they do not
 * cover the condition, runs that were tried say more; where there are none, what may fail in states that are not good.
 */
export function explainEntry(question: Question): Explanation {
  const { solution, seen, asked } = question;
  const occurrences = occurrencesFrom(solution, question.origin);
  if (isMissed(question, occurrences))
    return { causes: [{ cause: { kind: 'missed' }, asked: null }], isCertain: false, isOpen: false, occurrences };
  const { paths, isWhole } = pathsOf(solution);
  const isTheOnlyRun = isModule(solution) && asked.condition !== null && isNever(asked.condition);
  // That an intermittent assertion is missed is what states tell, where paths do not tell all.
  const all = paths === null ? [] : telling(paths.tree);
  // What is refused only of unknown values is no cause beside others.
  const foreseen = all.filter(({ isOfUnknown }) => !isOfUnknown);
  const told = (foreseen.length > 0 ? foreseen : all).filter(({ failure }) => {
    if (isTheOnlyRun && paths?.passed.has(failureKey(failure)) === true) return false;
    return isWhole || failure.kind !== 'missed';
  });
  const failures = told.map(({ failure }) => failure);
  const tried = seen.failures.filter(({ kind }) => kind !== 'missed');
  const found = groupsOf(isWhole ? failures : [...failures, ...tried], question, occurrences);
  const bad = isWhole || solution.paths !== null ? null : ofBadEntries(question);
  const groups = found === null || bad === null ? found : found.filter(({ cause }) => isAmong(cause, bad.occurrences));
  if (groups === null || groups.length === 0) {
    const own = bad ?? ofBadEntries(question);
    const likely = guessed(own?.question ?? question, own?.occurrences ?? occurrences);
    const isTold = (each: Occurrence): boolean => likely.some(({ cause }) => isOf(cause, each));
    const refused = occurrences.every((each) => isTold(each) || !isRefusal(each.form)) ? [] : refusedAtBounds(question);
    const causes = [...likely, ...refused.filter(({ cause }) => !likely.some((each) => keyOf(each.cause) === keyOf(cause)))];
    return { causes, isCertain: false, isOpen: mayHaveOthers(question, causes, occurrences), occurrences };
  }
  const endless = isWhole || groups.some(({ cause }) => cause.kind === 'endless') ? null : endlessBesides(question, groups);
  // Which runs go round in a loop is not known: of those that were presumed to leave one, some may not.
  if (endless !== null)
    groups.push({ cause: endless, keys: new Set(told.flatMap((each) => (each.isPastLoop ? [failureKey(each.failure)] : []))) });
  const isAll = isWhole || (paths !== null && isWholeOf(told, paths, question));
  const others = paths !== null && isAll ? (groupsOf(besides(all, paths.tree), question, occurrences) ?? []) : [];
  // What good inputs may come to as well is not why the engine refuses these.
  const isByEngine = paths !== null && isAll && !groups.some(({ cause }) => isStated(cause));
  const usual: ReadonlySet<string> = isByEngine ? usualFailures(paths.tree) : new Set();
  const isUsual = ({ keys }: Group): boolean => [...keys].every((key) => usual.has(key));
  const own = isAll ? null : (bad ?? ofBadEntries(question));
  const stated = isAll ? others.filter((other) => !isUsual(other)) : statedBesides(groups, own?.occurrences ?? []);
  const isRefused = own !== null && own.reached.some(({ mayPass, form }) => !mayPass && isRefusal(form));
  const refused = isRefused ? refusedAtBounds(question).map(({ cause }): Group => ({ cause, keys: new Set() })) : [];
  for (const other of [...stated.filter(isThrown), ...refused])
    if (!groups.some(({ cause }) => keyOf(cause) === keyOf(other.cause))) groups.push(other);
  const isOpen = isAll
    ? others.some((other) => isStated(other.cause) && (!isThrown(other) || isUsual(other)))
    : mayHaveOthers(question, groups, own?.reached ?? occurrences);
  const among = { told, endless, isAll };
  const causes = paths === null || groups.length === 1 ? groups.map(withoutCondition) : distinguished(groups, paths, question, among);
  const certain = groups.length > 1 ? alwaysComing(question, groups, occurrences) : null;
  const seenKeys = new Set(seen.failures.map(failureKey));
  const wasSeen = (each: Explained): boolean =>
    groups.some(({ cause, keys }) => cause === each.cause && [...keys].some((key) => seenKeys.has(key)));
  const rest = withoutRefusals(
    causes.filter(({ cause }) => certain === null || cause !== certain),
    asked,
    wasSeen,
  );
  const headline = certain === null ? [] : [{ cause: certain, asked: null }];
  return {
    causes: [...headline, ...headlineFirst(rest, occurrences, asked.failing)],
    isCertain: certain !== null,
    isOpen: isOpen && certain === null,
    occurrences,
  };
}

const withoutCondition = ({ cause }: Group): Explained => ({ cause, asked: null });

/** The causes, each with what runs must keep not to fail for it and for no other one. */
function distinguished(
  groups: readonly Group[],
  paths: FollowedPaths,
  { solution, seen, asked }: Question,
  { told, endless, isAll }: { readonly told: readonly ToldFailure[]; readonly endless: Cause | null; readonly isAll: boolean },
): readonly Explained[] {
  const causes = groups.map(({ cause, keys }): Explained => {
    const hasForeseen = told.some(({ failure, isForeseen }) => isForeseen && keys.has(failureKey(failure)));
    // What goes on as other runs do comes to any of the ends.
    const ends: Asked = (end, isForeseen) => {
      if (end.kind === 'covered') return cause.kind === 'endless' && cause !== endless ? 'asked' : 'beside';
      return keys.has(failureKey(end.failure)) && (isForeseen || !hasForeseen) ? 'asked' : 'beside';
    };
    const of = keys.size === 0 ? null : conditionOf(paths, solution, ends);
    if (of === null || cause === endless || !isDistinguished(keys, told, seen)) return { cause, asked: null, among: of };
    // Of the same inputs some runs may come to one cause and some to another, as what has no name decides.
    const isOfOther = (end: BadEnd): boolean =>
      end.kind === 'bad' && groups.some((other) => other.cause !== cause && other.keys.has(failureKey(end.failure)));
    const alone = conditionOf(paths, solution, (end, isForeseen) => (isOfOther(end) ? 'open' : ends(end, isForeseen)));
    return alone === null ? { cause, asked: null, among: of } : { cause, asked: isSameSide(alone.bad, of.bad) ? of : alone };
  });
  // What no run comes to that breaks the condition is no reason for it.
  const tried = new Set(seen.failures.map(failureKey));
  const isOfTried = (cause: Cause): boolean =>
    groups.some((group) => group.cause === cause && [...group.keys].some((key) => tried.has(key)));
  const own = causes.filter(({ cause, asked: of, among = null }) => cause === endless || (of ?? among) !== null || isOfTried(cause));
  const keys = new Set(groups.flatMap((group) => (own.some(({ cause }) => cause === group.cause) ? [...group.keys] : [])));
  const ofOwn = isAll && own.length < causes.length ? conditionOf(paths, solution, endsOf(keys)) : null;
  return ofOwn !== null && isSameSide(ofOwn.bad, asked.failing) ? own : causes;
}

const endsOf =
  (keys: ReadonlySet<string>): Asked =>
  (end) =>
    end.kind === 'bad' && keys.has(failureKey(end.failure)) ? 'asked' : 'beside';

const isThrown = ({ cause }: Group): boolean => cause.kind === 'occurrence' && ['throw', 'returned'].includes(cause.occurrence.form);

/** What the program throws of runs that are no good, besides what is known. */
function statedBesides(groups: readonly Group[], reached: readonly Occurrence[]): readonly Group[] {
  const isKnown = (each: Occurrence): boolean => groups.some(({ cause }) => cause.kind === 'occurrence' && isSame(cause.occurrence, each));
  return reached.filter((each) => !isKnown(each)).map((occurrence) => ({ cause: { kind: 'occurrence', occurrence }, keys: new Set() }));
}

/** Whether the entries of these failures come to them: a loop that they were presumed to leave may be one that they do not. */
function isDistinguished(keys: ReadonlySet<string>, told: readonly ToldFailure[], { isLong }: Seen): boolean {
  return !isLong || !told.some(({ failure, isPastLoop }) => isPastLoop && keys.has(failureKey(failure)));
}

/** That runs do not end, where it is a cause besides those that are known; else null. */
function endlessBesides({ solution, origin, asked, seen }: Question, groups: readonly Group[]): EndlessCause | null {
  if (!solution.analysis.context.settings.termination) return null;
  const mayBeLong = seen.isLong || isBeyondExact(asked.failing);
  const cause = endlessFrom(solution, origin, mayBeLong);
  if (mayBeLong && cause.mayBe) return withDoubts(cause, true, seen);
  if (mayBeLong) return null;
  const known = groups.flatMap(({ cause: each }) => (each.kind === 'occurrence' ? [each.occurrence] : []));
  return cause.mayBe && hasOtherNumbers(solution, known) ? cause : null;
}

/** The cause with what speaks for it, where it is only `isGuessed` that something goes on for long. */
function withDoubts(cause: EndlessCause, isGuessed: boolean, { isLong, isLongOfExact }: Seen): EndlessCause {
  if (!isGuessed || isLongOfExact) return cause;
  return isLong ? { ...cause, isOfInexactRuns: true } : { ...cause, isOfInexact: true };
}

/** It speaks of numbers that no run counts to: a loop that would does not end. */
export function isBeyondExact(failing: ConditionTree | null): boolean {
  if (failing?.kind === 'all' || failing?.kind === 'any') return failing.of.some(isBeyondExact);
  return failing?.kind === 'compare' && failing.other.literal === 'number' && Math.abs(Number(failing.other.text)) >= 2 ** 53;
}

/** Why runs fail that come to a point inside of a root, in a state that is `good` or not. `occurrences`: what may fail from there. */
export function explainInside(question: Question, occurrences: readonly Occurrence[], inflow: LiveState, good: State): Explanation {
  const { solution, origin, seen, asked } = question;
  if (isMissed(question, occurrences))
    return { causes: [{ cause: { kind: 'missed' }, asked: null }], isCertain: false, isOpen: false, occurrences };
  const told = good === null || !isToBeTold(occurrences) ? [] : causesOfPieces(solution, origin, { inflow, good }, asked.on, occurrences);
  if (told.length > 0) {
    const causes = told.map((occurrence): Explained => ({ cause: { kind: 'occurrence', occurrence }, asked: null }));
    return { causes: headlineFirst(causes, occurrences), isCertain: false, isOpen: false, occurrences };
  }
  const failures = [...((solution.allPaths ?? solution.paths)?.failures ?? []), ...seen.failures];
  const groups = groupsOf(failures, question, occurrences) ?? [];
  const come = groups.filter(({ cause }) => cause.kind === 'occurrence' && occurrences.some((each) => isSame(each, cause.occurrence)));
  if (occurrences.length > 1 && come.length > 0) {
    // Runs that were tried may have failed for what this condition does not speak of.
    const isIntended = occurrences.some(({ intended }) => intended) && !isAboutAssertion(question, occurrences); // it is not reported
    const own = good === null || isIntended ? [] : causesOfPieces(solution, origin, { inflow, good }, asked.on, occurrences);
    const isOwn = ({ cause }: Group): boolean => cause.kind !== 'occurrence' || own.some((each) => isSame(each, cause.occurrence));
    const tried = own.length === 0 ? come : come.filter(isOwn);
    const causes: readonly Explained[] =
      tried.length > 0
        ? tried.map(({ cause }) => ({ cause, asked: null }))
        : own.map((occurrence) => ({ cause: { kind: 'occurrence', occurrence }, asked: null }));
    return { causes: headlineFirst(causes, occurrences), isCertain: false, isOpen: false, occurrences };
  }
  const bad = ofBadOnly(question, { inflow, good });
  const among = bad?.occurrences ?? occurrences;
  const causes = guessed(bad?.question ?? question, among);
  return { causes: headlineFirst(causes, among), isCertain: false, isOpen: false, occurrences: among };
}

/** What of the root's entries are no good: null where that is not known. */
function ofBadEntries(question: Question): ReturnType<typeof ofBadOnly> {
  const { solution, origin } = question;
  const { entry } = solution.analysis.unfolding.root;
  const inflow = solution.reachable[entry] ?? null;
  return origin !== entry || inflow === null ? null : ofBadOnly(question, { inflow, good: solution.good[entry] ?? null });
}

/**
 * What the engine refuses of the values at the bounds of what is good, where that is all that they come to: as `size <= 0` may be asked because
 * `size < 0` is thrown for, and an array of size 0 has no element.
 */
function refusedAtBounds({ solution, origin, asked }: Question): readonly Explained[] {
  const states = { inflow: solution.reachable[origin] ?? null, good: solution.good[origin] ?? null };
  const { exit } = solution.analysis.unfolding.root;
  return ofBoundaries(solution, origin, states, asked.on).flatMap(({ variable, number, of }): readonly Explained[] => {
    const [occurrence, ...others] = occurrencesFrom(of, origin).filter(({ mayPass }) => !mayPass);
    const name = solution.analysis.context.program.module.variables[variable]?.name;
    const mayEnd = (of.reachable[exit] ?? null) !== null;
    if (occurrence === undefined || others.length > 0 || !isRefusal(occurrence.form) || mayEnd || name === undefined) return [];
    const bad = compare(named(name), '===', literal(number));
    const sides = { good: not(bad), bad };
    return [{ cause: { kind: 'occurrence', occurrence }, asked: null, among: { ...sides, isWhole: false, shortly: sides } }];
  });
}

const isRefusal = (form: Occurrence['form']): boolean => !['throw', 'returned', 'assertion'].includes(form);

const isOf = (cause: Cause, occurrence: Occurrence): boolean => cause.kind === 'occurrence' && isSame(cause.occurrence, occurrence);

const isAmong = (cause: Cause, occurrences: readonly Occurrence[]): boolean =>
  cause.kind !== 'occurrence' || occurrences.some((each) => isSame(each, cause.occurrence));

/** The question about runs that are no good alone, and what none of them gets past; null where that is not known. */
function ofBadOnly(
  question: Question,
  states: Parameters<typeof ofBadRuns>[2],
): { readonly question: Question; readonly occurrences: readonly Occurrence[]; readonly reached: readonly Occurrence[] } | null {
  const { solution, origin, asked } = question;
  const ofBad = ofBadRuns(solution, origin, states, asked.on);
  const { exit } = solution.analysis.unfolding.root;
  if (ofBad.some(({ reachable }) => (reachable[exit] ?? null) !== null)) return null;
  const last: Occurrence[] = [];
  const reached = ofBad.flatMap((of) => occurrencesFrom(of, origin));
  for (const each of reached) if (!each.mayPass && !last.some((known) => isSame(known, each))) last.push(each);
  // What good runs may come to as well says nothing of the others.
  const usual = last.length < 2 || states.good === null ? [] : comesTo(solution, origin, states.good, last);
  const own = last.filter((each) => !usual.includes(each));
  const occurrences = own.length > 0 ? own : last;
  const [only = solution, ...others] = ofBad;
  return occurrences.length === 0
    ? null
    : { question: { ...question, solution: others.length === 0 ? only : solution }, occurrences, reached };
}

/** Among several failures is one that the program states, and none that it intends: else nothing is reported, whatever the cause. */
function isToBeTold(occurrences: readonly Occurrence[]): boolean {
  if (occurrences.length < 2 || occurrences.some(({ intended }) => intended)) return false;
  return occurrences.some(({ form }) => form === 'throw' || form === 'assertion');
}

/** Whether the cause may be an assertion, which is always reported. */
export function isAboutAssertion(question: Question, occurrences: readonly Occurrence[]): boolean {
  return occurrences.some(({ code }) => isAssertion(code)) || isMissed(question, occurrences);
}

function isMissed({ solution, origin, asked }: Question, occurrences: readonly Occurrence[]): boolean {
  if (occurrences.some(({ code }) => isAssertion(code))) return false;
  return asked.condition !== null && mayMiss(solution, origin, asked.condition);
}

/** Paths that say why runs fail, and whether every run that the condition excludes takes one of them. */
function pathsOf(solution: RootSolution): { readonly paths: FollowedPaths | null; readonly isWhole: boolean } {
  const { allPaths, paths, analysis, reachable } = solution;
  if (allPaths !== null) return { paths: allPaths, isWhole: true };
  const before = reachable[analysis.unfolding.root.entry] ?? null;
  if (before === null || askedByValues(solution, before).condition === null) return { paths, isWhole: paths !== null };
  const followed = solution.followed();
  return { paths: followed, isWhole: followed !== null && isModule(solution) && !leavesOpen(followed.tree) };
}

const isModule = ({ analysis }: RootSolution): boolean => analysis.body.kind === 'module';

interface Group {
  readonly cause: Cause;
  /** The failures that it stands for. */
  readonly keys: Set<string>;
}

/** The causes that failures are; null where it is not known what one is. */
function groupsOf(failures: readonly Failure[], { solution }: Question, occurrences: readonly Occurrence[]): Group[] | null {
  const forward = waysOf(solution);
  const groups = new Map<string, Group>();
  for (const failure of failures) {
    const cause = causeOf(failure);
    if (cause === null) return null;
    const key = keyOf(cause);
    const group = groups.get(key);
    groups.set(key, {
      cause: group === undefined ? cause : ofBoth(group.cause, cause),
      keys: (group?.keys ?? new Set<string>()).add(failureKey(failure)),
    });
  }
  return [...groups.values()];

  function causeOf(failure: Failure): Cause | null {
    if (failure.kind === 'missed') return { kind: 'missed' };
    if (failure.kind === 'endless') return endlessAt(failure, solution);
    const occurrence = occurrenceOf(failure, solution, forward, occurrences);
    return occurrence === null ? null : { kind: 'occurrence', occurrence };
  }
}

/** What is true of two causes at one place. */
function ofBoth(cause: Cause, other: Cause): Cause {
  if (cause.kind !== 'occurrence' || other.kind !== 'occurrence') return cause;
  const { occurrence } = cause;
  const { error, form } = other.occurrence;
  if (occurrence.error === error && occurrence.form === form) return cause;
  const isAlike = occurrence.form === form || !isRefusal(form) || !isRefusal(occurrence.form);
  return {
    ...cause,
    occurrence: { ...occurrence, error: occurrence.error === error ? error : null, form: isAlike ? occurrence.form : 'builtin' },
  };
}

function keyOf(cause: Cause): string {
  const place = cause.kind === 'occurrence' ? cause.occurrence : cause.kind === 'endless' ? cause.place : null;
  return `${cause.kind} ${place?.file ?? ''} ${place?.span.start ?? ''} ${place?.span.end ?? ''}`;
}

/**
 * Where every run fails, some of them by an assertion: what all of them come to that go on, as they do in Node, where an assertion is
 * only a comment. Null where there is no such thing.
 */
function alwaysComing(question: Question, groups: readonly Group[], occurrences: readonly Occurrence[]): Cause | null {
  const { asked, solution } = question;
  const isOfAssertion = ({ cause }: Group): boolean => cause.kind === 'occurrence' && isAssertion(cause.occurrence.code);
  if (asked.condition === null || !isNever(asked.condition) || !groups.some(isOfAssertion)) return null;
  const tree = solution.passingAssertions()?.tree;
  const only =
    tree === undefined || leavesOpen(tree)
      ? null
      : groupsOf(
          telling(tree).map(({ failure }) => failure),
          question,
          occurrences,
        );
  const [first, second] = only ?? [];
  if (first === undefined || second !== undefined) return null;
  // What does not end comes to nothing else.
  if (groups.some(({ cause }) => cause.kind === 'endless' && keyOf(cause) !== keyOf(first.cause))) return null;
  return groups.find(({ cause }) => keyOf(cause) === keyOf(first.cause))?.cause ?? first.cause;
}

/** Some runs may be good, or were not followed; but for those of which only another iteration was not. */
function leavesOpen(tree: PathTree): boolean {
  if (tree.kind === 'open') return tree.goesOn !== true;
  return tree.kind === 'decision' && (leavesOpen(tree.whenTrue) || leavesOpen(tree.whenFalse));
}

/** Whether one of the possible failures is none of these causes, and is stated by the program. */
function isAnotherStated(causes: readonly { readonly cause: Cause }[], occurrences: readonly Occurrence[]): boolean {
  const isKnown = (each: Occurrence): boolean => causes.some(({ cause }) => cause.kind === 'occurrence' && isSame(cause.occurrence, each));
  return occurrences.some((occurrence) => isStated({ kind: 'occurrence', occurrence }) && !isKnown(occurrence));
}

/** Whether it is what the program itself says, or that it does not end: no refusal of the engine, which unknown values might always meet. */
export function isStated(cause: Cause): boolean {
  return cause.kind !== 'occurrence' || !isRefusal(cause.occurrence.form);
}

/**
 * Whether runs may fail for none of these causes, where not all were followed. That they may not end is said where it is one more of
 * several causes, or of a failure that is certain. Where a member of nothing is read, nothing behind it
 * fails.
 */
function mayHaveOthers(
  { solution, origin, asked, seen }: Question,
  causes: readonly { readonly cause: Cause }[],
  occurrences: readonly Occurrence[],
): boolean {
  const isCertain = asked.condition !== null && isNever(asked.condition);
  const accessed = causes.flatMap(({ cause }) => (cause.kind === 'occurrence' && isAccess(cause.occurrence) ? [cause.occurrence] : []));
  if (!isCertain && accessed.length === causes.length) {
    const last = Math.max(...accessed.map(({ distance }) => distance));
    return isAnotherStated(
      causes,
      occurrences.filter(({ distance }) => distance < last),
    );
  }
  if (isAnotherStated(causes, occurrences)) return true;
  if (!solution.analysis.context.settings.termination || causes.some(({ cause }) => cause.kind === 'endless')) return false;
  const isNamed = causes.length === 1 && !seen.isLong && !isCertain;
  return !isNamed && endlessFrom(solution, origin, seen.isLong).mayBe;
}

/** Those of the possible failures that the condition explains. */
function guessed({ solution, origin, asked, seen, places }: Question, occurrences: readonly Occurrence[]): readonly Explained[] {
  const isCertain = asked.condition !== null && isNever(asked.condition);
  const { termination } = solution.analysis.context.settings;
  const mayPass = occurrences.every((each) => each.mayPass);
  // A certain failure is not explained by others that are only possible: no run gets that far.
  const isLong = seen.isLong || isBeyondExact(asked.failing);
  const endless = withDoubts(endlessFrom(solution, origin, isLong), isLong && !isCertain, seen);
  const isOnlyLong = isLong && seen.failures.length === 0;
  // A recursion that reads members of what it is handed ends at the first that is nothing.
  const isEndedByAccess = isCertain && endless.place?.form === 'recursion' && occurrences.some(isAccess);
  const blame = new Blame(asked, solution, places);
  // What may be refused, and is computed of other values, tells as little of which runs fail as what somebody may throw.
  const isNoReason = (each: Occurrence): boolean => each.form === 'other' || (isRefusal(each.form) && blame.isOfOthers(each));
  const isEndless =
    mayPass && !isEndedByAccess && termination && endless.mayBe && (isCertain || isOnlyLong || occurrences.every(isNoReason));
  const isByAssertion = occurrences.some(({ code }) => isAssertion(code));
  if (isEndless && !isByAssertion) return [{ cause: endless, asked: null }];
  const told = blame.of(occurrences);
  if (told.length === 0) return [{ cause: endless, asked: null }];
  const causes = told.map((occurrence): Cause => ({ kind: 'occurrence', occurrence }));
  if ((isLong || isCertain) && !isEndedByAccess && termination && endless.mayBe) {
    if (isOnlyLong && !isByAssertion) causes.unshift(endless);
    else causes.push(endless);
  }
  return causes.map((cause) => ({ cause, asked: null }));
}

/** Whether the entries that fail as it is told are all that the condition excludes. */
function isWholeOf(told: readonly ToldFailure[], paths: FollowedPaths, { solution, asked }: Question): boolean {
  if (asked.condition !== null && isNever(asked.condition)) return false;
  const keys = new Set(told.map(({ failure }) => failureKey(failure)));
  const of = conditionOf(paths, solution, endsOf(keys));
  return of !== null && isSameSide(of.bad, asked.failing);
}

/**
 * Where all that is asked is to keep from what the program states, the causes without what the engine refuses on the way there and no run that
 * was tried came to.
 */
function withoutRefusals(
  causes: readonly Explained[],
  { failing }: ScopeCondition,
  wasSeen: (each: Explained) => boolean,
): readonly Explained[] {
  const sideOf = ({ asked, among = null }: Explained): ConditionTree | null => (asked ?? among)?.bad ?? null;
  const isOfAll = (each: Explained): boolean => {
    const side = sideOf(each);
    return side !== null && isSameSide(side, failing);
  };
  if (!causes.some((each) => isOfAll(each) && isStated(each.cause))) return causes;
  return causes.filter((each) => isStated(each.cause) || wasSeen(each) || (sideOf(each) !== null && !isOfAll(each)));
}

/** Whether both say the same, in whatever order. */
const isSameSide = (bad: ConditionTree, failing: ConditionTree | null): boolean =>
  failing !== null && printCondition(inOrder(bad)) === printCondition(inOrder(failing));

function inOrder(tree: ConditionTree): ConditionTree {
  if (tree.kind !== 'all' && tree.kind !== 'any') return tree;
  const parts = tree.of.map((part) => ({ part: inOrder(part), text: printCondition(part) }));
  return { ...tree, of: parts.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ part }) => part) };
}

/** Whether it holds of one value only. */
const isOfOneValue = (bad: ConditionTree): boolean =>
  (bad.kind === 'compare' && bad.operator === '===' && bad.other.literal !== undefined) ||
  (bad.kind === 'all' && bad.of.some(isOfOneValue));

/**
 * What covers the input that a claim is shown with: the cause of all that it asks, if there is one; then assertions, as the user wrote them;
 * then the nearest. What holds of one value only comes last. `failing`: what the claim is about; null where it is another one.
 */
function headlineFirst(
  causes: readonly Explained[],
  occurrences: readonly Occurrence[],
  failing: ConditionTree | null = null,
): readonly Explained[] {
  const isNarrow = causes.map(({ asked }) => asked !== null && isOfOneValue(asked.bad));
  const narrow = isNarrow.includes(false) ? new Set(causes.filter((_, i) => isNarrow[i])) : new Set<Explained>();
  const rank = (each: Explained): number => {
    const { cause, asked, among = null } = each;
    const side = asked ?? among;
    if (side !== null && isSameSide(side.bad, failing)) return -2;
    if (narrow.has(each)) return cause.kind === 'occurrence' ? occurrences.length + 1 : Infinity;
    if (cause.kind === 'missed' && narrow.size > 0) return occurrences.length;
    if (cause.kind !== 'occurrence') return Infinity;
    if (isAssertion(cause.occurrence.code)) return -1;
    const place = occurrences.findIndex((each) => isSame(each, cause.occurrence));
    return place < 0 ? occurrences.length : place;
  };
  return [...causes].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

const isSame = (a: Occurrence, b: Occurrence): boolean =>
  a.span.start === b.span.start && a.span.end === b.span.end && a.file === b.file && a.form === b.form;
