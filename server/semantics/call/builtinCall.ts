import * as maps from '../../base/intMap.js';
import { isMethodsBrand, type Instruction } from '../../ir/instruction.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { allocate, isAllocated, renameInValue } from '../heap/recency.js';
import { computedName, isForeign, mayBeOwnAccessor, mayHaveOwnGetter } from '../heap/accessors.js';
import { conversionEffects, toNumber, toText } from '../expression/convert.js';
import { objectAt } from '../heap/objectAt.js';
import * as heap from '../heap/heap.js';
import { madeOfLength } from '../heap/locations.js';
import * as objects from '../heap/object.js';
import type { AbstractObject, Property } from '../heap/object.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';
import { store } from '../heap/store.js';
import type { Parameter } from '../../builtins/builtinFacts.js';
import type { BuiltinCall, BuiltinModel, OwnName } from './model.js';

type CallInstruction = Instruction & { kind: 'call' };

/** The arguments of a call; `rest` joins what arguments after the positional ones may be, null when there are none. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly rest: Value | null;
  readonly receiver: Value;
}

/** A call of a modelled built-in while it is evaluated: the state that it changes, and what else it may do. */
export class StatefulCall implements BuiltinCall {
  throws = false;
  ranUnknown = false;
  text: StringValue = texts.noString;
  number: NumberValue = numbers.noNumber;
  object: AbstractObject = objects.emptyObject;
  readonly args: readonly Value[];
  readonly exact: boolean;
  readonly receiver: Value;

  constructor(
    private readonly given: Arguments,
    private readonly instruction: CallInstruction,
    public state: LiveState,
    private readonly activation: Activation,
  ) {
    this.args = given.rest === null ? given.positional : [...given.positional, given.rest];
    this.exact = given.rest === null;
    this.receiver = given.receiver;
  }

  get construct(): boolean {
    return this.instruction.mode !== 'call';
  }

  get derived(): boolean {
    return this.instruction.mode === 'super';
  }

  get unknown(): Value {
    return values.top;
  }

  argument(index: number): Value {
    const known = this.given.positional[index];
    if (known !== undefined) return known;
    return this.given.rest === null ? values.undefinedValue : values.join(this.given.rest, values.undefinedValue);
  }

  numberAt(index: number): NumberValue {
    if (values.mayBeObject(this.argument(index))) return numbers.anyNumber;
    return toNumber(values.primitivesOf(this.argument(index)));
  }

  integerAt(index: number): NumberValue {
    const number = this.numberAt(index);
    const truncated = arithmetic.trunc(numbers.withoutNan(number));
    return number.nan ? numbers.join(truncated, numbers.zero) : truncated;
  }

  textAt(index: number): StringValue {
    const argument = this.argument(index);
    if (values.mayBeObject(argument) && !this.arePatterns(argument)) return texts.anyString;
    return toText(values.primitivesOf(this.argument(index)));
  }

  /** Whether the model holds for this receiver and these arguments; otherwise the call is unknown code. */
  admits(model: BuiltinModel): boolean {
    const converted = this.convertedArguments(model);
    if (converted === null || !converted.every((value) => this.convert(value))) return false;
    return this.admitsReceiver(model);
  }

  convert(value: Value): boolean {
    if (!isForeign([value], this.activation.program)) return false;
    this.state = heap.runGetter(this.state, [value], this.activation);
    this.ranUnknown = true;
    this.throws = true;
    return true;
  }

  private admitsReceiver(model: BuiltinModel): boolean {
    const { receiver } = this;
    switch (model.receiver) {
      case 'any':
        return true;
      case 'text':
        if (values.mayBeObject(receiver)) return false;
        if (values.mayBeNullish(receiver)) this.throws = true;
        this.convertText(values.withBits(receiver, receiver.bits & ~(Bit.Undefined | Bit.Null)));
        return true;
      case 'string':
        this.text = values.mayBeObject(receiver) ? texts.anyString : receiver.text;
        if (!values.isBottom(values.withText(receiver, texts.noString))) this.throws = true;
        return true;
      case 'number':
        this.number = values.mayBeObject(receiver) ? numbers.anyNumber : receiver.number;
        if (!values.isNumberOnly(receiver)) this.throws = true;
        return true;
      case 'boolean':
      case 'bigint':
      case 'symbol':
        this.throws = true;
        return true;
      default:
        return this.admitsObjects(model);
    }
  }

