import type { SiteId, VariableId } from '../ir/program.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as values from '../lattice/value.js';
import { ungiven } from '../semantics/heap/given.js';
import * as objects from '../semantics/heap/object.js';
import type { AbstractObject } from '../semantics/heap/object.js';
import type { Locations } from '../semantics/heap/locations.js';
import type { Cell } from '../semantics/state.js';

/**
 * The names under which all others know one root's objects and cells: what is newest to one need not be newest to another, so that only
 * what is created once keeps its own name.
 */
export class PublishedNames {
  constructor(
    readonly locations: Locations,
    /** Sites of the top level outside loops: their objects are single for ever. */
    private readonly isOnce: (site: SiteId) => boolean,
    private readonly isOnceVariable: (variable: VariableId) => boolean,
  ) {}

  location(location: LocationId): LocationId {
    const { locations } = this;
    if (!locations.isRecent(location) || this.isOnce(locations.siteOf(location))) return location;
    return locations.old(locations.siteOf(location));
  }

  /** The prototypes of functions that are created again and again share an address. */
  object(location: LocationId, object: AbstractObject): AbstractObject {
    const { locations } = this;
    const published = objects.share(objects.mapObject(object, (value) => this.value(value)));
    const single = published.summary || !locations.isPrototype(location) || this.isOnce(locations.siteOf(location));
    return single ? published : { ...published, summary: true };
  }

  cell(variable: VariableId, cell: Cell): Cell {
    if (this.isOnceVariable(variable)) return { recent: this.value(cell.recent), old: this.value(cell.old) };
    const all = this.value(values.join(cell.recent, cell.old));
    return { recent: all, old: all };
  }

  private value(inside: Value): Value {
    if (inside.objects.length === 0) return inside;
    const value = ungiven(inside);
    const renamed = value.objects.map((location) => this.location(location));
    if (renamed.every((location, index) => location === value.objects[index])) return value;
    return values.withObjects(
      value,
      [...new Set(renamed)].sort((a, b) => a - b),
    );
  }
}
