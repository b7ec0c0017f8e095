import ts from 'typescript';

/** Parsed files whose types are known. */
export interface TypedFiles {
  readonly checker: ts.TypeChecker;
  /** The tree of a file (absolute); null when it was not read. */
  fileOf(path: string): ts.SourceFile | null;
  /** Whether the files with another text for one of them have errors of types that they lack now. */
  worsens(path: string, text: string): boolean;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.esnext.d.ts'],
  types: [],
  strict: true,
  noImplicitAny: false,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** Reads the types of files and of what they import, as the compiler does; `read` gives the texts of the program's own files. */
export function typedFiles(paths: readonly string[], read: (path: string) => string | undefined): TypedFiles {
  const program = programOf(paths, read);
  const checker = program.getTypeChecker();
  const fileOf = (path: string): ts.SourceFile | null => program.getSourceFile(path) ?? null;
  const before = new Map<string, number>();
  const errorsOf = (of: ts.Program, path: string): number => {
    const file = of.getSourceFile(path);
    return file === undefined ? 0 : of.getSemanticDiagnostics(file).length;
  };
  const worsens = (path: string, text: string): boolean => {
    const changed = programOf(paths, (each) => (each === path ? text : read(each)), program);
    if (!before.has(path)) before.set(path, errorsOf(program, path));
    return errorsOf(changed, path) > (before.get(path) ?? 0);
  };
  return { checker, fileOf, worsens };
}

/** The compiler's own declarations, each parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile>();

function programOf(paths: readonly string[], read: (path: string) => string | undefined, old?: ts.Program): ts.Program {
  const folder = ts.getDefaultLibFilePath(options).replace(/[\\/][^\\/]*$/, '');
  const textOf = (path: string): string | undefined => (path.startsWith(folder) ? ts.sys.readFile(path) : read(path));
  const host: ts.CompilerHost = {
    getSourceFile: (path, languageVersion) => {
      const known = libraries.get(path);
      if (known !== undefined) return known;
      const text = textOf(path);
      if (text === undefined) return undefined;
      const before = old?.getSourceFile(path);
      if (before?.text === text) return before;
      const file = ts.createSourceFile(path, text, languageVersion, true);
      if (path.startsWith(folder)) libraries.set(path, file);
      return file;
    },
    getDefaultLibFileName: () => ts.getDefaultLibFilePath(options),
    getDefaultLibLocation: () => folder,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => textOf(path) !== undefined,
    readFile: textOf,
    writeFile: () => undefined,
    getDirectories: () => [],
  };
  return ts.createProgram(paths, options, host, old);
}
