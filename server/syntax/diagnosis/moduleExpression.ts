import ts from 'typescript';
import type { Span } from '../../base/span.js';

/** A module of a program that becomes one text. */
export interface BundledModule {
  readonly path: string;
  readonly text: string;
  readonly own: Readonly<Record<string, string>>;
}

/** Why modules are not joined. */
export interface NotBundled {
  readonly why: string;
}

/** What other modules see of one: an object with its exports, or of CommonJS and JSON what it is itself. */
export interface ModuleForm {
  readonly kind: 'exports' | 'itself';
  /** Its exports that may get another value later. */
  readonly changing: ReadonlySet<string>;
  /** Code outside of classes that is not strict. */
  readonly isSloppy: boolean;
}

/** A module as an expression: its own text stands between head and foot, as long as it was. */
export interface ModuleExpression {
  readonly head: string;
  readonly body: string;
  readonly foot: string;
  readonly form: ModuleForm;
}

/** What a specifier leads to: a variable, and what it holds; null where the module is neither the program's nor modelled. */
export type Imported = { readonly variable: string; readonly form: ModuleForm } | null;

/** A module as an expression whose value is what others see of it. `imported`: what its specifiers lead to. */
export function moduleExpression(
  { path, text }: BundledModule,
  imported: (specifier: string) => Imported,
  allNames: readonly string[],
): ModuleExpression | NotBundled {
  const none = { changing: new Set<string>(), isSloppy: false };
  if (path.endsWith('.json')) return { head: '(() => { return (', body: text, foot: '); })()', form: { kind: 'itself', ...none } };
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JS);
  if (ts.isExternalModule(file) || !usesCommonJs(file)) return esModule(file, imported);
  return commonJs(file, imported, allNames);
}

/** A function that is called with what Node gives to a module; what it requires has been loaded before. */
function commonJs(
  file: ts.SourceFile,
  imported: (specifier: string) => Imported,
  allNames: readonly string[],
): ModuleExpression | NotBundled {
  const required = allNames.map((specifier) => {
    const from = imported(specifier);
    // What the interpreter knows nothing of.
    const value = from === null ? `$outside(${JSON.stringify(specifier)})` : from.variable;
    return `if ($name === ${JSON.stringify(specifier)}) return ${value};`;
  });
  const [first] = file.statements;
  const isStrict =
    first !== undefined &&
    ts.isExpressionStatement(first) &&
    ts.isStringLiteral(first.expression) &&
    first.expression.text === 'use strict';
  const require = `const $require = ($name) => { ${required.join(' ')} return $outside($name); };`;
  return {
    head: `(() => { ${require} const $module = { exports: {} }; (function (exports, require, module, __filename, __dirname) {`,
    body: file.text,
    foot: `}).call($module.exports, $module.exports, $require, $module, ${JSON.stringify(file.fileName)}, ${JSON.stringify(file.fileName.replace(/[\\/][^\\/]*$/, ''))}); return $module.exports; })()`,
    form: { kind: 'itself', changing: new Set(), isSloppy: !isStrict },
  };
}

