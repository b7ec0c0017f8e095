import * as maps from '../../base/intMap.js';
import { isMethodsBrand } from '../../ir/instruction.js';
import { textOf } from '../../ir/linked.js';
import type { FunctionId, FunctionIr, VariableId } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { functionIndex } from '../concrete/moduleIndex.js';
import type { ModuleIndex } from '../concrete/moduleIndex.js';
import type { Realm } from '../concrete/realm.js';
import { Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, ConcreteSymbol, Opaque, hiddenProperty, missing, uninitialised } from '../concrete/concreteValue.js';
import type { Cell, Closure, ConcreteValue, Library, Missing, Property, PropertyName } from '../concrete/concreteValue.js';
import * as heap from '../../semantics/heap/heap.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import { read } from '../../semantics/scope.js';
import type { Activation } from '../../semantics/scope.js';
import type { LiveState } from '../../semantics/state.js';
import { literalOf } from '../../ir/literalValue.js';
import { constantOf } from './constants.js';
import { makeLiteral } from './madeLiterals.js';
import { unknownPrototype } from './receiver.js';
import type { PathTerms } from './terms.js';

/**
 * The pre-state of a run: the variables of the module and the objects that they lead to, as the entry state describes them. What that
 * leaves open is unknown. Objects of the pre-state are never written to in a run that is followed.
 */
export class PreState {
  private readonly cells = new Map<VariableId, Cell>();
  private readonly known = new Map<LocationId, ConcreteObject>();
  /** How often unknown code has run. */
  private changes = 0;

  constructor(
    private readonly entry: LiveState,
    private readonly activation: Activation,
    private readonly index: ModuleIndex,
    private readonly realm: Realm,
    private readonly terms: PathTerms,
    /** Variables of which there is one cell at most. */
    private readonly isOnce: (variable: VariableId) => boolean,
  ) {}

  /** Unknown code has run: it may have called any function of the module. What nobody writes stays as it is. */
  forget(): void {
    this.changes++;
    for (const [variable, cell] of this.cells) if (this.isReassigned(variable)) cell.value = this.changed(variable);
    for (const object of this.known.values()) {
      if (object.knownNature.kind === 'regexp') object.isExposed = true;
      for (const [name, property] of object.properties)
        if (property.kind === 'data' && property.value instanceof Opaque) object.properties.delete(name);
    }
  }

  /** Whether the cell was there before the run. */
  has(cell: Cell): boolean {
    for (const known of this.cells.values()) if (known === cell) return true;
    return false;
  }

  *ownCells(): Generator<readonly [Cell, VariableId]> {
    for (const [variable, cell] of this.cells) yield [cell, variable];
  }

  /** The values of cells that a function of the module may hand on. */
  *held(): Generator<ConcreteValue> {
    for (const { value } of this.cells.values()) if (value !== uninitialised) yield value;
  }

  private isReassigned(variable: VariableId): boolean {
    return this.index.variables.get(variable)?.reassigned !== false;
  }

  private changed(variable: VariableId): ConcreteValue {
    return this.terms.input({ kind: 'unknown', what: `variable ${variable} after ${this.changes}` }, values.top);
  }

  /** The cells that the function finds; variables that may not be initialised are left out. */
  cellsOf(id: FunctionId): Map<VariableId, Cell> {
    const found = new Map<VariableId, Cell>();
    for (const variable of functionIndex(this.index, id).free) {
      const cell = this.cellOf(variable);
      if (cell !== null) found.set(variable, cell);
    }
    return found;
  }

