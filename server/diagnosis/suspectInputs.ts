import type { Span } from '../base/span.js';
import type { FunctionFrame } from '../execution/concrete/frame.js';
import { ConcreteObject, type ConcreteValue } from '../execution/concrete/concreteValue.js';

/** A call by which a test enters what is suspected, with what it was given. */
export interface SuspectInput {
  readonly function: string;
  /** As JSON; what JSON does not have is an object with one field that names it, such as `{ "number": "NaN" }`. */
  readonly arguments: readonly unknown[];
  /** What a method was called on; absent where that is no object. */
  readonly receiver?: unknown;
}

/** Calls of one test that are noted. */
const mostInputs = 8;
/** Elements of a list, fields of an object, and objects within each other that are told. */
const mostMembers = 20;
const mostDepth = 3;

/** Notes the outermost calls of functions in some spans of the text. */
export class SuspectInputs {
  readonly found: SuspectInput[] = [];
  private inside: FunctionFrame | null = null;

  constructor(private readonly suspected: readonly Span[]) {}

  /** Is told of each node that the run passes. */
  passes(frame: FunctionFrame): void {
    const { function: fn } = frame.index;
    if (this.inside !== null) {
      if (frame === this.inside && (frame.node === fn.exit || frame.node === fn.throwExit)) this.inside = null;
      return;
    }
    if (frame.node !== fn.entry || this.found.length >= mostInputs) return;
    if (!this.suspected.some(({ start, end }) => start <= fn.span.start && fn.span.end <= end)) return;
    this.inside = frame;
    const given = [...fn.parameters.map((id) => valueOf(frame, id)), ...restOf(fn.rest === null ? undefined : valueOf(frame, fn.rest))];
    while (given.length > 0 && given.at(-1) === undefined) given.pop();
    const self = fn.thisVariable === null ? undefined : valueOf(frame, fn.thisVariable);
    const isMethod = self instanceof ConcreteObject && fn.kind !== 'constructor' && fn.kind !== 'derivedConstructor';
    this.found.push({
      function: fn.name,
      arguments: given.map((value) => asJson(value, mostDepth)),
      ...(isMethod ? { receiver: asJson(self, mostDepth) } : {}),
    });
  }
}

function valueOf(frame: FunctionFrame, id: number): ConcreteValue {
  const value = frame.bound(id)?.value;
  return typeof value === 'symbol' ? undefined : value;
}

const restOf = (rest: ConcreteValue): readonly ConcreteValue[] =>
  rest instanceof ConcreteObject && rest.nature.kind === 'array' ? rest.nature.elements : [];

function asJson(value: ConcreteValue, depth: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { number: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
      return { bigint: String(value) };
    case 'undefined':
      return { undefined: true };
    default:
      return value === null ? null : value instanceof ConcreteObject ? objectAsJson(value, depth) : { unknown: true };
  }
}

function objectAsJson(object: ConcreteObject, depth: number): unknown {
  const { nature } = object;
  if (nature.kind === 'array')
    return depth === 0 ? { object: 'array' } : nature.elements.slice(0, mostMembers).map((each) => asJson(each, depth - 1));
  if (nature.kind !== 'ordinary' || depth === 0) return { object: nature.kind };
  const fields = [...object.properties].flatMap(([name, property]) =>
    typeof name === 'string' && !name.startsWith('#') && property.kind === 'data' && property.enumerable
      ? [[name, asJson(property.value, depth - 1)] as const]
      : [],
  );
  return Object.fromEntries(fields.slice(0, mostMembers));
}
