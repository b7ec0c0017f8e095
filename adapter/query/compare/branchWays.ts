import type { ValueReport } from '../../events/rows.js';
import { walk, type Program } from '../../instrument/tree.js';
import { isTruthy } from '../../querypoints/text/comparedValues.js';
import { wayOf, type Way } from '../../querypoints/text/forkPaths.js';
import { Tag } from '../../runtime/rows/tags.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import type { TraceReader } from '../reader.js';

/** Which way control took at the forks of a recording. */
export class BranchWays {
  private readonly known = new Map<number, Way | null>();
  private readonly values = new Map<number, string | null>();
  private readonly switches = new Map<Program, SwitchPlaces>();

  constructor(private readonly reader: TraceReader) {}

  /** The way of a fork; of a switch it is given by the case that was entered. null: it was not recorded. */
  wayOf(row: TraceRow): Way | null {
    const value = this.reader.store.valueOf(row);
    if (value === null || value.kind === 'absent') return null;
    const key = row.site * 4 + outcomeClass(row.tag, value);
    let way = this.known.get(key);
    if (way === undefined) this.known.set(key, (way = this.look(row.site, value)));
    return way;
  }

  /** Of a fork that is the value which a `switch` looks for: where that value is written; null of other forks. */
  switchAt(site: number): string | null {
    let place = this.values.get(site);
    if (place === undefined) {
      const found = this.reader.store.source.site(site)?.site;
      const own = found === undefined ? '' : `${found.offset}:${found.end}`;
      this.values.set(site, (place = this.switchesOf(site)?.values.has(own) === true ? own : null));
    }
    return place;
  }

  /** Where the value is written that the switch of a case looks for. */
  valueOfCase(site: number): string | null {
    return this.switchesOf(site)?.cases.get(this.reader.store.source.site(site)?.site.offset ?? -1) ?? null;
  }

  /** What is entered at a case. */
  caseOf(site: number): Way {
    return this.reader.store.source.site(site)?.site.key === 'default' ? 'default' : 'case';
  }

  private look(site: number, value: ValueReport): Way | null {
    const found = this.reader.store.source.site(site);
    const program = found === undefined ? undefined : this.reader.texts.text(found.path)?.program;
    return found === undefined || program === undefined ? null : wayOf(program, found.site, value, null);
  }

  private switchesOf(site: number): SwitchPlaces | null {
    const found = this.reader.store.source.site(site);
    const program = found === undefined ? undefined : this.reader.texts.text(found.path)?.program;
    if (program === undefined) return null;
    let places = this.switches.get(program);
    if (places === undefined) this.switches.set(program, (places = switchesIn(program)));
    return places;
  }
}

/** Where values of switches are written; and by where a case begins the value of its switch. */
interface SwitchPlaces {
  readonly values: ReadonlySet<string>;
  readonly cases: ReadonlyMap<number, string>;
}

function switchesIn(program: Program): SwitchPlaces {
  const values = new Set<string>();
  const cases = new Map<number, string>();
  walk(program, (node) => {
    if (node.type !== 'SwitchStatement') return;
    const { start, end } = node.discriminant;
    values.add(`${start}:${end}`);
    for (const one of node.cases) cases.set(one.start, `${start}:${end}`);
  });
  return { values, cases };
}

/** Values that no fork distinguishes have one class. */
function outcomeClass(tag: number, value: ValueReport): number {
  if (tag === Tag.undefined || tag === Tag.null) return 0;
  return isTruthy(value) ? 1 : 2;
}
