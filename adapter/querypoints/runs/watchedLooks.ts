import type { Moment } from '../../events/moment.js';
import { seenAs, type Query } from '../question/question.js';
import type { Observation } from '../seen/observation.js';
import type { Observer } from './observer.js';

/**
 * Expressions of which a part was not recorded. What was looked at, but is needed by no answer, makes no gap in one: a look's gaps count when
 * somebody asks what it has shown.
 */
export class MissedLooks {
  private used = new Set<string>();
  private ofLook: Set<string> | null = null;

  /** An expression was evaluated of which a part was not recorded. */
  note(expression: string): void {
    (this.ofLook ?? this.used).add(expression);
  }

  /** What has counted since the last time. */
  take(): ReadonlySet<string> {
    const taken = this.used;
    this.used = new Set();
    return taken;
  }

  /** What a look shows, and what it has missed, which does not count yet. */
  async during<T>(look: () => Promise<T>): Promise<{ readonly shown: T; readonly missed: ReadonlySet<string> }> {
    const before = this.ofLook;
    const missed = new Set<string>();
    this.ofLook = missed;
    try {
      return { shown: await look(), missed };
    } finally {
      this.ofLook = before;
    }
  }

  /** What is asked at a moment of a recording; whoever asks for one of the looks is told to have missed what it has. */
  async observe(observer: Observer, moment: Moment, queries: readonly Query[]): Promise<Observation> {
    const missedBy = new Map<string, ReadonlySet<string>>();
    let { shown: seen } = await this.during(() => observer.begin(moment, queries));
    for (const query of queries) {
      const { shown, missed } = await this.during(() => observer.observeMore(moment, seen, [query], []));
      if (missed.size > 0) missedBy.set(seenAs(query), new Set([...missed, ...(missedBy.get(seenAs(query)) ?? [])]));
      seen = shown;
    }
    if (missedBy.size === 0) return seen;
    const onAsked = (name: string): void => missedBy.get(name)?.forEach((expression) => this.note(expression));
    return {
      ...seen,
      places: new WatchedMap(seen.places, onAsked),
      values: new WatchedMap(seen.values, onAsked),
      functionPlaces: new WatchedMap(seen.functionPlaces, onAsked),
      natives: new WatchedSet(seen.natives, onAsked),
      failures: new WatchedMap(seen.failures, onAsked),
    };
  }
}

class WatchedMap<V> extends Map<string, V> {
  constructor(
    entries: ReadonlyMap<string, V>,
    private readonly onAsked: (name: string) => void,
  ) {
    super(entries);
  }

  override get(name: string): V | undefined {
    this.onAsked(name);
    return super.get(name);
  }
}

class WatchedSet extends Set<string> {
  constructor(
    names: ReadonlySet<string>,
    private readonly onAsked: (name: string) => void,
  ) {
    super(names);
  }

  override has(name: string): boolean {
    this.onAsked(name);
    return super.has(name);
  }
}
