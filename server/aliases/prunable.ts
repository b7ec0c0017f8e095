import type { Span } from '../base/span.js';
import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import { solve, type Solution } from './constraints.js';
import { anyName, computedName, outside, type Expected } from './abstractHeap.js';
import type { HeapForm, World } from './world.js';

/** What rules watch in a program: plain data. */
export interface WatchedParts {
  readonly classes: readonly WatchedClassName[];
  /** The names of the fields that rules read. */
  readonly fields: readonly string[];
  /** Whether stores under all names have probes, not only those that rules may read. */
  readonly areNamesOpen: boolean;
}

/** A class whose objects rules speak of, by where it is declared. */
export interface WatchedClassName {
  readonly paths: readonly string[];
  readonly folder: string | null;
  /** null: what the file exports as its default. */
  readonly name: string | null;
}

/** The places of one text that touch nothing that is watched, in UTF-16 units. */
export interface PrunableText {
  readonly path: string;
  /** Stores to members, and `delete`. */
  readonly stores: readonly Span[];
  /** `new`: none of the objects is of a watched class. */
  readonly made: readonly Span[];
  /** Calls of methods: their receivers are not watched. */
  readonly calls: readonly Span[];
}

/** What an analysis says of a world. */
export interface Prunable {
  readonly texts: readonly PrunableText[];
  /** Why nothing is said; null where something is. */
  readonly reason: string | null;
  /** What it rests on. */
  readonly expected: Expected;
  /** How often an object came into a set. */
  readonly effort: number;
}

/**
 * The places of a world whose receivers may not alias anything that is watched: objects of a watched class, what is reached from them by
 * watched fields and elements, and their prototypes. Two expressions may alias where their sets of abstract objects meet.
 */
export function prunableSites(world: World, watched: WatchedParts, form: HeapForm, budget: number): Prunable {
  const solution = solve(world, form, budget);
  const { effort } = solution.flows;
  const nothing = (reason: Prunable['reason']): Prunable => ({ texts: [], reason, expected: nothingExpected, effort });
  const { whyOpen } = solution.heap;
  if (whyOpen !== null) return nothing(`the program may run code that is not in its texts (${whyOpen})`);
  if (!solution.isComplete) return nothing('the program is too large for it');
  const extents = new Extents(world, watched, solution);
  if (!extents.areAllFound) return nothing('its texts do not tell which class a rule speaks of');
  const isProbed = (name: string | null): boolean =>
    name === null || name === 'length' || watched.areNamesOpen || watched.fields.includes(name);
  return {
    texts: world.map((text, index) => placesOf(text, index, solution, extents, isProbed)),
    reason: null,
    expected: solution.heap.expected,
    effort,
  };
}

export const nothingExpected: Expected = { natives: false, names: false };

/** The abstract objects that may be of watched classes, and those that may be looked at from them. */
class Extents {
  readonly members = new Set<number>();
  readonly followed = new Set<number>();
  readonly areAllFound: boolean;

  constructor(
    private readonly world: World,
    { classes, fields }: WatchedParts,
    private readonly solution: Solution,
  ) {
    const found = classes.map((watched) => this.classesOf(watched));
    this.areAllFound = found.every((functions) => functions.size > 0);
    const { heap, flows } = solution;
    const prototypes = new Set(
      found
        .flatMap((functions) => [...functions])
        .flatMap((made) => [...flows.of(heap.field(made, 'prototype')), ...flows.of(heap.field(made, computedName))]),
    );
    const isOut = [...prototypes].some((prototype) => flows.of(heap.escaped).has(prototype));
    for (let object = 0; object < heap.objects.length; object++) {
      if (!heap.isOwn(object)) continue;
      const chain = this.chainOf(object);
      if ([...prototypes].some((prototype) => chain.has(prototype)) || (isOut && chain.has(outside))) this.members.add(object);
    }
    if (isOut) this.members.add(outside);
    this.follow(fields);
  }

  /** Whether one of the objects of a set is among others; what is outside may be each that has escaped. */
  meets(set: number, others: ReadonlySet<number>): boolean {
    const { heap, flows } = this.solution;
    for (const object of flows.of(set)) {
      if (others.has(object)) return true;
      // Any native may be a prototype of something.
      if (heap.kindOf(object) === 'native' && this.haveNatives(others)) return true;
      if (object === outside && this.areOut(others)) return true;
    }
    return false;
  }

  private readonly known = new Map<ReadonlySet<number>, boolean>();

  /** Whether one of some objects has escaped. */
  private areOut(others: ReadonlySet<number>): boolean {
    let areOut = this.known.get(others);
    if (areOut === undefined) this.known.set(others, (areOut = [...others].some((object) => this.out.has(object))));
    return areOut;
  }

  private haveNatives(others: ReadonlySet<number>): boolean {
    let have = this.knownNatives.get(others);
    if (have === undefined)
      this.knownNatives.set(others, (have = [...others].some((object) => this.solution.heap.kindOf(object) === 'native')));
    return have;
  }

