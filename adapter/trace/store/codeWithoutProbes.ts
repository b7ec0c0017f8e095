import type { GeneratedCode } from '../../events/rows.js';
import { runsLater, writesOfCode } from '../../instrument/writesOfCode.js';
import type { TraceRelations } from '../format/contents.js';
import type { TraceStore } from './traceStore.js';

type Uncertain = TraceRelations['uncertain'][number];

/**
 * Writes that have no rows: those of code that the program made of texts; of stores under keys that only the program's own code tells; of natives
 * that threw half-way.
 */
export class CodeWithoutProbes {
  constructor(private readonly store: TraceStore) {}

  /** Whether such code may have written a place of an object, or of a scope, between two events. */
  mayHaveWritten(subject: number, key: number, after: number, before: number): boolean {
    if (!this.areAny) return false;
    const text = this.store.source.keyOf(key);
    if (!isVariable(text) && this.uncertain.some((one) => isOf(one, subject) && isBetween(one, after, before))) return true;
    return this.code.some((one) => one.first <= before && this.mayWrite(one, subject, text) && (runsLater(one) || one.last > after));
  }

  /** Whether it may have written some property of an object between two events. */
  mayHaveWrittenAny(object: number, after: number, before: number): boolean {
    if (!this.areAny) return false;
    const isCode = (one: GeneratedCode): boolean => one.first <= before && mayWriteProperties(one) && (runsLater(one) || one.last > after);
    return this.uncertain.some((one) => isOf(one, object) && isBetween(one, after, before)) || this.code.some(isCode);
  }

  /** The sites of what may have written to an object; null: to any. `name`: null: any of its properties. */
  sitesOfObject(object: number | null, name: string | null): readonly number[] {
    const uncertain = this.uncertain.filter((one) => object === null || isOf(one, object));
    const code = this.code.filter((one) => (name === null ? mayWriteProperties(one) : this.mayWrite(one, object ?? 0, name)));
    return [...uncertain, ...code].map(({ site }) => site);
  }

  /** The sites of what may have written variables, of one name when it is given. */
  sitesOfVariables(name: string | null): readonly number[] {
    const isIt = ({ isDirect, text }: GeneratedCode): boolean => {
      const variables = writesOfCode(text)?.variables;
      return isDirect && (variables === undefined || (name === null ? variables.size > 0 : variables.has(name)));
    };
    return this.code.filter(isIt).map(({ site }) => site);
  }

  private get areAny(): boolean {
    return this.code.length + this.uncertain.length > 0;
  }

  private get code(): readonly GeneratedCode[] {
    return this.store.source.relations.code;
  }

  private get uncertain(): readonly Uncertain[] {
    const { uncertain } = this.store.source.relations;
    return (this.known ??= uncertain.filter(({ why }) => why !== 'unwatched'));
  }

  private known: readonly Uncertain[] | null = null;

  /** Whether code may write a place, whenever it runs. What natives do for it is seen: they alone write entries. */
  private mayWrite({ text, isDirect }: GeneratedCode, subject: number, key: string): boolean {
    if (/^(?:entry|argument) /.test(key)) return false;
    const isLexical = isVariable(key) || key.startsWith('private ');
    if (isLexical && !isDirect) return false;
    const writes = writesOfCode(text);
    if (writes === null) return true;
    if (isVariable(key)) return writes.variables.has(this.nameOfVariable(key));
    if (key.startsWith('symbol ')) return writes.isComputed;
    const name = /^private .*(#\S+)$/.exec(key)?.[1] ?? key;
    const isGlobal = subject === this.store.source.globalObject?.id;
    return writes.names.has(name) || (!isLexical && writes.isComputed) || (isGlobal && writes.variables.has(name));
  }

  private nameOfVariable(key: string): string {
    const [, path = '', offset = '0'] = /^variable (.*) (\d+)$/s.exec(key) ?? [];
    const source = this.store.source.texts.find((text) => text.path === path)?.source ?? '';
    return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/u.exec(source.slice(Number(offset), Number(offset) + longestName))?.[0] ?? '';
  }
}

/** In UTF-16 units. */
const longestName = 1000;

function isVariable(key: string): boolean {
  return key.startsWith('variable ');
}

function isOf({ owner }: Uncertain, object: number): boolean {
  return owner === object || owner === 0;
}

function isBetween({ first, last }: { readonly first: number; readonly last: number }, after: number, before: number): boolean {
  return first <= before && last > after;
}

function mayWriteProperties({ text }: GeneratedCode): boolean {
  const writes = writesOfCode(text);
  return writes === null || writes.isComputed || writes.names.size > 0;
}
