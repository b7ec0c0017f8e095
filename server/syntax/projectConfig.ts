import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What finding a tsconfig needs of the file system. */
export interface ConfigHost {
  /** The text of the file, or undefined when there is none. */
  readIfPresent(file: string): string | undefined;
}

export interface ConfigProblem {
  readonly file: string;
  readonly message: string;
}

/**
 * Reads the nearest tsconfig.json of each source file, once per folder. Its options decide nothing yet but what is an error:
 * a project that TypeScript itself could not load must not be checked as if it were another one.
 */
export class ProjectConfigs {
  private readonly byFolder = new Map<string, string | null>();
  private readonly problems = new Map<string, ConfigProblem | null>();

  constructor(private readonly host: ConfigHost) {}

  /** What is wrong with the configuration of the file, said once per configuration; null when nothing is, or it was said. */
  problemOf(file: string): ConfigProblem | null {
    const config = this.nearest(dirname(file));
    if (config === null || this.problems.has(config)) return null;
    const problem = this.read(config);
    this.problems.set(config, problem);
    return problem;
  }

  private nearest(folder: string): string | null {
    const known = this.byFolder.get(folder);
    if (known !== undefined) return known;
    const candidate = join(folder, 'tsconfig.json');
    const parent = dirname(folder);
    const found = this.host.readIfPresent(candidate) !== undefined ? candidate : parent === folder ? null : this.nearest(parent);
    this.byFolder.set(folder, found);
    return found;
  }

  private read(config: string): ConfigProblem | null {
    const readFile = (file: string): string | undefined => this.host.readIfPresent(file);
    const read = ts.readConfigFile(config, readFile);
    if (read.error !== undefined) return { file: config, message: sentence(read.error) };
    const parsed = ts.parseJsonConfigFileContent(
      read.config,
      { useCaseSensitiveFileNames: true, fileExists: (file) => readFile(file) !== undefined, readFile, readDirectory: () => [config] },
      dirname(config),
      undefined,
      config,
    );
    // That nothing is included is no fault here: the files are named on the command line.
    const [error] = parsed.errors.filter(
      ({ category, code }) => category === ts.DiagnosticCategory.Error && code !== 18003 && code !== 18002,
    );
    return error === undefined ? null : { file: config, message: sentence(error) };
  }
}

function sentence(diagnostic: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return `The tsconfig cannot be used: ${text.replace(/\.?$/, '.')}`;
}
