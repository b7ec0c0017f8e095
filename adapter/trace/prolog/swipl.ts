import { createRequire } from 'node:module';
import { fromProlog, toProlog } from '../jel/prologText.js';
import { Compound, isInteger, Text, type Term } from '../jel/term.js';
import { engineFile } from '../relations/engineFile.js';
import { instantiate, type Imports, type Instance, type Memory } from '../relations/webAssembly.js';

/** SWI-Prolog's foreign interface, as WebAssembly exports it: terms, atoms and pointers are numbers. */
interface ForeignInterface {
  _malloc(size: number): number;
  _free(pointer: number): void;
  _PL_new_term_refs(count: number): number;
  _PL_reset_term_refs(term: number): void;
  _PL_term_type(term: number): number;
  _PL_get_arg(index: number, term: number, argument: number): number;
  _PL_get_name_arity(term: number, name: number, arity: number): number;
  _PL_get_atom(term: number, atom: number): number;
  _PL_get_int64(term: number, value: number): number;
  _PL_get_float(term: number, value: number): number;
  _PL_get_nchars(term: number, size: number, text: number, flags: number): number;
  _PL_get_list(list: number, head: number, tail: number): number;
  _PL_put_integer(term: number, value: number): number;
  _PL_put_int64(term: number, value: bigint): number;
  _PL_put_float(term: number, value: number): number;
  _PL_put_atom(term: number, atom: number): number;
  _PL_put_chars(term: number, flags: number, size: number, text: number): number;
  _PL_chars_to_term(text: number, term: number): number;
  _PL_put_nil(term: number): number;
  _PL_cons_functor_v(term: number, functor: number, terms: number): number;
  _PL_cons_list(list: number, head: number, tail: number): number;
  _PL_new_atom_mbchars(flags: number, size: number, text: number): number;
  _PL_new_functor(name: number, arity: number): number;
  _PL_unify(one: number, other: number): number;
  _PL_raise_exception(term: number): number;
}

/** SWI-Prolog's own JavaScript interface, as much of it as loads a library and calls a goal. Its files are in memory. */
interface SwiplModule extends ForeignInterface {
  readonly prolog: { call(goal: string): boolean };
  readonly FS: { writeFile(path: string, text: string): void };
}

type StartSwipl = (options: object) => Promise<SwiplModule>;

const kind = { variable: 1, atom: 2, integer: 3, float: 5, string: 6, compound: 7, nil: 8, pair: 10 } as const;
const utf8 = 0x100000;
/** `CVT_ATOM`, `CVT_STRING`, numbers, and what else is written. */
const asText = { word: 1 | 2 | utf8, anything: 1 | 2 | 8 | 16 | 32 | 128 | utf8 } as const;

/** Names that stay atoms: a recording has fewer files, functions and classes. */
const maxKeptAtoms = 100_000;

/** A term that nests deeper is cut. */
const maxDepth = 500;

/**
 * SWI-Prolog's WebAssembly. The one way from Prolog to JavaScript is the predicate `'$js_call'(Request, Answer)`, and it leads to `answer`
 * alone: the evaluation of JavaScript that the package has (`:=`) is not there.
 */
export class Swipl {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  /** Atoms that are never given back, so that their numbers stay theirs. */
  private readonly atoms = new Map<string, number>();
  private readonly atomTexts = new Map<number, string>();
  private readonly functors = new Map<string, number>();
  private readonly scratch: number;
  private view: DataView;

  private constructor(
    private readonly module: SwiplModule,
    private readonly memory: Memory,
  ) {
    this.scratch = module._malloc(16);
    this.view = new DataView(memory.buffer);
  }

  /** Starts Prolog; what it asks JavaScript is given to `answer`. Cost: about a second. */
  static async start(answer: (request: Term) => Term, megabytes: number, log: (line: string) => void = () => {}): Promise<Swipl> {
    let instance: Instance | null = null;
    let swipl: Swipl | null = null;
    const memory = () => Object.values(instance?.exports ?? {}).find((one): one is Memory => isMemory(one));
    const module = await startSwipl()({
      arguments: ['-q', `--stack-limit=${Math.ceil(megabytes / 2)}m`],
      locateFile: (name: string) => engineFile(name, `swipl-wasm/dist/swipl/${name}`),
      instantiateWasm(imports: Imports, receive: (instance: Instance, module: object) => void) {
        bind(imports, {
          megabytes,
          words: (pointer, count) => Array.from(new Int32Array(memory()?.buffer ?? new ArrayBuffer(0), pointer, count)),
          bytes: () => new Uint8Array(memory()?.buffer ?? new ArrayBuffer(0)),
          call: (request, result) => swipl?.respond(request, result, answer) ?? 0,
        });
        const made = instantiate(engineFile('swipl-web.wasm', 'swipl-wasm/dist/swipl/swipl-web.wasm'), imports);
        instance = made.instance;
        receive(made.instance, made.module);
        return made.instance.exports;
      },
      print: log,
      printErr: log,
    });
    const found = memory();
    if (found === undefined) throw new Error('SWI-Prolog has no memory.');
    swipl = new Swipl(module, found);
    return swipl;
  }

