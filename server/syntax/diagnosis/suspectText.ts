import ts from 'typescript';
import type { Component, ValueKind } from '../../ir/component.js';
import type { Span } from '../../base/span.js';
import { changeKey, type Candidate } from './candidate.js';
import { bindingEdits, missingDefaults, missingDefaultsIn, missingDefaultsOfArrow } from './bindingEdits.js';
import { expressionEdits, type Evidence } from './expressionEdits.js';
import { heldAssertions } from './heldAssertions.js';
import { functionAround, functionName, partsOf, spanOf, type Part } from './parts.js';
import { insertions, statementEdits } from './statementEdits.js';
import { edited, switchedText, type Alternative, type Switched } from './switchedText.js';
import type { Insertion } from './textInsertions.js';
import { missedTexts } from './textDifference.js';
import type { TypedFiles } from './typedFiles.js';
import { Types } from './vocabulary.js';

/** A candidate of a file, and the component that it changes; null where it inserts something. */
export interface OwnCandidate extends Candidate {
  readonly component: number | null;
  /** Of an insertion: a component that runs wherever it would. */
  readonly beside: number | null;
}

const noEvidence: Evidence = { differences: [], fields: new Map(), wantedCalls: new Set() };

/** A file that is suspected: its components, what they may become, and its text with switches. */
export class SuspectText {
  private readonly parts: readonly Part[];
  private held: readonly Insertion[] | null = null;
  private known: { readonly types: Types; readonly components: readonly Component[] } | null = null;

  constructor(
    readonly path: string,
    private readonly file: ts.SourceFile,
    private readonly files: TypedFiles,
    private readonly firstId: number,
  ) {
    this.parts = partsOf({ file, text: file.text, isJavaScript: false, isModule: true });
  }

  /** How many components it has. */
  get size(): number {
    return this.parts.length;
  }

  /** Its components, which need types: the first who asks waits for the compiler. */
  get components(): readonly Component[] {
    return this.typed.components;
  }

  private get types(): Types {
    return this.typed.types;
  }

  private get typed(): { readonly types: Types; readonly components: readonly Component[] } {
    if (this.known === null) {
      const types = new Types(this.files.checker, this.file);
      this.known = { types, components: this.parts.map((part, index) => this.componentOf(part, this.firstId + index, types)) };
    }
    return this.known;
  }

  get text(): string {
    return this.file.text;
  }

  private componentOf(part: Part, id: number, types: Types): Component {
    const fn = functionAround(part.kind === 'return' && ts.isArrowFunction(part.owner) ? (part.expression ?? part.owner) : part.owner);
    return {
      id,
      file: this.path,
      span: part.span,
      function: functionName(fn),
      functionSpan: fn === null ? { start: 0, end: this.text.length } : spanOf(fn, this.file),
      kind: part.kind,
      value: valueOf(part, types),
      byDefault: isDefault(part) && part.expression !== null ? spanOf(part.expression, this.file) : null,
      whenTrue: whenTrueOf(part, this.file),
      isGuarded: isGuarded(part),
    };
  }

