import { isFunction, walk, type AnyNode } from '../../instrument/tree.js';
import { stoppable } from '../../instrument/stoppable.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { ownRowsOf } from '../../trace/steps/ownRows.js';
import { walkActivation } from '../../trace/steps/walkActivation.js';
import { functionAt } from '../../trace/store/functionAt.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { Facts } from './facts.js';
import type { FunctionFacts } from './functionTable.js';
import { StepColumns, type Step, type StepKind, type StepPlace } from './stepColumns.js';
import type { EventRange } from './table.js';

/** The steps of activations, as branches and the text tell them: computed where they are looked at. */
export class StepList {
  private readonly places = new Map<LoadedText, Map<AnyNode, StepPlace | null>>();
  private readonly kept = new Map<number, readonly Step[]>();
  private countKept = 0;

  constructor(private readonly facts: Facts) {}

  /** The steps of one activation, in the order of the run; none where its text was not recorded. */
  of(activation: number): readonly Step[] {
    const known = this.kept.get(activation);
    const steps = known ?? this.find(activation);
    if (known === undefined) this.countKept += steps.length;
    // The one that was asked for last is at the end.
    else this.kept.delete(activation);
    this.kept.set(activation, steps);
    for (const [oldest, old] of this.kept) {
      if (this.kept.size <= fewestKept || (this.kept.size <= mostKept && this.countKept <= mostSteps)) break;
      this.kept.delete(oldest);
      this.countKept -= old.length;
    }
    return steps;
  }

  /** The steps of all activations, in the order of the run. */
  get all(): StepColumns {
    return (this.everything ??= this.between({ from: 0, to: Infinity }));
  }

  /** The same; null while nobody has asked for them. */
  get known(): StepColumns | null {
    return this.everything;
  }

  private everything: StepColumns | null = null;

  /** The steps of a range: each activation is followed once. */
  between({ from, to }: EventRange): StepColumns {
    const found = new StepColumns();
    const { allActivations } = this.facts.reader.store.source;
    for (let activation = 1; activation <= allActivations.highest; activation++) {
      const begun = this.facts.calls.eventOf(activation);
      if (begun === null || begun >= to) continue;
      const end = allActivations.endOf(activation);
      if (end >= 0 && end < from) continue;
      for (const step of this.find(activation)) if (step.event >= from && step.event < to) found.add(activation, step);
    }
    return found.sort();
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
    for (const { node, kind } of stoppable(text.program)) {
      if (kind !== 'statement' && kind !== 'arrow') continue;
      const place = this.placeAt(text, node.start, node.end);
      // Behind a label control comes to the statement itself; a line that holds the label alone is one more.
      const labelled = node.type === 'LabeledStatement' ? this.placeAt(text, node.body.start, node.body.end) : null;
      if (place === null || labelled?.line !== place.line) places.set(node, place);
    }
    markFirst(places.values());
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

/** Marks the places with which lines begin. */
function markFirst(places: Iterable<StepPlace | null>): void {
  const first = new Map<string, StepPlace>();
  for (const place of places) {
    const key = place === null ? '' : `${place.file}:${place.line}`;
    const other = first.get(key);
    if (place !== null && (other === undefined || place.column < other.column)) first.set(key, place);
  }
  for (const place of first.values()) place.isFirst = true;
}

/** So many activations are kept, and so many steps of theirs; those of a few whatever their length. */
const mostKept = 10_000;
const mostSteps = 300_000;
const fewestKept = 16;

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
