import type { FrontierPoint, RootSolution } from '../analysis/rootSolution.js';
import type { FollowedPaths } from '../semantics/paths/follow.js';
import { reduced } from '../semantics/relational/assignment.js';
import * as states from '../semantics/state.js';
import type { LiveState } from '../semantics/state.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import type { Span } from '../base/span.js';
import type { GraphNode, NodeId, VariableId } from '../ir/program.js';
import { EntryNames } from './entryNames.js';
import { all, any, isNever, type ConditionTree } from './conditionTree.js';
import { printCondition } from './printCondition.js';
import { callSteps } from './callPath.js';
import { mayLoopAndEnd, occurrencesFrom, waysOf } from './cause.js';
import type { Occurrence } from './cause.js';
import type { DraftMessage, DraftReason, FindingDraft } from './draft.js';
import { assertionText, failureText, reasonText } from './occurrenceText.js';
import { missedFrom } from './missedSometime.js';
import type { Places } from './place.js';
import type { FindingCode, Severity } from './result.js';
import { pathCondition } from './pathCondition.js';
import type { PathCondition } from './pathCondition.js';
import { conditionOver, impossible, isAboutExact, variablesInScope } from './scopeConditions.js';
import type { ScopeCondition } from './scopeConditions.js';

/** Occurrences that a finding lists at most. */
const maxOccurrences = 3;

/** What a root needs of its parameters at the entry: null when nothing, "false" when no input succeeds. */
export function requiresOf(solution: RootSolution): ScopeCondition {
  const { analysis, reachable } = solution;
  const { root } = analysis.unfolding;
  const before = reachable[root.entry] ?? null;
  if (before === null || !solution.complete) return { condition: null, failing: null, on: [] };
  const ofValues = askedByValues(solution, before);
  if (isNone(ofValues.condition)) return ofValues;
  const of = (paths: FollowedPaths | null): PathCondition | null => (paths === null ? null : conditionOf(paths, solution));
  const ofPaths = of(solution.paths);
  const combined = both(ofValues, ofPaths);
  // All of it from the paths, where that says it shorter.
  const ofAll = ofPaths === null || ofValues.condition === null ? null : of(solution.allPaths);
  if (ofAll?.isWhole !== true) return combined;
  const whole = { ...ofValues, condition: ofAll.good, failing: ofAll.bad };
  return sizeOf(combined.condition) <= sizeOf(whole.condition) ? combined : whole;
}

function conditionOf({ tree, quantities }: FollowedPaths, { analysis }: RootSolution): PathCondition | null {
  const { context, unfolding } = analysis;
  return pathCondition(tree, new EntryNames(quantities, context.program.module, unfolding.root.indexed.body));
}

/** All paths from the good states of the entry are known, and what they ask is said. */
function decidesAll(solution: RootSolution): boolean {
  const { paths } = solution;
  if (paths?.isExact !== true) return false;
  return conditionOf(paths, solution)?.isWhole === true;
}

/** What is asked of each parameter by itself. */
function askedByValues({ analysis, good }: RootSolution, before: LiveState): ScopeCondition {
  const { root } = analysis.unfolding;
  return conditionOver(namedParameters(root), good[root.entry] ?? null, before, root);
}

function both(ofValues: ScopeCondition, ofPaths: PathCondition | null): ScopeCondition {
  if (ofPaths === null) return ofValues;
  const { condition: asked, failing } = ofValues;
  const condition = asked === null ? ofPaths.good : all(asked, ofPaths.good);
  if (isNever(condition)) return impossible;
  return { ...ofValues, condition, failing: failing === null ? ofPaths.bad : any(failing, ofPaths.bad) };
}

const isNone = (condition: ConditionTree | null): boolean => condition !== null && isNever(condition);

const sizeOf = (condition: ConditionTree | null): number => (condition === null ? 0 : printCondition(condition).length);

function namedParameters(root: Instance): readonly VariableId[] {
  return root.indexed.body.parameters;
}

/** The findings of one root, at their origins. */
export function findingsOf(solution: RootSolution, places: Places): FindingDraft[] {
  if (!solution.complete) return [incomplete(solution)];
  const { root } = solution.analysis.unfolding;
  const findings: FindingDraft[] = [];
  for (const frontier of solution.frontier) {
    const instance = solution.analysis.unfolding.instanceAt[frontier.point];
    if (instance === undefined) continue;
    const isEntry = frontier.point === root.entry;
    // Where the entry decides all, nothing is left for later points to decide.
    if (!isEntry && frontier.good !== null && decidesAll(solution)) continue;
    const finding = isEntry ? atEntry(solution, frontier, places) : inside(solution, frontier, instance, places);
    if (finding !== null) findings.push(finding);
  }
  // What paths decide shows in no state.
  const entry = solution.good[root.entry] ?? null;
  if (entry !== null && solution.paths !== null && !solution.frontier.some(({ point }) => point === root.entry)) {
    const finding = atEntry(solution, { point: root.entry, inflow: entry, good: entry }, places);
    if (finding !== null) findings.unshift(finding);
  }
  return findings;
}

