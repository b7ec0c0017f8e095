import type { EnvironmentReport } from '../../server/findings/result.js';
import { placedConditions } from '../../server/check/pauseConditions.js';
import type { CheckQuestion, Checker, Claims } from './checker.js';
import type { Claim } from './claims.js';
import { execute, type Execution, type Run } from './execution.js';
import { evaluateArguments, sessions, showCall, showSession } from './inputs.js';
import { instrument } from './instrument.js';
import type { Instrumented } from './instrumented.js';
import type { NumberContract, Observations } from './monitor.js';
import { isAdmitted, showObserved } from './observed.js';
import { Random } from './random.js';
import type { Root } from './roots.js';

export type FaultKind =
  /** The checker threw, or reported an error about a correct program. */
  | 'crash'
  /** An exported function is not in the report. */
  | 'missing-root'
  /** A good input makes `requires` false. */
  | 'requires'
  /** A good run passes a finding's origin with its condition false. */
  | 'finding'
  /** A good run passes where a debugger would say that it fails. */
  | 'pause'
  /** An observed value is outside the reachable state. */
  | 'reachable'
  /** A value observed in a good run is outside the good state. */
  | 'good'
  /** A good run inside all arrays makes `inBounds` false. */
  | 'inBounds'
  /** A run fails for another reason than is said. */
  | 'reason'
  /** A good run leaves an array in a function whose accesses are all called proven. */
  | 'accesses';

/** A claim of the checker that a run contradicts. */
export interface Fault {
  readonly kind: FaultKind;
  readonly message: string;
}

export interface Subject {
  readonly file: string;
  readonly text: string;
  readonly integers: boolean;
  /** With integers: runs with other numbers count all the same. */
  readonly strict?: boolean;
  /** Of the inputs. */
  readonly seed: number;
  /** Sessions that are tried. */
  readonly count?: number;
}

export interface Examination {
  readonly faults: readonly Fault[];
  readonly runs: readonly Run[];
  readonly claims: Claims | null;
  readonly checkMs: number;
  readonly runMs: number;
}

/** Checks the program and runs it, once, with the claims in it; what the runs contradict are the faults. */
export async function examine(subject: Subject, checker: Checker): Promise<Examination> {
  const started = performance.now();
  const program = instrument(subject.text);
  const plan = sessions(program, new Random(subject.seed), subject.integers, subject.count);
  const lines = [...new Set(program.records.filter((record) => record.names.length > 0).map((record) => record.line))].sort(
    (a, b) => a - b,
  );
  const prepared = performance.now();
  const claims = claimsOf(checker, { file: subject.file, text: subject.text, integers: subject.integers, lines });
  const checked = performance.now();
  const checkMs = checked - prepared;
  if (typeof claims === 'string') {
    const { runs } = await execute(program, plan, contractOf(subject));
    return { faults: [{ kind: 'crash', message: claims }], runs, claims: null, checkMs, runMs: performance.now() - started - checkMs };
  }
  const placed = placedClaims(subject, claims);
  const claiming = placed.length === 0 ? program : instrument(subject.text, placed);
  const execution = await execute(claiming, plan, contractOf(subject));
  const faults = [
    ...claims.errors.map((error): Fault => ({ kind: 'crash', message: error.message })),
    ...requirementFaults(program, execution, claims),
    ...stateFaults(program, execution, claims),
    ...accessFaults(program, execution, claims),
    ...placedFaults(placed, execution),
  ];
  return { faults, runs: execution.runs, claims, checkMs, runMs: performance.now() - started - checkMs };
}

