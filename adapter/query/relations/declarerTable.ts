import { declarationOf } from '../../instrument/scopes.js';
import { functionNameAt, topLevelName } from '../functionNames.js';
import type { TraceReader } from '../reader.js';
import type { SiteTable } from './siteTable.js';

/** Functions that declare the variables which sites change. Each site is looked up once. */
export class DeclarerTable {
  private readonly known = new Map<number, string | null>();

  constructor(
    private readonly reader: TraceReader,
    private readonly sites: SiteTable,
  ) {}

  /** The name of the function that declares the variable of a site; null when that is not known. */
  of(site: number): string | null {
    let name = this.known.get(site);
    if (name === undefined) this.known.set(site, (name = this.find(site)));
    return name;
  }

  private find(number: number): string | null {
    const { reader } = this;
    const placed = this.sites.of(number);
    const text = placed === undefined ? undefined : reader.texts.text(placed.path);
    if (placed === undefined || text === undefined) return null;
    const binding = text.scopes.bindings.find((one) => declarationOf(one) === placed.site.declaration);
    if (binding === undefined) return null;
    const { home } = binding.scope;
    const isTop = home.type === 'Program';
    const name = isTop ? topLevelName : functionNameAt(text.program, home.start, (offset) => text.sourceNameAt(offset, reader.texts));
    return reader.functionName({ path: placed.path, start: home.start, name, isTop });
  }
}
