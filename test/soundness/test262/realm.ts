import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import vm from 'node:vm';
import { instrument } from '../../../adapter/instrument/instrument.js';
import type { Plan } from '../../../adapter/instrument/plan.js';
import type { SourceFormat } from '../../../adapter/instrument/tree.js';
import { planOfTexts } from '../../support/planOfEverything.js';
import type { InsideRealm } from './insideRealm.js';

/** Longer than any test computes, in milliseconds. */
const timeout = 10_000;

/** A global object of its own, in which texts run as they are or with every probe. */
export class Realm {
  readonly context: vm.Context;
  readonly global: Record<string, unknown>;
  private readonly inside: InsideRealm | null;
  private readonly modules = new Map<string, vm.Module>();
  private siteCount = 1;

  constructor(
    private readonly bundle: vm.Script,
    /** null: nothing is probed. */
    private readonly plan: Plan | null,
    print: (text: string) => void,
  ) {
    const { DONT_CONTEXTIFY: plainGlobal } = vm.constants as unknown as { readonly DONT_CONTEXTIFY?: object };
    this.context = vm.createContext((plainGlobal as vm.Context | undefined) ?? {});
    this.global = vm.runInContext('globalThis', this.context) as Record<string, unknown>;
    this.inside = plan === null ? null : this.loadInside();
    if (plan !== null) this.inside?.install(plan);
    this.define('print', print);
    this.define('$262', this.host(print));
  }

  /** Compiles and runs a script of the test. */
  runScript(text: string, path: string): unknown {
    return this.compile(text, path, 'commonjs').runInContext(this.context, { timeout });
  }

  compile(text: string, path: string, format: SourceFormat): vm.Script {
    return new vm.Script(this.probed(text, path, format), { filename: path, importModuleDynamically: this.importer(path) });
  }

  /** A script that is no part of what is tested. */
  runHarness(script: vm.Script): void {
    script.runInContext(this.context);
  }

  /** Links and runs a module; rejects with what it throws. */
  async runModule(text: string, path: string): Promise<void> {
    const module = this.moduleOf(text, path);
    await module.link((specifier, from) => this.load(specifier, from.identifier));
    await module.evaluate({ timeout });
  }

  moduleOf(text: string, path: string): vm.SourceTextModule {
    const module = new vm.SourceTextModule(this.probed(text, path, 'module'), {
      context: this.context,
      identifier: path,
      importModuleDynamically: this.importer(path),
    });
    this.modules.set(path, module);
    return module;
  }

  private load(specifier: string, from: string): vm.Module {
    const path = resolve(dirname(from), specifier);
    return this.modules.get(path) ?? this.moduleOf(readFileSync(path, 'utf8'), path);
  }

  private importer(from: string) {
    return async (specifier: string): Promise<vm.Module> => {
      const module = this.load(specifier, from);
      if (module.status === 'unlinked') await module.link((inner, { identifier }) => this.load(inner, identifier));
      if (module.status === 'linked') await module.evaluate();
      return module;
    };
  }

  private probed(text: string, path: string, format: SourceFormat): string {
    if (this.plan === null) return text;
    const plan = this.plan.stop?.paths.includes(path) === true ? this.plan : planOfTexts(new Map([[path, text]]));
    const result = instrument({ path, text, format, mapping: null, preamble: '' }, plan, this.siteCount);
    if (result === undefined || result === null) return text;
    this.inside?.add(path, this.siteCount, result.sites, result.text);
    this.siteCount += result.sites.length;
    return result.text;
  }

  /**
   * A program has one runtime, whose tables V8 does not count; a process has one for each realm here. They are counted, and given back,
   * when they are made of what is not shared.
   */
  private loadInside(): InsideRealm {
    const module = { exports: {} as InsideRealm };
    const wrapper = this.bundle.runInContext(this.context) as (...values: unknown[]) => void;
    const { SharedArrayBuffer: shared, ArrayBuffer: counted } = this.global;
    this.define('SharedArrayBuffer', counted);
    wrapper(this.requireInside(), insidePath, module);
    this.define('SharedArrayBuffer', shared);
    return module.exports;
  }

  /** What the runtime declares for every text goes into this realm. */
  private requireInside(): (name: string) => unknown {
    const { context } = this;
    class Script extends vm.Script {
      override runInThisContext(): unknown {
        return this.runInContext(context);
      }
    }
    const require = createRequire(import.meta.url);
    return (name) => (name === 'node:vm' ? { ...vm, Script } : (require(name) as unknown));
  }

  private define(name: string, value: unknown): void {
    Object.defineProperty(this.global, name, { value, writable: true, configurable: true, enumerable: false });
  }

  private host(print: (text: string) => void): object {
    return {
      global: this.global,
      createRealm: () => new Realm(this.bundle, this.plan, print).global['$262'],
      evalScript: (text: string) => this.runScript(text, `${insidePath}.eval`),
      detachArrayBuffer: (buffer: ArrayBuffer) => void structuredClone(buffer, { transfer: [buffer] }),
      gc: () => {},
    };
  }
}

/** How `insideRealm.ts` is called in stack traces, so that it leaves itself out of them. */
const insidePath = join(import.meta.dirname, 'insideRealm.cjs');

/** Of the bundled `insideRealm.ts`. */
export function realmBundle(text: string): vm.Script {
  return new vm.Script(`(function (require, __filename, module) {${text}\n})`, { filename: insidePath });
}
