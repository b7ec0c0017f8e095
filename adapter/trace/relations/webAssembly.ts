import { readFileSync } from 'node:fs';

/** Memory of an instance; `buffer` is another one when it has grown. */
export interface Memory {
  readonly buffer: ArrayBuffer;
}

/** An instance of a module: what it exports, by name. */
export interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export type Imports = Readonly<Record<string, Record<string, unknown>>>;

/** The part of WebAssembly's interface that engines need: TypeScript declares it with the rest of a browser only. */
interface WebAssemblyInterface {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => Instance;
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyInterface };

/** Starts the module of a file. */
export function instantiate(file: string, imports: Imports): { readonly instance: Instance; readonly module: object } {
  const module = new WebAssembly.Module(readFileSync(file));
  return { instance: new WebAssembly.Instance(module, imports), module };
}