  /** All changes of the components of which the test holds, smallest first. */
  candidates(isWanted: (component: Component) => boolean, evidence: Evidence = noEvidence): readonly OwnCandidate[] {
    const found: OwnCandidate[] = [];
    const missed = missedTexts(evidence.differences);
    for (const [index, part] of this.parts.entries()) {
      const component = this.components[index];
      if (component === undefined || !isWanted(component)) continue;
      const own = [
        ...this.inExpression(part, index, evidence),
        ...bindingEdits(part, index, this.file),
        ...missingDefaultsIn(part, index, this.types, missed, this.file),
        ...missingDefaultsOfArrow(part, index, this.types, missed, this.file),
        ...statementEdits(part, index, this.types, this.file),
      ];
      found.push(...own.map((candidate) => ({ ...candidate, component: component.id, beside: null })));
    }
    const inside =
      (node: ts.Node) =>
      (candidate: Candidate): OwnCandidate => ({ ...candidate, component: null, beside: this.firstIn(node) });
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && this.runs(node, isWanted))
        found.push(...missingDefaults(node as ts.FunctionLikeDeclaration, this.types, this.file, missed).map(inside(node)));
      if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) {
        const around = this.components.find(
          ({ functionSpan }) => functionSpan.start <= node.pos && node.end <= functionSpan.end && functionSpan.end < this.text.length,
        );
        // In a block without statements nothing runs that is noted.
        const isRun = this.runs(node, isWanted) || (node.statements.length === 0 && this.runs(node.parent, isWanted));
        if (around !== undefined && isRun)
          found.push(...insertions(node, { types: this.types, wanted: evidence.wantedCalls }, this.file).map(inside(node)));
      }
      ts.forEachChild(node, visit);
    };
    visit(this.file);
    return this.distinct(found.sort((a, b) => a.size - b.size));
  }

  /** The first of those that make the same text of one component, or by insertion. */
  private distinct(candidates: readonly OwnCandidate[]): readonly OwnCandidate[] {
    const seen = new Set<string>();
    return candidates.filter((candidate) => {
      const key = `${candidate.component} ${changeKey(this.text, candidate.edits)}`;
      return !seen.has(key) && seen.add(key);
    });
  }

  /** Whether some wanted component is inside of the node. */
  private runs(node: ts.Node, isWanted: (component: Component) => boolean): boolean {
    return this.components.some((component) => isWanted(component) && component.span.start >= node.pos && component.span.end <= node.end);
  }

  /** The component that begins first in a node; null where it has none. */
  private firstIn(node: ts.Node): number | null {
    let first: Component | null = null;
    for (const component of this.components)
      if (component.span.start >= node.pos && component.span.end <= node.end && (first === null || component.span.start < first.span.start))
        first = component;
    return first?.id ?? null;
  }

  private inExpression(part: Part, index: number, evidence: Evidence): readonly Candidate[] {
    const { expression } = part;
    if (expression === null) return [];
    const whole = spanOf(expression, this.file);
    return expressionEdits(expression, this.types, this.file, evidence).map((edit) => ({
      places: [{ site: { kind: 'expression', part: index }, text: editedWithin(this.text, whole, edit) }],
      edits: [{ span: edit.span, text: edit.text }],
      size: edit.size,
    }));
  }

  /** The text in which the candidates are switched on by number; its places are numbered from `firstPlace`. */
  switched(numbered: readonly { readonly number: number; readonly candidate: Candidate }[], firstPlace: number): Switched {
    const alternatives = numbered.flatMap(({ number, candidate }): Alternative[] =>
      candidate.places.map(({ site, text }) => ({ number, site, text })),
    );
    this.held ??= heldAssertions(this.file, this.path);
    return switchedText(this.file, this.parts, { firstId: this.firstId, firstPlace }, alternatives, this.held);
  }

  edited(candidate: Candidate): string {
    return edited(this.text, candidate.edits);
  }
}

/** The kind of what a component gives: a call for its effects gives nothing. */
function valueOf({ kind, expression, statement, owner }: Part, types: Types): ValueKind {
  // The key of such a field is an expression, too.
  if (expression === null || (ts.isPropertyDeclaration(owner) && ts.isComputedPropertyName(owner.name))) return 'none';
  if (kind === 'header') return 'boolean';
  const counted = kind === 'statement' ? countedBy(expression) : null;
  if (statement !== null && ts.isExpressionStatement(statement) && !ts.isBinaryExpression(expression) && counted === null) return 'other';
  // What is assigned may be all that its target can hold, whatever it is now.
  const isAssigned = ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const target = isAssigned ? expression.left : counted;
  if (types.isUntyped(target ?? expression)) return 'other';
  const wanted = target === null ? types.wanted(expression) : types.of(target);
  const type = types.kindOf(wanted);
  if (types.mayBeNothing(wanted)) return 'other';
  return type === 'number' || type === 'string' || type === 'boolean' ? type : 'other';
}

const isDefault = ({ owner }: Part): boolean => ts.isParameter(owner) || ts.isBindingElement(owner);

/** The statement or clause to which a condition leads where it holds; null where the part is no condition. */
function whenTrueOf({ kind, owner }: Part, file: ts.SourceFile): Span | null {
  if (kind !== 'header') return null;
  if (ts.isIfStatement(owner)) return spanOf(owner.thenStatement, file);
  if (ts.isWhileStatement(owner) || ts.isDoStatement(owner) || ts.isForStatement(owner)) return spanOf(owner.statement, file);
  return ts.isCaseClause(owner) ? { start: owner.expression.end, end: owner.end } : null;
}

/** What `x++` and `--x` write; null for other expressions. */
const countedBy = (expression: ts.Expression): ts.Expression | null =>
  ts.isPostfixUnaryExpression(expression) || (ts.isPrefixUnaryExpression(expression) && isCounting(expression.operator))
    ? expression.operand
    : null;

const isCounting = (operator: ts.PrefixUnaryOperator): boolean =>
  operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;

/** Whether a `try` of its function is around the part. */
function isGuarded({ kind, owner }: Part): boolean {
  if (kind === 'return' && ts.isArrowFunction(owner)) return false;
  for (let node = owner; !ts.isFunctionLike(node.parent) && !ts.isSourceFile(node.parent); node = node.parent) {
    const { parent } = node;
    if (ts.isTryStatement(parent) && (parent.tryBlock === node || (parent.finallyBlock !== undefined && parent.finallyBlock !== node)))
      return true;
  }
  return false;
}

function editedWithin(text: string, whole: Span, edit: { readonly span: Span; readonly text: string }): string {
  return text.slice(whole.start, edit.span.start) + edit.text + text.slice(edit.span.end, whole.end);
}
