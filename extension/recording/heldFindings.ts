import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A source of a recording, as the adapter tells it: with a reference where its file is not what was recorded. */
export interface SourceTold {
  readonly path?: string;
  readonly sourceReference?: number;
}

/** A declared type that a run did not keep. Lines and columns are from 1. */
export interface BrokenAssumption {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  /** The first call that did not keep it. */
  readonly point: { readonly file: string; readonly line: number; readonly column: number; readonly message: string } | null;
  /** The event with which it was first broken. */
  readonly event: number | null;
}

/** The files of a folder that can be held against a recording: the program's own, as they were recorded. */
export function analysedFiles(sources: readonly SourceTold[], folder: string): readonly string[] {
  return sources.flatMap(({ path = '', sourceReference }) => {
    const way = relative(folder, path);
    const isOwn = isAbsolute(path) && !isAbsolute(way) && way.split(sep)[0] !== '..' && !way.split(sep).includes('node_modules');
    return isOwn && sourceReference === undefined && /\.[cm]?[jt]sx?$/.test(path) ? [path] : [];
  });
}

interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** What `whence check --json --against` prints, as far as it is of the run. */
interface Printed {
  readonly findings: readonly {
    readonly code: string;
    readonly file: string;
    readonly span: Span;
    readonly message: string;
    readonly because: readonly { readonly file: string; readonly span: Span; readonly message: string }[];
  }[];
  readonly against: {
    readonly broken: readonly { readonly file: string; readonly span: Span; readonly event: number | null }[];
    readonly contradictions: readonly {
      readonly file: string;
      readonly line: number;
      readonly name: string;
      readonly value: string;
      readonly reachable: string;
    }[];
  };
}

/** What a run says of what the analysis assumed; nothing where the recording could not be held against it. */
export function heldOf(
  printed: string,
  folder: string,
): { readonly broken: readonly BrokenAssumption[]; readonly contradictions: readonly string[] } {
  if (printed === '') return { broken: [], contradictions: [] };
  const { findings, against } = JSON.parse(printed) as Printed;
  const broken = findings
    .filter(({ code }) => code === 'assumption-broken')
    .map(({ file, span, message, because: [point] }): BrokenAssumption => {
      const first = against.broken.find((one) => one.file === file && one.span.line === span.line && one.span.column === span.column);
      return {
        file: resolve(folder, file),
        ...span,
        message,
        point:
          point === undefined
            ? null
            : { file: resolve(folder, point.file), line: point.span.line, column: point.span.column, message: point.message },
        event: first?.event ?? null,
      };
    });
  const contradictions = against.contradictions.map(
    ({ file, line, name, value, reachable }) =>
      `${file}:${line}: ${name} was ${value} in the recording, and the analysis thought that it is ${reachable}. No declared type explains that: the analysis is wrong here.`,
  );
  return { broken, contradictions };
}
