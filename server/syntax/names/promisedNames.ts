import type { NodePath } from './nodeNames.js';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** By the module that has them as its `promises`: the functions that give a promise, if they return. */
const promised: Readonly<Record<string, ReadonlySet<string>>> = {
  fs: words(`access appendFile chmod chown copyFile cp lchown link lstat lutimes mkdir mkdtemp open readdir readFile readlink realpath
    rename rm rmdir stat statfs symlink truncate unlink utimes writeFile`),
  timers: words('setTimeout setImmediate'),
  dns: words(`lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr
    resolveSoa resolveSrv resolveTxt reverse`),
  stream: words('finished pipeline'),
};

/** Whether a function of Node gives a promise, if it returns. */
export function givesPromise([module = '', ...path]: NodePath): boolean {
  const [member, name = '', ...more] = path.filter((each) => each !== 'default');
  const names = Object.hasOwn(promised, module) ? promised[module] : undefined;
  return member === 'promises' && more.length === 0 && names?.has(name) === true;
}

/** The functions of Node of which this is known. */
export const promisedFunctions: readonly NodePath[] = Object.entries(promised).flatMap(([module, names]) =>
  [...names].map((name) => [module, 'promises', name]),
);
