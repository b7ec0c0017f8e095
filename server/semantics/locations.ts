import type { LocationId } from '../lattice/value.js';
import type { SiteId } from '../ir/program.js';

/**
 * Abstract addresses. Each allocation site has two (recency abstraction, Balakrishnan and Reps 2006): the object that the site
 * allocated last, which is one object and can be updated strongly, and all older ones. Built-in objects and functions have an
 * address each, found by their name as written in JavaScript.
 */
export class Locations {
  private readonly builtinIds = new Map<string, LocationId>();
  private readonly builtinNames: string[] = [];

  recent(site: SiteId): LocationId {
    return site * 4;
  }
  old(site: SiteId): LocationId {
    return site * 4 + 1;
  }
  /** The object that a function created at the site has as its `prototype` property. */
  prototypeOf(site: SiteId): LocationId {
    return site * 4 + 3;
  }
  isPrototype(location: LocationId): boolean {
    return location % 4 === 3;
  }
  isRecent(location: LocationId): boolean {
    return location % 4 === 0;
  }
  isBuiltin(location: LocationId): boolean {
    return location % 4 === 2;
  }
  /** Of a location that is not a built-in's. */
  siteOf(location: LocationId): SiteId {
    return location >> 2;
  }
  /** The address of the same kind at another site. */
  ofSameKind(location: LocationId, site: SiteId): LocationId {
    return site * 4 + (location % 4);
  }
  builtin(name: string): LocationId {
    const known = this.builtinIds.get(name);
    if (known !== undefined) return known;
    const id = this.builtinNames.length * 4 + 2;
    this.builtinNames.push(name);
    this.builtinIds.set(name, id);
    return id;
  }
  builtinName(location: LocationId): string {
    return this.builtinNames[location >> 2] ?? '?';
  }
}
