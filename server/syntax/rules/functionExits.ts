import ts from 'typescript';
import type { AssertionPoint } from '../../rules/assertionProbes.js';

/** The normal exits of a function: its returns, and the end of its body. */
export class FunctionExits {
  constructor(
    private readonly declaration: ts.FunctionLikeDeclaration,
    private readonly file: ts.SourceFile,
  ) {}

  /** At each exit its result, between two pieces of code. */
  points(before: string, after: string): readonly AssertionPoint[] {
    const { body } = this.declaration;
    if (body === undefined) return [];
    if (!ts.isBlock(body)) return [this.around(body, before, after)];
    const points = this.returnsIn(body).map((node): AssertionPoint => {
      if (node.expression !== undefined) return this.around(node.expression, before, after);
      const start = node.getStart(this.file);
      const offset = start + 'return'.length;
      return { start, end: node.end, probes: [{ offset, side: 'after', code: ` ${before}void 0${after}` }] };
    });
    const last = body.statements.at(-1);
    if (last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last))) return points;
    const [start, end] = last === undefined ? [body.getStart(this.file), body.end] : [last.getStart(this.file), last.end];
    return [...points, { start, end, probes: [{ offset: body.end - 1, side: 'after', code: `;${before}void 0${after};` }] }];
  }

  private around(expression: ts.Expression, before: string, after: string): AssertionPoint {
    const [start, end] = [expression.getStart(this.file), expression.end];
    return {
      start,
      end,
      probes: [
        { offset: start, side: 'before', code: `${before}(` },
        { offset: end, side: 'after', code: `)${after}` },
      ],
    };
  }

  private returnsIn(body: ts.Block): readonly ts.ReturnStatement[] {
    const found: ts.ReturnStatement[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
      if (ts.isReturnStatement(node)) found.push(node);
      ts.forEachChild(node, visit);
    };
    visit(body);
    return found;
  }
}