function incomplete(solution: RootSolution): FindingDraft {
  const { body } = solution.analysis;
  return {
    span: body.nameSpan,
    file: null,
    message: [`The analysis of ${body.name} was given up: it is too large. Nothing is claimed about it.`],
    code: 'incomplete',
    severity: 'hint',
    condition: null,
    because: [],
  };
}

/** A condition at the entry of a root: what it asks of its callers. */
function atEntry(solution: RootSolution, frontier: FrontierPoint, places: Places): FindingDraft | null {
  const { body, unfolding } = solution.analysis;
  const { root } = unfolding;
  const asked = requiresOf(solution);
  if (asked.condition === null) return null;
  const occurrences = blamed(deciding(occurrencesFrom(solution, frontier.point), solution), asked.condition, places);
  const code = codeOf(occurrences, asked.condition, { solution, origin: frontier.point, places });
  const certain = isNone(asked.condition);
  // A function whose own throw statements make every input fail, or whose type is never, only asks not to be called.
  if (certain && (body.neverReturns || (!isAssertion(code) && occurrences.some(({ intended }) => intended)))) return null;
  const severity: Severity = certain ? 'error' : isAssertion(code) && !onlyOwnRequires(occurrences, root) ? 'warning' : 'hint';
  const subject = body.kind === 'module' ? 'Running this module' : body.name === '<anonymous>' ? 'This function' : body.name;
  const what = describe(code, occurrences, solution, places);
  const claim = certain
    ? `${subject} always fails: `
    : `${subject} fails if ${asked.failing === null ? 'true' : printCondition(asked.failing)}: `;
  return {
    span: body.nameSpan,
    file: null,
    message: [claim, ...what, '.'],
    code: conditional(code, certain),
    severity,
    condition: asked.condition,
    because: because(code, occurrences, solution, frontier.point),
  };
}

/** What a root's own `@requires` says is told to its callers; to say it of the root again would be noise. */
function onlyOwnRequires(occurrences: readonly Occurrence[], root: Instance): boolean {
  const assertions = occurrences.filter(({ code }) => isAssertion(code));
  return assertions.length > 0 && assertions.every(({ code, instance }) => code === 'requires-violated' && instance === root);
}

/** Where paths alone decide, the failures that they come to; otherwise those that may be. */
function deciding(occurrences: readonly Occurrence[], solution: RootSolution): readonly Occurrence[] {
  const { analysis, reachable, paths, allPaths } = solution;
  const before = reachable[analysis.unfolding.root.entry] ?? null;
  const isByPaths = before !== null && paths !== null && askedByValues(solution, before).condition === null;
  const { failures } = allPaths ?? (isByPaths ? paths : null) ?? { failures: [] };
  // What does not end fails nowhere.
  if (failures.length > 0 && failures.every(({ isEndless }) => isEndless === true)) return [];
  const isAt = ({ indexed }: Instance, at: NodeId): boolean =>
    failures.some((failure) => failure.function === indexed.body.id && failure.node === at);
  // What a method of the language throws is thrown, on a path, where it is called.
  const come = occurrences.filter(
    ({ instance, node, calls }) => isAt(instance, node) || calls.some(({ caller, source }) => isAt(caller, source - caller.base)),
  );
  return come.length > 0 ? come : occurrences;
}