  /** Loads a library of ours. */
  load(text: string, name: string): void {
    const path = `/swipl/library/${name}`;
    this.module.FS.writeFile(path, text);
    if (!this.call(`load_files('${path}', [])`)) throw new Error(`SWI-Prolog does not load ${name}.`);
  }

  /** Calls a goal of ours. */
  call(goal: string): boolean {
    return this.module.prolog.call(goal);
  }

  private respond(request: number, result: number, answer: (request: Term) => Term): number {
    const { module } = this;
    try {
      const term = answer(this.get(request));
      const made = module._PL_new_term_refs(1);
      this.put(made, term);
      return module._PL_unify(result, made);
    } catch (error) {
      const made = module._PL_new_term_refs(1);
      this.put(made, new Compound('whence_failure', [new Text(error instanceof Error ? error.message : String(error))]));
      return module._PL_raise_exception(made);
    }
  }

  /** What a term is; variables are null, and what cannot be said otherwise is a text as Prolog writes it. */
  private get(term: number, depth = 0): Term {
    const { module, scratch } = this;
    switch (module._PL_term_type(term)) {
      case kind.variable:
        return null;
      case kind.atom:
        return this.atomOf(term);
      case kind.integer:
        if (module._PL_get_int64(term, scratch) === 0) return BigInt(this.textOf(term, asText.anything));
        return integerOf(this.data.getBigInt64(scratch, true));
      case kind.float:
        module._PL_get_float(term, scratch);
        return this.data.getFloat64(scratch, true);
      case kind.string:
        return new Text(this.textOf(term, asText.word));
      case kind.nil:
        return [];
      case kind.pair:
        return depth > maxDepth ? '…' : this.listOf(term, depth);
      case kind.compound:
        return depth > maxDepth ? '…' : this.compoundOf(term, depth);
      default:
        return new Text(this.textOf(term, asText.anything));
    }
  }

  private atomOf(term: number): string {
    this.module._PL_get_atom(term, this.scratch);
    const atom = this.data.getInt32(this.scratch, true);
    return this.atomTexts.get(atom) ?? this.textOf(term, asText.word);
  }

  private compoundOf(term: number, depth: number): Term {
    const { module, scratch } = this;
    module._PL_get_name_arity(term, scratch, scratch + 4);
    const atom = this.data.getInt32(scratch, true);
    const arity = this.data.getInt32(scratch + 4, true);
    const argument = module._PL_new_term_refs(1);
    const terms: Term[] = [];
    for (let index = 1; index <= arity; index++) {
      module._PL_get_arg(index, term, argument);
      terms.push(this.get(argument, depth + 1));
    }
    const functor = this.atomTexts.get(atom) ?? this.nameOf(atom);
    module._PL_reset_term_refs(argument);
    return new Compound(functor, terms);
  }

  private nameOf(atom: number): string {
    const term = this.module._PL_new_term_refs(1);
    this.module._PL_put_atom(term, atom);
    return this.textOf(term, asText.word);
  }

  /** Elements of a list. One that is not closed has its open end as a last element `|`. */
  private listOf(term: number, depth: number): Term {
    const { module } = this;
    const refs = module._PL_new_term_refs(3);
    const terms: Term[] = [];
    let rest = term;
    for (let tail = refs + 1; module._PL_get_list(rest, refs, tail) !== 0; tail = tail === refs + 1 ? refs + 2 : refs + 1) {
      terms.push(this.get(refs, depth + 1));
      rest = tail;
    }
    if (module._PL_term_type(rest) !== kind.nil) terms.push(new Compound('|', [this.get(rest, depth + 1)]));
    module._PL_reset_term_refs(refs);
    return terms;
  }

  private textOf(term: number, flags: number): string {
    const { module, scratch } = this;
    if (module._PL_get_nchars(term, scratch, scratch + 4, flags) === 0) return '_';
    const size = this.data.getUint32(scratch, true);
    const at = this.data.getUint32(scratch + 4, true);
    return fromProlog(this.decoder.decode(new Uint8Array(this.memory.buffer, at, size)));
  }

  private put(ref: number, term: Term): void {
    const { module } = this;
    if (term === null) return;
    if (typeof term === 'string') module._PL_put_atom(ref, this.atom(term));
    else if (typeof term === 'number') this.putNumber(ref, term);
    else if (typeof term === 'bigint') this.putBigint(ref, term);
    else if (term instanceof Text) this.withText(term.text, (at, size) => module._PL_put_chars(ref, kind.string | utf8, size, at));
    else if (term instanceof Compound) {
      const { terms } = term;
      const refs = module._PL_new_term_refs(terms.length);
      for (let index = 0; index < terms.length; index++) this.put(refs + index, terms[index] ?? null);
      module._PL_cons_functor_v(ref, this.functor(term.functor, terms.length), refs);
      module._PL_reset_term_refs(refs);
    } else this.putList(ref, term);
  }