/** A message when the checker threw. */
function claimsOf(checker: Checker, question: CheckQuestion): Claims | string {
  try {
    return checker(question);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

const contractOf = (subject: Subject): NumberContract => (subject.integers && subject.strict !== true ? 'integers' : 'doubles');

function requirementFaults(program: Instrumented, execution: Execution, claims: Claims): Fault[] {
  const faults: Fault[] = [];
  for (const root of program.roots) {
    const reports = claims.functions.filter((report) => report.name === root.name && report.root);
    const report = reports.length > 1 ? reports.find((candidate) => candidate.span.line === root.line) : reports[0];
    if (report === undefined) {
      // What a module exports whose top level always throws, nobody can call.
      if (!execution.runs.some((run) => run.call.root === root)) continue;
      faults.push({ kind: 'missing-root', message: `${root.name} is exported, but is no root of the report` });
      continue;
    }
    const good = execution.runs.filter((run) => run.call.root === root && run.verdict === 'good');
    const requires = report.requires;
    if (requires !== null) {
      const run = good.find((candidate) => !isTrue(root, requires, candidate));
      if (run !== undefined)
        faults.push({ kind: 'requires', message: `${root.name} requires ${requires}, but this run is good: ${describeRun(run)}` });
    }
    const inBounds = report.inBounds;
    if (inBounds !== null && program.allAccessesObserved) {
      const run = good.find((candidate) => candidate.outOfBounds.length === 0 && !isTrue(root, inBounds, candidate));
      if (run !== undefined)
        faults.push({ kind: 'inBounds', message: `${root.name} is in bounds only if ${inBounds}, but it was in ${describeRun(run)}` });
    }
  }
  return faults;
}

const describeRun = (run: Run): string => {
  const call = showCall(run.call);
  const session = showSession(run.session);
  return session === call ? call : `${call} in ${session}`;
};

/** Evaluates a condition over a root's parameters; one that throws is not true. */
function isTrue(root: Root, condition: string, run: Run): boolean {
  const args = run.call.args;
  const asWritten = evaluateCondition(root.parametersText, condition, args);
  if (asWritten || !root.parameters.some((parameter) => parameter.optional)) return asWritten;
  // The report does not say whether a default has been applied at the entry: either reading may be meant.
  return evaluateCondition(root.parameters.map((parameter, i) => parameter.name ?? `$${i}`).join(', '), condition, args);
}

export function evaluateCondition(parametersText: string, condition: string, args: readonly string[]): boolean {
  try {
    const evaluate = new Function('$args', `return ((${parametersText}) => (${condition}))(...$args);`) as (args: unknown[]) => unknown;
    return Boolean(evaluate(evaluateArguments(args)));
  } catch {
    return false;
  }
}

// States ------------------------------------------------------------------------------------------------------------

function stateFaults(program: Instrumented, execution: Execution, claims: Claims): Fault[] {
  const faults: Fault[] = [];
  program.records.forEach((record, point) => {
    if (record.names.length === 0) return;
    const states = claims.states.find((candidate) => candidate.line === record.line);
    if (states === undefined) return;
    for (const [kind, observations] of [
      ['reachable', execution.reachable],
      ['good', execution.good],
    ] as const) {
      const message = contradiction(record.names, observations, point, states[kind]);
      if (message !== null) faults.push({ kind, message: `line ${record.line}: ${message}` });
    }
  });
  return faults;
}

function contradiction(
  names: readonly string[],
  observations: Observations,
  point: number,
  claimed: EnvironmentReport | null,
): string | null {
  const summaries = observations.get(point);
  if (summaries === undefined) return null;
  if (claimed === null) return 'called unreachable, but a run passed it';
  for (const [i, name] of names.entries()) {
    const summary = summaries[i];
    const value = claimed[name];
    if (summary === undefined || value === undefined) continue;
    if (!isAdmitted(value, summary)) return `${name} is claimed to be ${value.show}, but was ${showObserved(summary)}`;
  }
  return null;
}

// Accesses ----------------------------------------------------------------------------------------------------------

function accessFaults(program: Instrumented, execution: Execution, claims: Claims): Fault[] {
  const faults: Fault[] = [];
  program.accessOwners.forEach((owner, index) => {
    const sameName = program.accessOwners.filter((other) => other.name === owner.name);
    const reports = claims.functions.filter((report) => report.name === owner.name);
    const report = reports[0];
    if (sameName.length !== 1 || reports.length !== 1 || report === undefined) return;
    if (report.accesses.total === 0 || report.accesses.proven < report.accesses.total) return;
    const run = execution.runs.find((candidate) => candidate.verdict === 'good' && candidate.outOfBounds.includes(index));
    if (run !== undefined)
      faults.push({ kind: 'accesses', message: `all accesses of ${owner.name} are called proven, but not in ${describeRun(run)}` });
  });
  return faults;
}

// Claims about places -----------------------------------------------------------------------------------------------

const untestedCodes = new Set(['assertion-invalid', 'incomplete', 'index-out-of-bounds']);

/** A claim that is tested where it is made. */
interface PlacedClaim extends Claim {
  readonly kind: 'finding' | 'pause';
  readonly said: string;
}

/**
 * A finding's condition is tested at its origin. A hint is what `requires` says, and speaks of the root's own callers only. What a debugger
 * checks where it stops (`server/check/pauseConditions.ts`) is tested there; what only speaks of calls from outside is `requires`.
 */
function placedClaims(subject: Subject, claims: Claims): readonly PlacedClaim[] {
  const findings = claims.findings
    .filter(
      ({ code, severity, condition }) =>
        !untestedCodes.has(code) && (severity === 'error' || (severity === 'warning' && condition !== null)),
    )
    .map(({ span, severity, code, message, condition }): PlacedClaim => ({
      kind: 'finding',
      line: span.line,
      column: span.column - 1,
      condition: severity === 'error' ? null : condition,
      said: `${severity} ${code} at ${span.line}:${span.column} (${message}; condition ${condition})`,
    }));
  const pauses = placedConditions(subject.text, subject.file, claims)
    .filter(({ isFromOutside }) => !isFromOutside)
    .map(({ line, column, condition, message }): PlacedClaim => ({
      kind: 'pause',
      line,
      column: column - 1,
      condition,
      said: `at ${line}:${column}: ${message}`,
    }));
  return [...findings, ...pauses];
}

const placedFaults = (placed: readonly PlacedClaim[], { runs }: Execution): readonly Fault[] =>
  placed.flatMap(({ kind, said }, i): Fault[] => {
    const run = runs.find((candidate) => candidate.contradicted.includes(i));
    return run === undefined ? [] : [{ kind, message: `${said}, but this run is good: ${describeRun(run)}` }];
  });
