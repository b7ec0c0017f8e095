import { posix } from 'node:path';
import ts from 'typescript';
import { read } from './files.js';

/** Which files import which: `values` only what is there when the program runs, `all` types as well. */
export interface ImportGraph {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly all: ReadonlyMap<string, readonly string[]>;
}

export function importGraph(files: readonly string[]): ImportGraph {
  const known = new Set(files);
  const [values, all] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  for (const file of files) {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false);
    const imports = source.statements.flatMap((statement) => importOf(file, statement)).filter(({ target }) => known.has(target));
    values.set(
      file,
      imports.filter(({ isType }) => !isType).map(({ target }) => target),
    );
    all.set(
      file,
      imports.map(({ target }) => target),
    );
  }
  return { values, all };
}

function importOf(file: string, statement: ts.Statement): readonly { readonly target: string; readonly isType: boolean }[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return [];
  const target = posix.join(posix.dirname(file), moduleSpecifier.text).replace(/\.js$/, '.ts');
  const isType = ts.isImportDeclaration(statement) ? importsTypes(statement.importClause) : statement.isTypeOnly;
  return [{ target, isType }];
}

function importsTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

/** The strongly connected components with more than one node (Tarjan), each sorted. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const [index, low] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}