/** A condition inside: decided by an unknown input, or by a branch of which no run is good. */
function inside(solution: RootSolution, frontier: FrontierPoint, instance: Instance, places: Places): FindingDraft | null {
  // In a copy of another function the claim would only hold of calls from here.
  if (instance !== solution.analysis.unfolding.root || solution.analysis.isOpaquelyCalled) return null;
  const node = instance.indexed.body.nodes[frontier.point - instance.base];
  if (node === undefined) return null;
  const certain = frontier.good === null;
  const names = named(variablesInScope(node.point.offset, instance), solution);
  // What relations leave of a variable is not more than is reached, only told otherwise.
  const { activation } = instance;
  const packs = activation.program.packs.of(activation.function);
  const inflow = certain ? frontier.inflow : reduced(frontier.inflow, new Set(packs.members.keys()), activation);
  if (inflow === null) return null;
  const asked = conditionOver(names, frontier.good, inflow, instance);
  if (asked.condition === null) return null;
  const occurrences = occurrencesFrom(solution, frontier.point);
  const code = codeOf(occurrences, asked.condition, { solution, origin: frontier.point, places });
  // What the entry asks already is not said again where it shows.
  if (
    !certain &&
    (code === 'sometime-unreachable' || isToldAtEntry(occurrences, asked.on, solution)) &&
    requiresOf(solution).condition !== null
  )
    return null;
  if (!isAssertion(code)) {
    // What the program itself throws on purpose needs no report, nor what any unknown value might do.
    if (occurrences.some(({ intended }) => intended)) return null;
    if (!certain && (code === 'null-access' || code === 'wrong-kind' || code === 'not-terminating')) return null;
    if (!certain && !isAboutExact(names, frontier.good, inflow, instance)) return null;
    const form = occurrences.find((occurrence) => occurrence.code === code)?.form;
    if (!certain && (form === 'builtin' || (form !== 'throw' && isAboutNothing(asked.failing)))) return null;
  }
  const severity: Severity = certain ? 'error' : 'warning';
  const told = blamed(occurrences, asked.condition, places);
  const what = describe(code, told, solution, places);
  const claim = certain
    ? 'Every run that comes here fails: '
    : `Fails if ${asked.failing === null ? 'true' : printCondition(asked.failing)}: `;
  return {
    span: spanAt(node),
    file: null,
    message: [claim, ...what, '.'],
    code: conditional(code, certain),
    severity,
    condition: asked.condition,
    because: because(code, told, solution, frontier.point),
  };
}

/** What paths from the entry come to is part of what is asked there, where it is about parameters as they were given. */
function isToldAtEntry(occurrences: readonly Occurrence[], on: readonly VariableId[], solution: RootSolution): boolean {
  const { paths, allPaths, analysis } = solution;
  const { module } = analysis.context.program;
  const isGiven = (variable: VariableId): boolean =>
    module.variables[variable]?.kind === 'parameter' && module.variables[variable]?.reassigned !== true;
  const failures = (allPaths ?? paths)?.failures ?? [];
  const isFollowed = ({ instance, node }: Occurrence): boolean =>
    failures.some((failure) => failure.function === instance.indexed.body.id && failure.node === node);
  return occurrences.length > 0 && occurrences.every(isFollowed) && on.every(isGiven);
}

/** Whether it only says that something may be undefined or null: of what is not known, anything may. */
function isAboutNothing(failing: ConditionTree | null): boolean {
  if (failing?.kind === 'any') return failing.of.length > 0 && failing.of.every(isAboutNothing);
  if (failing?.kind !== 'compare' || !failing.operator.startsWith('==')) return false;
  return failing.other.text === 'null' || failing.other.text === 'undefined';
}

/** The place of a point: after a statement it is the statement's end. */
function spanAt({ point, span }: GraphNode): Span {
  return point.kind === 'after' && span.end > span.start ? { start: span.end - 1, end: span.end } : span;
}

/** Captured variables that the root does not name only pass through it: nothing is decided about them. */
function named(variables: readonly VariableId[], solution: RootSolution): readonly VariableId[] {
  const { context, namedCells } = solution.analysis;
  return variables.filter((variable) => context.program.captured[variable] === 0 || namedCells.has(variable));
}

interface Asked {
  readonly solution: RootSolution;
  readonly origin: PointId;
  readonly places: Places;
}

/** The nearest failure, assertions first; without any the runs miss their intermittent assertion, or do not end. */
function codeOf(occurrences: readonly Occurrence[], condition: ConditionTree, { solution, origin, places }: Asked): FindingCode {
  if (!occurrences.some(({ code }) => isAssertion(code)) && mayMiss(solution, origin, condition)) return 'sometime-unreachable';
  const assertion = occurrences.find(({ code }) => isAssertion(code));
  // A certain failure is not explained by others that are only possible: no run gets that far.
  const isEndless = isNever(condition) && occurrences.every(({ mayPass }) => mayPass) && solution.analysis.context.settings.termination;
  if (isEndless && assertion === undefined && mayLoopAndEnd(solution, origin)) return 'not-terminating';
  const plain = explainedBy(occurrences, condition, places);
  return plain?.code ?? assertion?.code ?? occurrences[0]?.code ?? 'not-terminating';
}

