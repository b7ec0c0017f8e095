import { fieldNeed, Needs, type EncodedExpression, type RuleToRun } from '../../events/rulesOfRun.js';
import type { RunningRules } from '../../runtime/rules/runningRules.js';
import { thingOf } from '../../runtime/rules/watchedThing.js';

/** A place of an object; null: its elements. */
type Name = string | null;

/** Where values were written that a recording does not tell, or not whole: a rule that reads one may hold or not. */
export class UntoldPlaces {
  /** By object and place: the site of the first such value. */
  private readonly places = new Map<object, Map<Name, number>>();

  /** A value that is not told was written. */
  met(owner: object, name: Name, site: number): void {
    let names = this.places.get(owner);
    if (names === undefined) this.places.set(owner, (names = new Map()));
    if (!names.has(name)) names.set(name, site);
  }

  /** Tells of each place that rules read, once for its class. Whether there is one. */
  tell(rules: RunningRules, shownSite: (site: number) => string): boolean {
    const told = new Set<string>();
    for (const [owner, names] of this.places)
      for (const [name, site] of names) {
        const readers = this.readersOf(owner, name, rules);
        const family = thingOf(owner)?.family.name ?? '';
        const key = `${name ?? ''} ${family}`;
        if (readers.length === 0 || told.has(key)) continue;
        told.add(key);
        for (const rule of readers) rules.leaveOpen(rule);
        const place = name === null ? `an element of ${family}` : `"${name}" of ${family}`;
        const shown = readers.map((rule) => rules.run.rules[rule]?.name ?? '').join(', ');
        const what = readers.length === 1 ? `what the rule ${shown} says` : `what the rules ${shown} say`;
        rules.note(
          `What ${place} got at ${shownSite(site)} is not in the recording (redacted, cut, or an accessor): ${what} of it is not known.`,
        );
      }
    return told.size > 0;
  }

  private readersOf(owner: object, name: Name, { run, objects, engine }: RunningRules): readonly number[] {
    const thing = thingOf(owner);
    if (thing === undefined) return [];
    const slot = name === null ? undefined : objects.slotOf(name);
    const isRead =
      name === null
        ? (thing.needs & Needs.contents) !== 0 || objects.viewOf(owner) !== null
        : slot !== undefined && (thing.needs & fieldNeed(slot)) !== 0;
    if (!isRead) return [];
    return run.rules.flatMap((rule, at) =>
      (slot === undefined ? looksInside(rule) : readsOf(rule, slot, (set) => engine.isIn(thing, set))) ? [at] : [],
    );
  }
}

/** Whether a rule asks for elements of containers. */
function looksInside({ where, variables }: RuleToRun): boolean {
  return /"kind":"(?:elements|has|quantified|entry)"/.test(JSON.stringify([where, variables]));
}

/** Whether a rule reads a slot of an object that is in some sets, or that others lead to. */
function readsOf({ where, variables }: RuleToRun, slot: number, isIn: (set: number) => boolean): boolean {
  const reads = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null) return false;
    const { slot: own, of } = part as { readonly slot?: unknown; readonly of?: EncodedExpression };
    if (own === slot && of !== undefined) {
      const domain = of['kind'] === 'variable' ? variables[of['variable'] as number]?.domain : undefined;
      if (domain?.kind !== 'set' || isIn(domain.set)) return true;
    }
    return Object.values(part).some(reads);
  };
  return reads([where, variables]);
}
