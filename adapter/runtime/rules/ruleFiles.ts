import { isIn } from '../../maintain/ownLists.js';
import { createRequire, isBuiltin } from 'node:module';
import { Script } from 'node:vm';
import { declareNames } from '../realm/globalNames.js';
import { isObject } from '../realm/identity.js';
import { resumeAt, workDepth } from '../realm/ownWork.js';
import type { RuleClasses } from './ruleClasses.js';

/** The code of a rules file that does not come to an end within this time, in milliseconds, is ended. */
const longestMs = 5000;

/** If it has had that much of the processor's time, in milliseconds. */
const leastMs = 1000;

const cpuUsage = process.cpuUsage.bind(process);

const { defineProperty } = Object;
const { get } = Reflect;

/** The exports of a rules file, by name. */
export type RuleExports = Readonly<Record<string, unknown>>;

/** Runs the code of rules files: apart from the program, whose modules it never loads, and for a limited time. */
export class RuleFiles {
  private action: () => void = () => {};
  private readonly limited = new Script(`${runName}()`, { filename: __filename });

  constructor(private readonly classes: RuleClasses) {
    declareNames({ [runName]: () => this.action() });
  }

  /** Runs the top level of a file. `words`: what `whence/rules` exports, and the library. */
  load(path: string, code: string, modules: Readonly<Record<string, object>>): RuleExports {
    const around = new Script(`((process) => function (exports, require, module, __filename) {${code}\n})`, { filename: path });
    const make = (around.runInThisContext() as (...values: unknown[]) => (...values: unknown[]) => void)(processOfRules);
    const module = { exports: {} as Record<string, unknown> };
    const load = (from: string): unknown => {
      if (modules[from] !== undefined) return modules[from];
      if (from === 'process' || from === 'node:process') return processOfRules;
      if (isBuiltin(from)) return createRequire(path)(from) as unknown;
      return this.handles();
    };
    const ended = this.within(() => make(module.exports, load, module, path));
    if (ended !== null) throw ended.error;
    return module.exports;
  }

  /** Runs code of a rule; what it threw, or that it did not end (`isOver`: its time was over). */
  within(action: () => void): { readonly error: unknown; readonly isOver: boolean } | null {
    this.action = action;
    const depth = workDepth();
    try {
      for (;;) {
        const before = cpuUsage();
        try {
          this.limited.runInThisContext({ timeout: longestMs });
          return null;
        } catch (error) {
          if (!isObject(error) || (error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
            return { error, isOver: false };
          resumeAt(depth);
          const { user, system } = cpuUsage(before);
          // On a busy machine it may have had no time to end: it is run again.
          if ((user + system) / 1000 > leastMs)
            return { error: new Error(`it did not end within ${longestMs / 1000} seconds`), isOver: true };
        }
      }
    } finally {
      // It holds objects of the program.
      this.action = () => {};
    }
  }

  /** A stand-in for a module of the program: its classes are names, and `instanceof` works with them. */
  private handles(): object {
    const { classes } = this;
    const handle = (name: string): object =>
      defineProperty(function () {}, Symbol.hasInstance, { value: (value: unknown) => classes.isInstance(name, value) });
    return new Proxy({}, { get: (_, name) => (typeof name === 'string' && name !== '__esModule' ? handle(name) : undefined) });
  }
}

/** Functions that end a process, or may. */
const ending: readonly PropertyKey[] = ['exit', 'reallyExit', 'abort', 'kill'];

/** The process as rules see it: they do not end it. */
const processOfRules = new Proxy(process, {
  get: (target, name) => {
    if (!isIn(ending, name)) return get(target, name) as unknown;
    return () => {
      throw new Error(`a rule does not end the program: process.${String(name)} was called`);
    };
  },
});

const runName = '__w_ruleRun';
