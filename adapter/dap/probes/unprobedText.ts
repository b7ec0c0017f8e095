import { LineMap } from '../../../server/base/span.js';
import { insertionStart, sourceColumn, withoutInsertions } from '../../instrument/edits.js';
import { parseEither } from '../../instrument/parse.js';
import { childrenOf, isFunction, type AnyNode } from '../../instrument/tree.js';
import type { V8Position } from '../position.js';

/** A text with probes, as V8 has it, and the program's own: lines are the same, columns are not. All from 0. */
export class UnprobedText {
  /** As it was before probes were put into it. */
  readonly source: string;
  private readonly shown: readonly string[];
  private readonly lines: LineMap;
  private stops: ReadonlySet<number> | null = null;

  private constructor(shown: string) {
    this.source = withoutInsertions(shown);
    this.shown = shown.split('\n');
    this.lines = new LineMap(this.source);
  }

  /** Null where a text holds no probes. */
  static of(shown: string): UnprobedText | null {
    return /\x0b[^\x0c]*__w_/.test(shown) ? new UnprobedText(shown) : null;
  }

  /** The program's own column; of what was put in, where it stands. */
  own({ line, column }: V8Position): V8Position {
    if (this.isEnd({ line, column })) return this.end;
    const shown = this.shown[line];
    return { line, column: shown === undefined ? column : sourceColumn(shown, column) };
  }

  /** V8's column: before all that was put in there. */
  toV8({ line, column }: V8Position): V8Position {
    const shown = this.shown[line] ?? '';
    if (line === this.shown.length - 1 && column >= this.lastLength) return { line, column: shown.length + column - this.lastLength };
    let at = 0;
    // Own columns grow with V8's: a search by halves.
    for (let end = shown.length; at < end;) {
      const middle = (at + end) >> 1;
      if (sourceColumn(shown, middle) < column) at = middle + 1;
      else end = middle;
    }
    return { line, column: at + Math.max(column - sourceColumn(shown, at), 0) };
  }

  /** Whether V8 is in something that was put in, which stands for no place of the program's where V8 stops without it. */
  isPutIn(position: V8Position): boolean {
    return this.isInside(position) && !this.isEnd(position) && !this.isStop(this.own(position));
  }

  isInside({ line, column }: V8Position): boolean {
    const shown = this.shown[line] ?? '';
    return insertionStart(shown, column) >= 0 || (shown[column] === '\f' && insertionStart(shown, column - 1) >= 0);
  }

  /** V8 says that a text ends at its last character, which is one of ours where something stands behind the program's own. */
  private isEnd({ line, column }: V8Position): boolean {
    const last = this.shown.length - 1;
    return line === last && column >= (this.shown[last]?.length ?? 0) - 1 && this.shown[last]?.endsWith('\f') === true;
  }

  /** How long the last line of the program's own is. */
  private get lastLength(): number {
    return this.source.length - (this.source.lastIndexOf('\n') + 1);
  }

  private get end(): V8Position {
    const { line, column } = this.lines.positionOf(Math.max(this.source.length - 1, 0));
    return { line: line - 1, column: column - 1 };
  }

  /** Whether V8 stops at a place of the program's own text because of how that is built: where statements begin and functions end. */
  isStop({ line, column }: V8Position): boolean {
    this.stops ??= stopsOf(this.source);
    return this.stops.has(this.lines.offsetOf({ line: line + 1, column: column + 1 }));
  }
}

function stopsOf(source: string): ReadonlySet<number> {
  const stops = new Set<number>();
  const visit = (node: AnyNode): void => {
    for (const at of stopsAt(node)) stops.add(at);
    for (const child of childrenOf(node)) visit(child);
  };
  const program = parseEither(source);
  if (program !== null) visit(program);
  return stops;
}

function stopsAt(node: AnyNode): readonly number[] {
  if (isFunction(node)) return node.body.type === 'BlockStatement' ? [] : [node.body.start, node.body.end];
  if (node.type === 'VariableDeclarator') return node.init ? [node.init.start] : [];
  return /Statement$/.test(node.type) && node.type !== 'BlockStatement' && node.type !== 'EmptyStatement' ? [node.start] : [];
}
