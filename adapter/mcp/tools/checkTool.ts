import { relative } from 'node:path';
import { readSettings } from '../../../server/check/settingsTable.js';
import type { CheckSettings } from '../../../server/check/checkFile.js';
import { gitChanges } from '../../../server/files/gitChanges.js';
import { printed, type PrintedFinding } from '../../../server/findings/reportJson.js';
import { ordered } from '../../../server/findings/order.js';
import { shownSpan, type CheckResult } from '../../../server/findings/result.js';
import { check } from '../../operations/check.js';
import type { AgainstRecording } from '../../operations/againstRecording.js';
import type { EntryReport } from '../../operations/entryReports.js';
import type { FromEntryRequest } from '../../operations/fromObservedEntry.js';
import { ReplayedInput } from '../../operations/programs.js';
import type { Bounds } from '../bounds.js';
import { rows, input, list, output, text } from '../toolSchema.js';
import { SourceLines } from '../sourceLines.js';
import { Refused, type CommonArguments, type Tool, type ToolAnswer } from '../tool.js';
import { recordingPath, type Runs } from './whyTool.js';

interface CheckArguments extends CommonArguments {
  readonly paths?: readonly string[];
  readonly changed?: string;
  readonly entry?: string;
  readonly against?: string;
}

/** `check`: what `whence check` finds. */
export function checkTool({ bounds, recorded }: Pick<Runs, 'bounds' | 'recorded'>): Tool<CheckArguments> {
  return {
    name: 'check',
    description: 'Before running or committing: where code certainly fails, on which condition, and what functions require.',
    input: input({
      paths: list(text(), 'files, folders'),
      changed: text('what differs from a revision'),
      entry: text('RECORDING#EVENT or #uncaught: does it certainly fail?'),
      against: text('recording: did it keep declared types?'),
    }),
    output: output({ findings: rows, requires: rows, errors: rows, entries: rows }),
    runs: false,
    instead: 'Name files or folders that exist.',
    async call({ paths, changed, entry, against }, { signal, progress, known }) {
      if (paths?.length === 0) throw new Refused('paths names no file and no folder.');
      if (entry !== undefined) {
        if (paths !== undefined || changed !== undefined || against !== undefined)
          throw new Refused('Give entry alone, or paths, changed and against.');
        // It needs what reads recordings, whose loading no other tool waits for.
        const { fromObservedEntry } = await import('../../operations/fromObservedEntry.js');
        const request = entryOf(entry, bounds, recorded);
        return entryAnswer(
          await fromObservedEntry(request, quiet(signal)).catch((error: unknown) => {
            const sentence = error instanceof Error ? error.message : String(error);
            throw signal.aborted ? error : new Refused(`${sentence} Call query with ask: "callTree()": it lists the calls.`);
          }),
        );
      }
      const named = [...new Set(paths ?? ['.'])].map((path) => bounds.existing(path));
      const asked = changed === undefined ? named : changedBelow(bounds, named, changed);
      if (asked.length === 0) return nothingChanged(changed ?? '');
      const recording = against === undefined ? {} : { against: recordingPath(bounds, recorded, against) };
      const answer = (result: CheckResult, fileCount: number, held: AgainstRecording | null = null): ToolAnswer => {
        const { findings: decided, functions, errors } = printed(result);
        // As the text of the command: where a finding is seen, which need not be the point that decides it.
        const findings = decided.map((finding, index) => ({ ...finding, span: shownSpan(result.findings[index] ?? finding) }));
        return answerOf(findings, functions, { errors, fileCount, held, lines: new SourceLines(bounds), paths: paths ?? ['.'] });
      };
      const done: CheckResult[] = [];
      const onChecked = (one: CheckResult): void => {
        done.push(one);
        known(() => answer(joined(one, done), done.filter(({ errors }) => errors.length === 0).length));
      };
      const checked = await check(
        { paths: asked, within: bounds.root, cwd: bounds.root, settings: usualSettings(), at: [], onChecked, ...recording },
        { signal, onProgress: ({ file, done: before, total }) => progress(`${before + 1}/${total} ${relative(bounds.root, file)}`) },
      );
      return answer(checked.result, checked.fileCount, checked.against);
    },
  };
}

/** What several files have given, as one result. */
function joined(last: CheckResult, all: readonly CheckResult[]): CheckResult {
  return {
    ...last,
    findings: ordered(all.flatMap(({ findings }) => findings)),
    functions: all.flatMap(({ functions }) => functions),
    errors: all.flatMap(({ errors }) => errors),
  };
}

/** The settings that the command has when nothing is said. */
export function usualSettings(): CheckSettings {
  const { arrayIndex, unknownCalls, rounds, numbers } = readSettings({});
  return { integers: numbers === 'integers', termination: true, arrayIndex, unknownCalls, rounds, unfolding: true, gate: true };
}

const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

function changedBelow({ root }: Bounds, named: readonly string[], revision: string): readonly string[] {
  const isNamed = (file: string): boolean => named.some((path) => file === path || !/^\.\.([\\/]|$)/.test(relative(path, file)));
  return changesOf(root, revision).filter((file) => isSource(file) && isNamed(file));
}