/** Whether runs from `origin` that fail may do so without having passed an intermittent assertion that binds the root. */
function mayMiss(solution: RootSolution, origin: PointId, condition: ConditionTree): boolean {
  const { sometimes, passing, reachable, paths } = solution;
  if (sometimes.length === 0) return false;
  const here = reachable[origin] ?? null;
  const passed = passing()[origin] ?? null;
  if (here === null || passed === null || isNever(condition)) return true;
  const isStateMissing = !states.leq(states.withRelations(here, passed.relations), passed);
  const isByPaths = origin === solution.analysis.unfolding.root.entry && askedByValues(solution, here).condition === null;
  return isByPaths && paths !== null ? paths.misses : isStateMissing;
}

/**
 * The first of the accesses that explain a condition without any assertion: each name that it speaks of is that of an object whose
 * property is read or that is called, and no assertion speaks of them. Otherwise an assertion that comes later would be blamed.
 */
function explainedBy(occurrences: readonly Occurrence[], condition: ConditionTree, places: Places): Occurrence | null {
  const names = namesIn(printCondition(condition));
  // Only of assertions that the root comes to: what is said of it must not depend on others.
  const asserted = occurrences.filter(({ code }) => isAssertion(code)).flatMap((each) => namesIn(assertionText(each)));
  const isAsserted = asserted.some((name) => names.includes(name));
  if (names.length === 0 || isAsserted) return null;
  const accesses = occurrences.filter(isAccess);
  const isExplained = names.every((name) => accesses.some((access) => namesIn(textOf(access, places))[0] === name));
  return isExplained ? (accesses[0] ?? null) : null;
}

/** What is about something that the condition does not speak of is blamed last: accesses, and what may throw and need not. */
function blamed(occurrences: readonly Occurrence[], condition: ConditionTree, places: Places): readonly Occurrence[] {
  const names = namesIn(printCondition(condition));
  const isElsewhere = (occurrence: Occurrence): boolean => {
    const { form, mayPass } = occurrence;
    const text = textOf(occurrence, places);
    if (isAccess(occurrence)) {
      // Where a pattern takes something apart, its text does not name it.
      const [first] = /[.[(]/.test(text) ? namesIn(text) : [];
      return first !== undefined && !names.includes(first);
    }
    return form !== 'throw' && form !== 'assertion' && mayPass && !namesIn(text).some((name) => names.includes(name));
  };
  return [...occurrences.filter((each) => !isElsewhere(each)), ...occurrences.filter(isElsewhere)];
}

const isAccess = ({ code }: Occurrence): boolean => code === 'null-access' || code === 'wrong-kind';

const textOf = ({ span, file }: Occurrence, places: Places): string => places.in(file ?? places.file).textOf(span);

/** The variables of an expression, as far as its text tells. */
function namesIn(expression: string): readonly string[] {
  const words = expression.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g);
  return [...words].map(([word]) => word).filter((word) => !notNames.has(word));
}

const notNames: ReadonlySet<string> = new Set([
  'null',
  'undefined',
  'true',
  'false',
  'typeof',
  'this',
  'Number',
  'Math',
  'NaN',
  'Infinity',
]);

function isAssertion(code: FindingCode): boolean {
  return ['assertion-violated', 'requires-violated', 'ensures-violated', 'range-violated', 'sometime-unreachable'].includes(code);
}

function conditional(code: FindingCode, certain: boolean): FindingCode {
  if (certain) return code;
  if (code === 'assertion-violated') return 'assertion-conditional';
  return code === 'sometime-unreachable' ? 'sometime-conditional' : code;
}

function describe(code: FindingCode, occurrences: readonly Occurrence[], solution: RootSolution, places: Places): DraftMessage {
  const first = occurrences.find((occurrence) => occurrence.code === code);
  if (first !== undefined) return [failureText(first, places), ' (', { span: first.span, file: first.file }, ')'];
  if (code !== 'sometime-unreachable') return ['it does not end'];
  const [only, another] = solution.sometimes.map((id) => solution.analysis.context.program.module.assertions[id]);
  if (only === undefined || another !== undefined) return ['an @sometime assertion is never reached with a true condition'];
  return [`@sometime ${only.text} is never ${only.text === 'true' ? 'reached' : 'reached while it is true'}`];
}

function because(code: FindingCode, occurrences: readonly Occurrence[], solution: RootSolution, origin: PointId): readonly DraftReason[] {
  if (code === 'sometime-unreachable') return missedFrom(solution, origin, waysOf(solution));
  if (code === 'not-terminating') return [];
  return occurrences.slice(0, maxOccurrences).map((each) => {
    const reason = { span: each.span, file: each.file, message: [reasonText(each)] };
    return each.calls.length === 0 ? reason : { ...reason, calls: callSteps(each.calls) };
  });
}
