import { visit } from '../base/intMap.js';
import { present } from '../base/errors.js';

/** Functions of which each may run while any of them is active; alone, a function that may call itself or not. */
interface Component {
  /** Whoever calls stands before what it calls. */
  position: number;
  readonly members: readonly number[];
  /** Its members can be called again while they are active. */
  isCyclic: boolean;
}

const none: ReadonlySet<number> = new Set();
const byPosition = (a: Component, b: Component): number => a.position - b.position;

/**
 * The calls between functions of the program, in a topological order of their strongly connected components that is kept while calls
 * are added (Pearce and Kelly 2006). A question about two functions looks only at what stands between them.
 */
export class CallOrder {
  private readonly callees = new Map<number, Set<number>>();
  private readonly callers = new Map<number, Set<number>>();
  private readonly components = new Map<number, Component>();
  /** No question was asked yet: the order is made at once from all calls that are known then. */
  private isOrdered = false;
  private first = 0;
  private last = 0;
  /** Answers that no later call changes. */
  private readonly reached = new Map<number, Set<number>>();

  constructor(
    /** Told once of each function that can be called again while it is active. */
    private readonly onCyclic: (member: number) => void,
  ) {}

  add(caller: number, callee: number): void {
    entry(this.callees, caller).add(callee);
    entry(this.callers, callee).add(caller);
    if (this.isOrdered) this.insert(caller, callee);
  }

  /** Makes the order, so that all cycles are known. */
  prepare(): void {
    if (this.isOrdered) return;
    this.isOrdered = true;
    for (const members of componentsOf(this.callees)) {
      const isCyclic = members.length > 1 || members.some((member) => this.callees.get(member)?.has(member));
      this.place({ position: --this.first, members, isCyclic });
      if (isCyclic) members.forEach(this.onCyclic);
    }
  }

  /** Whether a chain of one call or more leads from one to the other. */
  leads(from: number, to: number): boolean {
    this.prepare();
    const start = this.components.get(from);
    const end = this.components.get(to);
    if (start === undefined || end === undefined) return false;
    if (start === end) return start.isCyclic;
    if (start.position > end.position) return false;
    const known = entry(this.reached, from);
    if (known.has(to)) return true;
    if (!this.between(start, this.callees, ({ position }) => position <= end.position).has(end)) return false;
    known.add(to);
    return true;
  }

  private place(component: Component): void {
    for (const member of component.members) this.components.set(member, component);
  }

  private insert(caller: number, callee: number): void {
    const before = this.components.get(caller) ?? this.alone(caller, --this.first);
    const behind = this.components.get(callee) ?? this.alone(callee, ++this.last);
    if (before === behind) {
      if (caller === callee) this.merge([before], before.position);
      return;
    }
    if (before.position > behind.position) this.reorder(before, behind);
  }

  private alone(member: number, position: number): Component {
    const component = { position, members: [member], isCyclic: false };
    this.place(component);
    return component;
  }

  /** A call from a later to an earlier one: what it concerns is placed anew in the positions that it had, or becomes one. */
  private reorder(caller: Component, callee: Component): void {
    const [least, most] = [callee.position, caller.position];
    const behind = this.between(callee, this.callees, ({ position }) => position <= most);
    const before = this.between(caller, this.callers, ({ position }) => position >= least);
    const free = [...new Set([...behind, ...before])].map(({ position }) => position).sort((a, b) => a - b);
    const circle = [...before].filter((component) => behind.has(component));
    const first = [...before].filter((component) => !behind.has(component)).sort(byPosition);
    const rest = [...behind].filter((component) => !before.has(component)).sort(byPosition);
    first.forEach((component, index) => (component.position = present(free[index], 'a position')));
    rest.forEach((component, index) => (component.position = present(free[free.length - rest.length + index], 'a position')));
    if (circle.length > 0) this.merge(circle, present(free[first.length], 'a position'));
  }

  private merge(circle: readonly Component[], position: number): void {
    this.place({ position, members: circle.flatMap(({ members }) => members), isCyclic: true });
    for (const { members, isCyclic } of circle) if (!isCyclic) members.forEach(this.onCyclic);
  }

  /** The components that chains of those which are wanted lead to, itself included. */
  private between(
    start: Component,
    successors: ReadonlyMap<number, ReadonlySet<number>>,
    isWanted: (component: Component) => boolean,
  ): ReadonlySet<Component> {
    const found = new Set([start]);
    // A set that grows while it is walked is walked to its new end.
    for (const { members } of found) {
      for (const member of members) {
        visit();
        for (const next of successors.get(member) ?? none) {
          const component = this.components.get(next);
          if (component !== undefined && isWanted(component)) found.add(component);
        }
      }
    }
    return found;
  }
}

function entry(map: Map<number, Set<number>>, key: number): Set<number> {
  let known = map.get(key);
  if (known === undefined) map.set(key, (known = new Set()));
  return known;
}

/** A node on the way of `componentsOf`, with what is left of its successors. */
interface Visit {
  readonly node: number;
  readonly rest: Iterator<number>;
}

/** Strongly connected components, each behind those that it leads to (Tarjan 1972), without recursion. */
function componentsOf(successors: ReadonlyMap<number, ReadonlySet<number>>): readonly (readonly number[])[] {
  const lowest = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const components: number[][] = [];
  const path: Visit[] = [];
  const indexOf = new Map<number, number>();
  const enter = (node: number): void => {
    lowest.set(node, indexOf.size);
    indexOf.set(node, indexOf.size);
    open.push(node);
    isOpen.add(node);
    path.push({ node, rest: (successors.get(node) ?? none).values() });
  };
  const lower = (node: number, to: number | undefined): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? Infinity));
  };
  const leave = (node: number): void => {
    path.pop();
    const above = path.at(-1);
    if (above !== undefined) lower(above.node, lowest.get(node));
    if (lowest.get(node) !== indexOf.get(node)) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen.delete(member);
    components.push(members);
  };
  for (const start of successors.keys()) {
    if (indexOf.has(start)) continue;
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.next();
      if (next.done === true) leave(top.node);
      else if (!indexOf.has(next.value)) enter(next.value);
      else if (isOpen.has(next.value)) lower(top.node, indexOf.get(next.value));
    }
  }
  return components;
}