function changesOf(root: string, revision: string): readonly string[] {
  try {
    return gitChanges(root, revision);
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : String(error)} Call check with paths alone.`);
  }
}

function nothingChanged(revision: string): ToolAnswer {
  const data = { complete: true, findings: [], requires: [], errors: [], files: 0 };
  return { head: `No source file differs from ${revision}.`, lines: [], data, list: 'findings', link: null };
}

/** Whether the text stands in an address as it is: `.` and what is above do not. */
const isAddress = (path: string): boolean => /^[\w-]/.test(path) && new URL(`whence://check/${path}`).href === `whence://check/${path}`;

/** A call in a recording, whose state the analysis begins from. */
function entryOf(text: string, bounds: Bounds, recorded: ReadonlySet<string>): FromEntryRequest {
  const [, file, event] = /^(.+)#(uncaught|\d{1,15})$/.exec(text) ?? [];
  if (file === undefined) throw new Refused(`${text} is no call: write RECORDING#EVENT or RECORDING#uncaught.`);
  const recording = recordingPath(bounds, recorded, file);
  const place =
    event === 'uncaught' ? ({ kind: 'failure', recording } as const) : ({ kind: 'event', recording, event: Number(event) } as const);
  return { place, program: null, cwd: bounds.root };
}

/** Nothing is run: the state is in the recording. */
const quiet = (signal: AbortSignal) => ({
  output: 'stderr' as const,
  input: new ReplayedInput(null),
  signal,
  onProgress: () => {},
});

function entryAnswer(entries: readonly EntryReport[]): ToolAnswer {
  const failing = entries.filter(({ verdict }) => verdict === 'certainly-fails');
  const calls = `${entries.length} ${entries.length === 1 ? 'call' : 'calls'}`;
  const lines = entries.flatMap(({ file, span, function: name, hit, reason, findings }) => {
    const head = `${file}:${span.line} ${name === '' ? 'the function' : name}, call ${hit}:`;
    if (findings.length === 0) return [`${head} ${reason === null ? 'from here it returns' : `nothing certain from here (${reason})`}.`];
    return findings.flatMap(({ message, because }) => [
      `${head} ${message}`,
      ...because.slice(1).map((one) => `  through ${one.file}:${one.span.line} ${one.message}`),
    ]);
  });
  return {
    head: `${failing.length} of ${calls} certainly ${failing.length === 1 ? 'fails' : 'fail'}, in this run.`,
    lines,
    data: { complete: true, entries },
    list: 'entries',
    link: null,
  };
}

function heldText({ values, places, contradictions }: AgainstRecording): readonly string[] {
  return [
    `Recorded values held against it: ${values}, of ${places} ${places === 1 ? 'place' : 'places'}.`,
    ...contradictions.map(
      ({ file, line, name, value, reachable }) =>
        `${file}:${line} ${name} was ${value}, thought to be ${reachable}: no declared type explains that, the analysis is wrong here.`,
    ),
  ];
}

interface Checked {
  readonly errors: readonly { readonly file: string; readonly message: string }[];
  readonly fileCount: number;
  /** What a recording says of it. */
  readonly held: AgainstRecording | null;
  readonly lines: SourceLines;
  readonly paths: readonly string[];
}

function answerOf(
  findings: readonly PrintedFinding[],
  functions: readonly {
    readonly name: string;
    readonly file: string;
    readonly requires: string | null;
    readonly span: { readonly line: number };
  }[],
  { errors, fileCount, held, lines, paths }: Checked,
): ToolAnswer {
  const requires = functions.filter((one) => one.requires !== null && one.requires !== 'true');
  const files = `${fileCount} ${fileCount === 1 ? 'file' : 'files'}`;
  const [only] = paths;
  return {
    head: `${findings.length === 0 ? 'No findings' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`} in ${files}.`,
    lines: [
      ...findings.flatMap(({ severity, file, span, message, because }) => [
        `${file}:${span.line} ${severity}: ${message}`,
        ...lines.at(file, span.line),
        ...because.slice(0, 3).map((one) => `  because ${one.file}:${one.span.line} ${one.message}`),
      ]),
      ...requires.map(({ name, file, span, requires: condition }) => `${file}:${span.line} ${name} requires ${condition ?? ''}`),
      ...(held === null ? [] : heldText(held)),
      ...errors.map(({ file, message }) => `${file}: ${message}`),
    ],
    data: {
      complete: errors.length === 0,
      findings: findings.map(({ code, severity, file, span, condition, message, because }) => ({
        code,
        severity,
        file,
        line: span.line,
        column: span.column,
        condition,
        message,
        because: because.map((one) => ({ file: one.file, line: one.span.line, message: one.message })),
      })),
      requires: requires.map(({ name, file, span, requires: condition }) => ({ name, file, line: span.line, requires: condition })),
      errors,
      files: fileCount,
      ...(held === null
        ? {}
        : { against: { values: held.values, places: held.places, broken: held.broken, contradictions: held.contradictions } }),
    },
    list: findings.length > 0 ? 'findings' : 'requires',
    link: held === null && paths.length === 1 && only !== undefined && isAddress(only) ? `whence://check/${only}` : null,
  };
}
