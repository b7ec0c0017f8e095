import ts from 'typescript';

/** Parsed files whose types are known. */
export interface TypedFiles {
  readonly checker: ts.TypeChecker;
  /** Computes what every question about types needs. */
  warm(): void;
  /** The tree of a file (absolute); null when it was not read. */
  fileOf(path: string): ts.SourceFile | null;
  /** Of each text whether the file has errors of types with it that it lacks now. */
  worsen(path: string, texts: readonly string[]): readonly boolean[];
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

/**
 * Parses files and what they import as the compiler does; types are computed when somebody asks for the first. `read` gives the texts of
 * the program's own files.
 */
export function typedFiles(paths: readonly string[], read: (path: string) => string | undefined): TypedFiles {
  const program = programOf(paths, read);
  const fileOf = (path: string): ts.SourceFile | null => program.getSourceFile(path) ?? null;
  const before = new Map<string, number>();
  const errorsOf = (of: ts.Program, path: string): number => {
    const file = of.getSourceFile(path);
    return file === undefined ? 0 : of.getSemanticDiagnostics(file).length;
  };
  const worsen = (path: string, texts: readonly string[]): readonly boolean[] => {
    // Each text is a file of its own beside the one that it replaces, so that one program answers for all.
    const copies = new Map(texts.map((text, i) => [besideName(path, i), text]));
    const changed = programOf([...paths, ...copies.keys()], (each) => copies.get(each) ?? read(each), program);
    const known = before.get(path) ?? errorsOf(program, path);
    before.set(path, known);
    return [...copies.keys()].map((copy) => errorsOf(changed, copy) > known);
  };
  return {
    get checker() {
      return program.getTypeChecker();
    },
    warm: () => void program.getGlobalDiagnostics(),
    fileOf,
    worsen,
  };
}

const besideName = (path: string, number: number): string => path.replace(/(?=\.[^.\\/]*$)/, `.whence${number}`);

/** What hosts have beside the language, so that a repair may name it. */
const hostPath = '/whence-host.d.ts';
const hostText = ['Timeout', 'Interval', 'Immediate']
  .map((kind) => `declare function set${kind}(...given: any[]): any;\ndeclare function clear${kind}(kept?: any): void;\n`)
  .join('');

/** The compiler's own declarations, each parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile>();

function programOf(paths: readonly string[], read: (path: string) => string | undefined, old?: ts.Program): ts.Program {
  const folder = ts.getDefaultLibFilePath(options).replace(/[\\/][^\\/]*$/, '');
  const textOf = (path: string): string | undefined =>
    path === hostPath ? hostText : path.startsWith(folder) ? ts.sys.readFile(path) : read(path);
  const host: ts.CompilerHost = {
    getSourceFile: (path, languageVersion) => {
      const known = libraries.get(path);
      if (known !== undefined) return known;
      const text = textOf(path);
      if (text === undefined) return undefined;
      const before = old?.getSourceFile(path);
      if (before?.text === text) return before;
      if (!path.startsWith(folder)) return ts.createSourceFile(path, text, languageVersion, true);
      // Their comments are most of them, and nobody reads those.
      const file = ts.createSourceFile(path, text, {
        languageVersion: options.target ?? ts.ScriptTarget.ESNext,
        jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
      });
      libraries.set(path, file);
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
  return ts.createProgram([hostPath, ...paths], options, host, old);
}