  private readonly knownNatives = new Map<ReadonlySet<number>, boolean>();

  /** What has escaped, and its prototypes. */
  private get out(): ReadonlySet<number> {
    if (this.outKnown !== null) return this.outKnown;
    const { heap, flows } = this.solution;
    const out = new Set(flows.of(heap.escaped));
    for (const object of out) if (heap.isOwn(object)) for (const prototype of flows.of(heap.prototype(object))) out.add(prototype);
    this.outKnown = out;
    return out;
  }

  private outKnown: ReadonlySet<number> | null = null;

  private follow(fields: readonly string[]): void {
    const { heap, flows } = this.solution;
    const { followed } = this;
    for (const member of this.members) followed.add(member);
    for (const object of followed) {
      if (object === outside) for (const escaped of flows.of(heap.escaped)) followed.add(escaped);
      if (!heap.isOwn(object)) continue;
      for (const name of [...fields, anyName]) for (const value of flows.of(heap.field(object, name))) followed.add(value);
      for (const prototype of flows.of(heap.prototype(object))) followed.add(prototype);
    }
  }

  private chainOf(object: number): ReadonlySet<number> {
    const { heap, flows } = this.solution;
    const chain = new Set([object]);
    for (const each of chain) if (each !== outside) for (const next of flows.of(heap.prototype(each))) chain.add(next);
    return chain;
  }

  /** All functions that may be the class: those that have its name, in whatever way, in one of its files. */
  private classesOf({ paths, folder, name }: WatchedClassName): ReadonlySet<number> {
    const { heap, flows, functions } = this.solution;
    const isThere = (index: number): boolean => {
      const { path = '', module } = this.world[index] ?? {};
      return paths.includes(path) || (folder !== null && path.startsWith(folder)) || module?.text.includes('sourceMappingURL') === true;
    };
    const found = new Set<number>();
    const add = (set: number): void => {
      for (const object of flows.of(set)) if (heap.kindOf(object) === 'function') found.add(object);
    };
    for (const { object, module, ir } of functions)
      if (isThere(module) && (name === null || plainName(ir.name) === name)) found.add(object);
    this.world.forEach(({ module }, index) => {
      if (!isThere(index)) return;
      for (const variable of module.variables) if (name === null || variable.name === name) add(this.solution.variable(index, variable.id));
    });
    if (name !== null) for (let object = 0; object < heap.objects.length; object++) add(heap.field(object, name));
    return found;
  }
}

/** A call of a method of the language that changes a container. */
const changingMethod = /\.(?:push|pop|shift|unshift|splice|fill|copyWithin|sort|reverse|add|set|delete|clear)$/;

/** null: it is computed, or an index. */
function constantName(key: Expression): string | null {
  return key.kind === 'constant' && key.value.kind === 'string' && !/^\d+$/.test(key.value.value) ? key.value.value : null;
}

/** `A.constructor` is the class A. */
const plainName = (name: string): string => name.replace(/\.constructor$/, '');

/** `isProbed`: whether a store under a name gets a probe; null: the name is computed. */
function placesOf(
  { path, module }: World[number],
  index: number,
  solution: Solution,
  extents: Extents,
  isProbed: (name: string | null) => boolean,
): PrunableText {
  const places = { store: new Places(), new: new Places(), call: new Places() };
  const touches = (expression: Expression, others: ReadonlySet<number>): boolean => {
    if (expression.kind === 'unknown') return true;
    return extents.meets(solution.setOf(index, expression), others);
  };
  for (const { edges } of module.functions)
    for (const { instruction } of edges) {
      switch (instruction.kind) {
        case 'store':
        case 'delete':
          if ((instruction.kind === 'delete' || instruction.mode === 'set') && isProbed(constantName(instruction.key)))
            places.store.note(instruction.span, touches(instruction.object, extents.followed));
          break;
        case 'call':
          noteCall(instruction);
          break;
      }
    }
  return { path, stores: places.store.pruned, made: places.new.pruned, calls: places.call.pruned };

  function noteCall(call: Instruction & { readonly kind: 'call' }): void {
    if (call.mode === 'new') {
      const touched = extents.meets(solution.variable(index, call.target), extents.members);
      places.new.note(call.span, touched || solution.flows.of(solution.setOf(index, call.callee)).has(outside));
    } else if (call.mode === 'call' && changingMethod.test(call.text))
      places.call.note(call.span, call.receiver === null || touches(call.receiver, extents.followed));
  }
}

/** Places by their spans: one is pruned where none of its instructions touches what is watched. */
class Places {
  private readonly touched = new Map<string, { readonly span: Span; isTouched: boolean }>();

  note(span: Span, isTouched: boolean): void {
    const key = `${span.start}:${span.end}`;
    const known = this.touched.get(key);
    if (known === undefined) this.touched.set(key, { span, isTouched });
    else known.isTouched ||= isTouched;
  }

  get pruned(): readonly Span[] {
    return [...this.touched.values()].flatMap(({ span, isTouched }) => (isTouched ? [] : [span]));
  }
}
