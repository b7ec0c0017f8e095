import type { ValueReport } from '../../events/rows.js';
import { pathTo } from '../../instrument/tree.js';
import { wayOf } from '../../querypoints/text/forkPaths.js';
import type { PlacedSite } from '../../trace/store/recordingFile.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import type { Facts } from './facts.js';

/** So many events behind the test of a `switch` may the entry of its case be: between them the cases are evaluated. */
const mostBetween = 1000;

/** Which way control went at the event of a fork, as `whence.why/1` has it; null where that is not known. */
export function wayTaken(facts: Facts): (event: number) => string | null {
  const { reader, sites } = facts;
  /** By site and what decides about its value. */
  const known = new Map<string, string | null>();
  return (event) => {
    const row = facts.row(event);
    const placed = row === null ? undefined : sites.of(row.site);
    if (row === null || placed === undefined) return null;
    if (row.kind === Kind.arrival) return placed.site.key;
    const value = reader.store.valueOf(row);
    if (value === null) return null;
    const entered = isSwitch(facts, row.site, placed) ? enteredCase(facts, row, placed) : null;
    const key = `${row.site} ${decisive(value)} ${entered ?? ''}`;
    let way = known.get(key);
    if (way === undefined) {
      const program = reader.texts.text(placed.path)?.program;
      way = program === undefined ? null : wayOf(program, placed.site, value, entered);
      known.set(key, way);
    }
    return way;
  };
}

/** What of a value decides: whether it is true, and whether it is nothing. */
function decisive(value: ValueReport): string {
  if (value.kind !== 'primitive') return value.kind;
  if (value.type === 'undefined' || value.type === 'null') return 'nothing';
  const isFalse = value.type === 'boolean' ? value.text === 'false' : value.type === 'number' ? /^(-?0|NaN)$/.test(value.text) : false;
  const isEmpty =
    (value.type === 'string' && value.text === '' && value.length === undefined) || (value.type === 'bigint' && value.text === '0');
  return isFalse || isEmpty ? 'false' : 'true';
}

const switches = new WeakMap<Facts, Map<number, { readonly start: number; readonly end: number } | null>>();

/** The `switch` of which a site is the test. */
function isSwitch(facts: Facts, number: number, placed: PlacedSite): boolean {
  return switchOf(facts, number, placed) !== null;
}

function switchOf(facts: Facts, number: number, { path, site }: PlacedSite): { readonly start: number; readonly end: number } | null {
  const known = switches.get(facts) ?? new Map<number, { readonly start: number; readonly end: number } | null>();
  switches.set(facts, known);
  let found = known.get(number);
  if (found === undefined) {
    const program = facts.reader.texts.text(path)?.program;
    const nodes = program === undefined ? [] : pathTo(program, site.offset);
    found =
      nodes.find(
        (node) => node.type === 'SwitchStatement' && node.discriminant.start === site.offset && node.discriminant.end === site.end,
      ) ?? null;
    known.set(number, found);
  }
  return found;
}

/** `case` or `default`: what of the `switch` was entered first behind its test; null when nothing was. */
function enteredCase(facts: Facts, test: TraceRow, placed: PlacedSite): string | null {
  const span = switchOf(facts, test.site, placed);
  let left = mostBetween;
  for (const row of facts.reader.store.rowsOf(test.activation, test.event + 1)) {
    if (left-- === 0 || span === null || row.site === test.site || row.kind === Kind.exit) return null;
    const at = facts.sites.of(row.site);
    if (at?.path !== placed.path || at.site.offset < span.start || at.site.offset >= span.end) return null;
    if (row.kind === Kind.arrival) return at.site.key;
  }
  return null;
}
