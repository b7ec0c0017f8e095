import { present } from '../base/errors.js';
import type { Span } from '../base/span.js';
import type { FrontierPoint, RootSolution } from '../analysis/rootSolution.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import type { FunctionIr, GraphNode, NodeId, VariableId } from '../ir/program.js';
import type { Instruction } from '../ir/instruction.js';
import { reduced } from '../semantics/relational/assignment.js';
import { alwaysThrows, isAssertion, mayHandOn, occurrencesFrom, type Occurrence } from './cause.js';
import { all, any, isNever, type ConditionTree } from './conditionTree.js';
import { absentMemberBefore, type AbsentMember } from './absentMember.js';
import type { DraftMessage, FindingDraft } from './draft.js';
import { explainEntry, explainInside, isAboutAssertion, isBeyondExact, isStated } from './explanation.js';
import type { Cause, Explained, Explanation, Seen } from './explanation.js';
import { isOfParameters } from './givenOnly.js';
import { isExpectedToThrow, isLeftByCall } from './meantToThrow.js';
import { comesToNothing, isAboutNothing, SelfEvident } from './nothing.js';
import { join } from '../semantics/state.js';
import { otherFile, type Places } from './place.js';
import type { BothSides } from './pathTreeCondition.js';
import { failingBranches } from './failingBranches.js';
import { decidesAll, requiresOf } from './requires.js';
import type { FindingCode, Severity } from './result.js';
import { isConverted } from './convertedInput.js';
import { conditionOver, isAboutExact, variablesInScope, type ScopeCondition } from './scopeConditions.js';
import { simplify } from './simplify.js';
import { testedForNothing } from './testedForNothing.js';
import { printShown, withoutUnlikely, writtenNumbersOf } from './shown.js';
import { Telling } from './findingMessage.js';
import { underlinedAfter, underlinedBefore, underlinedPart } from './underlined.js';

/** The findings of one root, at their origins. `seen`: what runs came to that were tried. */
export function findingsOf(solution: RootSolution, seen: Seen, places: Places): FindingDraft[] {
  if (solution.isUnmade) return [];
  // Of a module that is given up as a whole one note speaks, not one for each function.
  if (!solution.complete) return solution.analysis.isGivenUpWithModule ? [] : [incomplete(solution)];
  const { root } = solution.analysis.unfolding;
  const findings: FindingDraft[] = [];
  for (const frontier of solution.frontier) {
    const instance = solution.analysis.unfolding.instanceAt[frontier.point];
    if (instance === undefined) continue;
    const isEntry = frontier.point === root.entry;
    // Where the entry decides all, nothing is left for later points to decide.
    if (!isEntry && frontier.good !== null && decidesAll(solution)) continue;
    const finding = isEntry ? atEntry(solution, frontier, seen, places) : inside(solution, frontier, instance, seen, places);
    if (finding !== null) findings.push(finding);
  }
  // What paths decide shows in no state.
  const entry = solution.good[root.entry] ?? null;
  if (entry !== null && solution.paths !== null && !solution.frontier.some(({ point }) => point === root.entry)) {
    const finding = atEntry(solution, { point: root.entry, inflow: entry, good: entry }, seen, places);
    if (finding !== null) findings.unshift(finding);
  }
  for (const branch of failingBranches(solution)) {
    const finding = inside(solution, branch, root, seen, places);
    if (finding?.severity === 'error' && !findings.some((each) => isOfSameCause(each, finding))) findings.push(finding);
  }
  return withoutLater(findings);
}

/** Whether both come to the same failure in the end. */
function isOfSameCause({ because: one }: FindingDraft, { because: other }: FindingDraft): boolean {
  const [a, b] = [one.at(-1), other.at(-1)];
  return a !== undefined && b !== undefined && a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;
}

/** The findings without those of later points that are about the last cause of one that always holds. */
function withoutLater(findings: readonly FindingDraft[]): FindingDraft[] {
  const certain = findings.filter(({ severity }) => severity === 'error').flatMap(({ because }) => because.at(-1) ?? []);
  return findings.filter(({ severity, because }) => {
    const last = because.at(-1);
    if (severity !== 'warning' || last === undefined) return true;
    return !certain.some(({ file, span }) => file === last.file && span.start === last.span.start && span.end === last.span.end);
  });
}