  private cellOf(variable: VariableId): Cell | null {
    const known = this.cells.get(variable);
    if (known !== undefined) return known;
    const declared = this.index.variables.get(variable);
    const value = read(this.entry, variable, this.activation);
    if (declared?.kind === 'import') return this.literalCell(variable);
    if (declared === undefined) return null;
    const isPerhapsTooEarly = (value.bits & Bit.Uninitialised) !== 0;
    const initialised = values.withBits(value, value.bits & ~Bit.Uninitialised);
    if (values.isBottom(initialised)) return null;
    const cell: Cell = { value: new Opaque(declared.name), ...(isPerhapsTooEarly ? { isPerhapsTooEarly } : {}) };
    this.cells.set(variable, cell);
    const hasChanged = this.changes > 0 && this.isReassigned(variable);
    cell.value = hasChanged ? this.changed(variable) : this.valueOf(initialised, `variable ${variable}`);
    if (cell.value instanceof Opaque) cell.value = this.literal(variable) ?? cell.value;
    return cell;
  }

  /** The cell of an import that stands for an object which is known. */
  private literalCell(variable: VariableId): Cell | null {
    const value = this.literal(variable);
    if (value === null) return null;
    const cell: Cell = { value };
    this.cells.set(variable, cell);
    return cell;
  }

  private literal(variable: VariableId): ConcreteObject | null {
    const { module } = this.index;
    const literal = module.linked?.literals.get(variable) ?? literalOf(variable, module);
    const made = literal === null ? null : makeLiteral(literal, this.realm);
    return made instanceof ConcreteObject ? made : null;
  }

  private valueOf(value: Value, what: string): ConcreteValue {
    const constant = constantOf(value);
    if (constant !== null) return constant.value;
    if (!values.mayBeObject(value)) {
      if (values.isBottom(value) || value.bits & Bit.Symbol) return new Opaque(what);
      const isZero = values.isNumberOnly(value) && value.number.min === 0 && value.number.max === 0 && !value.number.nan;
      return this.terms.input(isZero ? { kind: 'zero' } : { kind: 'unknown', what }, value);
    }
    const [location] = value.objects;
    const isOne = location !== undefined && value.objects.length === 1 && values.isBottom(values.withObjects(value, []));
    return (isOne ? this.objectAt(location) : null) ?? new Opaque(what);
  }

  private objectAt(location: LocationId): ConcreteObject | null {
    const known = this.known.get(location);
    if (known !== undefined) return known;
    const object = maps.get(this.entry.heap, location);
    if (object === undefined || !heap.isSingle(location, object, this.activation)) return null;
    const made = this.make(object, location);
    if (made === null) return null;
    this.known.set(location, made);
    made.frozen = true;
    if (object.brand === 'regexp') {
      made.isExposed = this.changes > 0;
      return made;
    }
    made.library = this.library(object, location);
    if (object.brand !== 'function' || object.prototype !== null) made.prototype = this.prototypeOf(object);
    return made;
  }

  private make(object: AbstractObject, location: LocationId): ConcreteObject | null {
    if (object.brand === 'regexp') return this.makePattern(object, location);
    if (object.brand === 'object') return object.escaped && !object.fixed ? null : new ConcreteObject(null, { kind: 'ordinary' });
    const { callable } = object;
    if (object.brand !== 'function' || callable === null) return null;
    const { function: body, free } = functionIndex(this.index, callable.function);
    // Closures over other scopes than the module's may be over cells that this run does not share.
    if (![...free].every(this.isOnce)) return null;
    return new ConcreteObject(this.realm.closurePrototype(body), {
      kind: 'closure',
      closure: new ElderClosure(body, callable.isClass, () => this.cellsOf(callable.function)),
    });
  }

  /** Nothing can have been added to a regular expression that has not escaped but its own `exec`, which would show. */
  private makePattern(object: AbstractObject, location: LocationId): ConcreteObject | null {
    const { module, locations } = this.activation.program;
    const site = module.sites[locations.siteOf(location)];
    const isPlain = !object.escaped && object.prototype === null && values.isBottom(object.others) && maps.size(object.properties) === 1;
    if (site?.form !== 'regexp' || !isPlain) return null;
    const owner = module.functions[site.owner];
    if (owner === undefined) return null;
    const pattern = this.realm.regexp(textOf(module, owner).slice(site.span.start, site.span.end));
    // Where it goes on depends on the runs before.
    const place = maps.get(object.properties, heap.keyOf('lastIndex'))?.value ?? values.bottom;
    pattern.properties.set('lastIndex', hiddenProperty(this.valueOf(place, `the place of search ${location}`)));
    return pattern;
  }

