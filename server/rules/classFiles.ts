import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { maxProgramBytes, readRegularFile } from '../files/regularFile.js';

/** Where a class that a rules file imports may be declared. */
export interface ClassPlace {
  readonly paths: readonly string[];
  readonly folder: string | null;
  /** The module of Node's own that it is of. */
  readonly builtin: string | null;
  readonly name: string | null;
}

/** Re-exports are followed so far. */
const mostFollowed = 20;

/** Finds the declaration of a class by the import of a rules file. Throws a sentence when there is no such module. */
export function classPlace(from: string, name: string, rulesPath: string): ClassPlace {
  if (isBuiltin(from)) return { paths: [], folder: null, builtin: from, name };
  const file = /^[./]/.test(from) ? resolvedFile(resolve(dirname(rulesPath), from)) : null;
  if (file !== null) return declaredIn(file, name);
  if (/^[./]/.test(from)) throw new Error(`The module "${from}" of the class ${name} is not there.`);
  const folder = packageFolder(from, rulesPath);
  if (folder === null) throw new Error(`The package "${from}" of the class ${name} is not installed.`);
  return { paths: [], folder: folder + sep, builtin: null, name: name === 'default' ? null : name };
}

function declaredIn(first: string, wanted: string): ClassPlace {
  let [file, name] = [first, wanted];
  for (let step = 0; step < mostFollowed; step++) {
    const next = reExported(file, name);
    if (next === null) break;
    [file, name] = next;
  }
  return { paths: namesOf(file), folder: null, builtin: null, name: name === 'default' ? null : name };
}

/** A file as it is reached, and as Node names the modules that it loads. */
export function namesOf(path: string): readonly string[] {
  return existsSync(path) ? [...new Set([path, realpathSync(path)])] : [path];
}

const endings = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx'];