function esModule(file: ts.SourceFile, imported: (specifier: string) => Imported): ModuleExpression | NotBundled {
  const blanks: { readonly span: Span; readonly by: string }[] = [];
  const imports: string[] = [];
  const exports: string[] = [];
  const changing = new Set<string>();
  for (const statement of file.statements) {
    const span = { start: statement.getStart(file), end: statement.end };
    if (ts.isImportDeclaration(statement)) {
      const bound = importsOf(statement, imported);
      if ('why' in bound) return bound;
      imports.push(...bound);
      blanks.push({ span, by: '' });
    } else if (ts.isExportDeclaration(statement)) {
      const given = reexported(statement, imported);
      if ('why' in given) return given;
      exports.push(...given);
      blanks.push({ span, by: '' });
    } else if (ts.isExportAssignment(statement)) {
      if (statement.isExportEquals === true) return { why: 'a form of export' };
      blanks.push({ span: { start: span.start, end: statement.expression.getStart(file) }, by: 'var $d =' });
      exports.push('default: $d');
    } else if (ts.canHaveModifiers(statement)) {
      const modifiers = ts.getModifiers(statement) ?? [];
      if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      const marked = modifiers.filter(({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword);
      const declared = declaredNames(statement);
      if (declared === null) return { why: 'a form of export' };
      const isDefault = marked.length > 1;
      const mayChange = ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) === 0;
      for (const name of declared) {
        if (mayChange) changing.add(name);
        exports.push(mayChange ? `get ${name}() { return ${name}; }` : `${isDefault ? 'default' : name}: ${name}`);
      }
      for (const modifier of marked) blanks.push({ span: { start: modifier.getStart(file), end: modifier.end }, by: '' });
    } else if (ts.isImportEqualsDeclaration(statement)) return { why: 'a form of import' };
  }
  const form: ModuleForm = { kind: 'exports', changing, isSloppy: false };
  return {
    head: `(() => {'use strict'; ${imports.join(' ')}`,
    body: blanked(file.text, blanks),
    foot: `return { ${exports.join(', ')} };})()`,
    form,
  };
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

function importsOf(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  imported: (specifier: string) => Imported,
): readonly string[] | NotBundled {
  const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  if (importClause?.isTypeOnly === true) return [];
  const from = imported(specifier);
  // What is loaded for its effects may change what is global.
  if (importClause === undefined) return from === null ? { why: `the import of ${specifier}` } : [];
  const { name, namedBindings } = importClause;
  if (from === null) {
    const all = [name, ...boundNames(namedBindings)].filter((each) => each !== undefined);
    return all.map((each) => `const ${each.text} = $outside(${JSON.stringify(specifier)});`);
  }
  const { variable, form } = from;
  const isItself = form.kind === 'itself';
  const bound: string[] = [];
  if (name !== undefined) bound.push(`const ${name.text} = ${variable}${isItself ? '' : '.default'};`);
  if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings))
    bound.push(`const ${namedBindings.name.text} = ${isItself ? `{ ...${variable}, default: ${variable} }` : variable};`);
  if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
    for (const element of namedBindings.elements) {
      if (element.isTypeOnly) continue;
      const wanted = (element.propertyName ?? element.name).text;
      if (form.changing.has(wanted)) return { why: `the import of ${wanted}, which may change` };
      bound.push(`const ${element.name.text} = ${isItself && wanted === 'default' ? variable : `${variable}.${wanted}`};`);
    }
  return bound;
}

function boundNames(bindings: ts.NamedImportBindings | undefined): readonly ts.Identifier[] {
  if (bindings === undefined) return [];
  if (ts.isNamespaceImport(bindings)) return [bindings.name];
  return bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name);
}

/** The properties that an export of other statements' names, or of another module, gives. */
function reexported(
  { isTypeOnly, moduleSpecifier, exportClause }: ts.ExportDeclaration,
  imported: (specifier: string) => Imported,
): readonly string[] | NotBundled {
  if (isTypeOnly) return [];
  const of = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : null;
  const from = of === null ? null : imported(of);
  if (of !== null && (from?.form.kind !== 'exports' || from.form.changing.size > 0)) return { why: `the export of ${of}` };
  if (exportClause === undefined) return [`...(({ default: $d, ...$rest }) => $rest)(${from?.variable ?? ''})`];
  if (ts.isNamespaceExport(exportClause)) return [`${exportClause.name.text}: ${from?.variable ?? ''}`];
  return exportClause.elements
    .filter((element) => !element.isTypeOnly)
    .map(({ name, propertyName }) => {
      const own = (propertyName ?? name).text;
      return `${name.text}: ${from === null ? own : `${from.variable}.${own}`}`;
    });
}

/** The values that an exported statement declares; null where they have no plain names. */
function declaredNames(statement: ts.Statement): readonly string[] | null {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? null : [statement.name.text];
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [];
  if (ts.isEnumDeclaration(statement)) return [statement.name.text];
  if (!ts.isVariableStatement(statement)) return null;
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
