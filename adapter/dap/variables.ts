import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Runtime } from 'node:inspector';
import { noSuchHandle } from './errors.js';
import { menuContext } from './menuContext.js';
import { ownRows, propertyRows, type Row } from './properties.js';
import type { Target } from './target.js';
import type { Traps } from './traps.js';
import { arrayLength, previewRows, valueText } from './valueText.js';

/** The thing that a reference of the client stands for. */
export type Holder =
  | {
      readonly kind: 'scope';
      readonly target: Target;
      readonly object: Runtime.RemoteObject;
      /** Where V8 finds it, when variables are to be changed. */
      readonly callFrameId: string;
      readonly scopeNumber: number;
      readonly extra: readonly Row[];
      /** What the user's source calls a variable that a compiler has renamed. */
      readonly names: ReadonlyMap<string, string>;
      /** Whether its variables are the properties of an object: `with`, and the global one. */
      readonly isObject: boolean;
    }
  | { readonly kind: 'object'; readonly target: Target; readonly object: Runtime.RemoteObject; readonly expression: string | null }
  | {
      readonly kind: 'getter';
      readonly target: Target;
      readonly owner: Runtime.RemoteObject;
      readonly name: string;
      readonly expression: string | null;
    }
  | { readonly kind: 'rows'; readonly target: Target; readonly rows: readonly Row[] };

/** Arrays longer than this are shown in portions. */
const wholeArray = 100;
/** Objects with more properties than this are shown in portions. */
const mostRows = 1_000;

export interface Shown {
  readonly value: string;
  readonly type: string;
  readonly variablesReference: number;
  readonly indexedVariables?: number;
  readonly namedVariables?: number;
}

/** Values as the client sees them: rows, and references for those that can be opened. */
export class Variables {
  private readonly holders = new Map<number, Holder>();
  /** What was printed by programs that have ended. */
  private readonly past = new Map<number, readonly Row[]>();
  private lastReference = 0;

  constructor(private readonly traps: Traps) {}

  /** `isLasting`: it outlives the pause, as what the program has printed does. */
  hold(holder: Holder, isLasting = false): number {
    const reference = (this.lastReference += 2) + (isLasting ? 1 : 0);
    this.holders.set(reference, holder);
    return reference;
  }

  holder(reference: number): Holder {
    const holder = this.holders.get(reference);
    if (holder === undefined) throw noSuchHandle();
    return holder;
  }

  /** Whether this was shown of a pause that is over: a client may still show it. */
  isPast(reference: number): boolean {
    return reference > 0 && reference <= this.lastReference + 1 && !this.holders.has(reference) && !this.past.has(reference);
  }

  /** What was shown of a pause is over when the program goes on. When the target ends, previews are left of what it has printed. */
  forget(target: Target, isEnded: boolean): void {
    for (const [reference, holder] of this.holders) {
      if (holder.target !== target) continue;
      const isLasting = reference % 2 === 1;
      if (isLasting && isEnded) this.past.set(reference, pastRows(holder));
      if (!isLasting || isEnded) this.holders.delete(reference);
    }
  }

  show(target: Target, object: Runtime.RemoteObject, expression: string | null, isLasting = false): Shown {
    const length = arrayLength(object);
    const isOpenable = object.objectId !== undefined && object.type !== 'symbol';
    return {
      value: valueText(object),
      type: object.className ?? object.subtype ?? object.type,
      variablesReference: isOpenable ? this.hold({ kind: 'object', target, object, expression }, isLasting) : 0,
      ...(length !== null && length > wholeArray ? { indexedVariables: length, namedVariables: 1 } : {}),
    };
  }

  async list({ variablesReference, filter, start, count }: DebugProtocol.VariablesArguments): Promise<readonly DebugProtocol.Variable[]> {
    const past = this.past.get(variablesReference);
    if (past !== undefined) return past.map((row) => this.pastVariable(row));
    const holder = this.holder(variablesReference);
    const isLasting = variablesReference % 2 === 1;
    const found = await rowsOf(holder, filter, start ?? 0, count ?? 0);
    const rows = await Promise.all(found.map((row) => this.withoutTrap(holder.target, row)));
    const shown = rows.slice(0, mostRows).map((row) => this.variable(holder.target, row, isLasting));
    if (rows.length <= mostRows) return shown;
    const rest = this.hold({ kind: 'rows', target: holder.target, rows: rows.slice(mostRows) }, isLasting);
    const more = `${rows.length - mostRows} more`;
    return [...shown, { name: `[${more}]`, value: '', variablesReference: rest, presentationHint: { kind: 'virtual' } }];
  }

  /** A property that is watched is shown as what it is to the program. */
  private async withoutTrap(target: Target, row: Row): Promise<Row> {
    if (row.kind !== 'getter') return row;
    const value = await this.traps.value(target, row.owner, row.key);
    return value === null ? row : { ...row, kind: 'value', value, description: null };
  }

