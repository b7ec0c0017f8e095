import Module from 'node:module';
import { extname } from 'node:path';
import { noteModule } from '../runtime/record/sights.js';
import { apply, getOwnPropertyDescriptor } from '../runtime/realm/intrinsics.js';

/** What CommonJS modules become where they are compiled. */
export interface Compiling {
  /**
   * What is known of a file's text when what compiles it is looked up: the text with its probes; `as-it-is`, where it needs none or got them
   * before; null: only the call says what is compiled.
   */
  readonly ahead: (path: string) => { readonly text: string } | 'as-it-is' | null;
  /** The text with its probes, and the format that Node is told. */
  readonly instrument: (text: string, path: string, format: unknown) => { readonly text: string; readonly format: unknown };
}

type Compile = (this: unknown, text: string, path: string, format?: unknown) => unknown;
type Readers = Readonly<Record<string, unknown>>;

const prototype = Module.prototype as unknown as { _compile: Compile };
const { _extensions: readers } = Module as unknown as { readonly _extensions: Readers };
const ownReaders: Readers = { ...readers };

/** Whether something else than Node has a part in what is made of a file that is required: then it is Node's text that it must get. */
export function isMadeOtherwise(path: string): boolean {
  const extension = extname(path);
  const reader = extension in readers ? extension : '.js';
  return readers[reader] !== ownReaders[reader] || getOwnPropertyDescriptor(prototype, '_compile')?.get === undefined;
}

/**
 * Node, and whatever reads files in its place, looks up `_compile` at each module. The function is handed out by a getter, already bound to
 * the instrumented text where that is known, because bound functions are not seen in stack traces.
 */
export function hookCompile({ ahead, instrument }: Compiling): void {
  const compile = prototype._compile;
  Object.defineProperty(prototype, '_compile', {
    configurable: true,
    get(this: { readonly filename?: unknown }): Compile {
      noteModule(this);
      const { filename } = this;
      // A module that the program makes itself has no name, or null.
      if (typeof filename === 'string') {
        const known = isEvaluated.test(filename) ? 'as-it-is' : ahead(filename);
        if (known === 'as-it-is') return compile;
        if (known !== null) return compile.bind(this, known.text, filename);
      }
      // Who takes it from the prototype, to wrap it, calls it for whatever module.
      return function (this: unknown, text, path, format) {
        const made = instrument(text, path, format);
        return apply(compile, this, [made.text, path, made.format]);
      };
    },
    // An assignment to one module is its own alone.
    set(this: object, value: unknown) {
      Object.defineProperty(this, '_compile', { value, writable: true, configurable: true, enumerable: true });
    },
  });
}

/** What Node evaluates without a file. */
const isEvaluated = /[\\/]\[(?:worker )?eval\]$|[\\/]\[stdin\]$/;
