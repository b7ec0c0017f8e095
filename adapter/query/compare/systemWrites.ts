import { Kind, isChange } from '../../trace/store/rowMeaning.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import { isDeclared } from '../classes.js';
import type { TraceReader } from '../reader.js';

/** Classes of the language whose objects programs and Node make alike, and `Buffer`, which holds a program's bytes. */
const ordinary =
  /^(?:|Object|Array|Map|Set|WeakMap|WeakSet|Date|RegExp|Promise|Error|Arguments|ArrayBuffer|SharedArrayBuffer|DataView|Buffer|(?:Big)?(?:Uint|Int|Float)\d+(?:Clamped)?Array)$/;

/**
 * Tells what Node, or the language's own code, writes to objects that are none of the program's: timers, what the console prints. It differs from
 * run to run.
 */
export class SystemWrites {
  private holders: ReadonlyMap<number, number> | undefined;
  private readonly known = new Map<number, boolean>();

  constructor(private readonly reader: TraceReader) {}

  /** Whether a change is one of these. What the program's own text writes never is. */
  has(row: TraceRow): boolean {
    const { source } = this.reader.store;
    const kind = source.site(row.site)?.site.kind;
    if (!isChange(row.kind) || (kind !== 'native' && kind !== 'result') || source.keyOf(row.key).startsWith('variable ')) return false;
    return this.isOfSystem(row.subject);
  }

  private isOfSystem(object: number): boolean {
    const path: number[] = [];
    let [at, answer] = [object, this.known.get(object)];
    while (answer === undefined && !path.includes(at)) {
      path.push(at);
      const decided = this.decided(at);
      const holder = this.holderOf(at);
      answer = decided ?? (holder === null ? true : this.known.get(holder));
      at = holder ?? at;
    }
    for (const one of path) this.known.set(one, answer ?? true);
    return answer ?? true;
  }

  /** Whether an object is the system's by itself; null: it is whose the object is that held it first. */
  private decided(number: number): boolean | null {
    const { store } = this.reader;
    const object = store.source.object(number);
    if (object === null) return true;
    if (/^(?:function|proxy|error|module|arguments)$/.test(object.type) || isDeclared(this.reader, object.className)) return false;
    if (object.type === 'object' && !ordinary.test(object.className)) return true;
    return store.madeBy(number) === null ? null : false;
  }

  private holderOf(object: number): number | null {
    this.holders ??= this.findHolders();
    return this.holders.get(object) ?? null;
  }

  /** By object the one whose place had it first. */
  private findHolders(): ReadonlyMap<number, number> {
    const { store } = this.reader;
    const found = new Map<number, number>();
    for (const row of store.rows()) {
      if (row.kind !== Kind.change && row.kind !== Kind.content) continue;
      const value = store.valueOf(row);
      if (value?.kind !== 'object' || found.has(value.id) || store.source.keyOf(row.key).startsWith('variable ')) continue;
      found.set(value.id, row.subject);
    }
    return found;
  }
}
