import type { VariableId } from '../../ir/program.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, uninitialised } from '../concrete/concreteValue.js';
import type { Binding, Cell } from '../concrete/concreteValue.js';
import { textOf } from './quantities.js';

/** Objects that one variable may lead to. */
const mostObjects = 100;

/** The binding of one variable of an activation. */
export interface Held {
  readonly value: Binding;
  /** Equal texts: the same value, and all that it leads to is the same. Null: that cannot be told. */
  readonly text: string | null;
}

/** All that the rest of an activation depends on, by variable. */
export type Scene = ReadonlyMap<VariableId, Held>;

/** Numbers of objects and cells: the same ones for all scenes of one run. */
export class Identities {
  private readonly ids = new Map<object, number>();

  of(object: object): number {
    let id = this.ids.get(object);
    if (id === undefined) this.ids.set(object, (id = this.ids.size));
    return id;
  }
}

export function sceneOf(frame: FunctionFrame, identities: Identities): Scene {
  const scene = new Map<VariableId, Held>();
  const own = new Map(frame.ownCells());
  for (const [variable, value] of frame.bindings()) scene.set(variable, { value, text: new Writer(identities, own).text(value) });
  return scene;
}

/** Writes a value and what it leads to; variables of the activation itself are left out, they have texts of their own. */
class Writer {
  private readonly parts: string[] = [];
  private readonly seen = new Set<object>();
  private isWhole = true;

  constructor(
    private readonly identities: Identities,
    private readonly own: ReadonlyMap<Cell, VariableId>,
  ) {}

  text(value: Binding): string | null {
    this.write(value);
    return this.isWhole ? this.parts.join(' ') : null;
  }

  private write(value: Binding): void {
    if (value === uninitialised) this.parts.push('uninitialised');
    else if (value instanceof Term) this.parts.push('term', textOf(value.expression));
    else if (value instanceof Opaque || value instanceof ConcreteSymbol) this.parts.push(`#${this.identities.of(value)}`);
    else if (value instanceof ConcreteObject) this.writeObject(value);
    else this.parts.push(typeof value, Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : String(value));
  }

  private writeObject(object: ConcreteObject): void {
    this.parts.push(`#${this.identities.of(object)}`);
    if (this.seen.has(object)) return;
    this.seen.add(object);
    if (this.seen.size > mostObjects) this.isWhole = false;
    if (!this.isWhole) return;
    if (object.copied !== null) this.isWhole = false;
    this.writeNature(object);
    // What the language defines, and what was there before, is not written to.
    if (object.library !== null) return;
    this.write(object.prototype);
    for (const [name, property] of object.properties) {
      this.parts.push(typeof name === 'string' ? JSON.stringify(name) : `#${this.identities.of(name)}`, property.kind);
      if (property.kind === 'data') this.write(property.value);
      else for (const accessor of [property.getter, property.setter]) this.write(accessor);
    }
  }

  private writeNature({ knownNature: nature }: ConcreteObject): void {
    switch (nature.kind) {
      case 'array':
        this.parts.push(`array ${nature.elements.length}`);
        for (const element of nature.elements) this.write(element);
        return;
      case 'closure':
        for (const [variable, cell] of nature.closure.cells) this.writeCell(variable, cell);
        return;
      case 'bound':
        for (const value of [nature.target, nature.self, ...nature.args]) this.write(value);
        return;
      case 'map':
        for (const [key, value] of nature.entries) [key, value].forEach((each) => this.write(each));
        return;
      case 'set':
        for (const value of nature.entries) this.write(value);
        return;
      case 'promise':
        this.parts.push(`${nature.rejected} ${nature.isOpen === true} ${nature.isSettledElsewhere === true}`);
        return this.write(nature.value);
      case 'builtin':
        return nature.builtin.settles === undefined ? undefined : this.write(nature.builtin.settles);
      case 'iterator':
      case 'generator':
        // How far it is does not show.
        this.isWhole = false;
        return;
      default:
        return;
    }
  }

  private writeCell(variable: VariableId, cell: Cell): void {
    const known = this.own.get(cell);
    this.parts.push(known === undefined ? `cell ${variable}` : `own ${known}`);
    if (known !== undefined || this.seen.has(cell)) return;
    this.seen.add(cell);
    this.write(cell.value);
  }
}
