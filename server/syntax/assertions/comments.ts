import ts from 'typescript';
import type { Span } from '../../base/span.js';

/** A comment and its neighbours in the tree. */
export interface Comment {
  readonly span: Span;
  /** `documentation`: begins with `/**` or `/*!`, and may hold tags of other tools. */
  readonly style: 'line' | 'block' | 'documentation';
  /** The innermost node whose own text (without leading white space and comments) surrounds the comment. */
  readonly container: ts.Node;
  /** The children of `container` before and after the comment. */
  readonly previous: ts.Node | null;
  readonly next: ts.Node | null;
  /** Nothing but white space and comments is between `previous` and the comment. */
  readonly adjoinsPrevious: boolean;
  /** Nothing but white space and comments is between the comment and `next`. */
  readonly adjoinsNext: boolean;
}

/**
 * The comments that contain one of the offsets (ascending), in the order of the text. Offsets elsewhere (in strings, templates, regular
 * expressions, JSX text) are left out. Linear in the text around the offsets: each gap between two tokens is scanned once.
 */
export function commentsAt(sourceFile: ts.SourceFile, offsets: readonly number[]): Comment[] {
  const comments: Comment[] = [];
  const gaps = new GapFinder(sourceFile);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false);
  let done = 0;
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0;
    if (offset < done) continue;
    const gap = gaps.at(offset);
    done = Math.max(gap.end, offset + 1);
    if (gap.kind === 'token') continue;
    let wanted = i;
    for (const comment of commentsIn(gap, scanner, sourceFile.text)) {
      while ((offsets[wanted] ?? Infinity) < comment.span.start) wanted++;
      if ((offsets[wanted] ?? Infinity) < comment.span.end) comments.push(comment);
    }
  }
  return comments;
}

/** A stretch of text between two children of a node: white space, comments, and the node's own punctuation and keywords. */
interface Gap {
  readonly kind: 'gap' | 'token';
  readonly start: number;
  readonly end: number;
  readonly container: ts.Node;
  readonly previous: ts.Node | null;
  readonly next: ts.Node | null;
}

class GapFinder {
  private readonly children = new Map<ts.Node, readonly ts.Node[]>();

  constructor(private readonly sourceFile: ts.SourceFile) {}

  /** O(depth of the tree * log of the numbers of children), and one visit of each child list. Not recursive: trees may be very deep. */
  at(offset: number): Gap {
    let container: ts.Node = this.sourceFile;
    for (;;) {
      const children = this.childrenOf(container);
      const index = lastStartingAt(children, offset);
      const child = children[index] ?? null;
      if (child === null || offset >= child.end) {
        const next = children[index + 1] ?? null;
        const start = child?.end ?? container.getStart(this.sourceFile);
        return { kind: 'gap', start, end: next?.pos ?? container.end, container, previous: child, next };
      }
      const start = child.kind === ts.SyntaxKind.JsxText ? child.pos : child.getStart(this.sourceFile);
      if (offset < start) {
        return { kind: 'gap', start: child.pos, end: start, container, previous: children[index - 1] ?? null, next: child };
      }
      if (ts.isTokenKind(child.kind) || ts.isIdentifier(child) || ts.isPrivateIdentifier(child)) {
        return { kind: 'token', start, end: child.end, container, previous: null, next: null };
      }
      container = child;
    }
  }

  /** The non-empty children, in the order of the text. */
  private childrenOf(node: ts.Node): readonly ts.Node[] {
    const known = this.children.get(node);
    if (known !== undefined) return known;
    const children: ts.Node[] = [];
    let sorted = true;
    ts.forEachChild(node, (child) => {
      if (child.pos < 0 || child.end <= child.pos) return;
      if (child.pos < (children.at(-1)?.pos ?? 0)) sorted = false;
      children.push(child);
    });
    if (!sorted) children.sort((a, b) => a.pos - b.pos);
    this.children.set(node, children);
    return children;
  }
}

function commentsIn(gap: Gap, scanner: ts.Scanner, text: string): Comment[] {
  const found: { span: Span; style: Comment['style']; tokensBefore: number }[] = [];
  let tokens = 0;
  scanner.setText(text, gap.start, gap.end - gap.start);
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      const span = { start: scanner.getTokenStart(), end: scanner.getTokenEnd() };
      found.push({ span, style: styleOf(text, span, kind), tokensBefore: tokens });
    } else if (kind > ts.SyntaxKind.LastTriviaToken) {
      tokens++;
    }
  }
  const { container, previous, next } = gap;
  // A gap that is the leading trivia of `next` starts behind the punctuation that separates `next` from `previous`.
  const continuesPrevious = previous !== null && previous.end === gap.start;
  return found.map(({ span, style, tokensBefore }) => ({
    span,
    style,
    container,
    previous,
    next,
    adjoinsPrevious: continuesPrevious && tokensBefore === 0,
    adjoinsNext: next !== null && tokensBefore === tokens,
  }));
}

function styleOf(text: string, span: Span, kind: ts.SyntaxKind): Comment['style'] {
  if (kind === ts.SyntaxKind.SingleLineCommentTrivia) return 'line';
  return /^\/\*(\*[^/]|!)/.test(text.slice(span.start, span.start + 4)) ? 'documentation' : 'block';
}

/** The index of the last node that begins, with its leading trivia, at or before the offset; -1 if none does. */
function lastStartingAt(nodes: readonly ts.Node[], offset: number): number {
  let low = -1;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((nodes[middle]?.pos ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
