import type { Cell } from '../../trace/relations/relation.js';
import type { ColumnReader } from '../../trace/relations/tableRelation.js';
import type { PlacedSite } from '../../trace/store/recordingFile.js';
import type { TraceReader } from '../reader.js';

/** Where a site is in the user's source. */
interface Place {
  readonly file: Cell;
  readonly line: Cell;
  readonly column: Cell;
}

const nowhere: Place = { file: null, line: null, column: null };

/** The sites of a recording by number. Each is looked up once. */
export class SiteTable {
  readonly numbers: readonly number[];
  private readonly placed = new Map<number, PlacedSite>();
  private readonly places = new Map<number, Place>();

  constructor(private readonly reader: TraceReader) {
    for (const { path, first, sites } of reader.store.source.sites)
      sites.forEach((site, index) => this.placed.set(first + index, { path, site }));
    this.numbers = [...this.placed.keys()].sort((a, b) => a - b);
  }

  of(site: number): PlacedSite | undefined {
    return this.placed.get(site);
  }

  placeOf(site: number): Place {
    let place = this.places.get(site);
    if (place === undefined) {
      const { file = null, line = null, column = null } = this.reader.place(this.reader.positionOf(site)) as Partial<Place>;
      place = file === null ? nowhere : { file, line, column };
      this.places.set(site, place);
    }
    return place;
  }

  /** Columns of where a row's site is. */
  columns(siteOf: (row: number) => number): Readonly<Record<string, ColumnReader>> {
    return {
      file: (row) => this.placeOf(siteOf(row)).file,
      line: (row) => this.placeOf(siteOf(row)).line,
      col: (row) => this.placeOf(siteOf(row)).column,
    };
  }
}
