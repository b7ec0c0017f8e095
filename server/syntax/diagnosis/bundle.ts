import ts from 'typescript';
import type { Span } from '../../base/span.js';

/** A module of a program that becomes one text. */
export interface BundledModule {
  readonly path: string;
  readonly text: string;
  readonly own: Readonly<Record<string, string>>;
}

/** Several modules as one text that imports nothing: each is a function, and its own text stands in it as it was. */
export interface Bundle {
  readonly text: string;
  /** Where the text of each module begins in the bundle. */
  readonly offsets: ReadonlyMap<string, number>;
}

/** What stands for modules of Node, by their names without `node:`; each text is an expression. */
export type ModelledModules = ReadonlyMap<string, string>;

/**
 * Joins modules, each behind those that it imports; null where something stands in the way: a circle, an export that changes later, or
 * a form of import or export that is not known. `before` and `behind` are texts beside all of them.
 */
export function bundle(
  entries: readonly string[],
  modules: ReadonlyMap<string, BundledModule>,
  models: ModelledModules,
  { before, behind }: { readonly before: string; readonly behind: string },
): Bundle | null {
  const order = inOrder(entries, modules);
  if (order === null) return null;
  let text = [...models].map(([name, model]) => `const ${modelName(name)} = ${model};\n`).join('') + before;
  const offsets = new Map<string, number>();
  const names = new Map(order.map((path, i) => [path, `$module${i}`]));
  for (const path of order) {
    const module = modules.get(path);
    const written = module === undefined ? null : wrapped(module, names, models);
    if (written === null) return null;
    text += `const ${names.get(path)} = (() => {${written.head}`;
    offsets.set(path, text.length);
    text += `${written.body}\n${written.foot}})();\n`;
  }
  return { text: `${text}${behind}\nexport {};\n`, offsets };
}

const modelName = (name: string): string => `$node_${name.replaceAll(/\W/g, '_')}`;

function inOrder(entries: readonly string[], modules: ReadonlyMap<string, BundledModule>): readonly string[] | null {
  const order: string[] = [];
  const open = new Set<string>();
  const visit = (path: string): boolean => {
    if (order.includes(path)) return true;
    if (open.has(path) || path.endsWith('.json')) return false;
    open.add(path);
    const module = modules.get(path);
    if (module === undefined || !Object.values(module.own).every(visit)) return false;
    order.push(path);
    return true;
  };
  return entries.every(visit) ? order : null;
}

interface Wrapped {
  readonly head: string;
  /** As long as the module's text. */
  readonly body: string;
  readonly foot: string;
}

function wrapped({ path, text, own }: BundledModule, names: ReadonlyMap<string, string>, models: ModelledModules): Wrapped | null {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JS);
  if (!ts.isExternalModule(file) && usesCommonJs(file)) return null;
  const moduleOf = (specifier: ts.Expression | undefined): string | null => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return null;
    const ownPath = own[specifier.text];
    if (ownPath !== undefined) return names.get(ownPath) ?? null;
    const name = specifier.text.replace(/^node:/, '');
    return models.has(name) ? modelName(name) : null;
  };
  const blanks: { readonly span: Span; readonly by: string }[] = [];
  const imports: string[] = [];
  const exports: string[] = [];
  for (const statement of file.statements) {
    const span = { start: statement.getStart(file), end: statement.end };
    if (ts.isImportDeclaration(statement)) {
      const bound = importsOf(statement, moduleOf(statement.moduleSpecifier));
      if (bound === null) return null;
      imports.push(...bound);
      blanks.push({ span, by: '' });
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (statement.isTypeOnly) blanks.push({ span, by: '' });
      else if (statement.moduleSpecifier !== undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) return null;
      else {
        for (const { name, propertyName, isTypeOnly } of exportClause.elements)
          if (!isTypeOnly) exports.push(`${name.text}: ${(propertyName ?? name).text}`);
        blanks.push({ span, by: '' });
      }
    } else if (ts.isExportAssignment(statement)) {
      blanks.push({ span: { start: span.start, end: statement.expression.getStart(file) }, by: 'var $d =' });
      exports.push('default: $d');
    } else if (ts.canHaveModifiers(statement)) {
      const modifiers = ts.getModifiers(statement) ?? [];
      const first = modifiers.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (first === undefined) continue;
      const marked = modifiers.filter(({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword);
      const declared = declaredNames(statement);
      if (declared === null) return null;
      const isDefault = marked.length > 1;
      exports.push(...declared.map((name) => (isDefault ? `default: ${name}` : `${name}: ${name}`)));
      for (const modifier of marked) blanks.push({ span: { start: modifier.getStart(file), end: modifier.end }, by: '' });
    }
  }
  return { head: imports.join(' '), body: blanked(text, blanks), foot: `return { ${exports.join(', ')} };` };
}

/** Whether a text without imports and exports has some of CommonJS, or what only functions have. */
function usesCommonJs(file: ts.SourceFile): boolean {
  const names = new Set(['require', 'module', 'exports', 'arguments', '__dirname', '__filename']);
  const uses = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && names.has(node.text)) ||
    (ts.isReturnStatement(node) && ts.isSourceFile(node.parent)) ||
    (ts.forEachChild(node, uses) ?? false);
  return uses(file);
}

function importsOf({ importClause }: ts.ImportDeclaration, from: string | null): readonly string[] | null {
  if (importClause === undefined) return [];
  if (importClause.isTypeOnly) return [];
  if (from === null) return null;
  const bound: string[] = [];
  if (importClause.name !== undefined) bound.push(`const ${importClause.name.text} = ${from}.default;`);
  const { namedBindings } = importClause;
  if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) bound.push(`const ${namedBindings.name.text} = ${from};`);
  if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
    for (const { name, propertyName, isTypeOnly } of namedBindings.elements)
      if (!isTypeOnly) bound.push(`const ${name.text} = ${from}.${(propertyName ?? name).text};`);
  return bound;
}

/** The values that an exported statement declares; null where one may change later. */
function declaredNames(statement: ts.Statement): readonly string[] | null {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? null : [statement.name.text];
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [];
  if (ts.isEnumDeclaration(statement)) return [statement.name.text];
  if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) return null;
  const names = statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : null));
  return names.every((name) => name !== null) ? names : null;
}

/** The text with spans replaced by shorter texts and spaces: no offset changes, and no line. */
function blanked(text: string, blanks: readonly { readonly span: Span; readonly by: string }[]): string {
  let result = text;
  for (const { span, by } of blanks) {
    const old = text.slice(span.start, span.end);
    const spaces = old.slice(by.length).replaceAll(/[^\n\r]/g, ' ');
    result = result.slice(0, span.start) + by + spaces + result.slice(span.end);
  }
  return result;
}