  private pastVariable(row: Row): DebugProtocol.Variable {
    const { name, hint } = row;
    const below = row.kind === 'rows' ? row.rows : row.kind === 'value' ? textRows(previewRows(row.value)) : [];
    const value = row.kind === 'value' ? (row.description ?? valueText(row.value)) : row.kind === 'getter' ? '(...)' : row.text;
    if (below.length === 0) return { name, value, variablesReference: 0, presentationHint: hint };
    const reference = (this.lastReference += 2) + 1;
    this.past.set(reference, below);
    return { name, value, variablesReference: reference, presentationHint: hint };
  }

  private variable(target: Target, row: Row, isLasting: boolean): DebugProtocol.Variable {
    const { name, hint, expression } = row;
    const evaluateName = expression === null ? {} : { evaluateName: expression };
    if (row.kind === 'getter') {
      const reference = this.hold({ kind: 'getter', target, owner: row.owner, name: row.key, expression }, isLasting);
      return { name, value: '(...)', variablesReference: reference, presentationHint: { ...hint, lazy: true }, ...evaluateName };
    }
    if (row.kind === 'text') return { name, value: row.text, variablesReference: 0, presentationHint: hint };
    if (row.kind === 'rows') {
      const reference = this.hold({ kind: 'rows', target, rows: row.rows }, isLasting);
      return { name, value: row.text, variablesReference: reference, presentationHint: hint };
    }
    const shown = this.show(target, row.value, expression, isLasting);
    const menu = menuContext(row.value.objectId !== undefined && row.value.type !== 'symbol');
    return { name, ...shown, value: row.description ?? shown.value, presentationHint: hint, ...evaluateName, ...menu };
  }
}

/** What is left of a printed value when its program has ended. */
function pastRows(holder: Holder): readonly Row[] {
  if (holder.kind === 'rows') return holder.rows;
  return holder.kind === 'object' ? textRows(previewRows(holder.object)) : [];
}

function textRows(rows: readonly { readonly name: string; readonly text: string }[]): readonly Row[] {
  return rows.map(({ name, text }) => ({ kind: 'text', name, text, expression: null, hint: {} }));
}

function rowsOf(holder: Holder, filter: 'indexed' | 'named' | undefined, start: number, count: number): Promise<readonly Row[]> {
  switch (holder.kind) {
    case 'rows':
      return Promise.resolve(holder.rows);
    case 'getter':
      return getterRow(holder);
    case 'scope':
      return scopeRows(holder);
    case 'object': {
      const length = arrayLength(holder.object) ?? 0;
      if (filter === 'indexed') return elements(holder.target, holder.object, holder.expression, start, count || length);
      if (filter === 'named' && length > wholeArray) return propertyRows(holder.target, holder.object, holder.expression, true);
      return propertyRows(holder.target, holder.object, holder.expression, false);
    }
  }
}

async function scopeRows({ target, object, extra, names }: Holder & { kind: 'scope' }): Promise<readonly Row[]> {
  const rows = await ownRows(target, object);
  const renamed = rows.map((row) => ({ ...row, name: names.get(row.name) ?? row.name, expression: names.get(row.name) ?? row.expression }));
  return [...extra, ...renamed];
}

/** A getter is only called when the user asks for its value. */
async function getterRow({ target, owner, name, expression }: Holder & { kind: 'getter' }): Promise<readonly Row[]> {
  const { result, exceptionDetails } = await target.call({
    objectId: owner.objectId,
    functionDeclaration: 'function(name){return this[name]}',
    arguments: [{ value: name }],
    generatePreview: true,
  });
  const hint = { attributes: ['readOnly'] };
  if (exceptionDetails !== undefined)
    return [{ kind: 'text', name, text: `threw ${result.description?.split('\n')[0] ?? ''}`, hint, expression }];
  return [{ kind: 'value', name, value: result, hint, expression, description: null }];
}

/** Some elements of an array, holes left out. */
async function elements(
  target: Target,
  { objectId }: Runtime.RemoteObject,
  expression: string | null,
  start: number,
  count: number,
): Promise<readonly Row[]> {
  const { result } = await target.call({
    objectId,
    functionDeclaration: `function(start,count){const part={__proto__:null};for(let i=start;i<start+count;i++){
      const property=Object.getOwnPropertyDescriptor(this,i);if(property)Object.defineProperty(part,i,property)}return part}`,
    arguments: [{ value: start }, { value: count }],
  });
  const rows = await ownRows(target, result);
  return rows
    .filter(({ name }) => /^\d+$/.test(name))
    .map((row) => ({ ...row, expression: expression === null ? null : `${expression}[${row.name}]` }));
}
