import type { VariableId } from '../../ir/program.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, uninitialised } from '../concrete/concreteValue.js';
import type { Binding, Cell, ConcreteValue, IteratorSource } from '../concrete/concreteValue.js';
import type { FunctionFrame } from '../concrete/frame.js';
import type { Machine } from '../concrete/machine.js';
import { Copies } from './copies.js';
import { mentions, textOf } from './quantities.js';
import type { PathTerms } from './terms.js';
import type { UnknownCode } from './unknownCode.js';

/** A state holds something that no text tells. */
export class Untold {}

/** States that hold more objects are not told. */
const mostObjects = 60;

/** The state of a run as a text: two runs with equal texts go on alike, as far as they have decided alike of the quantities in it. */
export class StateText {
  private readonly parts: string[] = [];
  private readonly objects = new Map<ConcreteObject, number>();
  private readonly cells = new Map<Cell, number>();
  /** The quantities that the state holds. */
  readonly quantities = new Set<VariableId>();

  constructor(
    private readonly machine: Machine,
    private readonly terms: PathTerms,
    private readonly unknown: UnknownCode,
  ) {}

  get text(): string {
    return this.parts.join(' ');
  }

  /** Tells what the activation holds, of its variables those that are still read, and what the module does. */
  tellFrame(frame: FunctionFrame, live: ReadonlySet<VariableId>): void {
    const { machine, unknown } = this;
    this.parts.push(machine.isEndlessMeant ? 'endless' : '', `passed ${[...machine.passed].join()}`);
    for (const [variable, value] of frame.ownValues()) {
      if (!live.has(variable)) continue;
      this.parts.push(`v${variable}`);
      this.tell(value);
    }
    this.tellCells(frame.ownCells());
    this.parts.push('module');
    this.tellCells(unknown.preState?.ownCells() ?? []);
    this.parts.push(unknown.hasRun ? 'unknown' : '');
  }

  /** Adds the values of cells. A cell that is never rewritten has its value of the entry, except in the activation's own scopes. */
  private tellCells(cells: Iterable<readonly [Cell, VariableId]>): void {
    const told = [...cells].sort(([, a], [, b]) => a - b);
    for (const [cell, variable] of told) {
      const declared = this.machine.index.variables.get(variable);
      const isFixed = declared?.reassigned === false && this.unknown.preState?.has(cell) === true;
      if (isFixed) continue;
      this.parts.push(`c${variable}`);
      this.tellCell(cell);
    }
  }

  private tellCell(cell: Cell): void {
    const known = this.cells.get(cell);
    if (known !== undefined) {
      this.parts.push(`cell ${known}`);
      return;
    }
    this.cells.set(cell, this.cells.size);
    if (this.unknown.isShared(cell)) this.parts.push('shared');
    this.tell(cell.value);
  }

  private tell(value: Binding): void {
    if (value === uninitialised) this.parts.push('uninitialised');
    else if (value instanceof Term) this.tellTerm(value);
    else if (value instanceof Opaque) this.parts.push(`${value.constructor.name} ${value.isExternal}`);
    else if (value instanceof ConcreteObject) this.tellObject(value);
    else if (value instanceof ConcreteSymbol) throw new Untold();
    else
      this.parts.push(Object.is(value, -0) ? '-0' : `${typeof value} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`);
  }

  private tellTerm({ expression }: Term): void {
    this.parts.push(textOf(expression));
    mentions(expression, (quantity) => {
      if (!this.quantities.has(quantity)) this.parts.push(this.terms.textOfValue(quantity));
      this.quantities.add(quantity);
      return false;
    });
  }

