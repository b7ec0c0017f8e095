import { printCondition } from './printCondition.js';
import type { CheckResult, Finding, SuppressedFinding } from './result.js';

/** Findings that are known and not to be reported. Lines are no part of it: they move. */
export interface Baseline {
  readonly schema: typeof baselineSchema;
  readonly findings: readonly KnownFinding[];
}

const baselineSchema = 'whence.baseline/1';

/** So many findings that are alike. */
export interface KnownFinding {
  /** Relative to the folder of the baseline, with `/`. */
  readonly file: string;
  readonly code: string;
  /** The function whose runs it is about; "" for the top level. */
  readonly function: string;
  /** Null: it has none. */
  readonly condition: string | null;
  readonly count: number;
}

/** What a baseline leaves of a result, and how many of its findings are gone from the files that were checked. */
export interface Compared {
  readonly result: CheckResult;
  readonly gone: number;
}

/** `fileOf`: the file of a report as the baseline names it. `checked`: the files that were checked, in the same way. */
export function withoutKnown(
  result: CheckResult,
  baseline: Baseline,
  fileOf: (file: string) => string,
  checked: ReadonlySet<string>,
): Compared {
  const left = new Map<string, number>();
  for (const known of baseline.findings) left.set(keyOf(known), (left.get(keyOf(known)) ?? 0) + known.count);
  const suppressed: SuppressedFinding[] = [...(result.suppressed ?? [])];
  const findings = result.findings.filter((finding) => {
    const key = keyOf(knownOf(finding, fileOf));
    const count = left.get(key) ?? 0;
    if (count === 0) return true;
    left.set(key, count - 1);
    suppressed.push({ finding, by: 'baseline', reason: null });
    return false;
  });
  const isChecked = new Set(baseline.findings.filter(({ file }) => checked.has(file)).map(keyOf));
  const gone = [...left].reduce((sum, [key, count]) => sum + (isChecked.has(key) ? count : 0), 0);
  return { result: { ...result, findings, ...(suppressed.length === 0 ? {} : { suppressed }) }, gone };
}

/** The baseline of a result; of files that were not checked it keeps what was known. */
export function baselineOf(
  result: CheckResult,
  before: Baseline | null,
  fileOf: (file: string) => string,
  checked: ReadonlySet<string>,
): Baseline {
  const byKey = new Map<string, KnownFinding>();
  const add = (known: KnownFinding): void => {
    const key = keyOf(known);
    byKey.set(key, { ...known, count: known.count + (byKey.get(key)?.count ?? 0) });
  };
  for (const known of before?.findings ?? []) if (!checked.has(known.file)) add(known);
  for (const finding of result.findings) add(knownOf(finding, fileOf));
  const findings = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, known]) => known);
  return { schema: baselineSchema, findings };
}

/** The baseline that a text holds; null when it is none. */
export function readBaseline(text: string): Baseline | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(data) || data['schema'] !== baselineSchema || !Array.isArray(data['findings'])) return null;
  const findings: readonly unknown[] = data['findings'];
  return findings.every(isKnown) ? { schema: baselineSchema, findings } : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function isKnown(value: unknown): value is KnownFinding {
  if (!isRecord(value)) return false;
  const { file, code, function: name, condition, count } = value;
  const areTexts = [file, code, name].every((each) => typeof each === 'string');
  return areTexts && (condition === null || typeof condition === 'string') && typeof count === 'number' && count >= 0;
}

function knownOf({ file, code, within, condition }: Finding, fileOf: (file: string) => string): KnownFinding {
  return { file: fileOf(file), code, function: within, condition: condition === null ? null : printCondition(condition), count: 1 };
}

const keyOf = ({ file, code, function: name, condition }: KnownFinding): string => JSON.stringify([file, code, name, condition]);
