import { statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { OwnWeakSet, apply, construct, defineProperty, getOwnPropertyDescriptor } from '../runtime/realm/intrinsics.js';
import { disguise, disguised, hideInsertions, type Callable } from '../runtime/realm/disguise.js';
import { aroundScript, declareForScripts, declareInContext } from '../runtime/realm/globalNames.js';
import { scopeProbes } from '../runtime/record/scopes.js';
import { isOwnWork, ownWork } from '../runtime/realm/ownWork.js';
import { knowProbes } from '../runtime/probes/generatedCode.js';
import { watchContext } from '../runtime/realm/realms.js';
import { leaveUsOut } from '../runtime/traces/thrownThrough.js';

/** What a text of a file becomes before V8 sees it, with all probes that it needs; null: it is left as it is. */
type Instrument = (text: string, path: string, format: 'commonjs' | 'script') => string | null;

/** The arguments of a call, and the file that the text among them is of; null when that is left as it is. */
interface Given {
  readonly values: readonly unknown[];
  readonly path: string | null;
}

/**
 * Texts of files that the program hands to `node:vm` itself, as test runners do, get their probes there: functions of a text
 * (`compileFunction`), and scripts, in whatever context they run.
 */
export function instrumentHandedTexts(instrument: Instrument): void {
  ownWork(() => declareForScripts(scopeProbes.__w_scope()));
  const given = (values: readonly unknown[], isFunction: boolean): Given => {
    const [text, ...others] = values;
    const options = others[isFunction ? 1 : 0];
    // Only a script may have a name instead of options.
    const path = typeof text === 'string' && (!isFunction || typeof options === 'object') ? fileOf(options) : null;
    if (path === null) return { values, path };
    const made = instrument(text as string, path, isFunction ? 'commonjs' : 'script');
    if (made !== null) knowProbes(made);
    return { values: [made ?? text, ...others], path };
  };
  around('compileFunction', (values) => {
    const made = given(values, true);
    if (made.path !== null) enter(ownValue(values[2] as object, 'parsingContext'));
    return made.values;
  });
  around('runInThisContext', (values) => given(values, false).values, true);
  around(
    'runInContext',
    ([text, context, options]) => {
      const { values, path } = given([text, options], false);
      if (path !== null) enter(context);
      else if (isContext(context)) watchContext(context);
      return [values[0], context, options];
    },
    true,
  );
  around('runInNewContext', ([text, object, options]) => {
    const { values, path } = given([text, options], false);
    if (path === null) return [text, object, options];
    const context = vm.createContext(object as vm.Context | undefined, contextOptions(options));
    enter(context);
    return [values[0], context, options];
  });
  replaceMethod(vm, 'createContext', (original, self, values) => {
    const context = apply(original, self, values);
    if (!isOwnWork() && isContext(context)) ownWork(() => watchContext(context));
    return context;
  });
  replaceScript((values) => given(values, false));
  syncBuiltinESMExports();
}

/** The file that options, or a name instead of them, say a text is of; null when there is none. */
function fileOf(options: unknown): string | null {
  const name = typeof options === 'object' && options !== null ? ownValue(options, 'filename') : options;
  if (typeof name !== 'string') return null;
  try {
    const path = name.startsWith('file:') ? fileURLToPath(name) : name;
    return isAbsolute(path) && statSync(path).isFile() ? path : null;
  } catch {
    return null; // no such file
  }
}

/** Of an accessor nothing: the program may have written it. */
function ownValue(options: object, key: string): unknown {
  return getOwnPropertyDescriptor(options, key)?.value;
}

/** Has a context know what probes call, and what asks about exceptions. */
function enter(context: unknown): void {
  if (!isContext(context)) return;
  watchContext(context);
  declareInContext(context, scopeProbes.__w_scope);
  hideInsertions(vm.runInContext('Function.prototype', context) as object);
}

/** The options of a context among those of a script that makes it (Node's `getContextOptions`). */
function contextOptions(options: unknown): vm.CreateContextOptions {
  const made: Record<string, unknown> = {};
  if (typeof options !== 'object' || options === null) return made;
  const { contextName, contextOrigin, contextCodeGeneration, microtaskMode } = options as vm.RunningScriptInNewContextOptions;
  const all = { name: contextName, origin: contextOrigin, codeGeneration: contextCodeGeneration, microtaskMode };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) made[name] = value;
  return made;
}

/** What is no context is V8's to refuse. */
function isContext(value: unknown): value is object {
  return typeof value === 'object' && value !== null && vm.isContext(value);
}

/** What is no object no script can run in. */
function contextOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : notRunIn;
}

const notRunIn = {};

/** The program's calls of a function of `node:vm` are made with other arguments. */
function around(
  name: 'compileFunction' | 'runInThisContext' | 'runInContext' | 'runInNewContext',
  given: (values: readonly unknown[]) => readonly unknown[],
  runs = false,
): void {
  replaceMethod(vm, name, (original, self, values) => {
    if (isOwnWork()) return apply(original, self, values);
    const made = ownWork(() => given(values));
    const run = (): unknown => apply(original, self, made);
    return runs ? aroundScript(name === 'runInContext' ? contextOf(made[1]) : undefined, run) : run();
  });
}

/** A method that does something else for the program; what it throws is as if nobody stood between. */
function replaceMethod(
  owner: object,
  name: string,
  method: (original: Callable, self: unknown, values: readonly unknown[]) => unknown,
): void {
  disguise(owner, name, (original) => {
    const holder = {
      method(this: unknown, ...values: unknown[]): unknown {
        try {
          return method(original, this, values);
        } catch (error) {
          leaveUsOut(error);
          throw error;
        }
      },
    };
    return holder.method;
  });
}

/** The same of scripts, which may run in any context: those that a file's script runs in know what probes call. */
function replaceScript(given: (values: readonly unknown[]) => Given): void {
  const descriptor = getOwnPropertyDescriptor(vm, 'Script');
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') return;
  const ofFiles = new OwnWeakSet<object>();
  const replacement = new Proxy(original as new (...values: unknown[]) => object, {
    construct(target, values: unknown[], maker) {
      if (isOwnWork()) return construct(target, values, maker) as object;
      try {
        const made = ownWork(() => given(values));
        const script = construct(target, made.values, maker) as object;
        if (made.path !== null) ofFiles.add(script);
        return script;
      } catch (error) {
        leaveUsOut(error);
        throw error;
      }
    },
  });
  const prototype = (original as { readonly prototype: object }).prototype;
  replaceMethod(prototype, 'runInContext', (run, self, values) => {
    const [context] = values;
    if (ofFiles.has(self as object)) ownWork(() => enter(context));
    else if (!isOwnWork() && isContext(context)) ownWork(() => watchContext(context));
    return aroundScript(contextOf(context), () => apply(run, self, values));
  });
  replaceMethod(prototype, 'runInThisContext', (run, self, values) => aroundScript(undefined, () => apply(run, self, values)));
  defineProperty(vm, 'Script', { ...descriptor, value: disguised(replacement, original as Callable) });
  defineProperty(prototype, 'constructor', { ...getOwnPropertyDescriptor(prototype, 'constructor'), value: replacement });
}
