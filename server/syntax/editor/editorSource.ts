import ts from 'typescript';
import { InternalError } from '../../base/errors.js';
import type { AssertionComment, AssertionParse } from '../assertions/assertion.js';
import { collectAssertions } from '../assertions/collect.js';
import { adopt, attachedNode } from '../assertions/assertionSource.js';
import { Bindings } from '../names/bindings.js';
import { declareNames } from '../names/declare.js';
import { resolveNames } from '../names/resolve.js';
import type { VariableInfo } from '../names/scopes.js';
import { parse, spanOf, type Source } from '../source.js';
import { typeContext } from '../types/types.js';
import type { Offset, Span } from '../../base/span.js';

/** A text as the editor asks about it: its tree, its assertion comments, and what names refer to. Texts with errors are welcome. */
export class EditorSource {
  readonly source: Source;
  readonly assertions: AssertionParse;
  /** Empty for a text that is too broken to be bound. */
  readonly bindings: Bindings;
  /** What names refer to, by where they begin, in code and assertions. */
  readonly variables: ReadonlyMap<Offset, VariableInfo>;

  constructor(
    readonly text: string,
    file: string,
  ) {
    this.source = parse(text, file);
    this.assertions = collectAssertions(this.source.file);
    this.bindings = bind(this.source, this.assertions.assertions);
    this.variables = new Map(
      Array.from(this.bindings.references, ([node, { variable }]) => [ts.isIdentifier(node) ? node.end - node.text.length : -1, variable]),
    );
  }

  get file(): ts.SourceFile {
    return this.source.file;
  }

  spanOf(node: ts.Node): Span {
    return spanOf(node, this.file);
  }

  /** The use or declaration of a variable at an offset, its end included; null elsewhere. */
  referenceAt(
    offset: number,
  ): { readonly node: ts.Identifier; readonly variable: VariableInfo; readonly assertion: AssertionComment | null } | null {
    for (const [node, { variable }] of this.bindings.references) {
      if (!ts.isIdentifier(node) || node.end < offset || node.end - node.text.length > offset) continue;
      return { node, variable, assertion: this.assertionAt(offset) };
    }
    return null;
  }

  /** The assertion whose expression holds the offset, its end included. */
  assertionAt(offset: number): AssertionComment | null {
    return this.assertions.assertions.find(({ span }) => span.start <= offset && offset <= span.end) ?? null;
  }

  /** The innermost node whose own text holds the offset, its end included; the file at the least. */
  nodeAt(offset: number): ts.Node {
    let node: ts.Node = this.file;
    for (;;) {
      let inner: ts.Node | undefined;
      ts.forEachChild(node, (child) => {
        // Of two that meet at the offset the later one begins there.
        if (child.end > child.pos && child.getStart(this.file) <= offset && offset <= child.end) inner = child;
      });
      if (inner === undefined) return node;
      node = inner;
    }
  }
}

function bind(source: Source, comments: readonly AssertionComment[]): Bindings {
  const attached = new Map<ts.Node, AssertionComment[]>();
  for (const comment of comments) {
    if (comment.tag !== 'range') adopt(comment, source.file);
    const node = attachedNode(comment);
    attached.set(node, [...(attached.get(node) ?? []), comment]);
  }
  try {
    const bindings = declareNames(source);
    resolveNames(source, bindings, attached, typeContext(comments));
    return bindings;
  } catch (error) {
    // The checked text has no syntax errors; this one may have any, and trees that the binder does not expect.
    if (error instanceof InternalError || error instanceof TypeError) return new Bindings();
    throw error;
  }
}
