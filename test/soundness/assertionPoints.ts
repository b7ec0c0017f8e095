import { assertionRank, type Insertions } from './insertions.js';
import type { SyntaxNode, Tree } from './syntaxTree.js';

/** Statements that control does not leave at their end. */
export const jumps = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']);

/** Puts the assertion comments' tests to their points. Gives the offsets of the `@sometime`s, by their numbers. */
export function placeAssertions(tree: Tree, statements: readonly SyntaxNode[], insertions: Insertions): readonly number[] {
  const { text, comments } = tree;
  const sometimes: number[] = [];
  const statementEnds = statements.map((statement) => statement.range[1]);
  for (const comment of comments) {
    const match = /^\s*@(always|sometime)\s+([\s\S]+)$/.exec(comment.value);
    if (match === null) continue;
    const [, tag, expression = 'true'] = match;
    const lineStart = text.lastIndexOf('\n', comment.range[0] - 1) + 1;
    const lead = text.slice(lineStart, comment.range[0]).trim();
    let at = comment.range[0];
    if (lead !== '' && !lead.endsWith('{')) {
      const jump = statements.findLast(
        (statement, i) => jumps.has(statement.type) && (statementEnds[i] ?? 0) <= at && statement.range[0] >= lineStart,
      );
      if (jump !== undefined) at = jump.range[0];
    }
    if (tag === 'always') insertions.insert(at, ` $.always(() => (${expression.trim()}));`, assertionRank);
    else {
      const index = sometimes.push(comment.range[0]) - 1;
      insertions.insert(at, ` $.sometime(${index}, () => (${expression.trim()}));`, assertionRank);
    }
  }
  return sometimes;
}
