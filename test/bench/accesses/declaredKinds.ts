import ts from 'typescript';
import type { Span } from '../../../server/base/span.js';

/** What TypeScript's checker says of the two sides of `a[i]`, whether or not the file has types: those of JavaScript are inferred. */
export interface DeclaredKinds {
  readonly key: 'number' | 'other' | 'unknown';
  readonly base: 'indexable' | 'other' | 'unknown';
}

const unknown: DeclaredKinds = { key: 'unknown', base: 'unknown' };

/** Asks about the accesses of the files of one package. */
export class DeclaredTypes {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly known = new Map<string, ReadonlyMap<number, ts.ElementAccessExpression>>();

  constructor(files: readonly string[]) {
    this.program = ts.createProgram([...files], {
      allowJs: true,
      checkJs: false,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    });
    this.checker = this.program.getTypeChecker();
  }

  of(file: string, span: Span): DeclaredKinds {
    const node = this.accessesOf(file).get(span.end);
    if (node === undefined) return unknown;
    const { argumentExpression, expression } = node;
    return {
      key: this.keyKind(this.checker.getTypeAtLocation(argumentExpression)),
      base: this.baseKind(this.checker.getNonNullableType(this.checker.getTypeAtLocation(expression))),
    };
  }

  /** By their ends: no two accesses share one. */
  private accessesOf(file: string): ReadonlyMap<number, ts.ElementAccessExpression> {
    const before = this.known.get(file);
    if (before !== undefined) return before;
    const found = new Map<number, ts.ElementAccessExpression>();
    const visit = (node: ts.Node): void => {
      if (ts.isElementAccessExpression(node)) found.set(node.end, node);
      ts.forEachChild(node, visit);
    };
    const source = this.program.getSourceFile(file);
    if (source !== undefined) visit(source);
    this.known.set(file, found);
    return found;
  }

  private keyKind(type: ts.Type): DeclaredKinds['key'] {
    const parts = type.isUnion() ? type.types : [type];
    const isNumber = parts.map((part) => (part.flags & ts.TypeFlags.NumberLike) !== 0);
    if (isNumber.every(Boolean)) return 'number';
    const isOpen = (part: ts.Type): boolean => (part.flags & open) !== 0;
    return isNumber.some(Boolean) || parts.some(isOpen) ? 'unknown' : 'other';
  }

  private baseKind(type: ts.Type): DeclaredKinds['base'] {
    const constraint = this.checker.getBaseConstraintOfType(type) ?? type;
    if ((constraint.flags & open) !== 0) return 'unknown';
    const kinds = (constraint.isUnion() ? constraint.types : [constraint]).map((part) => this.isIndexable(part));
    return kinds.some(Boolean) ? 'indexable' : 'other';
  }

  /** Arrays, typed arrays, strings, and what is like them: elements by number below a `length`. */
  private isIndexable(type: ts.Type): boolean {
    if ((type.flags & ts.TypeFlags.StringLike) !== 0) return true;
    return type.getNumberIndexType() !== undefined && type.getProperty('length') !== undefined;
  }
}

const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter | ts.TypeFlags.IndexedAccess | ts.TypeFlags.Conditional;