/** What a module always fails for, also where its own `throw` statements mean it to: those that load it fail, too. */
export function loadingDraft(solution: RootSolution, seen: Seen, places: Places): FindingDraft | null {
  const { root } = solution.analysis.unfolding;
  const entry = solution.good[root.entry] ?? null;
  const asked = solution.complete && root.indexed.body.kind === 'module' ? requiresOf(solution).condition : null;
  if (asked === null || !isNever(asked)) return null;
  const found = solution.frontier.find(({ point }) => point === root.entry);
  const frontier = found ?? (entry === null ? null : { point: root.entry, inflow: entry, good: entry });
  return frontier === null ? null : atEntry(solution, frontier, seen, places, true);
}

function incomplete(solution: RootSolution): FindingDraft {
  const { body } = solution.analysis;
  return {
    span: body.nameSpan,
    underlined: underlinedHead(solution),
    file: null,
    message: [`The analysis of ${body.name} was given up: it is too large. Nothing is claimed about it.`],
    code: 'incomplete',
    within: withinOf(body),
    severity: 'hint',
    condition: null,
    because: [],
    alternatives: [],
    assumes: [],
  };
}

const withinOf = ({ kind, name }: FunctionIr): string => (kind === 'module' ? '' : name);

/** A condition at the entry of a root: what it asks of its callers. `tellsMeant`: also where all inputs are meant to fail. */
function atEntry(solution: RootSolution, frontier: FrontierPoint, seen: Seen, places: Places, tellsMeant = false): FindingDraft | null {
  const { analysis } = solution;
  const { body, unfolding } = analysis;
  const { root } = unfolding;
  const asked = requiresOf(solution);
  if (asked.condition === null) return null;
  const certain = isNever(asked.condition);
  const numbers = writtenNumbersOf(analysis.context.program.module);
  const likely = asked.failing === null ? null : withoutUnlikely(asked.failing, numbers);
  const explanation = withoutInexact(explainEntry({ solution, origin: frontier.point, asked, seen, places }), likely);
  const selfEvident = new SelfEvident(solution);
  // That something is undefined or null is said where nothing else is.
  const reasons = certain ? reasonsBesidesOwn(explanation, solution, selfEvident) : [];
  const chosen = reasons.length > 0 ? reasons : certain ? decisive(explanation) : selfEvident.othersOf(explanation.causes);
  const besides = explanation.causes.filter((each) => !chosen.includes(each));
  // Where some inputs fail for one cause and some for another, none of them is why all do.
  const isShared = certain && !explanation.isCertain && explanation.causes.some(({ asked: own }) => own !== null);
  const told = isShared ? [...chosen, ...besides] : chosen;
  const causes = [...chosen, ...besides];
  const assertions = causes.flatMap(({ cause }) => (isOfAssertion(cause) ? [cause] : []));
  // A function whose own throw statements make every input fail, or whose type is never, only asks not to be called.
  const isIntended =
    reasons.length === 0 &&
    (causes.some((each) => isOwnThrow(each) && isOfRoot(each, root)) || (certain && hasThrow(body) && alwaysThrows(root)));
  // What is thrown for a value that cannot be there was meant for others.
  const absent = certain && isIntended && !alwaysThrows(root) ? absentMemberBefore(nodesOf(causes), solution) : null;
  const isMeant = assertions.length === 0 && isIntended && absent === null;
  if (certain && !tellsMeant && (body.neverReturns || body.isWantedToThrow || isMeant)) return null;
  const severity: Severity = certain ? 'error' : assertions.length > 0 && !isOnlyOwnRequires(assertions, root) ? 'warning' : 'hint';
  const subject = body.kind === 'module' ? 'Running this module' : body.name === '<anonymous>' ? 'This function' : body.name;
  if (severity === 'hint' && asked.failing !== null) {
    if (likely === null || selfEvident.isAll(asked.failing, causes, told)) return null;
    // What is left of it is no reason to count without end.
    const others = causes.filter(({ cause }) => cause.kind !== 'endless');
    if (likely !== asked.failing && comesToNothing(likely) && selfEvident.isAll(likely, others)) return null;
  }
  const listed = severity === 'hint' ? told : causes;
  const isOpen =
    (explanation.isOpen && !isAllStated(told, explanation)) ||
    causes.some((each) => !told.includes(each) && isUntold(each) && !selfEvident.explains(each));
  const words = new Telling(solution, frontier.point, places).of({ ...explanation, causes: listed, isOpen }, told);
  const shown = told.length < causes.length ? shownFor(told) : null;
  const shownBad = shown === null ? null : (withoutUnlikely(shown.bad, numbers) ?? shown.bad);
  const claim = certain
    ? `${subject} always fails`
    : `${subject} fails if ${asked.failing === null ? 'true' : printShown(shownBad ?? selfEvident.besides(likely ?? asked.failing))}`;
  return {
    span: body.nameSpan,
    underlined: (body.kind === 'module' ? underlinedAtTop(headlineOf(causes), solution) : null) ?? underlinedHead(solution),
    file: null,
    message: [claim, ...words.message, ...(absent === null ? [] : absentText(absent, places)), '.'],
    code: conditional(codeOf(headlineOf(causes)), certain),
    within: withinOf(body),
    severity,
    condition: certain ? asked.condition : (shown?.good ?? asked.condition),
    because: absent === null ? words.because : [...words.because, { span: absent.span, file: null, message: ['it is always undefined'] }],
    alternatives: words.alternatives,
    assumes: [],
  };
}

