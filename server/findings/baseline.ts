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

/** How files are named, and which of them there are. */
export interface BaselineFiles {
  /** The file of a report as the baseline names it. */
  readonly fileOf: (file: string) => string;
  /** The files that were checked, in the same way. */
  readonly checked: ReadonlySet<string>;
  /** Whether a file of the baseline is there no more. */
  readonly isGone: (file: string) => boolean;
}

/** The result without what is known. What is known of a file or a function that is gone may be that of one with another name. */
export function withoutKnown(result: CheckResult, baseline: Baseline, files: BaselineFiles): Compared {
  const matching = new Matching(result, baseline, files.fileOf);
  matching.hide((known, found) => keyOf(known) === keyOf(found));
  matching.hide((known, found) => files.isGone(known.file) && matching.isNewFile(found) && known.function === found.function);
  matching.hide((known, found) => known.file === found.file && !matching.isThere(known) && matching.isNew(found));
  const { hidden } = matching;
  const findings = result.findings.filter((each) => !hidden.has(each));
  const suppressed: readonly SuppressedFinding[] = [
    ...(result.suppressed ?? []),
    ...[...hidden].map((finding): SuppressedFinding => ({ finding, by: 'baseline', reason: null })),
  ];
  const gone = matching.left(({ file }) => files.checked.has(file));
  return { result: { ...result, findings, ...(suppressed.length === 0 ? {} : { suppressed }) }, gone };
}

/** Which findings of a result are those that a baseline knows; each of those as often as it is known. */
class Matching {
  readonly hidden = new Set<Finding>();
  private readonly open: { readonly known: KnownFinding; count: number }[];
  /** Those of the result, and those that the baseline knows. */
  private readonly functions: ReadonlySet<string>;
  private readonly knownFunctions: ReadonlySet<string>;
  private readonly knownFiles: ReadonlySet<string>;

  constructor(
    private readonly result: CheckResult,
    { findings }: Baseline,
    private readonly fileOf: (file: string) => string,
  ) {
    this.open = findings.map((known) => ({ known, count: known.count }));
    this.knownFiles = new Set(findings.map(({ file }) => file));
    this.knownFunctions = new Set(findings.map(({ file, function: name }) => `${file} ${name}`));
    this.functions = new Set(result.functions.map(({ file, name }) => `${fileOf(file)} ${name}`));
  }

  /** Hides the findings with the code and condition of one that is known, where the two are the same. */
  hide(isSame: (known: KnownFinding, found: KnownFinding) => boolean): void {
    const alike = new Map<string, typeof this.open>();
    for (const each of this.open) if (each.count > 0) put(alike, alikeKeyOf(each.known), each);
    for (const finding of this.result.findings) {
      if (this.hidden.has(finding)) continue;
      const found = knownOf(finding, this.fileOf);
      const match = alike.get(alikeKeyOf(found))?.find(({ known, count }) => count > 0 && isSame(known, found));
      if (match === undefined) continue;
      match.count--;
      this.hidden.add(finding);
    }
  }

  /** Whether the function that it is about still has its name. */
  isThere({ file, function: name }: KnownFinding): boolean {
    return name === '' || this.functions.has(`${file} ${name}`);
  }

  /** Whether nothing is known of its function. */
  isNew({ file, function: name }: KnownFinding): boolean {
    return !this.knownFunctions.has(`${file} ${name}`);
  }

  isNewFile({ file }: KnownFinding): boolean {
    return !this.knownFiles.has(file);
  }

  /** How many known findings were not found. */
  left(isMeant: (known: KnownFinding) => boolean): number {
    return this.open.reduce((sum, { known, count }) => sum + (isMeant(known) ? count : 0), 0);
  }
}

function put<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

const alikeKeyOf = ({ code, condition }: KnownFinding): string => JSON.stringify([code, condition]);

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
