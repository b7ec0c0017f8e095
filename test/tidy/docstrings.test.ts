import assert from 'node:assert/strict';
import { posix } from 'node:path';
import ts from 'typescript';
import { codeFiles, read } from './files.js';
import { roomOf } from './rooms.js';

const product = codeFiles.filter((file) => /^(server|adapter|extension)\/.*\.ts$/.test(file));
const sources = new Map(product.map((file) => [file, ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)] as const));

/** The rooms whose docstrings were rewritten: the list only becomes longer. */
const plainRooms = [
  ...['server/base', 'server/files', 'server/lattice', 'server/fixpoint', 'server/semantics', 'server/execution'],
  ...['server/threads', 'adapter/runtime', 'adapter/inspector'],
];

describe('docstrings', () => {
  it('stand before every function that another room calls', () => {
    const wanted = new Set([...sources].flatMap(([file, source]) => importedFromOtherRooms(file, source)));
    const missing = [...sources].flatMap(([file, source]) =>
      source.statements
        .filter(ts.isFunctionDeclaration)
        .filter(({ name }) => name !== undefined && (wanted.has(`${file} ${name.text}`) || wanted.has(`${file} *`)))
        .filter((declared) => isExported(declared) && ts.getJSDocCommentsAndTags(declared).length === 0 && !isOverload(source, declared))
        .map(({ name }) => `${file}: ${name?.text ?? ''}`),
    );
    assert.deepEqual(missing, []);
  });

  for (const room of plainRooms)
    it(`begin with what the thing is in ${room}: not with “What” or “Of”`, () => {
      const found = product.filter((file) => file.startsWith(`${room}/`)).flatMap((file) => unplainIn(file, read(file)));
      assert.deepEqual(found, []);
    });

  it('that begin otherwise are found', () => {
    const text = '/** What it is. */\nconst a = 1;\n/**\n * Of each, the last.\n */\nconst b = 2;\n/** Whatever it is. */\nconst c = 3;\n';
    assert.deepEqual(unplainIn('a.ts', text), ['a.ts: What it is.', 'a.ts: Of each, the last.']);
  });
});

/** Docstrings that begin with a clause about something that is not named. */
function unplainIn(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\/\*\*\s*(?:\*\s*)?((?:What|Of)\b[^\n]*)/g)].map(([, line = '']) => `${file}: ${line.replace(' */', '')}`);
}

/** `FILE NAME` of what a file imports from rooms that it is not in; `FILE *` where it imports all. */
function importedFromOtherRooms(file: string, source: ts.SourceFile): readonly string[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return [];
    const target = posix.join(posix.dirname(file), moduleSpecifier.text).replace(/\.js$/, '.ts');
    const bindings = importClause?.namedBindings;
    if (roomOf(target) === roomOf(file) || bindings === undefined) return [];
    return ts.isNamespaceImport(bindings)
      ? [`${target} *`]
      : bindings.elements.map(({ propertyName, name }) => `${target} ${(propertyName ?? name).text}`);
  });
}

function isExported(declared: ts.FunctionDeclaration): boolean {
  return declared.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Whether the same name was declared before: only the first of several overloads needs words. */
function isOverload(source: ts.SourceFile, declared: ts.FunctionDeclaration): boolean {
  const first = source.statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === declared.name?.text);
  return first !== declared;
}
