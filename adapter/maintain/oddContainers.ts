import { append, each, forEachOf, newList, together } from './ownLists.js';
import type { Access } from './accesses.js';
import type { RuleQuery } from './condition.js';
import { toElements } from './conditionPaths.js';
import type { ValueIndex } from './indexes.js';
import { KeptSet } from './keptCollections.js';
import { Thing, type RuleValue } from './thing.js';

/** Under this key an index has the things that hold an odd container. */
const oddKey: RuleValue = Symbol('odd container');

/**
 * Values that are asked for elements like containers and have none that are kept: texts, Proxies, typed arrays, objects with a method `has` of their
 * own. No element leads to them, so they are candidates for every element, and the condition says what becomes of each.
 */
export class OddContainers {
  /** By slot: whether containers are looked for by it. */
  private readonly slots: boolean[] = newList();
  /** By set whose members are looked for as containers: the odd ones. */
  private readonly members: (KeptSet<RuleValue> | undefined)[] = newList();
  /** The odd elements, where elements are looked for as containers; null where they are not. */
  private elements: KeptSet<RuleValue> | null = null;
  /** Whether one has been met: most programs have none, and must not pay for them. */
  private isAnyMet = false;

  constructor(
    private readonly queries: readonly RuleQuery[],
    accesses: readonly (readonly (readonly Access[])[])[],
    private readonly owners: readonly (ValueIndex | null)[],
    private readonly containersOf: ValueIndex,
  ) {
    forEachOf(accesses, (alternatives, rule) =>
      forEachOf(together(alternatives), (access) => {
        if (access.from.kind !== 'element') return;
        const last = access.from.slots[access.from.slots.length - 1];
        const set = this.setOf(rule, access);
        if (last !== undefined && last !== toElements) this.slots[last] = true;
        else if (last === undefined && set !== null) this.members[set] ??= new KeptSet();
        else this.elements ??= new KeptSet();
      }),
    );
  }

  /** A field of a thing has another value. */
  written(thing: Thing, slot: number, before: RuleValue, value: RuleValue): void {
    if (this.slots[slot] !== true) return;
    if (isOdd(value)) {
      this.isAnyMet = true;
      this.owners[slot]?.add(oddKey, thing);
    } else if (isOdd(before)) this.owners[slot]?.remove(oddKey, thing);
  }

  /** An element has come to a container. That it goes is not told: who looks at it finds that. */
  added(container: Thing, value: RuleValue): void {
    if (this.elements === null || !isOdd(value)) return;
    this.isAnyMet = true;
    this.elements.add(value);
    this.containersOf.add(oddKey, container);
  }

  /** A thing has entered a set. */
  entered(thing: Thing, set: number): void {
    const members = this.members[set];
    if (members === undefined || !isOdd(thing)) return;
    this.isAnyMet = true;
    members.add(thing);
  }

  left(thing: Thing, set: number): void {
    this.members[set]?.delete(thing);
  }

  /** How many values an access to containers finds beside those to which the element leads. */
  sizeFor(rule: number, access: Access, slots: readonly number[]): number {
    if (!this.isAnyMet) return 0;
    const last = slots[slots.length - 1];
    if (last === undefined) return this.valuesOf(rule, access)?.size ?? 0;
    return (last === toElements ? this.containersOf : this.owners[last])?.size(oddKey) ?? 0;
  }

  /** Adds to the containers with an element what leads to the others. */
  collect(rule: number, access: Access, slots: readonly number[], into: RuleValue[]): void {
    if (!this.isAnyMet) return;
    if (slots.length > 0) into[into.length] = oddKey;
    else for (const value of each(this.valuesOf(rule, access) ?? [])) append(into, value);
  }

  private valuesOf(rule: number, access: Access): KeptSet<RuleValue> | null {
    const set = this.setOf(rule, access);
    return set === null ? this.elements : (this.members[set] ?? null);
  }

  private setOf(rule: number, { variable }: Access): number | null {
    const domain = this.queries[rule]?.variables[variable];
    return domain?.kind === 'set' ? domain.set : null;
  }
}

/** Whether a value has no elements that are kept. Where a container comes to be known, its contents have begun before. */
export function isOdd(value: RuleValue): boolean {
  return typeof value === 'string' || (value instanceof Thing && value.contents === null);
}
