import { dirname } from 'node:path';
import ts from 'typescript';
import type { ConfigHost, ProjectConfigs } from './projectConfig.js';

/**
 * Finds the program's own source files that module specifiers name, as TypeScript does: extensions may be left out, `.js` may stand
 * for `.ts`, folders have an index, a tsconfig has `paths`. Other packages and declaration files are never looked at.
 */
export class ModuleResolver {
  private readonly known = new Map<string, string | null>();

  constructor(
    private readonly host: ConfigHost,
    private readonly configs: ProjectConfigs,
  ) {}

  /** The file (absolute) that the specifier names in `from`; null when it is none of the program's own. */
  resolve(specifier: string, from: string): string | null {
    const folder = dirname(from);
    const key = `${folder}\0${specifier}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = this.find(specifier, from);
    this.known.set(key, found);
    return found;
  }

  private find(specifier: string, from: string): string | null {
    const { baseUrl, paths, pathsBasePath, moduleSuffixes, rootDirs } = this.configs.optionsOf(from);
    const mayBeOwn = /^([./#]|[a-z]:[\\/])/i.test(specifier) || baseUrl !== undefined || paths !== undefined;
    if (!mayBeOwn || specifier.startsWith('node:')) return null;
    const options: ts.CompilerOptions = {
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.ESNext,
      allowJs: true,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(paths === undefined ? {} : { paths, pathsBasePath }),
      ...(moduleSuffixes === undefined ? {} : { moduleSuffixes }),
      ...(rootDirs === undefined ? {} : { rootDirs }),
    };
    const own = packageOf(from);
    const { host } = this;
    const isOwn = (file: string): boolean => (isSourceName(file) || file.endsWith('/package.json')) && packageOf(file) === own;
    const found = ts.resolveModuleName(specifier, from, options, {
      fileExists: (file) => isOwn(file) && host.readIfPresent(file) !== undefined,
      readFile: (file) => (isOwn(file) ? host.readIfPresent(file) : undefined),
    }).resolvedModule?.resolvedFileName;
    return found !== undefined && isSourceName(found) ? found : null;
  }
}

function isSourceName(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file) && !/\.d\.([^./\\]+\.)?[cm]?ts$/.test(file);
}

/** The folder of the installed package that the file is in; empty for the program's own files. */
function packageOf(file: string): string {
  return /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? '';
}