const nodesOf = (causes: readonly Explained[]): readonly NodeId[] =>
  causes.flatMap(({ cause }) => (cause.kind === 'occurrence' ? [cause.occurrence.node] : []));

function absentText({ span, isOfPromise }: AbsentMember, places: Places): DraftMessage {
  const why = isOfPromise ? ' is read of a promise that is not awaited' : ' is always undefined';
  return [', since ', places.textOf(span), why];
}

/** Without the loops that only do not end of numbers which the claim does not name. */
function withoutInexact(explanation: Explanation, likely: ConditionTree | null): Explanation {
  if (likely === null || isBeyondExact(likely)) return explanation;
  const excludesNaN = isFalseOfNaN(likely);
  const isDoubted = (cause: Cause): boolean =>
    cause.kind === 'endless' && (cause.isOfInexact === true || (excludesNaN && cause.isOfInexactRuns === true));
  const causes = explanation.causes.filter(({ cause }) => !isDoubted(cause));
  return causes.length === 0 ? explanation : { ...explanation, causes };
}

/** Whether it only compares, so that no comparison is true of NaN. */
function isFalseOfNaN(condition: ConditionTree): boolean {
  if (condition.kind === 'all') return condition.of.some(isFalseOfNaN);
  if (condition.kind === 'any') return condition.of.every(isFalseOfNaN);
  return condition.kind === 'compare' && !condition.operator.startsWith('!');
}

/** Whether all that the program states of how runs may fail is among these causes. */
const isAllStated = (told: readonly Explained[], { causes, occurrences }: Explanation): boolean =>
  told.some((each) => !causes.includes(each)) &&
  occurrences.filter((each) => isStated({ kind: 'occurrence', occurrence: each })).length === told.length;

/** Whether it is stated, and no alternative lists it. */
const isUntold = ({ cause, asked }: Explained): boolean => asked === null && isStated(cause);

const hasThrow = ({ edges }: FunctionIr): boolean => edges.some(({ instruction }) => instruction.kind === 'throw');

/** What runs must keep not to fail for one of the causes, and its failing side; null where that is not known. */
function shownFor(causes: readonly Explained[]): BothSides | null {
  const parts = causes.flatMap(({ asked }) => asked?.shortly ?? []);
  if (parts.length < causes.length) return null;
  return { good: simplify(all(...parts.map(({ good }) => good))), bad: simplify(any(...parts.map(({ bad }) => bad))) };
}

const isOwnThrow = ({ cause }: Explained): boolean => cause.kind === 'occurrence' && cause.occurrence.intended;

/** Whether it is in the root itself; of a function of other callers, too, that only asks not to be called. */
const isOfRoot = ({ cause }: Explained, root: Instance): boolean =>
  root.indexed.body.kind !== 'module' || (cause.kind === 'occurrence' && cause.occurrence.instance === root);

/**
 * Why no input survives a root that throws itself, too: what no run gets past, or what keeps runs from the end of the root that do not
 * throw. Where nothing is such, its own `throw` statements make every input fail.
 */