/** The file that an import leads to: sources are preferred to what was made of them. */
export function resolvedFile(path: string): string | null {
  const stem = /\.[cm]?jsx?$/.test(path) ? path.slice(0, -extname(path).length) : null;
  const candidates = [
    ...(stem === null ? [] : ['.ts', '.mts', '.cts', '.tsx'].map((ending) => stem + ending)),
    path,
    ...endings.map((ending) => path + ending),
    ...endings.map((ending) => join(path, `index${ending}`)),
  ];
  const [exact] = candidates.filter((candidate) => candidate === path && isFile(candidate));
  return exact ?? candidates.find(isFile) ?? null;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function packageFolder(from: string, rulesPath: string): string | null {
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(from) ?? [from];
  for (const folder of createRequire(rulesPath).resolve.paths(from) ?? []) {
    const path = join(folder, name);
    if (existsSync(path)) return realpathSync(path);
  }
  return null;
}

/** Where a module hands on what it exports under a name; null where it declares it itself. */
function reExported(file: string, name: string): readonly [string, string] | null {
  const text = readRegularFile(file, maxProgramBytes);
  if (isDeclared(text, name)) return null;
  const lead = (from: string, inner: string): readonly [string, string] | null => {
    const next = resolvedFile(resolve(dirname(file), from));
    return next === null ? null : [next, inner];
  };
  for (const [, list = '', from = ''] of text.matchAll(/(?:export|import)\s*(?:type\s*)?\{([^}]*)\}\s*from\s*['"](\.[^'"]*)['"]/g)) {
    const inner = namedIn(list, name);
    if (inner !== null) return lead(from, inner);
  }
  const local = localName(text, name);
  if (local !== null) return local === name ? null : [file, local];
  for (const [, from = ''] of text.matchAll(/(?:export\s*\*\s*from\s*|__exportStar\(require\(|\.\.\.require\()\s*['"](\.[^'"]*)['"]/g)) {
    const next = lead(from, name);
    if (next !== null && reaches(next, 0)) return next;
  }
  return null;
}

/** The name of what is exported by a list of names, or as the default, as the module itself has it; null where it is not. */
function localName(text: string, name: string): string | null {
  for (const [, list = ''] of text.matchAll(/\bexport\s*\{([^}]*)\}(?!\s*from\b)/g)) {
    const inner = namedIn(list, name);
    if (inner !== null) return inner;
  }
  if (name !== 'default') return null;
  return (
    /(?:\bexport\s+default|\bmodule\.exports\s*=)\s+(?!class\b|function\b|async\b|new\b|await\b)([\w$]+)\s*(?:;|$)/m.exec(text)?.[1] ?? null
  );
}

/** What a list (`a, b as c`) has under a name. */
function namedIn(list: string, name: string): string | null {
  for (const part of list.split(',')) {
    const [inner = '', outer = inner] = part.trim().split(/\s+as\s+/);
    if (outer === name) return inner;
  }
  return null;
}

const isDeclared = (text: string, name: string): boolean => new RegExp(`\\b(?:class|function)\\s+${escaped(name)}\\b`).test(text);

/** Whether a module has a variable that may be the class. */
function hasVariable(text: string, name: string): boolean {
  const own = escaped(name);
  return new RegExp(`\\b(?:const|let|var)\\s+${own}\\b|,\\s*${own}\\s*=[^=>]|\\bexports\\.${own}\\s*=`).test(text);
}

function reaches([file, name]: readonly [string, string], depth: number): boolean {
  if (depth > 5) return false;
  const text = readRegularFile(file, maxProgramBytes);
  if (isDeclared(text, name)) return true;
  const next = reExported(file, name);
  if (next !== null) return (next[0] !== file || next[1] !== name) && reaches(next, depth + 1);
  return hasVariable(text, name);
}

/** What texts say of the classes that a class extends. */
export interface SuperClasses {
  /** Their names, as far as texts say them. */
  readonly names: readonly string[];
  /** Whether there may be others: a function makes the class, or one that it extends. */
  readonly areOpen: boolean;
}

/** The classes that a class extends. */
export function superClasses(paths: readonly string[], name: string | null): SuperClasses {
  const found: string[] = [];
  const [declaring] = paths;
  let areOpen = declaring !== undefined && isMade(readRegularFile(declaring, maxProgramBytes), name);
  let [file] = paths;
  let at = name;
  for (let step = 0; step < mostFollowed && file !== undefined && at !== null; step++) {
    const text = readRegularFile(file, maxProgramBytes);
    const own = escaped(at);
    areOpen ||= new RegExp(`\\bclass\\s+${own}\\s+extends\\s+(?:[\\w$.]+\\s*\\(|\\()`).test(text);
    const base = [
      `\\bclass\\s+${own}(?:<[^>{]*>)?\\s+extends\\s+([\\w$.]+)`,
      // As it was written before there were classes, and as compilers write it.
      `\\b\\w*(?:inherits|[eE]xtends)\\(\\s*${own}\\s*,\\s*([\\w$.]+)`,
      `\\b${own}\\.prototype\\s*(?:=\\s*Object\\.create\\(|,)\\s*([\\w$.]+?)\\.prototype\\b`,
    ].reduce<string | undefined>((known, form) => known ?? new RegExp(form).exec(text)?.[1]?.split('.').at(-1), undefined);
    if (base === undefined || found.includes(base)) break;
    found.push(base);
    at = base;
    const from = new RegExp(`\\b${escaped(base)}\\b[^;'"]*(?:from\\s*|require\\()['"](\\.[^'"]*)['"]`).exec(text)?.[1];
    if (from !== undefined) file = resolvedFile(resolve(dirname(file), from)) ?? undefined;
  }
  return { names: found, areOpen };
}

/** Whether a text declares no class or function that has the name: something else makes it. */
function isMade(text: string, name: string | null): boolean {
  if (name === null) return !/(?:\bexport\s+default|\bexports\s*=)\s*(?:async\s+)?(?:class|function)\b/.test(text);
  return !isDeclared(text, name) && !new RegExp(`\\b${escaped(name)}\\s*(?::[^=\\n]*)?=\\s*\\(*\\s*(?:class|function)\\b`).test(text);
}

const escaped = (name: string): string => name.replace(/[$]/g, '\\$&');
