import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { parse, syntaxErrors } from '../source.js';

/** The text as a CommonJS script without types, for a worker that loads modules itself; a text of CommonJS stays as it is. */
export const plainScript = (text: string, path: string): string => transpiled(text, path, false).outputText;

/** The same; null where the compiler finds an error of syntax. */
export function plainScriptOfValid(text: string, path: string): string | null {
  const { outputText, diagnostics = [] } = transpiled(text, path, false);
  // Not all that the compiler refuses by itself is wrong.
  return diagnostics.length > 0 && syntaxErrors(parse(text, path)).length > 0 ? null : outputText;
}

/** The source map of that script. */
export const plainScriptMap = (text: string, path: string): string => transpiled(text, path, true).sourceMapText ?? '';

function transpiled(text: string, path: string, sourceMap: boolean): ts.TranspileOutput {
  return ts.transpileModule(text, {
    // The compiler leaves modules as they are where the extension says that they must be some.
    reportDiagnostics: true,
    fileName: path.replace(/\.[cm]([jt]s)$/, '.$1'),
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      allowJs: true,
      experimentalDecorators: true,
      sourceMap,
      removeComments: false,
      jsx: ts.JsxEmit.React,
    },
    transformers: { before: [withMetaNamed] },
  });
}

/** What a script calls `import.meta`, which only modules have. */
const metaName = '__whenceMeta';

const withMetaNamed: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const visit = (node: ts.Node): ts.Node =>
    ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword
      ? ts.factory.createIdentifier(metaName)
      : ts.visitEachChild(node, visit, context);
  return ts.visitEachChild(file, visit, context);
};

const mocking = /\b(?:vi|vitest|jest)\.(?:mock|unmock|deepUnmock|hoisted)\(/;

/** The script with its mocks before what it imports, as runners that have mocks load it; other scripts stay as they are. */
export const withMocksFirst = (script: string): string =>
  orderWithMocksFirst(script)
    .map(({ start, end }) => script.slice(start, end))
    .join('');

/** Where a place of the script with its mocks first is in the script as it was. */
export function beforeMocksFirst(script: string, offset: number): number {
  let passed = 0;
  for (const { start, end } of orderWithMocksFirst(script)) {
    if (offset < passed + end - start) return start + offset - passed;
    passed += end - start;
  }
  return offset;
}

/** The parts of a script in the order in which mocks come first. */
function orderWithMocksFirst(script: string): readonly Span[] {
  const whole = [{ start: 0, end: script.length }];
  if (!mocking.test(script)) return whole;
  const file = ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const textOf = (statement: ts.Statement): string => script.slice(statement.pos, statement.end);
  const isOfRunner = (text: string): boolean => /\brequire\(["'](?:vitest|@jest\/globals)["']\)/.test(text);
  const isMock = (statement: ts.Statement): boolean => {
    if (ts.isVariableStatement(statement)) return /=\s*(?:await\s+)?(?:\w+\.)?(?:vi|vitest)\.hoisted\(/.test(textOf(statement));
    return (
      ts.isExpressionStatement(statement) &&
      /^\s*(?:\w+\.)?(?:vi|vitest|jest)\.(?:mock|unmock|deepUnmock|hoisted)\(/.test(codeOf(statement, script))
    );
  };
  const first = file.statements.findIndex((statement) => textOf(statement).includes('require('));
  if (first < 0) return whole;
  const [head, rest] = [file.statements.slice(0, first), file.statements.slice(first)];
  const ofRunner = rest.filter((statement) => isOfRunner(textOf(statement)));
  const mocks = rest.filter((statement) => isMock(statement));
  const others = rest.filter((statement) => !ofRunner.includes(statement) && !mocks.includes(statement));
  return [...head, ...ofRunner, ...mocks, ...others].map(({ pos, end }) => ({ start: pos, end }));
}

/** The text of a statement without the comments before it. */
const codeOf = (statement: ts.Statement, text: string): string => text.slice(statement.getStart(), statement.end);

/** The specifiers that a text imports or requires, and those that it replaces by mocks. */
export function specifiersOf(text: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const mocked = text.matchAll(/\b(?:vi|vitest|jest)\.\w+(?:<[^;\n]*?>)?\(\s*(?:import\(\s*)?["']([^"']+)["']/g);
  return [...new Set([...importedFiles.map(({ fileName }) => fileName), ...[...mocked].map(([, specifier = '']) => specifier)])];
}
