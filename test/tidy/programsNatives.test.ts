import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { codeFiles, root } from './files.js';

/** Objects of the language whose functions a program may replace: ours are taken from them where a module begins. */
const namespaces = new Set([
  'Object',
  'Reflect',
  'Math',
  'Number',
  'String',
  'JSON',
  'Array',
  'Promise',
  'Symbol',
  'BigInt',
  'Date',
  'process',
]);

/** Classes whose objects keep the methods of the language. */
const keeping = new Set(['KeptMap', 'KeptSet', 'OwnMap', 'OwnSet', 'OwnWeakMap', 'OwnWeakSet']);

/** Of these methods the objects keep an iterator's own `next` not: they may not be called. */
const iterating = new Set(['keys', 'values', 'entries']);

/** The functions that go through lists without what a program may have replaced. */
const going = new Set(['each', 'eachKey', 'eachValue', 'listFrom']);

/** What runs beside the program at each of its steps. Other rooms of the runtime are not as far. */
const beside = codeFiles.filter((file) => /^adapter\/(?:maintain|runtime\/rules)\/.*\.ts$/.test(file));

describe('what runs beside the program', () => {
  it('calls nothing that the program may have replaced', function () {
    this.timeout(120_000);
    assert.deepEqual(programsNativesIn(beside), []);
  });

  it('that does is found', function () {
    this.timeout(120_000);
    const text = `
      const before = [1].map(String);
      class Own extends Map<string, number> {}
      /** @beforeProgram */
      export function first(list: number[]): number[] { return list.map((at) => list.indexOf(at)); }
      export function all(list: readonly number[], set: Set<number>, text: string, own: Own): unknown {
        for (const one of list) if (set.has(one)) return one;
        const [head] = list;
        return [...list, head, text.slice(1), /a/.test(text), Object.keys(own), new Set(list), before.length];
      }
    `;
    assert.deepEqual(
      programsNativesIn(['adapter/maintain/given.ts'], { 'adapter/maintain/given.ts': text }).map((place) => place.replace(/^.*?:/, '')),
      [
        '3 spreads what it is given, as it writes no constructor',
        '5 uses indexOf of Array',
        '7 goes through what has an iterator',
        '7 uses has of Set',
        '8 takes apart what has an iterator',
        '9 spreads what has an iterator',
        '9 uses slice of string',
        '9 uses test of RegExp',
        '9 calls Object.keys',
        '9 makes a Set',
      ],
    );
  });
});

/**
 * The places in these files where code that runs beside the program calls what the program may have replaced: methods and iterators of the
 * language. What stands outside of all functions runs before the program, and so do functions that say `@beforeProgram`.
 */
function programsNativesIn(files: readonly string[], texts: Readonly<Record<string, string>> = {}): readonly string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const textOf = (path: string): string | undefined => texts[relative(root, path)];
  host.fileExists = (path) => textOf(path) !== undefined || fileExists(path);
  host.getSourceFile = (path, ...others) => {
    const text = textOf(path);
    return text === undefined ? getSourceFile(path, ...others) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  };
  const paths = files.map((file) => join(root, file));
  const program = ts.createProgram(paths, options, host);
  const checker = program.getTypeChecker();
  return files.flatMap((file, at) => {
    const source = program.getSourceFile(paths[at] ?? '');
    return source === undefined ? [] : placesIn(file, source, program, checker);
  });
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

function placesIn(file: string, source: ts.SourceFile, program: ts.Program, checker: ts.TypeChecker): readonly string[] {
  const places: string[] = [];
  const tell = (node: ts.Node, what: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    places.push(`${file}:${line + 1} ${what}`);
  };
  const visit = (node: ts.Node, isBeside: boolean): void => {
    if (ts.isClassLike(node) && isWithoutConstructor(node)) tell(node, 'spreads what it is given, as it writes no constructor');
    if (isBeside) {
      const what = whatIn(node, program, checker);
      if (what !== null) tell(node, what);
    }
    const isNext = ts.isFunctionLike(node) ? !isBeforeProgram(node) : isBeside;
    node.forEachChild((child) => visit(child, isNext));
  };
  visit(source, false);
  return places;
}

function isWithoutConstructor({ heritageClauses, members }: ts.ClassLikeDeclaration): boolean {
  const extending = heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) === true;
  return extending && !members.some((member) => ts.isConstructorDeclaration(member));
}

function isBeforeProgram(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'beforeProgram');
}

function whatIn(node: ts.Node, program: ts.Program, checker: ts.TypeChecker): string | null {
  if (ts.isForOfStatement(node)) return isOurs(node.expression) ? null : 'goes through what has an iterator';
  if (ts.isSpreadElement(node)) return isOurs(node.expression) ? null : 'spreads what has an iterator';
  if (ts.isArrayBindingPattern(node)) return 'takes apart what has an iterator';
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isArrayLiteralExpression(node.left))
    return 'takes apart what has an iterator';
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) return madeBy(node.expression.text, node.arguments?.[0]);
  if (ts.isPropertyAccessExpression(node)) return memberOf(node, program, checker);
  return null;
}

function madeBy(name: string, given: ts.Expression | undefined): string | null {
  if (/^(?:Weak)?(?:Map|Set)$/.test(name)) return `makes a ${name}`;
  return keeping.has(name) && given !== undefined && !isOurs(given) ? `makes a ${name} of what has an iterator` : null;
}

function isOurs(expression: ts.Expression): boolean {
  if (ts.isConditionalExpression(expression)) return isOurs(expression.whenTrue) && isOurs(expression.whenFalse);
  return ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && going.has(expression.expression.text);
}

function memberOf(node: ts.PropertyAccessExpression, program: ts.Program, checker: ts.TypeChecker): string | null {
  const name = node.name.text;
  const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
  if (ts.isIdentifier(node.expression) && namespaces.has(node.expression.text))
    return isCalled ? `calls ${node.expression.text}.${name}` : null;
  const symbol = checker.getSymbolAtLocation(node.name);
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined || !program.isSourceFileDefaultLibrary(declaration.getSourceFile())) return null;
  const receiver = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  const of = receiver.symbol?.name ?? checker.typeToString(receiver);
  // Functions that were taken from an object are those of another type.
  if (of === '__type') return null;
  if (keeping.has(of)) return iterating.has(name) ? `iterates by ${name} of ${of}` : null;
  const isMethod = ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration);
  const isGetter = name === 'size' || name === 'description' || name === 'buffer';
  return isMethod || isGetter ? `uses ${name} of ${of}` : null;
}
