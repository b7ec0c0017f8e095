import type { Relations, Row } from '../relations/opened.js';
import type { Term } from './term.js';
import { valueTerm } from './valueTerm.js';
import { compound } from './term.js';

/** So many elements of a collection are told. */
const most = 100;

/** What a collection held at some event. */
interface Contents {
  event: number;
  readonly places: Map<string, Term>;
}

/** The contents of arrays, maps and sets, computed from their changes. Going forward in time costs only what changed since. */
export class DataStructures {
  /** What was computed last, of a few objects. */
  private readonly kept = new Map<number, Contents>();

  constructor(private readonly relations: Relations) {}

  isOne(object: number): boolean {
    const kind = this.relations.row('object', { id: object })?.cell('kind');
    return kind === 'array' || kind === 'map' || kind === 'set';
  }

  /** Whether anything was in it until an event: of one that was made empty there is nothing to tell. */
  hasHeld(object: number, event: number): boolean {
    for (const row of this.relations.rows('change', { owner: object })) {
      if ((row.number('event') ?? 0) > event) return false;
      if (row.cell('kind') === 'element' || row.cell('kind') === 'entry') return true;
    }
    return false;
  }

  /** A list of elements, or of `Key - Value` for the entries of a map, just after an event. */
  contentsAt(object: number, event: number): Term {
    let contents = this.kept.get(object);
    if (contents === undefined || contents.event > event) contents = { event: -1, places: new Map() };
    for (const row of this.relations.rows('change', { owner: object }, contents.event + 1)) {
      const at = row.number('event') ?? 0;
      if (at > event) break;
      change(contents.places, row);
      contents.event = at;
    }
    this.keep(object, contents);
    const kind = this.relations.row('object', { id: object })?.cell('kind');
    const places = [...contents.places];
    if (kind === 'array') places.sort(([a], [b]) => Number(a) - Number(b));
    return places.slice(0, most).map(([name, value]) => (kind === 'map' ? compound('-', name, value) : value));
  }

  private keep(object: number, contents: Contents): void {
    this.kept.delete(object);
    this.kept.set(object, contents);
    if (this.kept.size <= 64) return;
    for (const oldest of this.kept.keys()) {
      this.kept.delete(oldest);
      return;
    }
  }
}

function change(places: Map<string, Term>, row: Row): void {
  const name = row.text('name');
  const kind = row.cell('kind');
  if (kind === 'field' && name === 'length') {
    // A shorter array has lost what lies behind.
    const length = row.number('number') ?? Infinity;
    for (const key of places.keys()) if (Number(key) >= length) places.delete(key);
  } else if (kind === 'element' || kind === 'entry') {
    if (row.cell('operation') === 'delete') places.delete(name);
    else places.set(name, valueTerm(row));
  }
}
