/**
 * Weak topological order of a dependency graph (Bourdoncle (FMPA)): a well-parenthesised order of the nodes in which every
 * cycle passes through the head of a component that encloses it. Heads are the widening points.
 */
export type WtoElement = number | WtoComponent;

export interface WtoComponent {
  readonly head: number;
  /** In order, without the head. */
  readonly body: readonly WtoElement[];
}

/**
 * The order that Bourdoncle's modification of Tarjan's algorithm gives, in almost linear time: his visits a node once for each component
 * around it. One search finds which edges lead back; the components are then found from the inside out, as sets of nodes that are joined
 * (Kim, Venet and Thakur 2020). `successors(v)` are the nodes whose equations read v. Nodes that no root reaches are left out.
 */
export function weakTopologicalOrder(
  count: number,
  roots: readonly number[],
  successors: (node: number) => readonly number[],
): WtoElement[] {
  const search = new DepthFirstSearch(count, successors);
  for (const root of roots) search.visit(root);
  const loops = new Loops(count, search);
  const order: WtoElement[] = [];
  const bodies = new Map<number, WtoElement[]>();
  // Who is finished last comes first; a head is finished after all of its component.
  for (let at = search.visited - 1; at >= 0; at--) {
    const node = search.finished[at] as number;
    const around = loops.innermost[node] as number;
    const list = around === none ? order : (bodies.get(around) as WtoElement[]);
    if (loops.isHead[node] === 0) list.push(node);
    else {
      const body: WtoElement[] = [];
      bodies.set(node, body);
      list.push({ head: node, body });
    }
  }
  return order;
}

const none = -1;

/** Lists of edges, one for each node that they are found by. */
class EdgeLists {
  private readonly first: Int32Array;
  private readonly sources: number[] = [];
  private readonly targets: number[] = [];
  private readonly rest: number[] = [];

  constructor(count: number) {
    this.first = new Int32Array(count).fill(none);
  }

  add(node: number, source: number, target: number): void {
    this.rest.push(this.first[node] as number);
    this.targets.push(target);
    this.first[node] = this.sources.push(source) - 1;
  }

  has(node: number): boolean {
    return this.first[node] !== none;
  }

  forEach(node: number, visit: (source: number, target: number) => void): void {
    for (let edge = this.first[node] as number; edge !== none; edge = this.rest[edge] as number)
      visit(this.sources[edge] as number, this.targets[edge] as number);
  }
}

/** Sets of nodes that are joined one to another, each known by the one that all others were joined to. */
class JoinedNodes {
  private readonly joined: Int32Array;

  constructor(count: number) {
    this.joined = Int32Array.from({ length: count }, (_, node) => node);
  }

  join(node: number, to: number): void {
    this.joined[node] = to;
  }

  representative(node: number): number {
    const { joined } = this;
    let last = node;
    while (joined[last] !== last) last = joined[last] as number;
    while (joined[node] !== last) {
      const next = joined[node] as number;
      joined[node] = last;
      node = next;
    }
    return last;
  }
}

interface Frame {
  readonly node: number;
  readonly next: readonly number[];
  position: number;
}

/** With an explicit stack: graphs are as deep as programs are long. */
class DepthFirstSearch {
  visited = 0;
  /** Nodes in the order in which they were visited, and in which they were finished. */
  readonly nodes: Int32Array;
  readonly finished: Int32Array;
  /** By the node that they lead back to. */
  readonly backward: EdgeLists;
  /** By the last node through which both ends were reached; where there is none they are in no component together. */
  readonly forward: EdgeLists;
  private finishedCount = 0;
  private readonly states: Uint8Array;
  /** The finished elements, with those that they were reached from. */
  private readonly ancestors: JoinedNodes;

  constructor(
    count: number,
    private readonly successors: (node: number) => readonly number[],
  ) {
    this.nodes = new Int32Array(count);
    this.finished = new Int32Array(count);
    this.backward = new EdgeLists(count);
    this.forward = new EdgeLists(count);
    this.states = new Uint8Array(count);
    this.ancestors = new JoinedNodes(count);
  }

  visit(root: number): void {
    if (this.states[root] !== unvisited) return;
    const path = [this.open(root)];
    for (;;) {
      const frame = path.at(-1);
      if (frame === undefined) return;
      const { node, next } = frame;
      const target = next[frame.position++];
      if (target === undefined) {
        path.pop();
        this.close(node, path.at(-1));
      } else if (this.states[target] === unvisited) {
        this.forward.add(node, node, target);
        path.push(this.open(target));
      } else if (this.states[target] === open) {
        this.backward.add(target, node, target);
      } else {
        const meeting = this.ancestors.representative(target);
        if (this.states[meeting] === open) this.forward.add(meeting, node, target);
      }
    }
  }

  private open(node: number): Frame {
    this.states[node] = open;
    this.nodes[this.visited++] = node;
    return { node, next: this.successors(node), position: 0 };
  }

  private close(node: number, parent: Frame | undefined): void {
    this.states[node] = closed;
    this.finished[this.finishedCount++] = node;
    if (parent !== undefined) this.ancestors.join(node, parent.node);
  }
}

const [unvisited, open, closed] = [0, 1, 2];

/** The components, by their heads: what leads back to a head, and all between. */
class Loops {
  readonly isHead: Uint8Array;
  /** By node: the head of the innermost component around it that it is not the head of. */
  readonly innermost: Int32Array;

  constructor(count: number, { visited, nodes, backward, forward }: DepthFirstSearch) {
    this.isHead = new Uint8Array(count);
    this.innermost = new Int32Array(count).fill(none);
    /** The nodes in a known component, with the head of the outermost one. */
    const components = new JoinedNodes(count);
    const incoming = new EdgeLists(count);
    // Components whose heads were visited later are inside.
    for (let at = visited - 1; at >= 0; at--) {
      const head = nodes[at] as number;
      forward.forEach(head, (source, target) => incoming.add(components.representative(target), source, target));
      if (!backward.has(head)) continue;
      this.isHead[head] = 1;
      const members: number[] = [];
      const find = (source: number): void => {
        const member = components.representative(source);
        if (member === head || this.innermost[member] === head) return;
        this.innermost[member] = head;
        members.push(member);
      };
      backward.forEach(head, find);
      for (let next = 0; next < members.length; next++) incoming.forEach(members[next] as number, find);
      for (const member of members) components.join(member, head);
    }
  }
}

/** Whether the node is in the order. */
export function contains(order: readonly WtoElement[], node: number): boolean {
  return order.some(
    (element) => element === node || (typeof element !== 'number' && (element.head === node || contains(element.body, node))),
  );
}

/** The heads of all components. */
export function headsOf(order: readonly WtoElement[]): number[] {
  const heads: number[] = [];
  const collect = (elements: readonly WtoElement[]): void => {
    for (const element of elements) {
      if (typeof element === 'number') continue;
      heads.push(element.head);
      collect(element.body);
    }
  };
  collect(order);
  return heads;
}

/** `1 (2 3 (4 5)) 6`, as in the paper. */
export function showOrder(order: readonly WtoElement[]): string {
  return order
    .map((element) =>
      typeof element === 'number' ? `${element}` : `(${[`${element.head}`, showOrder(element.body)].filter(Boolean).join(' ')})`,
    )
    .join(' ');
}
