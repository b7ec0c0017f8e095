import type { IntMap } from '../../base/intMap.js';
import * as maps from '../../base/intMap.js';
import type { TypeAssumption } from '../../ir/program.js';
import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { assumedValue } from '../expression/assumption.js';
import { isGiven, isGivenObject, isTypedArray, lengthMadeOf } from './locations.js';
import type { Locations } from './locations.js';
import { anyLength, denseLength, emptyArray, emptyObject } from './object.js';
import type { AbstractObject, Property } from './object.js';
import { keyOf } from './propertyNames.js';
import { Change } from '../relational/relations.js';
import type { Policy, Program } from '../scope.js';

/**
 * Arrays and objects that a root is given for parameters of declared types. What is assumed of arrays: they are those of the language, with
 * elements of the declared type or holes, dense ones as far as their length goes, nobody has replaced their methods or hidden elements behind accessors, and two of them are
 * the same array only where their types admit the same elements. Of objects the declared data members are assumed; reading one may run
 * a getter, which gives a value of the type and changes the length of no array. There is one address for all of a type. It is
 * described by the type and never changes: lengths may be anything at any time (relations say more), and where something else may
 * have been stored into one of them the state is `Polluted`. Outside their root they are unknown objects.
 */
export function describeGiven(location: LocationId, changes: number, locations: Locations): AbstractObject {
  const made = lengthMadeOf(location);
  if (made !== null) return { ...typedArray, length: numbers.numberRange(made.min, made.max, true, false) };
  const declared = locations.givenAt(location);
  if (isTypedArray(location)) return declared;
  const isPolluted = (changes & Change.Polluted) !== 0;
  if (isGivenObject(location)) return isPolluted ? unknownObject : declared;
  const described = isPolluted ? polluted : declared;
  return (changes & Change.Stretched) === 0 ? described : { ...described, length: anyLength };
}

const blank: AbstractObject = { ...emptyArray, length: denseLength, holes: true, summary: true };
const polluted: AbstractObject = { ...blank, elements: values.top };
/** Objects of which only declared members are known. They may be functions. */
const unknownObject: AbstractObject = { ...emptyObject, brand: 'mixed', escaped: true, summary: true };
const typedArray: AbstractObject = { ...unknownObject, elements: values.anyNumberValue, length: denseLength };

/** The address of `arguments` that only the function itself knows: however many there are, they stay as many. */
export const describedArguments = (locations: Locations): LocationId =>
  locations.given('typedArray', 'arguments', () => ({ ...unknownObject, elements: values.top, length: denseLength }));

/** The parts of a module that say what it is given. */
type GivenTo = Pick<Program, 'locations' | 'hidesLengths'>;

/** The value of a parameter with a declared type: like `assumedValue`, with the arrays and objects among them distinguished. */
export function givenValue(assumption: TypeAssumption | null, policy: Policy, program: GivenTo): Value {
  const { locations, hidesLengths } = program;
  switch (assumption?.kind) {
    case 'array': {
      const { element } = assumption;
      // What is read beyond the end is stored as it is.
      return at('array', assumption, locations, () => ({
        ...blank,
        elements: values.join(givenValue(element, anyNumbers, program), values.undefinedValue),
      }));
    }
    case 'typedArray':
      return hidesLengths ? values.unknownObject : at('typedArray', assumption, locations, () => typedArray);
    case 'object': {
      const { members } = assumption;
      if (members === undefined) return assumedValue(assumption, policy);
      return at('object', assumption, locations, () => ({ ...unknownObject, properties: propertiesOf(members, program) }));
    }
    case 'union':
      return assumption.of.map((part) => givenValue(part, policy, program)).reduce(values.join, values.bottom);
    default:
      return assumedValue(assumption, policy);
  }
}

function at(kind: 'array' | 'typedArray' | 'object', type: TypeAssumption, locations: Locations, describe: () => AbstractObject): Value {
  return values.ofObjects([locations.given(kind, JSON.stringify(type), describe)]);
}

function propertiesOf(members: Readonly<Record<string, TypeAssumption>>, program: GivenTo): IntMap<Property> {
  let properties: IntMap<Property> = null;
  for (const [name, type] of Object.entries(members))
    properties = maps.set(properties, keyOf(name), { value: givenValue(type, anyNumbers, program), optional: false, accessor: false });
  return properties;
}

/** Whatever the numbers of inputs are, the program may store others. */
const anyNumbers: Policy = { integers: false, indexFails: false };

/** How the value is called outside the root that was given its arrays. What is known of typed arrays holds for everybody. */
export function ungiven(value: Value): Value {
  const isLeft = (location: LocationId): boolean => isGiven(location) && !isTypedArray(location);
  if (!value.objects.some(isLeft)) return value;
  const others = value.objects.filter((location) => !isLeft(location));
  return values.withObjects(values.withBits(value, value.bits | values.Bit.UnknownObject), others);
}

/** Whether no array can be of two of the declared types: otherwise none is distinguished from unknown objects. */
export function areToldApart(assumptions: readonly TypeAssumption[]): boolean {
  const elements = new Map<string, TypeAssumption>();
  const collect = (assumption: TypeAssumption): void => {
    if (assumption.kind === 'union') assumption.of.forEach(collect);
    if (assumption.kind === 'object') Object.values(assumption.members ?? {}).forEach(collect);
    if (assumption.kind !== 'array') return;
    elements.set(JSON.stringify(assumption.element), assumption.element);
    collect(assumption.element);
  };
  assumptions.forEach(collect);
  const all = [...elements.values()];
  return all.every((a, i) => all.slice(i + 1).every((b) => !overlap(a, b)));
}

function overlap(a: TypeAssumption, b: TypeAssumption): boolean {
  const x = assumedValue(a, anyNumbers);
  const y = assumedValue(b, anyNumbers);
  if (a.kind === 'array' && b.kind === 'array') return overlap(a.element, b.element);
  const common = values.meet(values.withNumber(x, numbers.meet(x.number, y.number)), y);
  return !values.isBottom(values.withBits(common, common.bits & ~values.Bit.Undefined));
}
