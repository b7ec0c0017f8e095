import type { Argument, Instruction } from '../../ir/instruction.js';
import type { FunctionIr, NodeId, VariableId } from '../../ir/program.js';
import { mentionsOf } from '../../ir/mentions.js';
import { targetsOf } from '../../ir/visit.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { builtinFacts, builtinsThat, memberOf } from '../../builtins/facts.js';
import { uninitialised } from '../concrete/concreteValue.js';
import { Abandoned } from '../concrete/signals.js';
import type { PathTerms } from './terms.js';
import type { UnknownCode } from './unknownCode.js';

/** A run comes back to the head of a loop: it goes on as the runs that are followed from there. */
export class Covered {}

/** A natural loop: the nodes from which its head is reached again without leaving it. */
export interface Loop {
  readonly nodes: ReadonlySet<NodeId>;
  readonly written: ReadonlySet<VariableId>;
  /** Nothing in it may change an object, or run code beyond its own; `presumed`: unless a getter, a conversion or a method does. */
  readonly isPlain: boolean | 'presumed';
}

/** Instructions that change nothing but variables of the function. Conversions of unknown values go through `UnknownCode`. */
const plain: ReadonlySet<Instruction['kind']> = new Set<Instruction['kind']>([
  'nop',
  'assign',
  'assume',
  'checkInitialised',
  'enterScope',
  'copyScope',
  'throw',
]);
/** And those that change nothing unless they run other code, which is seen. */
const quiet: ReadonlySet<Instruction['kind']> = new Set<Instruction['kind']>([...plain, 'load', 'step']);

/** Loops that were presumed to change no object, and may do so. */
export type Refuted = Set<Loop>;

/**
 * Summaries of loops in one run that is followed: where a loop is entered, all that it may change becomes unknown, and a run that comes
 * back to its head is covered by those that leave from there. Good runs end, so the last round of each is among the runs that are followed.
 */
export class LoopSummaries {
  private readonly entered = new WeakMap<FunctionFrame, Set<NodeId>>();
  /** The loops that are presumed to change no object, and are not left yet. */
  private readonly presumed = new Map<Loop, { readonly frame: FunctionFrame; readonly epoch: number }>();
  private readonly previous = new WeakMap<FunctionFrame, NodeId>();
  private forgotten = false;

  constructor(
    private readonly unknown: UnknownCode,
    private readonly terms: PathTerms,
    /** The values that a variable may hold whenever control is at a node of the frame. */
    private readonly valueAt: (frame: FunctionFrame, variable: VariableId) => Value,
    /** Whether a run that does not end here fails. */
    private readonly mustEnd: () => boolean,
    private readonly refuted: Refuted,
  ) {}

  /** Whether the run was presumed to leave a loop. */
  get hasForgotten(): boolean {
    return this.forgotten;
  }

  /** Control comes to a node. */
  arrive(frame: FunctionFrame): void {
    const before = this.previous.get(frame);
    this.previous.set(frame, frame.node);
    this.refute(frame);
    const loop = loopsOf(frame.index.function).get(frame.node);
    if (loop === undefined) return;
    const heads = this.entered.get(frame) ?? new Set();
    this.entered.set(frame, heads);
    if (before !== undefined && loop.nodes.has(before)) {
      if (heads.has(frame.node)) throw new Covered();
      return;
    }
    heads.delete(frame.node);
    if (!this.mustEnd()) return;
    heads.add(frame.node);
    this.forgotten = true;
    this.forget(frame, loop);
  }

  /** A loop in which other code runs may change what that reaches. */
  private refute(frame: FunctionFrame): void {
    for (const [loop, { frame: own, epoch }] of this.presumed) {
      if (this.unknown.epoch !== epoch || frame !== own) {
        this.refuted.add(loop);
        throw new Abandoned('a loop that runs other code');
      }
      if (!loop.nodes.has(frame.node)) this.presumed.delete(loop);
    }
  }

  private forget(frame: FunctionFrame, loop: Loop): void {
    const { written, isPlain } = loop;
    const changed = new Set(written);
    if (isPlain === false || this.refuted.has(loop)) {
      const { writtenByClosures } = mentionsOf(frame.module.module);
      for (const [, variable] of frame.ownCells()) if (writtenByClosures.has(variable)) changed.add(variable);
      this.unknown.exposeAll();
    } else if (isPlain === 'presumed') this.presumed.set(loop, { frame, epoch: this.unknown.epoch });
    for (const variable of changed) {
      const binding = frame.bound(variable);
      if (binding === undefined || binding.value === uninitialised) continue;
      const value = this.valueAt(frame, variable);
      const isZero = values.isNumberOnly(value) && value.number.min === 0 && value.number.max === 0 && !value.number.nan;
      const what = `variable ${variable} in the loop at ${frame.node}, ${this.terms.history}`;
      frame.write(
        variable,
        this.terms.input(
          isZero ? { kind: 'zero' } : { kind: 'unknown', what, isOnce: true },
          values.mayBeObject(value) ? values.top : value,
        ),
      );
    }
  }
}

