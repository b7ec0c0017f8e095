import { begunIn } from './begun.js';
import type { CandidateList, SelectedEvent, Selection, SelectionResult } from './rows.js';

/** Called for a recorded event; `count`: how many passages of its site it stands for. */
export type VisitCandidate = (ordinal: number, site: number, subject: number, payload: number, count: number) => void;

/** Recorded events, wherever they are: a program that waits, or a file. */
export interface EventStore {
  /** Visits every known event of an event type, which is some sites, or a key of whatever object. */
  scan(type: Pick<Selection, 'sites' | 'key'>, visit: VisitCandidate): void;
  /** Whether a site reports what an object came into being with. */
  isResult(site: number): boolean;
  /** The instances whose changes are those of a scope's variables, each with the number of events until which they are. */
  sharersOf(scope: number): { get(scope: number): number | undefined };
  /** How many of the oldest events of an event type are not known any more. */
  forgottenCount(type: Pick<Selection, 'sites' | 'key'>): number;
  eventAt(ordinal: number): SelectedEvent | null;
  /** Whether two events stored the very same value; false where that is not known. */
  areAlike(ordinal: number, other: number): boolean;
}

/**
 * Decides a trace query on recorded events (Mirghasemi, section 5). It runs where the events are, because there may be millions: in the
 * program that waits, whose own Maps and Sets are not used.
 */
export function selectFrom(store: EventStore, selection: Selection): SelectionResult {
  const { key, owner, activation, awaited, before, after = -1, index, listed = 0, hasResults = false, asksSince = false } = selection;
  const mostKept = asksSince ? mostLookedBack : 4096;
  const sharers = owner !== null && key?.kind === 'variable' ? store.sharersOf(owner) : null;
  const rejected = { before: 0, sameness: 0, mayAffect: 0, index: 0 };
  const failedBy = (subject: number, ordinal: number, payload: number): Failed => {
    if (sharers !== null && ordinal >= (sharers.get(subject) ?? 0)) return 'mayAffect';
    if (sharers === null && owner !== null && subject !== owner) return 'sameness';
    if (activation !== null && subject !== activation) return 'mayAffect';
    if (awaited !== undefined && !hasBegunIn(payload, awaited)) return 'mayAffect';
    return ordinal >= before || ordinal <= after ? 'before' : 'index';
  };
  let total = 0;
  let accepted: number[] = [];
  let acceptedCount = 0;
  const list = new CandidateListing(listed);
  store.scan(selection, (ordinal, site, subject, payload, count) => {
    if (!hasResults && store.isResult(site)) return;
    total += count;
    const failed = failedBy(subject, ordinal, payload);
    list.add(ordinal, site, failed);
    if (failed === 'index') {
      acceptedCount += count;
      accepted.push(ordinal);
      if (index < 0 && accepted.length > mostKept - index) accepted = inOrder(accepted).slice(index);
    } else rejected[failed] += count;
  });
  const forgotten = store.forgottenCount(selection);
  total += forgotten;
  const chosen = forgotten > 0 && index >= 0 ? undefined : inOrder(accepted).at(index);
  rejected.index = forgotten + acceptedCount - (chosen === undefined ? 0 : 1);
  const found = { total, rejected, forgotten, event: chosen === undefined ? null : store.eventAt(chosen), list: list.result(chosen) };
  // Where passages were only counted, what they stored is not known.
  const areAllKept = forgotten === 0 && acceptedCount === accepted.length;
  return asksSince ? { ...found, since: areAllKept ? sinceWhen(store, inOrder(accepted), index) : null } : found;
}

/** So many events of a place are looked back at. */
const mostLookedBack = 100_000;

/** The first of the events, oldest first, from which on all stored what the chosen one did; null when that is the chosen one itself. */
function sinceWhen(store: EventStore, ordinals: readonly number[], index: number): SelectedEvent | null {
  const chosen = index < 0 ? ordinals.length + index : index;
  const ordinal = ordinals[chosen];
  if (ordinal === undefined) return null;
  let first = chosen;
  for (let before = ordinals[first - 1]; before !== undefined && store.areAlike(before, ordinal); before = ordinals[first - 1]) first--;
  return first === chosen ? null : store.eventAt(ordinals[first] ?? ordinal);
}

/** Whether an activation is one of those that an await's value stands for. */
function hasBegunIn(value: number, activation: number): boolean {
  const [first, last] = begunIn(value);
  return first < activation && activation <= last;
}

/** Events of the last-only part come in no order. */
function inOrder(ordinals: number[]): number[] {
  return ordinals.some((ordinal, at) => ordinal < (ordinals[at - 1] ?? 0)) ? ordinals.sort((a, b) => a - b) : ordinals;
}

type Failed = keyof SelectionResult['rejected'];

const failures: readonly Failed[] = ['before', 'sameness', 'mayAffect', 'index'];

/** The newest candidates, as far as they are asked for. */
class CandidateListing {
  private events: number[] = [];
  private sites: number[] = [];
  private failed: number[] = [];

  constructor(private readonly most: number) {}

  add(event: number, site: number, failed: Failed): void {
    if (this.most === 0) return;
    this.events.push(event);
    this.sites.push(site);
    this.failed.push(failures.indexOf(failed));
    if (this.events.length >= 2 * this.most) this.cut();
  }

  result(chosen: number | undefined): CandidateList | null {
    if (this.most === 0) return null;
    this.cut();
    const { events, sites, failed } = this;
    return { events, sites, failed: failed.map((one, index) => (events[index] === chosen ? -1 : one)) };
  }

  private cut(): void {
    this.events = this.events.slice(-this.most);
    this.sites = this.sites.slice(-this.most);
    this.failed = this.failed.slice(-this.most);
  }
}
