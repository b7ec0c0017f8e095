import { isFunction, walk, type AnyNode } from '../../instrument/tree.js';
import { stoppable } from '../../instrument/stoppable.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { ownRowsOf } from '../../trace/steps/ownRows.js';
import { walkActivation } from '../../trace/steps/walkActivation.js';
import { functionAt } from '../../trace/store/functionAt.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { Facts } from './facts.js';
import type { FunctionFacts } from './functionTable.js';

/** Where control may come to: a statement, what a loop evaluates again, or a call that it comes back to. */
export interface StepPlace {
  readonly text: LoadedText;
  readonly start: number;
  readonly end: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Whether it is what a loop evaluates before each iteration. */
  readonly isHead?: true;
}

/**
 * Control came to a statement. `line`: from another line, or once more; `return`: back from a call; `statement`: on the same line as before;
 * `perhaps`: the recording does not say whether it came there.
 */
export type StepKind = 'line' | 'return' | 'statement' | 'perhaps';

/** A step of an activation. */
export interface Step {
  /** The last event before it. */
  readonly event: number;
  /** How many steps of its activation are behind that event and before it. */
  readonly position: number;
  readonly kind: StepKind;
  readonly place: StepPlace;
}

/** The steps of activations, as branches and the text tell them: computed where they are looked at. */
export class StepList {
  private readonly places = new Map<LoadedText, Map<AnyNode, StepPlace | null>>();
  private readonly kept = new Map<number, readonly Step[]>();

  constructor(private readonly facts: Facts) {}

  /** The steps of one activation, in the order of the run; none where its text was not recorded. */
  of(activation: number): readonly Step[] {
    let steps = this.kept.get(activation);
    if (steps !== undefined) return steps;
    steps = this.find(activation);
    if (this.kept.size >= mostKept) this.kept.clear();
    this.kept.set(activation, steps);
    return steps;
  }

  private find(activation: number): readonly Step[] {
    const { facts } = this;
    const { store, texts } = facts.reader;
    const call = facts.calls.eventOf(activation);
    const entry = call === null ? null : store.row(call);
    const called = call === null ? null : facts.functionOf(call);
    const site = entry === null ? undefined : facts.sites.of(entry.site);
    const text = site === undefined ? undefined : texts.text(site.path);
    const node = site === undefined || text === undefined ? null : functionAt(site, text.program);
    if (call === null || called === null || text === undefined || node === null) return [];
    if (!isFunction(node) && node.type !== 'Program') return [];
    const steps = new Steps(called);
    const returns = this.returnsTo(activation, call);
    let back = returns.next();
    const places = this.placesIn(text);
    const goBackBefore = (time: number): void => {
      for (; back.done !== true && back.value.time <= time; back = returns.next()) steps.comeBack(back.value.time, back.value.place);
    };
    walkActivation(node, ownRowsOf(store, { text, node }, activation, call), call + 1, (at, time, isCertain) => {
      const place = places.get(at);
      if (place === undefined || place === null) return;
      goBackBefore(time);
      steps.come(time, place, isCertain);
    });
    goBackBefore(Infinity);
    return steps.found;
  }

  /** Where control comes back from calls of functions that have run to their ends. */
  private *returnsTo(activation: number, call: number): Generator<{ readonly time: number; readonly place: StepPlace | null }> {
    const { facts } = this;
    const { store, texts } = facts.reader;
    const activations = store.source.allActivations;
    const found: { time: number; place: StepPlace | null }[] = [];
    for (const row of store.rowsOf(activation, call + 1)) {
      if (row.kind !== Kind.call || activations.howOf(row.subject) !== 'exit') continue;
      const called = facts.functionOf(row.event);
      if (called === null || called.isTop || called.mayWait) continue;
      const site = store.call(row.event)?.callSite ?? null;
      const placed = site === null ? undefined : facts.sites.of(site);
      const text = placed === undefined ? undefined : texts.text(placed.path);
      const place = placed === undefined || text === undefined ? null : this.placeAt(text, placed.site.offset, placed.site.end);
      found.push({ time: activations.endOf(row.subject) + 1, place });
    }
    yield* found.sort((a, b) => a.time - b.time);
  }

  private placesIn(text: LoadedText): ReadonlyMap<AnyNode, StepPlace | null> {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    const places = new Map<AnyNode, StepPlace | null>();
    for (const { node, kind } of stoppable(text.program))
      if ((kind === 'statement' && node.type !== 'LabeledStatement') || kind === 'arrow')
        places.set(node, this.placeAt(text, node.start, node.end));
    walk(text.program, (node) => {
      const part = headOf(node);
      const place = part === null ? null : this.placeAt(text, part.start, part.end);
      if (part !== null) places.set(part, place === null ? null : { ...place, isHead: true });
    });
    this.places.set(text, places);
    return places;
  }

  /** null: nobody has written the code. */
  private placeAt(text: LoadedText, start: number, end: number): StepPlace | null {
    const position = text.userPosition(start, end);
    if (position === null) return null;
    const { file } = this.facts.reader.place(position) as { readonly file: string };
    return { text, start, end, file, line: position.line, column: position.column };
  }
}

/** So many activations are kept. */
const mostKept = 1000;

/** What a loop evaluates before each iteration; null: the node is no loop that does. */
function headOf(node: AnyNode): AnyNode | null {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
      return node.test;
    case 'ForStatement':
      return node.test ?? null;
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left;
    default:
      return null;
  }
}

/** Collects the steps of one activation. */
class Steps {
  readonly found: Step[] = [];
  /** The line on which control is, as `file:line`. The call itself tells of the first one. */
  private current: string;
  private last: StepPlace | null = null;
  private lastEvent = -1;
  private position = 0;

  constructor({ file, line, bodyLine, method }: FunctionFacts) {
    this.current = `${String(file)}:${String(method === 'constructor' ? line : bodyLine)}`;
  }

  come(time: number, place: StepPlace, isCertain: boolean): void {
    if (!isCertain) return this.add(time, 'perhaps', place);
    const line = `${place.file}:${place.line}`;
    // Where the same line is executed once more, control went back.
    const isBack = place.isHead !== true && this.last !== null && place.start <= this.last.start;
    if (line !== this.current || isBack) this.add(time, 'line', place);
    else if (place.isHead !== true) this.add(time, 'statement', place);
    this.current = line;
    if (place.isHead !== true) this.last = place;
  }

  /** `place`: the call; null where it is not in the text: control is where it was. */
  comeBack(time: number, place: StepPlace | null): void {
    const at = place ?? this.last;
    if (at === null) return;
    this.add(time, 'return', at);
    this.current = `${at.file}:${at.line}`;
  }

  private add(time: number, kind: StepKind, place: StepPlace): void {
    const event = time - 1;
    this.position = event === this.lastEvent ? this.position + 1 : 1;
    this.lastEvent = event;
    this.found.push({ event, position: this.position, kind, place });
  }
}