function reasonsBesidesOwn(
  { causes, occurrences }: Explanation,
  { analysis, reachable }: RootSolution,
  selfEvident: SelfEvident,
): readonly Explained[] {
  if (!causes.some(isOwnThrow)) return [];
  const ends = (point: PointId): boolean => (reachable[point] ?? null) !== null;
  // A called function that may also return is got past, whatever it throws.
  const isLast = ({ mayPass, calls }: Occurrence): boolean => !mayPass && !calls.some(({ callee }) => ends(callee.exit));
  const reasons = causes.filter((each) => {
    if (isOwnThrow(each)) return false;
    return (
      (each.cause.kind === 'occurrence' && isLast(each.cause.occurrence)) ||
      (ends(analysis.unfolding.root.exit) && !selfEvident.explains(each))
    );
  });
  if (reasons.length > 0) return reasons;
  const last = occurrences.filter((each) => !each.intended && isLast(each) && each.form !== 'throw');
  return last.map((occurrence) => ({ cause: { kind: 'occurrence', occurrence }, asked: null }));
}

/** Where every run fails, those causes that no run gets past; all of them where each lets some pass. */
function decisive({ causes, isCertain, isOpen, occurrences }: Explanation): readonly Explained[] {
  const isLast = ({ cause }: Explained): boolean => cause.kind !== 'occurrence' || !cause.occurrence.mayPass;
  const last = causes.filter(isLast);
  if (isCertain) return causes;
  if (last.length > 0) return last;
  // Paths were followed to some ends only: the others come to what is stated.
  const stated = isOpen ? occurrences.filter(({ form, mayPass }) => form === 'throw' && !mayPass) : [];
  return stated.length > 0 ? stated.slice(0, 1).map((occurrence) => ({ cause: { kind: 'occurrence', occurrence }, asked: null })) : causes;
}

/** Whether the assertions are the root's own `@requires`: those are reported to callers, and would be noise here. */
function isOnlyOwnRequires(assertions: readonly Cause[], root: Instance): boolean {
  return assertions.every(
    (cause) => cause.kind === 'occurrence' && cause.occurrence.code === 'requires-violated' && cause.occurrence.instance === root,
  );
}

const isOfAssertion = (cause: Cause): boolean => cause.kind !== 'endless' && isAssertion(codeOf(cause));

