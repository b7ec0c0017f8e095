import { declarationOf } from '../../instrument/scopes.js';
import { functionNameAt, topLevelName } from '../functionNames.js';
import type { TraceReader } from '../reader.js';
import type { SiteTable } from './siteTable.js';

/** A function that declares a variable: its name, and where it begins, as `FILE:LINE`. */
export interface Declarer {
  readonly name: string;
  /** null: a top level. */
  readonly place: string | null;
}

/** Functions that declare the variables which sites change. Each site is looked up once. */
export class DeclarerTable {
  private readonly known = new Map<number, Declarer | null>();

  constructor(
    private readonly reader: TraceReader,
    private readonly sites: SiteTable,
  ) {}

  /** The function that declares the variable of a site; null when that is not known. */
  of(site: number): Declarer | null {
    let declarer = this.known.get(site);
    if (declarer === undefined) this.known.set(site, (declarer = this.find(site)));
    return declarer;
  }

  private find(number: number): Declarer | null {
    const { reader } = this;
    const placed = this.sites.of(number);
    const text = placed === undefined ? undefined : reader.texts.text(placed.path);
    if (placed === undefined || text === undefined) return null;
    const binding = text.scopes.bindings.find((one) => declarationOf(one) === placed.site.declaration);
    if (binding === undefined) return null;
    const { home } = binding.scope;
    const isTop = home.type === 'Program';
    const name = isTop ? topLevelName : functionNameAt(text.program, home.start, (offset) => text.sourceNameAt(offset, reader.texts));
    const place = { path: placed.path, start: home.start };
    return { name: reader.functionName({ ...place, name, isTop }), place: isTop ? null : reader.lineOf(place) };
  }
}
