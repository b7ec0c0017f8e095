import type { ConditionTree } from './conditionTree.js';
import { printCondition } from './printCondition.js';
import type { Alternative, CheckResult, Finding, FunctionReport, SuppressedFinding } from './result.js';

/** The result as docs/commandLine.md, "whence check", describes it: conditions are plain JavaScript. */
export interface PrintedResult extends Omit<CheckResult, 'findings' | 'functions' | 'suppressed'> {
  readonly findings: readonly PrintedFinding[];
  readonly functions: readonly PrintedFunction[];
  readonly suppressed?: readonly PrintedSuppressed[];
}

export interface PrintedSuppressed extends Omit<SuppressedFinding, 'finding'> {
  readonly finding: PrintedFinding;
}

export interface PrintedFinding extends Omit<Finding, 'condition' | 'alternatives' | 'within' | 'underlined'> {
  readonly condition: string | null;
  readonly alternatives: readonly PrintedAlternative[];
}

export interface PrintedAlternative extends Omit<Alternative, 'condition'> {
  readonly condition: string;
}

export interface PrintedFunction extends Omit<FunctionReport, 'requires' | 'inBounds'> {
  readonly requires: string | null;
  readonly inBounds: string | null;
}

/** The report as one JSON text of schema `whence.check/1`, with a line break at its end. */
export function reportJson(result: CheckResult): string {
  return JSON.stringify(printed(result), null, 2) + '\n';
}

/** A result whose conditions are texts instead of trees. */
export function printed<T extends Pick<CheckResult, 'findings' | 'functions' | 'suppressed'>>(
  result: T,
): Omit<T, 'findings' | 'functions' | 'suppressed'> & Pick<PrintedResult, 'findings' | 'functions' | 'suppressed'> {
  const findings = result.findings.map(printedFinding);
  const functions = result.functions.map((report) => ({
    ...report,
    requires: printedOrNull(report.requires),
    inBounds: printedOrNull(report.inBounds),
  }));
  const suppressed = result.suppressed?.map((each) => ({ ...each, finding: printedFinding(each.finding) }));
  return { ...result, findings, functions, ...(suppressed === undefined ? {} : { suppressed }) };
}

function printedFinding({ within: _within, underlined: _underlined, ...finding }: Finding): PrintedFinding {
  return {
    ...finding,
    condition: printedOrNull(finding.condition),
    alternatives: finding.alternatives.map((each) => ({ ...each, condition: printCondition(each.condition) })),
  };
}

const printedOrNull = (condition: ConditionTree | null): string | null => (condition === null ? null : printCondition(condition));
