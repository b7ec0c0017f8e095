import { statSync } from 'node:fs';
import { join } from 'node:path';
import { mapLinkOf } from '../instrument/mapLink.js';
import { mappingOf, mapVersion } from '../instrument/mapping.js';
import type { Plan } from '../instrument/plan.js';
import { planOfText } from '../instrument/planOfText.js';
import type { Site } from '../instrument/site.js';
import type { SourceFormat } from '../instrument/tree.js';
import { instrumenter } from './instrumenter.js';
import { markedNumbers, renumbered } from './siteNumbers.js';
import { hashOfText, TextCache } from './textCache.js';
import { listen, tell } from '../runtime/channel/channel.js';
import { Counter } from '../runtime/realm/numbers.js';
import { siteCapacity } from '../runtime/rows/sites.js';

/** The probes of one text, for the thread in which they run. */
export interface AddedText {
  readonly path: string;
  readonly firstSite: number;
  readonly sites: readonly Site[];
  /** As V8 gets it. */
  readonly text: string;
  /** Without its probes, when it is not what the file holds. */
  readonly source: string | null;
  /** Whether it may write what is asked about, under a name that it does not hold, and has no probes for it. */
  readonly isLeftOut: boolean;
}

/** How much of such texts is instrumented in a run that need not see all of them, in UTF-16 units: it takes about 0.1 s. */
const mostUnnamed = 1 << 20;

/** Results of another build of ours are not used. */
const { mtimeMs: buildId, size: buildSize } = statSync(join(__dirname, 'instrumenter.cjs'));

/** Instruments texts in one thread; sites are numbered through all threads. */
export class TextInstrumenter {
  private readonly cache: TextCache;
  private unnamed = 0;
  /** The texts that Node has loaded, by their files. */
  private readonly loaded = new Map<string, string>();

  constructor(
    private readonly plan: Plan,
    /** Shared: the next site's number is the first of them. */
    private readonly counters: Int32Array<SharedArrayBuffer>,
    /** Called before the text runs. */
    private readonly added: (text: AddedText) => void,
    /** What the text does first, when its probes are not known where it runs. */
    private readonly preamble = '',
  ) {
    this.cache = new TextCache(`${buildId} ${buildSize}`);
  }

  /** The text of a file that Node loads, which a compiler may have made of it. */
  instrument(text: string, path: string, format: Exclude<SourceFormat, 'script'>): string {
    this.loaded.set(path, text);
    const isMade = /\.[cm]?js$/.test(path) ? !isAsLong(text, path) : /\.[cm]?[jt]sx?$/.test(path);
    return this.withProbes(text, path, format, isMade) ?? text;
  }

  /**
   * A text that the program hands to V8 itself under the name of a file, which may hold another. Where Node has loaded that one, its places
   * keep the name. null: the text is left as it is, and may need probes.
   */
  instrumentHanded(text: string, path: string, format: SourceFormat): string | null {
    const loaded = this.loaded.get(path);
    return loaded === undefined || text.includes(loaded) ? this.withProbes(text, path, format, true) : null;
  }

  /** With all probes that it needs, which may be none; else null. `isMade`: it may be another text than what the file holds. */
  private withProbes(text: string, path: string, format: SourceFormat, isMade: boolean): string | null {
    const { preamble } = this;
    const link = mapLinkOf(text);
    const made = isMade ? text : null;
    const whole = {
      ...this.plan,
      everywhere: this.isProbedAnyhow(text),
      pruned: provenOf(text, path, this.plan.pruned),
      rules: rulesFor(text, path, this.plan),
    };
    const isLeftOut = !whole.everywhere;
    const version = link === undefined ? null : mapVersion(link, path);
    const plan = planOfText(whole, path, link !== undefined);
    const about = JSON.stringify([path, format, preamble, plan, version]);
    const marked = markedNumbers(text, about);
    const result = this.cache.get(text, about, () =>
      instrumenter()({ path, text, format, mapping: mappingOf(text, path), preamble }, plan, marked),
    );
    for (;;) {
      const firstSite = Atomics.load(this.counters, Counter.sites);
      if (result === undefined || result === null) {
        this.added({ path, firstSite, sites: [], text, source: made, isLeftOut });
        return result === undefined ? text : null;
      }
      const { sites, leftOut } = result;
      // So many probes no program has, but many threads may.
      if (firstSite + sites.length > siteCapacity) {
        this.added({ path, firstSite, sites: [], text, source: made, isLeftOut: true });
        return null;
      }
      // Another thread may have taken the numbers meanwhile.
      if (Atomics.compareExchange(this.counters, Counter.sites, firstSite, firstSite + sites.length) !== firstSite) continue;
      for (const by of ['names', 'types', 'aliases'] as const) if (leftOut[by] > 0) Atomics.add(this.counters, Counter[by], leftOut[by]);
      const probed = renumbered(result.text, marked, firstSite);
      this.added({ path, firstSite, sites, text: probed, source: made, isLeftOut });
      return probed;
    }
  }

  /** Whether writes under names that the text does not hold are looked for in it. */
  private isProbedAnyhow(text: string): boolean {
    const { everywhere, elements, fields } = this.plan;
    if (everywhere || elements || fields.length === 0 || fields.some((name) => text.includes(name))) return true;
    if (this.unnamed + text.length > mostUnnamed) return false;
    this.unnamed += text.length;
    return true;
  }
}

/** Whether a file holds as much as a text, with the mark of its encoding or without: what hooks make of a file is seldom as long. */
function isAsLong(text: string, path: string): boolean {
  const size = sizeOf(path);
  const bytes = Buffer.byteLength(text);
  return size === bytes || size === bytes + 3;
}

/** null: a program may give its text a name that no file can have. */
function sizeOf(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? null;
  } catch {
    return null;
  }
}

/** What is proven of a text that is loaded under a path. */
function provenOf<T extends { readonly path: string; readonly hash: string }>(
  text: string,
  path: string,
  pruned: readonly T[],
): readonly T[] {
  const known = pruned.filter((one) => one.path === path);
  const hash = known.length === 0 ? '' : hashOfText(text);
  return known.filter((one) => one.hash === hash);
}

/** What rules ask of a text that is loaded under a path. */
function rulesFor(text: string, path: string, { rules }: Plan): Plan['rules'] {
  return rules === null ? null : { ...rules, pruned: provenOf(text, path, rules.pruned) };
}

/** On a Node that cannot strip types, the adapter does. */
export function javaScriptOf(text: string, path: string, format: Exclude<SourceFormat, 'script'>): string {
  if (!isTypeScript(path)) return text;
  tell({ kind: 'erase', path, text, format });
  const answer = listen();
  return answer.kind === 'erased' ? answer.text : text;
}

export function isTypeScript(path: string): boolean {
  return /\.[cm]?ts$/.test(path);
}
