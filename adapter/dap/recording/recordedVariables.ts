import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ValueReport } from '../../events/rows.js';
import type { Position } from '../../operations/openedRecording.js';
import type { RecordedContents, RecordedMember, RecordedPlace, RecordedScope, RecordedSight } from '../../operations/recordedSight.js';
import { noSuchHandle } from '../errors.js';
import { menuContext } from '../menuContext.js';
import { memberExpression } from '../properties.js';
import { recordedText, recordedType } from './recordedValue.js';

type RecordedObject = Extract<ValueReport, { kind: 'object' }>;

/** The thing that a reference of the client stands for. */
export type RecordedHolder =
  | { readonly kind: 'scope'; readonly at: Position; readonly scope: Pick<RecordedScope, 'members'> }
  | { readonly kind: 'object'; readonly object: RecordedObject; readonly time: number; readonly expression: string | null };

/** Arrays longer than this are shown in portions. */
const wholeArray = 100;

/** Values as the client sees them. What an object holds is looked up when it is opened. */
export class RecordedVariables {
  private readonly holders = new Map<number, RecordedHolder>();
  private readonly opened = new Map<number, RecordedContents>();
  private lastReference = 0;

  constructor(private readonly sight: RecordedSight) {}

  /** What was shown of another time is over. */
  forget(): void {
    this.holders.clear();
    this.opened.clear();
  }

  hold(holder: RecordedHolder): number {
    this.holders.set(++this.lastReference, holder);
    return this.lastReference;
  }

  holder(reference: number): RecordedHolder {
    const holder = this.holders.get(reference);
    if (holder === undefined) throw noSuchHandle();
    return holder;
  }

  isPast(reference: number): boolean {
    return reference > 0 && reference <= this.lastReference && !this.holders.has(reference);
  }

  /** A value at a time, with a reference when it can be opened. */
  show(
    value: ValueReport | null,
    time: number,
    expression: string | null,
  ): Omit<DebugProtocol.EvaluateResponse['body'], 'result'> & { readonly value: string } {
    const isOpenable = value?.kind === 'object' && value.type !== 'proxy';
    const reference = isOpenable ? this.hold({ kind: 'object', object: value, time, expression }) : 0;
    const length = isOpenable && value.type === 'array' ? this.elementsOf(reference).length : 0;
    return {
      value: recordedText(value),
      type: recordedType(value),
      variablesReference: reference,
      ...(length > wholeArray ? { indexedVariables: length, namedVariables: 1 } : {}),
    };
  }

  list({ variablesReference, filter, start = 0, count = 0 }: DebugProtocol.VariablesArguments): readonly DebugProtocol.Variable[] {
    const holder = this.holder(variablesReference);
    if (holder.kind === 'scope') return holder.scope.members.map((member) => this.variable(member, member.name, holder.at.time));
    const { members, isWhole } = this.contentsOf(variablesReference, holder);
    const elements = members.filter(({ kind }) => kind === 'element');
    const others = members.filter(({ kind }) => kind !== 'element');
    const wanted =
      filter === 'indexed'
        ? elements.slice(start, count === 0 ? undefined : start + count)
        : filter === 'named' && elements.length > wholeArray
          ? others
          : [...elements, ...others];
    const rows = wanted.map((member) => this.variable(member, expressionOf(holder.expression, member), holder.time));
    const isTold = isWhole || filter === 'indexed';
    return isTold
      ? rows
      : [
          ...rows,
          { name: '…', value: '(what else it holds was not recorded)', variablesReference: 0, presentationHint: { kind: 'virtual' } },
        ];
  }

  /** The place that a row stands for; null when its changes are not known. */
  placeOf(reference: number, name: string): RecordedPlace | null {
    return this.member(reference, name)?.place ?? null;
  }

  /** How a row is written in the program; null when it cannot be. */
  expressionOf(reference: number, name: string): string | null {
    const holder = this.holder(reference);
    const member = this.member(reference, name);
    if (member === undefined) return null;
    return holder.kind === 'scope' ? member.name : expressionOf(holder.expression, member);
  }

  private member(reference: number, name: string): RecordedMember | undefined {
    const holder = this.holder(reference);
    const members = holder.kind === 'scope' ? holder.scope.members : this.contentsOf(reference, holder).members;
    return members.find((one) => one.name === name);
  }

  private variable(member: RecordedMember, expression: string | null, time: number): DebugProtocol.Variable {
    const { name, kind, value } = member;
    const isUnset = kind === 'variable' && value?.kind === 'absent';
    const shown = { ...this.show(value, time, expression), ...(isUnset ? { value: '(no value yet)' } : {}) };
    const visibility = kind === 'private' ? ({ visibility: 'private' } as const) : {};
    return {
      name,
      ...shown,
      presentationHint: { kind: kind === 'variable' ? 'data' : 'property', attributes: ['readOnly'], ...visibility },
      ...(expression === null ? {} : { evaluateName: expression }),
      ...menuContext(value?.kind === 'object'),
    };
  }

  private elementsOf(reference: number): readonly RecordedMember[] {
    const holder = this.holder(reference);
    return holder.kind === 'scope' ? [] : this.contentsOf(reference, holder).members.filter(({ kind }) => kind === 'element');
  }

  private contentsOf(reference: number, { object, time }: RecordedHolder & { kind: 'object' }): RecordedContents {
    let contents = this.opened.get(reference);
    if (contents === undefined) this.opened.set(reference, (contents = this.sight.contents(object, time)));
    return contents;
  }
}

function expressionOf(base: string | null, { kind, name, keyText }: RecordedMember): string | null {
  if (base === null) return null;
  if (kind === 'entry') return keyText === null ? null : `${base}.get(${keyText})`;
  if (kind === 'private') return `${base}.${name}`;
  return name.startsWith('Symbol(') ? null : memberExpression(base, name);
}