/** A condition inside: decided by an unknown input, or by a branch of which no run is good. */
function inside(solution: RootSolution, frontier: FrontierPoint, instance: Instance, seen: Seen, places: Places): FindingDraft | null {
  // In a copy of another function the claim would only hold of calls from here.
  if (instance !== solution.analysis.unfolding.root || solution.analysis.isOpaquelyCalled) return null;
  const node = instance.indexed.body.nodes[frontier.point - instance.base];
  // Where a function ends its names are gone, and what decided is past.
  if (node === undefined || node.point.kind === 'exit') return null;
  const here = ofAllCopies(solution, frontier, instance);
  const certain = here.good === null;
  const names = named(variablesInScope(node.point.offset, instance, solution.analysis.namedCells), solution);
  // What relations leave of a variable is not more than is reached, only told otherwise.
  const { activation } = instance;
  const packs = activation.program.packs.of(activation.function);
  const inflow = certain ? here.inflow : reduced(here.inflow, new Set(packs.members.keys()), activation);
  if (inflow === null) return null;
  const asked = conditionOver(names, here.good, inflow, instance);
  if (asked.condition === null) return null;
  const likely = asked.failing === null ? null : withoutUnlikely(asked.failing, writtenNumbersOf(solution.analysis.context.program.module));
  if (!certain && asked.failing !== null && likely === null) return null;
  // Of all runs that come here it is said why they fail, also of those that have failed for certain before.
  const coming = certain ? (solution.reachable[frontier.point] ?? inflow) : inflow;
  const question = { solution, origin: frontier.point, asked, seen, places };
  const mayCome = occurrencesFrom(solution, frontier.point);
  const refused = certain ? null : refusedInput(asked, mayCome, solution);
  const isTested = refused !== null || isTestedForNothing(asked, solution);
  if (!certain && !isAboutAssertion(question, mayCome)) {
    if (!isAboutExact(names, here.good, inflow, instance)) return null;
    // To find the causes takes time: here none of them would be reported.
    if (!isTested && mayCome.length > 0 && mayCome.every(isUsual)) return null;
    if (!isTested && isAboutNothing(asked.failing) && !mayCome.some(({ form }) => form === 'throw')) return null;
  }
  // What was thrown before is thrown on, whatever they do here.
  if (!isAboutAssertion(question, mayCome) && mayCome.every(({ mayPass }) => mayPass) && mayHandOn(solution, frontier.point)) return null;
  const explanation = explainInside(question, mayCome, coming, here.good);
  const { causes, occurrences } = explanation;
  const headline = headlineOf(causes);
  const code = codeOf(headline);
  // What the entry asks already is not said again where it shows.
  if (!certain && (headline.kind === 'missed' || isToldAtEntry(causes, asked.on, solution)) && requiresOf(solution).condition !== null)
    return null;
  if (!isAssertion(code)) {
    // What the program itself throws on purpose needs no report, nor what any unknown value might do.
    if (occurrences.some(({ intended }) => intended)) return null;
    // `try { f(); } catch { threw = true; }`, and then a test of it: that f throws is what is expected.
    if (certain && occurrences.every(({ form }) => form === 'throw') && isExpectedToThrow(frontier.point, instance, solution)) return null;
    if (certain && isLeftByCall(frontier.point, instance, solution)) return null;
    const hasUsual = causes.some(({ cause }) => cause.kind === 'occurrence' && isUsual(cause.occurrence));
    if (!certain && (code === 'not-terminating' || (!isTested && hasUsual))) return null;
    if (!certain && !isAboutExact(names, here.good, inflow, instance)) return null;
    const form = headline.kind === 'occurrence' ? headline.occurrence.form : null;
    if (!certain && form !== 'throw' && !isTested && isAboutNothing(asked.failing)) return null;
  }
  const severity: Severity = certain ? 'error' : 'warning';
  const told = new Telling(solution, frontier.point, places).of(explanation);
  const claim = certain ? everyFails('run') : `Fails if ${likely === null ? 'true' : printShown(likely)}`;
  const { text } = solution.analysis.context.program.module;
  return {
    span: refused?.span ?? spanAt(node),
    underlined: refused === null ? underlinedAt(node, text) : underlinedPart(text, refused.span),
    file: null,
    message: [claim, ...told.message, '.'],
    code: conditional(code, certain),
    within: withinOf(instance.indexed.body),
    severity,
    condition: asked.condition,
    because: told.because,
    alternatives: [],
    assumes: [],
    ...whereCaught(certain, instance.indexed.body, code, occurrences),
  };
}

/**
 * What is told where a caller catches what the function throws. The call fails, and the run may be good: so nothing is said of a condition that
 * an assertion asks, in which part of it is only asked not to throw.
 */
function whereCaught(certain: boolean, { name }: FunctionIr, code: FindingCode, occurrences: readonly Occurrence[]): Partial<FindingDraft> {
  if (isAssertion(code)) return occurrences.some((each) => !isAssertion(each.code)) ? { claimWhereCaught: null } : {};
  return certain ? { claimWhereCaught: everyFails(name === '<anonymous>' ? 'call' : `call of ${name}`) } : {};
}

const everyFails = (what: string): string => `Every ${what} that comes here fails`;

/** What comes to a place of the text, and what is good there: a `finally` is lowered once for each way that it is come to. */
function ofAllCopies({ good, reachable }: RootSolution, frontier: FrontierPoint, { indexed, base }: Instance): FrontierPoint {
  const own = present(indexed.body.nodes[frontier.point - base], 'a frontier point is a node');
  const done = (node: NodeId): string => (indexed.outgoing[node] ?? []).map(({ instruction }) => textOf(instruction)).join();
  let all = frontier;
  for (const [node, { point }] of indexed.body.nodes.entries()) {
    const before = reachable[base + node] ?? null;
    if (base + node === frontier.point || before === null) continue;
    if (point.offset !== own.point.offset || point.kind !== own.point.kind) continue;
    // Of an expression there are many points: copies are those at which the same is done.
    if (point.kind !== 'body' && point.kind !== 'after' && done(node) !== done(frontier.point - base)) continue;
    all = { ...all, inflow: join(all.inflow, before) ?? all.inflow, good: join(all.good, good[base + node] ?? null) };
  }
  return all;
}

const textOf = (instruction: Instruction): string =>
  'span' in instruction ? `${instruction.kind} ${instruction.span.start} ${instruction.span.end}` : instruction.kind;

