/**
 * JavaScript of a TypeScript text, with its source map at the end, for Nodes that cannot strip types themselves. Nothing is
 * checked: what has syntax errors comes out as broken as it was, and V8 says so. TypeScript is loaded when it is first needed.
 */
export async function eraseTypes(text: string, path: string, format: 'module' | 'commonjs'): Promise<string> {
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: format === 'module' ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      inlineSourceMap: true,
    },
  });
  return outputText;
}
