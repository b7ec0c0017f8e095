import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { FieldRule } from '../source.js';

/** The part of the file system that finding a tsconfig needs. */
export interface ConfigHost {
  /** The text of the file, or undefined when there is none. */
  readIfPresent(file: string): string | undefined;
}

export interface ConfigProblem {
  readonly file: string;
  readonly message: string;
}

interface Config {
  readonly problem: ConfigProblem | null;
  readonly options: ts.CompilerOptions;
}

/**
 * Reads the nearest tsconfig.json of each source file, once per folder. Its options say where imports lead, and a project that
 * TypeScript itself could not load must not be checked as if it were another one.
 */
export class ProjectConfigs {
  private readonly byFolder = new Map<string, string | null>();
  private readonly configs = new Map<string, Config>();
  private readonly reported = new Set<string>();

  constructor(private readonly host: ConfigHost) {}

  /** What is wrong with the configuration of the file, said once per configuration; null when nothing is, or it was said. */
  problemOf(file: string): ConfigProblem | null {
    const config = this.nearest(dirname(file));
    if (config === null || this.reported.has(config)) return null;
    this.reported.add(config);
    return this.configAt(config).problem;
  }

  /** Its nearest tsconfig, if there is one. */
  configOf(file: string): string | null {
    return this.nearest(dirname(file));
  }

  /** The options of the file's configuration; those of none where there is none, or it cannot be used. */
  optionsOf(file: string): ts.CompilerOptions {
    const config = this.configOf(file);
    return config === null ? {} : this.configAt(config).options;
  }

  /** How the configuration has the file's class fields compiled; without one, and in JavaScript, they are those of the language. */
  fieldRuleOf(file: string): FieldRule {
    if (!/\.[cm]?tsx?$/i.test(file)) return 'native';
    const { target = ts.ScriptTarget.Latest, useDefineForClassFields } = this.optionsOf(file);
    const isNative = target >= ts.ScriptTarget.ES2022;
    if (!(useDefineForClassFields ?? isNative)) return 'assigned';
    return isNative ? 'native' : 'defined';
  }

  private configAt(config: string): Config {
    let known = this.configs.get(config);
    if (known === undefined) this.configs.set(config, (known = this.read(config)));
    return known;
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

  private read(config: string): Config {
    const readFile = (file: string): string | undefined => this.host.readIfPresent(file);
    const read = ts.readConfigFile(config, readFile);
    if (read.error !== undefined) return { problem: { file: config, message: sentence(read.error) }, options: {} };
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
    return error === undefined
      ? { problem: null, options: parsed.options }
      : { problem: { file: config, message: sentence(error) }, options: {} };
  }
}

function sentence(diagnostic: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return `The tsconfig cannot be used: ${text.replace(/\.?$/, '.')}`;
}
