import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import type { Loaded, World, WorldModule } from '../aliases/world.js';
import { maxProgramBytes, readIfThere } from '../files/regularFile.js';
import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import { lowerModule } from '../syntax/lower/lower.js';
import { holdsHtmlComment } from '../syntax/modules/htmlComments.js';
import { outlineOf } from '../syntax/modules/outline.js';
import { textThatRuns } from '../syntax/types/textThatRuns.js';

/** The texts that a program can load, beginning with its file, and how they are found again. */
export interface ProgramWorld {
  readonly world: World;
  /** As Node runs them, in the same order. */
  readonly texts: readonly string[];
  /** As they were read from their files. */
  readonly written: readonly string[];
  /** Why not all texts are there; null where they are. */
  readonly missing: string | null;
}

/** More files, or more text, are not looked at: such a program keeps all its probes. */
const mostFiles = 3000;
const mostUnits = 12_000_000;

/** Reads a program's file, and all that it loads by names that are written out. */
export async function programWorld(entry: string): Promise<ProgramWorld> {
  const indexes = new Map<string, number>();
  const found: { readonly text: string; readonly written: string }[] = [];
  const world: WorldModule[] = [];
  const paths: string[] = [];
  const failed = (missing: string): ProgramWorld => ({ world: [], texts: [], written: [], missing });
  const indexOf = (path: string): number => {
    let index = indexes.get(path);
    if (index === undefined) indexes.set(path, (index = paths.push(path) - 1));
    return index;
  };
  const first = mainFile(entry);
  if (first === null) return failed('The program is no file.');
  indexOf(first);
  let units = 0;
  for (let at = 0; at < paths.length; at++) {
    const path = paths[at] ?? '';
    const written = readIfThere(path, maxProgramBytes);
    units += written?.length ?? 0;
    if (written === undefined || at >= mostFiles || units > mostUnits) return failed('There is too much of it.');
    const isCommonJs = isCommonJsFile(path);
    const text = await textThatRuns(written, path, isCommonJs ? 'commonjs' : 'module');
    if (text === null || (isCommonJs && holdsHtmlComment(text, path))) return failed(`${path} is not read as Node reads it.`);
    const file = path.replace(/\.([cm]?)[jt]sx?$/, '.$1js').replace(/^(?!.*\.[cm]?js$).*$/, '$&.js');
    const lowered = lowerModule(text, { file, assertions: false });
    if (lowered.kind !== 'module') return failed(`${path} is not understood.`);
    const { module } = lowered;
    const byCalls = loadedByCalls(module.functions);
    const outlined = outlineOf(text, file).dependencies.map(({ specifier }) => specifier);
    const led = (to: (specifier: string, from: string) => string | null, specifiers: readonly string[]): ReadonlyMap<string, Loaded> =>
      new Map(
        [...new Set(specifiers)].flatMap((specifier) => {
          const loaded = loadedBy(specifier, to(specifier, path), indexOf);
          return loaded === null ? [] : [[specifier, loaded] as const];
        }),
      );
    const requires = led(required, [...byCalls.required, ...(isCommonJs ? outlined : [])]);
    const imports = led(imported, [...byCalls.imported, ...(isCommonJs ? [] : outlined)]);
    found.push({ text, written });
    world.push({ path, module, isCommonJs, required: requires, imported: imports });
  }
  return { world, texts: found.map(({ text }) => text), written: found.map(({ written }) => written), missing: null };
}

/** Node follows links, and adds what is missing of a name. */
function mainFile(entry: string): string | null {
  try {
    return realpathSync(createRequire(join(dirname(entry), 'x.js')).resolve(entry));
  } catch {
    return null;
  }
}

interface LoadedByCalls {
  readonly required: readonly string[];
  readonly imported: readonly string[];
}

/** The names that calls of `require` and `import()` say. */
function loadedByCalls(functions: WorldModule['module']['functions']): LoadedByCalls {
  const edges = functions.flatMap((body) => body.edges);
  return {
    required: edges.flatMap(({ instruction }) => nameRequired(instruction) ?? []),
    imported: edges.flatMap(({ instruction }) => nameImported(instruction) ?? []),
  };
}

function nameRequired(instruction: Instruction): string | null {
  const argument = instruction.kind === 'call' && instruction.text === 'require' ? instruction.args[0] : null;
  return argument?.kind === 'value' ? textOf(argument.value) : null;
}

function nameImported(instruction: Instruction): string | null {
  const operand = instruction.kind === 'havoc' && instruction.reason === 'import()' ? instruction.reads[0] : undefined;
  return operand === undefined ? null : textOf(operand);
}

const textOf = (value: Expression): string | null =>
  value.kind === 'constant' && value.value.kind === 'string' ? value.value.value : null;

/** What a name leads to whose file is this; null: that is not known. */
function loadedBy(specifier: string, path: string | null, indexOf: (path: string) => number): Loaded | null {
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier };
  if (path === 'absent') return { kind: 'data' };
  if (path === null) return null;
  if (path.endsWith('.json')) return { kind: 'data' };
  return /\.[cm]?[jt]s$/.test(path) ? { kind: 'text', index: indexOf(path) } : null;
}

function required(specifier: string, from: string): string | null {
  try {
    return realpathSync(createRequire(from).resolve(specifier));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND' ? 'absent' : null;
  }
}

function imported(specifier: string, from: string): string | null {
  if (/^\.{1,2}\//.test(specifier)) {
    const path = resolve(dirname(from), decodeURIComponent(specifier.replace(/[?#].*$/s, '')));
    // With a query it is loaded once more.
    if (/[?#]/.test(specifier)) return null;
    return existsSync(path) ? realpathSync(path) : 'absent';
  }
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/s.exec(specifier) ?? [];
  if (name === '' || /^[#.]|:/.test(specifier)) return null;
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) return importedOf(manifest, `.${rest}`, specifier, from);
    if (dirname(folder) === folder) return 'absent';
  }
}

/** A package says by conditions what an import leads to. */
function importedOf(manifest: string, subpath: string, specifier: string, from: string): string | null {
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly exports?: unknown };
  if (exports === undefined) return required(specifier, from);
  const isMap = typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'));
  const target = isMap ? (exports as Readonly<Record<string, unknown>>)[subpath] : subpath === '.' ? exports : undefined;
  const path = conditionMet(target);
  return path === null ? null : realpathSync(join(dirname(manifest), path));
}

/** null: it is not known here. */
function conditionMet(target: unknown): string | null {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return null;
  for (const [condition, inner] of Object.entries(target)) {
    if (condition === 'module-sync' || condition.startsWith('node-')) return null;
    if (condition === 'node' || condition === 'import' || condition === 'default') return conditionMet(inner);
  }
  return null;
}

function isCommonJsFile(path: string): boolean {
  const ending = extname(path);
  if (/^\.c/.test(ending)) return true;
  if (/^\.m/.test(ending)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      try {
        return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: unknown }).type !== 'module';
      } catch {
        return true;
      }
    }
    if (dirname(folder) === folder) return true;
  }
}
