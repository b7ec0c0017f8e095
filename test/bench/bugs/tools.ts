import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../corpusSources.js';

/** Where the tools and the copies of the bugs are: ignored by Git. */
const folder = fileURLToPath(new URL('../../../.cache/bugs', import.meta.url));
const sources = join(folder, 'src');

/** The tools, and the types that the bugs import. */
const packages = [
  { name: 'typescript', version: '6.0.3' },
  { name: 'eslint', version: '10.15.0' },
  { name: 'typescript-eslint', version: '8.73.0' },
  { name: 'oxlint', version: '1.94.0' },
  { name: '@biomejs/biome', version: '2.6.8' },
  { name: '@types/react', version: '19.3.0' },
  { name: '@types/express', version: '5.0.6' },
  { name: '@types/node', version: '20.19.43' },
];

export interface ToolReport {
  /** Relative to the folder of the bugs. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface Tool {
  readonly name: string;
  run(): readonly ToolReport[];
}

/** Installs the tools, and copies the bugs beside them without the comments that mark what is wrong. */
export function prepare(bugs: readonly { readonly file: string; readonly text: string }[]): void {
  install(packages, folder, true);
  // oxlint takes nothing that the repository around it ignores.
  execFileSync('git', ['init', '--quiet', folder]);
  rmSync(sources, { recursive: true, force: true });
  for (const { file, text } of bugs) {
    mkdirSync(join(sources, file, '..'), { recursive: true });
    writeFileSync(join(sources, file), text.replace(/ *\/\/! .*$/gm, ''));
  }
  for (const [name, config] of Object.entries(configs)) writeFileSync(join(folder, name), config);
}

const compilerOptions = {
  ...{ strict: true, noEmit: true, allowJs: true, checkJs: true, jsx: 'react-jsx', module: 'nodenext', target: 'es2023' },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], skipLibCheck: true },
};

const configs: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  'eslint.config.mjs': `import tseslint from 'typescript-eslint';
export default tseslint.config(...tseslint.configs.strictTypeChecked, {
  files: ['src/**'],
  languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
});
`,
  'biome.json': JSON.stringify({ formatter: { enabled: false }, assist: { enabled: false } }),
};

export const tools: readonly Tool[] = [
  {
    name: '`tsc --strict`',
    run: () =>
      lines(output('typescript/bin/tsc', ['-p', 'tsconfig.json', '--pretty', 'false'])).flatMap((line) => {
        const [, file = '', at = '', code = '', message = ''] = /^(\S+)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line) ?? [];
        return file === '' || isOfSetup(code) ? [] : [report(file, Number(at), message)];
      }),
  },
  {
    name: 'typescript-eslint, strict-type-checked',
    run: () => {
      const results = JSON.parse(output('eslint/bin/eslint.js', ['--format', 'json', 'src'])) as readonly EslintResult[];
      return results.flatMap(({ filePath, messages }) => messages.map(({ line, message }) => report(filePath, line, message)));
    },
  },
  {
    name: 'oxlint',
    run: () => {
      const { diagnostics } = JSON.parse(output('oxlint/bin/oxlint', ['--format', 'json', 'src'])) as OxlintResult;
      return diagnostics.map(({ filename, labels, message }) => report(filename, labels[0]?.span.line ?? 1, message));
    },
  },
  {
    name: 'biome',
    run: () =>
      lines(output('@biomejs/biome/bin/biome', ['lint', '--reporter=github', '--max-diagnostics=1000', 'src'])).flatMap((line) => {
        const [, file = '', at = '', message = ''] = /file=([^,]+),line=(\d+),.*?::(.*)$/.exec(line) ?? [];
        return file === '' ? [] : [report(file, Number(at), message)];
      }),
  },
];

interface EslintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly line: number; readonly message: string }[];
}

interface OxlintResult {
  readonly diagnostics: readonly {
    readonly filename: string;
    readonly message: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/** Missing modules, and types that JavaScript does not have: no reports about a bug. */
const isOfSetup = (code: string): boolean => ['TS2307', 'TS7006', 'TS7016', 'TS7031'].includes(code);

function report(file: string, line: number, message: string): ToolReport {
  const path = isAbsolute(file) ? file : join(folder, file);
  return { file: relative(sources, path).replaceAll('\\', '/'), line, message };
}

const lines = (text: string): readonly string[] => text.split('\n');

/** What a tool prints; that it ends with 1 says that it found something. */
function output(script: string, args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [join(folder, 'node_modules', script), ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '') return error.stdout;
    throw error;
  }
}
