import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';
import { check } from '../../server/check/check.js';
import { printed, type PrintedFinding } from '../../server/findings/reportJson.js';
import { testSettings } from './checking.js';

const bugsFolder = fileURLToPath(new URL('../programs/bugs', import.meta.url));

/** A function with a bug, as people write it: `//!` marks the line where its failure is decided, and says what a report must name. */
export interface Bug {
  /** Relative to the folder of the bugs. */
  readonly file: string;
  readonly line: number;
  readonly cause: RegExp;
  readonly kind: 'alone' | 'files' | 'async' | 'requests';
}

export interface FoundBug {
  readonly bug: Bug;
  /** The finding at its origin that names the cause. */
  readonly finding: PrintedFinding | null;
}

export interface FoundBugs {
  readonly bugs: readonly FoundBug[];
  /** Errors and warnings that are about no bug. */
  readonly others: readonly PrintedFinding[];
  /** All findings, with all that a report says of each. */
  readonly findings: readonly (PrintedFinding & { readonly words: string })[];
}

/** Every bug, with what is found of it. */
export function findBugs(): FoundBugs {
  const files = sourcesBelow(bugsFolder);
  const bugs = files.flatMap(bugsIn);
  const { findings } = printed(
    check(
      {
        files: files.map((file) => join(bugsFolder, file)),
        cwd: bugsFolder,
        settings: { ...testSettings, unknownCalls: 'return-or-throw', gate: true },
        at: [],
      },
      { readFile: (file) => readFileSync(file, 'utf8'), readIfPresent, progress: () => undefined },
    ),
  );
  const isAt = ({ file, line }: Bug, finding: PrintedFinding): boolean => finding.file === file && finding.span.line === line;
  const found = bugs.map((bug): FoundBug => {
    const told = findings.filter((finding) => isAt(bug, finding));
    return { bug, finding: told.find((finding) => bug.cause.test(wordsOf(finding))) ?? null };
  });
  const others = findings.filter((finding) => finding.severity !== 'hint' && !bugs.some((bug) => isAt(bug, finding)));
  return { bugs: found, others, findings: findings.map((finding) => ({ ...finding, words: wordsOf(finding) })) };
}

/** The texts of the bugs. */
export function bugSources(): readonly { readonly file: string; readonly text: string }[] {
  return sourcesBelow(bugsFolder).map((file) => ({ file, text: readFileSync(join(bugsFolder, file), 'utf8') }));
}

/** All that a report says of a finding. */
function wordsOf({ message, because, alternatives }: PrintedFinding): string {
  return [message, ...because.map((reason) => reason.message), ...alternatives.map((each) => each.message)].join('\n');
}

function bugsIn(file: string): readonly Bug[] {
  const text = readFileSync(join(bugsFolder, file), 'utf8');
  return text.split('\n').flatMap((line, index): readonly Bug[] => {
    const [, cause] = /\/\/! (.+)$/.exec(line) ?? [];
    return cause === undefined ? [] : [{ file, line: index + 1, cause: new RegExp(cause), kind: kindOf(file, text) }];
  });
}

function kindOf(file: string, text: string): Bug['kind'] {
  if (file.includes('/')) return 'files';
  if (/\.[jt]sx$|Handler\./.test(file)) return 'requests';
  return /\basync\b/.test(text) ? 'async' : 'alone';
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[jt]sx?$/.test(entry.name))
    .map((entry) => relative(bugsFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