/** What paths from the entry come to is part of what is asked there, where it is about parameters or what is made of them alone. */
function isToldAtEntry(causes: readonly Explained[], on: readonly VariableId[], solution: RootSolution): boolean {
  const { paths, allPaths, analysis } = solution;
  const isGiven = (variable: VariableId): boolean => isOfParameters(variable, analysis.unfolding.root);
  const failures = (allPaths ?? paths)?.failures ?? [];
  const isFollowed = ({ cause }: Explained): boolean =>
    cause.kind === 'occurrence' &&
    failures.some(({ function: id, node }) => id === cause.occurrence.instance.indexed.body.id && node === cause.occurrence.node);
  return causes.every(isFollowed) && on.every(isGiven);
}

/** Whether any unknown value might make it fail. */
const isUsual = ({ code, form }: Occurrence): boolean => code === 'null-access' || code === 'wrong-kind' || form === 'builtin';

/** Whether it is about variables that the root itself tests for undefined or null. Of what a root is given the entry says it. */
function isTestedForNothing({ failing, on }: ScopeCondition, solution: RootSolution): boolean {
  if (!isAboutNothing(failing)) return false;
  const tested = testedForNothing(solution);
  const { variables } = solution.analysis.context.program.module;
  return on.every((id) => tested.get(id) === 'handled' && variables[id]?.kind !== 'parameter');
}

/**
 * What refuses some of the numbers that the root itself makes of what it is given, and does not test: there, the test is missing. Null where
 * the condition is about anything else.
 */
function refusedInput({ on }: ScopeCondition, mayCome: readonly Occurrence[], { analysis }: RootSolution): Occurrence | null {
  const { unfolding, context } = analysis;
  const { module } = context.program;
  const refusal = mayCome.find(
    ({ code, form, instance }) => code === 'uncaught-exception' && form === 'builtin' && instance === unfolding.root,
  );
  // Where the condition is told, the variables must be as they were.
  const isMeant = (id: VariableId): boolean => module.variables[id]?.reassigned === false && isConverted(id, module);
  return on.length > 0 && on.every(isMeant) ? (refusal ?? null) : null;
}

/** A function's name; without one, the parameters of an arrow function or the keyword; of a module its first word. */
function underlinedHead({ analysis }: RootSolution): Span {
  const { body, context } = analysis;
  const { text } = context.program.module;
  if (body.kind === 'module') return underlinedBefore(text, { start: body.nameSpan.start, end: text.length });
  const { start, end } = body.nameSpan;
  const isOneLine = !/[\n\r]/.test(text.slice(body.span.start, end));
  return text.slice(start, end) === '=>' && isOneLine ? { start: Math.min(body.span.start, start), end } : body.nameSpan;
}

/** Of a module, the call or the expression of its top level at which runs fail; null where that is not known. */
function underlinedAtTop(headline: Cause, { analysis }: RootSolution): Span | null {
  const { text } = analysis.context.program.module;
  const span = headline.kind === 'missed' ? null : headline.kind === 'endless' ? headline.place?.inRoot : placeAtTop(headline.occurrence);
  return span === null || span === undefined ? null : underlinedPart(text, span);
}

/** Where it happens at the top level, or the outermost call that leads there; null where that is in another file. */
function placeAtTop({ calls, instance, span, file }: Occurrence): Span | null {
  const [outermost] = calls;
  if (outermost === undefined) return file === null && instance.indexed.body.kind === 'module' ? span : null;
  const isOwn = otherFile(outermost.caller) === null && outermost.caller.indexed.body.kind === 'module';
  return isOwn ? outermost.instruction.span : null;
}

function underlinedAt({ point, span }: GraphNode, text: string): Span {
  if (point.kind === 'after') return underlinedAfter(text, span);
  return point.kind === 'test' || point.kind === 'expression' ? span : underlinedBefore(text, span);
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

const headlineOf = (causes: readonly Explained[]): Cause => present(causes[0], 'runs fail for a reason').cause;

function codeOf(cause: Cause): FindingCode {
  if (cause.kind === 'occurrence') return cause.occurrence.code;
  return cause.kind === 'missed' ? 'sometime-unreachable' : 'not-terminating';
}

function conditional(code: FindingCode, certain: boolean): FindingCode {
  if (certain) return code;
  if (code === 'assertion-violated') return 'assertion-conditional';
  return code === 'sometime-unreachable' ? 'sometime-conditional' : code;
}
