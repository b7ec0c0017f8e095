import { LineMap, type Span } from '../base/span.js';
import type { Instance } from '../analysis/unfolding.js';
import type { FunctionIr } from '../ir/program.js';
import type { Located, ReportSpan } from './result.js';

/** Turns offsets of one file, or of others that were linked with it, into what reports say. */
export class Places {
  readonly lines: LineMap;
  private readonly known = new Map<string, Places>();

  constructor(
    private readonly text: string,
    /** As printed. */
    readonly file: string,
    private readonly others: ReadonlyMap<string, string> = new Map(),
  ) {
    this.lines = new LineMap(text);
  }

  /** The places of a file: this one, or one of the others. */
  in(file: string): Places {
    if (file === this.file) return this;
    let places = this.known.get(file);
    if (places === undefined) this.known.set(file, (places = new Places(this.others.get(file) ?? '', file)));
    return places;
  }

  spanOf(span: Span): ReportSpan {
    const start = this.lines.positionOf(span.start);
    const end = this.lines.positionOf(Math.max(span.start, span.end));
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  at(span: Span, message: string): Located {
    return { file: this.file, span: this.spanOf(span), message };
  }

  /** The source of a span, shortened to one line. */
  textOf(span: Span): string {
    const text = this.text.slice(span.start, span.end).replace(/\s+/g, ' ').trim();
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  }
}

/** A function as sentences name it. */
export function spokenName({ kind, name }: FunctionIr): string {
  if (kind === 'module') return 'the module';
  return name === '<anonymous>' ? 'a function' : name;
}

/** The file of a function's text, when it is not the one that is checked. */
export function otherFile({ indexed, activation }: Instance): string | null {
  const { file } = indexed.body;
  return file === activation.program.module.file ? null : file;
}
