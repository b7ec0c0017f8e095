import type { ConditionTree } from './conditionTree.js';
import { printCondition } from './printCondition.js';
import type { Alternative, CheckResult, Finding, FunctionReport } from './result.js';

/** The result as docs/commandLine.md, "whence check", describes it: conditions are plain JavaScript. */
export interface PrintedResult extends Omit<CheckResult, 'findings' | 'functions'> {
  readonly findings: readonly PrintedFinding[];
  readonly functions: readonly PrintedFunction[];
}

export interface PrintedFinding extends Omit<Finding, 'condition' | 'alternatives'> {
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
export function printed<T extends Pick<CheckResult, 'findings' | 'functions'>>(
  result: T,
): Omit<T, 'findings' | 'functions'> & Pick<PrintedResult, 'findings' | 'functions'> {
  const findings = result.findings.map((finding) => ({
    ...finding,
    condition: printedOrNull(finding.condition),
    alternatives: finding.alternatives.map((each) => ({ ...each, condition: printCondition(each.condition) })),
  }));
  const functions = result.functions.map((report) => ({
    ...report,
    requires: printedOrNull(report.requires),
    inBounds: printedOrNull(report.inBounds),
  }));
  return { ...result, findings, functions };
}

const printedOrNull = (condition: ConditionTree | null): string | null => (condition === null ? null : printCondition(condition));
