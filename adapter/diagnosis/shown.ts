import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { LineMap, type Span } from '../../server/base/span.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { Component } from '../../server/ir/component.js';
import type { OwnCandidate, SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import type { ShownComponent, ShownSpan } from './diagnosisResult.js';

/** Components and changes as results name them. */
export class Shown {
  private readonly lines = new Map<string, LineMap>();
  private readonly components: ReadonlyMap<number, Component>;

  constructor(
    private readonly cwd: string,
    private readonly suspects: readonly SuspectText[],
  ) {
    this.components = new Map(suspects.flatMap(({ components }) => components.map((component) => [component.id, component] as const)));
    for (const { path, text } of suspects) this.lines.set(path, new LineMap(text));
  }

  static path(cwd: string, file: string): string {
    const path = reportPath(cwd, file);
    return path.startsWith('../') ? file : path;
  }

  path(file: string): string {
    return Shown.path(this.cwd, file);
  }

  of(id: number): Component | null {
    return this.components.get(id) ?? null;
  }

  component(id: number): ShownComponent {
    const component = this.components.get(id);
    if (component === undefined) throw new RangeError(`There is no component ${id}.`);
    const { file, span, kind } = component;
    return { file: this.path(file), span: this.span(file, span), function: component.function, kind };
  }

  /** The gap in which a candidate inserts something. */
  gap(suspect: SuspectText, { edits }: OwnCandidate): ShownComponent {
    const at = edits[0]?.span.start ?? 0;
    const inside = [...this.components.values()].filter(
      ({ file, functionSpan }) => file === suspect.path && functionSpan.start <= at && at <= functionSpan.end,
    );
    const innermost = inside.sort((a, b) => a.functionSpan.end - a.functionSpan.start - (b.functionSpan.end - b.functionSpan.start))[0];
    return {
      file: this.path(suspect.path),
      span: this.span(suspect.path, { start: at, end: at }),
      function: innermost?.function ?? '',
      kind: 'missing',
    };
  }

  text(id: number): string {
    const component = this.components.get(id);
    const suspect = this.suspects.find(({ path }) => path === component?.file);
    return component === undefined || suspect === undefined ? '' : suspect.text.slice(component.span.start, component.span.end);
  }

  span(file: string, { start, end }: Span): ShownSpan {
    const lines = this.lines.get(file);
    const [from, to] = [lines?.positionOf(start), lines?.positionOf(end)];
    return { line: from?.line ?? 1, column: from?.column ?? 1, endLine: to?.line ?? 1, endColumn: to?.column ?? 1 };
  }

  diff(suspect: SuspectText, after: string): string {
    const name = this.path(suspect.path);
    return createTwoFilesPatch(name, name, suspect.text, after, '', '', { context: 2, headerOptions: FILE_HEADERS_ONLY });
  }
}
