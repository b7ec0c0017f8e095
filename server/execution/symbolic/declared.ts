import type { TypeAssumption } from '../../ir/program.js';

/** The declared type of a member: in all parts of its object's type, and in the possible ones. */
export interface DeclaredMember {
  readonly declared: TypeAssumption;
  readonly possible: TypeAssumption;
}

/** Null: nothing is declared. */
export function memberOfPart(part: TypeAssumption, name: string): TypeAssumption | null {
  if (part.kind === 'object') return Object.hasOwn(part.members ?? {}, name) ? (part.members?.[name] ?? null) : null;
  if (part.kind === 'typedArray' && Object.hasOwn(ofTypedArrays, name)) return ofTypedArrays[name] ?? null;
  if (!/^(0|[1-9]\d{0,8})$/.test(name)) return null;
  if (part.kind === 'array') return { kind: 'union', of: [part.element, { kind: 'undefined' }] };
  return part.kind === 'tuple' ? (part.elements[Number(name)] ?? null) : null;
}

/** Members of all arrays of numbers of a fixed length: their prototypes give them, and nothing changes them. */
const ofTypedArrays: Readonly<Record<string, TypeAssumption>> = {
  buffer: { kind: 'object', members: { byteLength: { kind: 'number', isCount: true } } },
  byteLength: { kind: 'number', isCount: true },
  byteOffset: { kind: 'number', isCount: true },
  length: { kind: 'number', isCount: true },
  BYTES_PER_ELEMENT: { kind: 'number', isCount: true },
};

/** An element that is there: what is read beyond the end is undefined, but that is not asked here. */
export function elementOf(parts: readonly TypeAssumption[], name: string): DeclaredMember | null {
  const declared = parts.map((part) => memberOfPart(part, name));
  if (declared.includes(null)) return null;
  return {
    declared: unionOf(declared),
    possible: unionOf(parts.map((part) => (part.kind === 'array' ? part.element : memberOfPart(part, name)))),
  };
}

/** The union of the declared types. */
export function unionOf(members: readonly (TypeAssumption | null)[]): TypeAssumption {
  const known = members.filter((member) => member !== null);
  const [only] = known;
  return only !== undefined && known.length === 1 ? only : { kind: 'union', of: known };
}

/** The parts of a union, but for undefined and null. */
export function partsOf(assumption: TypeAssumption | null): readonly TypeAssumption[] {
  if (assumption === null) return [];
  const parts = assumption.kind === 'union' ? assumption.of : [assumption];
  return parts.filter(({ kind }) => kind !== 'undefined' && kind !== 'null');
}
