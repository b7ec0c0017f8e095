/**
 * Weak topological order of a dependency graph (Bourdoncle 1993): a well-parenthesised order of the nodes in which every
 * cycle passes through the head of a component that encloses it. Heads are the widening points.
 */
export type WtoElement = number | WtoComponent;

export interface WtoComponent {
  readonly head: number;
  /** In order, without the head. */
  readonly body: readonly WtoElement[];
}

/**
 * Bourdoncle's modification of Tarjan's algorithm, with an explicit stack: graphs are as deep as programs are long.
 * `successors(v)` are the nodes whose equations read v. Nodes that no root reaches are left out.
 */
export function weakTopologicalOrder(
  count: number,
  roots: readonly number[],
  successors: (node: number) => readonly number[],
): WtoElement[] {
  const unvisited = 0;
  const done = 0x7fffffff;
  const number = new Int32Array(count);
  const stack: number[] = [];
  let visited = 0;

  interface Frame {
    readonly node: number;
    readonly next: readonly number[];
    position: number;
    /** The smallest number that the node's subtree reaches on the stack. */
    head: number;
    loop: boolean;
    /** Where finished elements go, in reverse order. */
    readonly partition: WtoElement[];
    /** Set while the elements of the node's own component are being collected. */
    component: WtoElement[] | null;
  }

  const open = (node: number, partition: WtoElement[]): Frame => {
    stack.push(node);
    visited++;
    number[node] = visited;
    return { node, next: successors(node), position: 0, head: visited, loop: false, partition, component: null };
  };

  const order: WtoElement[] = [];
  for (const root of roots) {
    if (number[root] !== unvisited) continue;
    const frames: Frame[] = [open(root, order)];
    while (frames.length > 0) {
      const frame = frames[frames.length - 1] as Frame;
      if (frame.component !== null) {
        const child = nextUnvisited(frame);
        if (child !== null) frames.push(open(child, frame.component));
        else {
          frames.pop();
          frame.partition.push({ head: frame.node, body: frame.component.reverse() });
          close(frame, frames[frames.length - 1]);
        }
        continue;
      }
      const child = frame.next[frame.position];
      if (child !== undefined) {
        frame.position++;
        const seen = number[child] as number;
        if (seen === unvisited) frames.push(open(child, frame.partition));
        else if (seen <= frame.head) {
          frame.head = seen;
          frame.loop = true;
        }
        continue;
      }
      if (frame.head !== number[frame.node]) {
        frames.pop();
        close(frame, frames[frames.length - 1]);
        continue;
      }
      number[frame.node] = done;
      let element = stack.pop();
      if (!frame.loop) {
        frames.pop();
        frame.partition.push(frame.node);
        close(frame, frames[frames.length - 1]);
        continue;
      }
      while (element !== undefined && element !== frame.node) {
        number[element] = unvisited;
        element = stack.pop();
      }
      frame.component = [];
      frame.position = 0;
    }
  }
  return order.reverse();

  function nextUnvisited(frame: Frame): number | null {
    for (;;) {
      const child = frame.next[frame.position];
      if (child === undefined) return null;
      frame.position++;
      if (number[child] === unvisited) return child;
    }
  }

  /** What the recursive formulation returns to its caller: the head reached by the finished subtree. */
  function close(frame: Frame, parent: Frame | undefined): void {
    if (parent === undefined || parent.component !== null) return;
    if (frame.head <= parent.head && number[frame.node] !== done) {
      parent.head = frame.head;
      parent.loop = true;
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
