import ts from 'typescript';

/** The text as a CommonJS script without types, for a worker that loads modules itself; a text of CommonJS stays as it is. */
export function plainScript(text: string, path: string): string {
  const { outputText } = ts.transpileModule(text, {
    // The compiler leaves modules as they are where the extension says that they must be some.
    fileName: path.replace(/\.[cm]([jt]s)$/, '.$1'),
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      allowJs: true,
      experimentalDecorators: true,
      inlineSourceMap: false,
      removeComments: false,
      jsx: ts.JsxEmit.React,
    },
  });
  return outputText;
}

/** The specifiers that a text imports or requires. */
export function specifiersOf(text: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.map(({ fileName }) => fileName);
}