  private prototypeOf(object: AbstractObject): ConcreteObject | null {
    if (object.prototype === null) return this.realm.objectPrototype;
    const prototype = object.escaped && !object.fixed ? new Opaque('a prototype') : this.valueOf(object.prototype, 'a prototype');
    if (prototype === null || prototype instanceof ConcreteObject) return prototype;
    // Looking further than the object itself says nothing.
    return unknownPrototype();
  }

  private library(object: AbstractObject, location: LocationId): Library {
    const member = (name: PropertyName): ConcreteValue | Missing => {
      const isOpen = object.escaped && (name instanceof ConcreteSymbol || !heap.isKept(object, name));
      if (isOpen || name instanceof ConcreteSymbol) {
        if (name instanceof ConcreteSymbol && !object.escaped && values.isBottom(object.others)) return missing;
        throw new Unmodelled('an object that others can change');
      }
      const property = maps.get(object.properties, heap.keyOf(name));
      if (property !== undefined) {
        if (property.optional || property.accessor) throw new Unmodelled(name);
        const value = this.valueOf(property.value, `property ${name} of object ${location}`);
        if (this.changes > 0 && value instanceof Opaque) throw new Unmodelled(name);
        return value;
      }
      if (!values.isBottom(object.others) || !values.isBottom(object.elements)) throw new Unmodelled(name);
      if (object.brand === 'function' && (name === 'name' || name === 'length' || name === 'prototype')) throw new Unmodelled(name);
      return missing;
    };
    return {
      name: 'an object of the module',
      member,
      accessor: (name) => this.accessorOf(object, name),
      hidesKeys: true,
      names: () => this.namesOf(object, location),
      isFrozen: object.frozen,
    };
  }

  private namesOf(object: AbstractObject, location: LocationId): readonly string[] | null {
    if (object.brand !== 'object' || this.activation.program.locations.isPrototype(location)) return null;
    if ((object.escaped && !object.fixed) || !values.isBottom(object.others) || !values.isBottom(object.elements)) return null;
    const names: string[] = [];
    let areCertain = true;
    maps.forEach(object.properties, (key, { optional, accessor }) => {
      const name = heap.nameOf(key);
      areCertain &&= !optional && !accessor && !name.startsWith('#') && !isMethodsBrand(name);
      names.push(name);
    });
    return areCertain ? names : null;
  }

  /** A getter and setter that the object certainly has. */
  private accessorOf(object: AbstractObject, name: PropertyName): Property | undefined {
    const property = name instanceof ConcreteSymbol ? undefined : maps.get(object.properties, heap.keyOf(name));
    if (property?.accessor !== true || property.optional || property.pair === undefined || !values.isBottom(property.value))
      return undefined;
    const [getter, setter] = [property.pair.getter, property.pair.setter].map((half) => this.functionOf(half));
    return getter === undefined || setter === undefined ? undefined : { kind: 'accessor', getter, setter, enumerable: false };
  }

  /** The one function that the value is; null where it is none, undefined where that is not known. */
  private functionOf(value: Value): ConcreteObject | null | undefined {
    if (values.equal(value, values.undefinedValue)) return null;
    const made = this.valueOf(value, 'an accessor');
    return made instanceof ConcreteObject ? made : undefined;
  }
}

/** Its cells are found when it is called: most functions that a function names are not, and those that they name are very many. */
class ElderClosure implements Closure {
  readonly isElder = true;
  readonly function: FunctionIr;
  private known: ReadonlyMap<VariableId, Cell> | null = null;

  constructor(
    body: FunctionIr,
    readonly isClass: boolean,
    private readonly find: () => ReadonlyMap<VariableId, Cell>,
  ) {
    this.function = body;
  }

  get cells(): ReadonlyMap<VariableId, Cell> {
    return (this.known ??= this.find());
  }
}