const known = new WeakMap<FunctionIr, ReadonlyMap<NodeId, Loop>>();

/** The loops of a function by their heads; of irreducible graphs only what has one. */
function loopsOf(body: FunctionIr): ReadonlyMap<NodeId, Loop> {
  const found = known.get(body);
  if (found !== undefined) return found;
  const [successors, predecessors] = [new Map<NodeId, NodeId[]>(), new Map<NodeId, NodeId[]>()];
  for (const { source, target } of body.edges) {
    successors.set(source, [...(successors.get(source) ?? []), target]);
    predecessors.set(target, [...(predecessors.get(target) ?? []), source]);
  }
  const nodesOf = new Map<NodeId, Set<NodeId>>();
  for (const [tail, head] of backEdges(body.entry, successors)) {
    const nodes = nodesOf.get(head) ?? new Set([head]);
    nodesOf.set(head, nodes);
    const pending = [tail];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (nodes.has(node)) continue;
      nodes.add(node);
      pending.push(...(predecessors.get(node) ?? []));
    }
  }
  const loops = new Map<NodeId, Loop>();
  for (const [head, nodes] of nodesOf) {
    const inside = body.edges.filter(({ source }) => nodes.has(source)).map(({ instruction }) => instruction);
    loops.set(head, {
      nodes,
      written: new Set(inside.flatMap((instruction) => [...targetsOf(instruction), ...iteratorsOf(instruction)])),
      isPlain:
        inside.every(({ kind }) => plain.has(kind)) ||
        (inside.every((each) => quiet.has(each.kind) || isQuietAllocation(each) || isQuietCall(each, body)) && 'presumed'),
    });
  }
  known.set(body, loops);
  return loops;
}

/** Names of what the language has that writes to an object, or calls back. */
const loud = new Set(
  builtinsThat(({ writes, calls, exits, indirect }) => [writes, calls, exits, indirect].some((fact) => fact !== undefined)).map(memberOf),
);

/** A spread, perhaps over an iterator, which goes on. */
const isSpread = ({ kind }: Argument): boolean => kind === 'spread';

const isQuietAllocation = (instruction: Instruction): boolean => instruction.kind === 'allocate' && !instruction.elements.some(isSpread);

/** A call of a method by its name, or of a global function; by that name the language has none that changes anything. */
function isQuietCall(instruction: Instruction, { edges }: FunctionIr): boolean {
  if (instruction.kind !== 'call' || instruction.mode !== 'call' || instruction.args.some(isSpread)) return false;
  const { callee } = instruction;
  if (callee.kind === 'global') return builtinFacts.has(callee.name) && !loud.has(callee.name);
  if (callee.kind !== 'variable') return false;
  const writers = new Set(edges.map((edge) => edge.instruction).filter((each) => targetsOf(each).includes(callee.variable)));
  const [read, other] = writers;
  if (read?.kind !== 'load' || other !== undefined || read.key.kind !== 'constant' || read.key.value.kind !== 'string') return false;
  return !loud.has(read.key.value.value);
}

/** The iterators that an instruction advances without writing them. */
function iteratorsOf(instruction: Instruction): readonly VariableId[] {
  return instruction.kind === 'step' || instruction.kind === 'collect' ? [instruction.iterator] : [];
}

/** Edges to a node that is being visited (depth first, without recursion). */
function backEdges(entry: NodeId, successors: ReadonlyMap<NodeId, readonly NodeId[]>): readonly (readonly [NodeId, NodeId])[] {
  const edges: [NodeId, NodeId][] = [];
  const [open, done] = [new Set<NodeId>(), new Set<NodeId>()];
  const stack: { readonly node: NodeId; next: number }[] = [{ node: entry, next: 0 }];
  open.add(entry);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const target = successors.get(top.node)?.[top.next++];
    if (target === undefined) {
      open.delete(top.node);
      done.add(top.node);
      stack.pop();
    } else if (open.has(target)) edges.push([top.node, target]);
    else if (!done.has(target)) {
      open.add(target);
      stack.push({ node: target, next: 0 });
    }
  }
  return edges;
}