  private tellObject(object: ConcreteObject): void {
    const known = this.objects.get(object);
    if (known !== undefined) {
      this.parts.push(`object ${known}`);
      return;
    }
    if (this.objects.size >= mostObjects) throw new Untold();
    this.objects.set(object, this.objects.size);
    const { knownNature: nature, library, frozen, isExposed, isOfUnseenKind, copied } = object;
    if (nature.kind === 'builtin') {
      this.parts.push(`builtin ${nature.builtin.name}`);
      if (nature.builtin.settles !== undefined) throw new Untold();
      return;
    }
    // Objects of the language, which runs do not change; of the module's own, which are known by their place, none is told.
    if (library !== null && frozen && nature.kind !== 'closure') throw new Untold();
    this.parts.push(
      `${nature.kind} ${frozen ? 'frozen' : ''} ${isExposed ? 'exposed' : ''} ${isOfUnseenKind ? 'unseen' : ''} ${library?.name ?? ''}{`,
    );
    if (copied instanceof Copies) this.tellCopies(copied);
    // Of what unknown code has nothing is known.
    if (!isExposed || nature.kind === 'closure') this.tellParts(object);
    this.parts.push('}');
  }

  private tellCopies(copied: Copies): void {
    for (const layer of copied.layers) {
      this.parts.push(`${layer.kind} ${copied.isAssigned}`);
      if (layer.kind !== 'known') this.parts.push(`without ${JSON.stringify([...layer.excluded])}`);
      if (layer.kind === 'given') {
        this.parts.push(String(layer.changes));
        this.tell(layer.source);
      }
      for (const [name, value] of layer.kind === 'known' ? layer.members : []) {
        this.parts.push(JSON.stringify(name));
        this.tell(value);
      }
    }
  }

  private tellParts(object: ConcreteObject): void {
    const { knownNature: nature, prototype, properties } = object;
    for (const [name, property] of properties) {
      if (name instanceof ConcreteSymbol) throw new Untold();
      this.parts.push(`.${JSON.stringify(name)} ${property.enumerable} ${property.configurable ?? true}`);
      if (property.kind === 'data') {
        this.parts.push(String(property.writable));
        this.tell(property.value);
      } else for (const accessor of [property.getter, property.setter]) this.tell(accessor);
    }
    this.parts.push('from');
    this.tell(prototype);
    switch (nature.kind) {
      case 'ordinary':
      case 'error':
      case 'arguments':
      case 'builtin':
        return;
      case 'array':
        return this.tellElements(nature.elements);
      case 'map':
        this.parts.push(String(nature.weak));
        return this.tellElements([...nature.entries].flat());
      case 'set':
        this.parts.push(String(nature.weak));
        return this.tellElements([...nature.entries]);
      case 'date':
        this.parts.push(String(nature.time));
        return;
      case 'regexp':
        this.parts.push(nature.literal);
        return;
      case 'bound':
        return this.tellElements([nature.target, nature.self, ...nature.args]);
      case 'promise':
        this.parts.push(`${nature.rejected} ${nature.isOpen === true} ${nature.isSettledElsewhere === true}`);
        return this.tell(nature.value);
      case 'closure': {
        const { closure } = nature;
        this.parts.push(`${closure.function.id} ${closure.isClass}`);
        if (closure.isElder !== true) this.tellCells([...closure.cells].map(([variable, cell]) => [cell, variable] as const));
        return;
      }
      case 'iterator':
        return this.tellIterator(nature.source);
      case 'generator':
        throw new Untold();
    }
  }

  private tellElements(elements: readonly ConcreteValue[]): void {
    this.parts.push(`[${elements.length}`);
    for (let index = 0; index < elements.length; index++) {
      if (index in elements) this.tell(elements[index]);
      else this.parts.push('hole');
    }
  }

  private tellIterator(source: IteratorSource): void {
    switch (source.kind) {
      case 'array':
        this.parts.push(`at ${source.position} ${source.done}`);
        return this.tell(source.array);
      case 'keys':
        this.parts.push(`at ${source.position} ${JSON.stringify(source.keys)}`);
        return this.tell(source.object);
      case 'host':
      case 'own':
        throw new Untold();
    }
  }
}