  private convertText(value: Value): void {
    this.text = toText(value);
    if (conversionEffects(value).throws) this.throws = true;
  }

  private admitsObjects(model: BuiltinModel): boolean {
    const known = this.objectsOf(this.receiver);
    const [first, ...others] = known ?? [];
    if (known === null || first === undefined) return false;
    if (model.receiver !== 'object' && known.some((object) => object.brand !== model.receiver || object.prototype !== null)) return false;
    if (model.species && this.mayHaveConstructor()) return false;
    this.object = others.reduce(objects.join, first);
    return true;
  }

  private mayHaveConstructor(): boolean {
    const { state, activation } = this;
    return this.receiver.objects.some((location) => {
      const object = objectAt(state, location, activation);
      return object !== undefined && heap.mayHaveConstructor(location, object, state, activation);
    });
  }

  /** The arguments that are objects, perhaps, and are converted; null when what happens to them is not known. */
  private convertedArguments(model: BuiltinModel): readonly Value[] | null {
    const converted: Value[] = [];
    const count = this.exact ? this.args.length : Math.max(this.args.length, model.parameters.length + 1);
    for (let index = 0; index < count; index++) {
      const parameter: Parameter = model.parameters[index] ?? model.rest ?? 'opaque';
      if (parameter === 'opaque') continue;
      const value = this.argument(index);
      if (values.mayBeObject(value)) {
        if (parameter === 'pattern' && !this.arePatterns(value)) return null;
        if (parameter === 'options' && mayHaveOwnGetter(this.activation.program)) return null;
        if (parameter !== 'pattern') converted.push(value);
      }
      if (value.bits & Bit.Symbol || (parameter === 'number' && values.hasBigint(value))) this.throws = true;
    }
    return converted;
  }

  private arePatterns(value: Value): boolean {
    const known = this.objectsOf(values.withObjects(values.bottom, value.objects));
    if (known === null || (value.bits & Bit.UnknownObject) !== 0) return false;
    return known.every((object) => {
      const [only, ...others] = this.ownNames(object) ?? [];
      const isPlain = object.brand === 'regexp' && object.prototype === null && values.isBottom(object.elements);
      return isPlain && others.length === 0 && only?.name === 'lastIndex' && !only.accessor && values.isNumberOnly(only.value);
    });
  }

  mayThrow(): void {
    this.throws = true;
  }

  update(change: (object: AbstractObject) => AbstractObject): void {
    this.updateAll(this.receiver, change);
  }

  updateAll(value: Value, change: (object: AbstractObject) => AbstractObject): void {
    const alone = value.objects.length === 1 && values.isBottom(values.withObjects(value, []));
    for (const location of value.objects) {
      const object = objectAt(this.state, location, this.activation);
      if (object === undefined) continue;
      const changed = change(object);
      const strong = alone && heap.isSingle(location, object, this.activation);
      const described = strong ? changed : objects.join(object, changed);
      this.state = heap.update(
        this.state,
        location,
        described,
        this.activation,
        'any',
        objects.isCollection(object) ? 'nothing' : 'everything',
      );
    }
  }

  withProperties(object: AbstractObject, properties: readonly (readonly [string, Property])[]): AbstractObject {
    const all = properties.reduce((known, [name, property]) => maps.set(known, heap.keyOf(name), property), object.properties);
    return { ...object, properties: all };
  }

  property(object: AbstractObject, name: string): Property | undefined {
    return maps.get(object.properties, heap.keyOf(name));
  }

  objectsOf(value: Value): readonly AbstractObject[] | null {
    if (!values.isBottom(values.withObjects(value, []))) return null;
    const found: AbstractObject[] = [];
    for (const location of value.objects) {
      const object = objectAt(this.state, location, this.activation);
      if (object === undefined || object.escaped || object.builtin !== null) return null;
      found.push(object);
    }
    return found;
  }

  isBuiltin(value: Value, name: string): boolean {
    const [location] = value.objects;
    if (location === undefined || value.objects.length > 1 || !values.isBottom(values.withObjects(value, []))) return false;
    const { locations } = this.activation.program;
    return locations.isBuiltin(location) && locations.builtinName(location) === name;
  }

