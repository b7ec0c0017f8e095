import type { ValueReport } from '../../events/rows.js';

type Numeric = 'Int8' | 'Uint8' | 'Int16' | 'Uint16' | 'Int32' | 'Uint32' | 'Float32' | 'Float64' | 'BigInt64' | 'BigUint64';

/** What the elements of a class of views are; null where it is none of the language's. */
function numericOf(className: string): Numeric | null {
  if (className === 'Buffer' || className === 'Uint8ClampedArray') return 'Uint8';
  const [, name] = /^((?:Int|Uint)(?:8|16|32)|Float(?:32|64)|Big(?:Int|Uint)64)Array$/.exec(className) ?? [];
  return (name as Numeric | undefined) ?? null;
}

/** Recordings are read by the kind of processor that has made them. */
const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The bytes that a view of a class holds where an element has a value; null where that is none of its numbers. */
export function bytesOf(className: string, value: ValueReport): readonly number[] | null {
  const numeric = numericOf(className);
  if (numeric === null || value.kind !== 'primitive' || value.type !== (numeric.startsWith('Big') ? 'bigint' : 'number')) return null;
  const size = Number(/\d+$/.exec(numeric)?.[0]) / 8;
  const view = new DataView(new ArrayBuffer(size));
  if (numeric === 'BigInt64' || numeric === 'BigUint64') view[`set${numeric}`](0, BigInt(value.text), isLittle);
  else view[`set${numeric}`](0, Number(value.text), isLittle);
  return [...new Uint8Array(view.buffer)];
}

/** The value that an element of a view of a class has, by its bytes; null where the class is none of the language's. */
export function elementOf(className: string, bytes: readonly number[]): ValueReport | null {
  const numeric = numericOf(className);
  if (numeric === null) return null;
  const element = new DataView(Uint8Array.from(bytes).buffer)[`get${numeric}`](0, isLittle);
  const type = typeof element === 'bigint' ? 'bigint' : 'number';
  return { kind: 'primitive', type, text: Object.is(element, -0) ? '-0' : String(element) };
}