  private putList(ref: number, terms: readonly Term[]): void {
    const { module } = this;
    module._PL_put_nil(ref);
    for (let index = terms.length - 1; index >= 0; index--) {
      const head = module._PL_new_term_refs(1);
      this.put(head, terms[index] ?? null);
      module._PL_cons_list(ref, head, ref);
      module._PL_reset_term_refs(head);
    }
  }

  private putNumber(ref: number, number: number): void {
    const { module } = this;
    if (!isInteger(number)) module._PL_put_float(ref, number);
    else if ((number | 0) === number) module._PL_put_integer(ref, number);
    else module._PL_put_int64(ref, BigInt(number));
  }

  /** Of what 64 bits do not hold Prolog reads the digits. */
  private putBigint(ref: number, number: bigint): void {
    const { module } = this;
    if (BigInt.asIntN(64, number) === number) module._PL_put_int64(ref, number);
    else this.withText(String(number), (at) => module._PL_chars_to_term(at, ref));
  }

  private functor(name: string, arity: number): number {
    const key = `${arity} ${name}`;
    let functor = this.functors.get(key);
    if (functor === undefined) {
      functor = this.module._PL_new_functor(this.atom(name), arity);
      this.functors.set(key, functor);
    }
    return functor;
  }

  private atom(name: string): number {
    const known = this.atoms.get(name);
    if (known !== undefined) return known;
    const atom = this.withText(name, (at, size) => this.module._PL_new_atom_mbchars(utf8, size, at));
    if (this.atoms.size < maxKeptAtoms) {
      this.atoms.set(name, atom);
      this.atomTexts.set(atom, name);
    }
    return atom;
  }

  private withText<T>(text: string, use: (at: number, size: number) => T): T {
    const bytes = this.encoder.encode(toProlog(text));
    const at = this.module._malloc(bytes.length + 1);
    if (at === 0) throw new RangeError('Prolog has no memory left.');
    const heap = new Uint8Array(this.memory.buffer);
    heap.set(bytes, at);
    heap[at + bytes.length] = 0;
    try {
      return use(at, bytes.length);
    } finally {
      this.module._free(at);
    }
  }

  /** Memory, which is another buffer when it has grown. */
  private get data(): DataView {
    if (this.view.buffer !== this.memory.buffer) this.view = new DataView(this.memory.buffer);
    return this.view;
  }
}

let loaded: StartSwipl | null = null;

/** The package's program. It is loaded once: when it has run, loading it again gives something else. */
function startSwipl(): StartSwipl {
  loaded ??= createRequire(import.meta.url)(engineFile('swipl-web.cjs', 'swipl-wasm/dist/swipl/swipl-web.js')) as StartSwipl;
  return loaded;
}

interface Binding {
  readonly megabytes: number;
  words(pointer: number, count: number): readonly number[];
  bytes(): Uint8Array;
  call(request: number, result: number): number;
}

/**
 * Puts ours in the place of three of the functions that the WebAssembly is given: of the one by which it calls JavaScript, of the one that
 * evaluates JavaScript, and of the one that makes memory larger. Throws when the package has no such functions any more.
 */
function bind(imports: Imports, { megabytes, words, bytes, call }: Binding): void {
  type Call = (...values: number[]) => number;
  const replaced = new Set<string>();
  const replace = (name: string, make: (original: Call) => Call) => {
    for (const functions of Object.values(imports))
      for (const [key, value] of Object.entries(functions))
        if (typeof value === 'function' && value.name === name) {
          functions[key] = make(value as Call);
          replaced.add(name);
        }
    if (!replaced.has(name)) throw new Error(`SWI-Prolog's WebAssembly does not import ${name}: is it another version?`);
  };
  replace('_emscripten_asm_const_int', (original) => (code = 0, signature = 0, values = 0) => {
    // Of its calls of JavaScript only `'$js_call'` has two arguments.
    const heap = bytes();
    const count = heap.indexOf(0, signature) - signature;
    const [request = 0, result = 0] = words(values, 2);
    return count === 2 ? call(request, result) : original(code, signature, values);
  });
  replace('_emscripten_run_script', () => () => {
    throw new Error('Queries cannot run JavaScript.');
  });
  replace(
    '_emscripten_resize_heap',
    (original) =>
      (size = 0) =>
        size >>> 0 > megabytes * 2 ** 20 ? 0 : original(size),
  );
}

function integerOf(value: bigint): Term {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function isMemory(value: unknown): value is Memory {
  return Object.prototype.toString.call(value) === '[object WebAssembly.Memory]';
}