  load(value: Value, key: string | Value): Value | null {
    const { value: result, effects } = heap.load(value, keyValue(key), this.state, this.activation, 'unknown');
    if (effects.throws) this.throws = true;
    return effects.runsUnknown || values.mayBeObject(keyValue(key)) ? null : result;
  }

  store(value: Value, key: string | Value, stored: Value, always: boolean): boolean {
    const written = { object: value, key: keyValue(key), value: stored, mode: 'set', position: 'unknown', accessors: 'unknown' } as const;
    const { state: after, effects } = store(written, this.state, this.activation);
    if (effects.throws) this.throws = true;
    const joined = always ? after : states.join(this.state, after);
    if (joined !== null) this.state = joined;
    return !effects.runsUnknown && !values.mayBeObject(keyValue(key));
  }

  escape(value: Value): void {
    this.state = heap.escapeValue(value, this.state, this.activation);
  }

  freeze(value: Value): boolean {
    const [location] = value.objects;
    const isOne = location !== undefined && value.objects.length === 1 && values.isBottom(values.withObjects(value, []));
    const frozen = isOne ? heap.freeze(this.state, location, this.activation) : null;
    if (frozen !== null) this.state = frozen;
    return frozen !== null;
  }

  ask(reads: boolean): boolean {
    const { program } = this.activation;
    if (reads ? mayHaveOwnGetter(program) : program.describesProperties) return false;
    this.state = heap.runGetter(this.state, [], this.activation);
    this.ranUnknown = true;
    this.throws = true;
    return true;
  }

  mayRunInspected(value: Value): boolean {
    const { program } = this.activation;
    return values.mayBeObject(value) && (program.definesIterators || inspectedNames.some((name) => mayBeOwnAccessor(name, program)));
  }

  runUnknown(known: readonly Value[]): void {
    this.ranUnknown = true;
    this.throws = true;
    this.state = heap.runUnknown(this.state, known, this.activation);
  }

  allocate(object: AbstractObject): Value {
    const { locations } = this.activation.program;
    const recent = locations.recent(this.instruction.site);
    const old = locations.old(this.instruction.site);
    // What the object refers to was evaluated before the newest object of the site became an older one.
    const isRenewed = isAllocated(recent, this.instruction.site, this.state, this.activation);
    const aged = isRenewed ? objects.mapObject(object, (value) => renameInValue(value, recent, old)) : object;
    this.state = allocate(this.state, this.instruction.site, aged, this.activation);
    return values.ofObjects([recent]);
  }

  typedArray(length: NumberValue): Value {
    if (this.activation.program.hidesLengths) return values.unknownObject;
    return values.ofObjects([madeOfLength(numbers.constantOf(length))]);
  }

  older(): Value {
    return values.ofObjects([this.activation.program.locations.old(this.instruction.site)]);
  }

  prototypeOf(name: string): Value {
    return values.ofObjects([this.activation.program.locations.builtin(`${name}.prototype`)]);
  }

  ownNames(object: AbstractObject): readonly OwnName[] | null {
    if (!values.isBottom(object.others)) return null;
    const found: OwnName[] = [];
    // Only the properties of plain objects are all enumerable; members of classes and private names are not.
    const certain = object.brand === 'object' && !this.isPrototype(object);
    maps.forEach(object.properties, (key, { value, optional, accessor }) => {
      const name = heap.nameOf(key);
      if (isMethodsBrand(name)) return;
      found.push({ name, value, accessor, optional: optional || !certain || name.startsWith('#') });
    });
    return found;
  }

  private isPrototype(object: AbstractObject): boolean {
    const { locations } = this.activation.program;
    let found = false;
    maps.forEach(this.state.heap, (location: LocationId, candidate) => {
      if (candidate === object && locations.isPrototype(location)) found = true;
    });
    return found;
  }
}

/** Properties that Node reads to show an object; names of symbols are not known. */
const inspectedNames = ['constructor', 'name', 'message', 'stack', 'cause', 'errors', computedName];

const keyValue = (key: string | Value): Value => (typeof key === 'string' ? values.ofText(texts.textConstant(key)) : key);
