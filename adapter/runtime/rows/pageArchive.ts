import { copyInto, integersOn, newFloats, type OwnFloats, type OwnIntegers } from '../realm/intrinsics.js';
import { keyOfSite } from './sites.js';
import { Tag } from './tags.js';

/** Rows are written to one page, which stays in the processor's cache: to write to new memory costs more than the event. */
export const pageRows = 1 << 15;

/** 384 megabytes: then the oldest page is forgotten, and whoever needs it is told. */
const mostPages = 732;

/** One page of rows: the same memory as integers (site and tag, subject) and as numbers (the value). */
export interface Page {
  readonly words: OwnIntegers;
  readonly payloads: OwnFloats;
}

/** A page without rows. */
export function newPage(): Page {
  const payloads = newFloats(pageRows * 2);
  return { payloads, words: integersOn(payloads) };
}

/** Called for an event, without an object being made of it. `count`: with events of the same place that were dropped before it. */
export type Visit = (ordinal: number, site: number, subject: number, key: number, payload: number, count: number) => void;

/** Called where a row says how many events of a site have none. */
export type VisitPassed = (ordinal: number, site: number, count: number) => void;

/** The events of a page, oldest first, up to the row `end`. Rows that tell a key belong to the event after them, in the same page. */
export function visitPage({ words, payloads }: Page, base: number, end: number, visit: Visit, visitPassed?: VisitPassed): void {
  let told = 0;
  for (let row = 0; row < end; row++) {
    const word = words[row * 4] ?? 0;
    const subject = words[row * 4 + 1] ?? 0;
    if ((word & 15) === Tag.key) told = subject;
    else if ((word & 15) === Tag.passed) visitPassed?.(base + row, word >> 4, subject);
    else {
      visit(base + row, word >> 4, subject, told || keyOfSite(word >> 4), payloads[row * 2 + 1] ?? 0, 1);
      told = 0;
    }
  }
}

/** How many events of a site the rows before `end` tell. While the program is held V8 optimises little: nothing is called. */
export function countIn({ words }: Page, end: number, site: number): number {
  let count = 0;
  for (let at = 0; at < end * 4; at += 4) {
    const word = words[at] ?? 0;
    if (word >> 4 !== site) continue;
    const tag = word & 15;
    if (tag === Tag.passed) count += words[at + 1] ?? 0;
    else if (tag !== Tag.key) count++;
  }
  return count;
}

/** Pages that are full, the newest of them, and how many events of each site and key the others held. */
export class PageArchive {
  private readonly pages: Page[] = [];
  private forgottenPages = 0;
  private readonly forgottenOf: { readonly sites: Record<number, number>; readonly keys: Record<number, number> } = { sites: {}, keys: {} };

  /** The oldest row that is known. */
  get start(): number {
    return this.forgottenPages * pageRows;
  }

  add({ payloads }: Page): void {
    if (this.pages.length - this.forgottenPages === mostPages) this.forgetOldest();
    const page = newPage();
    copyInto(page.payloads, payloads);
    this.pages[this.pages.length] = page;
  }

  /** The page that begins with the row `base`. */
  pageAt(base: number): Page | undefined {
    return this.pages[base / pageRows];
  }

  /** Events were dropped elsewhere. */
  forget(site: number, key: number, count: number): void {
    const { sites, keys } = this.forgottenOf;
    sites[site] = (sites[site] ?? 0) + count;
    keys[key] = (keys[key] ?? 0) + count;
  }

  forgottenAt(site: number): number {
    return this.forgottenOf.sites[site] ?? 0;
  }

  forgottenUnder(key: number): number {
    return this.forgottenOf.keys[key] ?? 0;
  }

  private forgetOldest(): void {
    const page = this.pages[this.forgottenPages];
    const forget: Visit = (_ordinal, site, _subject, key) => this.forget(site, key, 1);
    const { sites } = this.forgottenOf;
    const forgetPassed: VisitPassed = (_ordinal, site, count) => void (sites[site] = (sites[site] ?? 0) + count);
    if (page !== undefined) visitPage(page, 0, pageRows, forget, forgetPassed);
    this.pages[this.forgottenPages++] = empty;
  }
}

const empty: Page = { words: integersOn(newFloats(0)), payloads: newFloats(0) };
