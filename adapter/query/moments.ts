import { keyText } from '../events/keyText.js';
import type { Evaluated, ValueReport } from '../events/rows.js';
import { declarationOf, defaultExport, type Binding, type Scope } from '../instrument/scopes.js';
import type { AnyNode } from '../instrument/tree.js';
import type { LoadedText, RunTexts } from '../querypoints/text/texts.js';
import type { ClassTexts } from '../trace/moment/classTexts.js';
import { RecordedMoment } from '../trace/moment/recordedMoment.js';
import { notRecorded } from '../trace/moment/recordedOperators.js';
import { instanceOf, type FrameAt } from '../trace/moment/scopeInstances.js';
import { functionAt } from '../trace/store/functionAt.js';
import { homeOfRow } from '../trace/store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../trace/store/traceStore.js';

/** A variable that code sees at an event. */
export interface VisibleVariable {
  readonly name: string;
  /** null: it has none yet, or it was not recorded. */
  readonly value: ValueReport | null;
  /** Whether it surely has none yet: its declaration was not reached. */
  readonly isUnset: boolean;
  readonly scope: 'local' | 'closure' | 'module';
  /** The change that gave it its value; null when none was recorded. */
  readonly written: TraceRow | null;
  /** Where its changes are recorded: the instance of its scope, and its key; null when that is not known. */
  readonly place: Place | null;
}

interface Place {
  readonly subject: number;
  readonly key: number;
}

/** Looks at moments of a recording: what expressions are there, and which variables are seen. */
export class Moments {
  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
    private readonly classes: ClassTexts,
  ) {}

  /** What an expression is in the code of an event, when the event has happened. */
  evaluateAt(event: number, expression: string): Evaluated {
    const row = this.store.row(Math.min(event, this.store.end - 1));
    const frame = row === null ? null : this.frameAt(row, event + 1);
    if (row === null || frame === null) return { error: notRecorded };
    return this.momentAt(frame).look(0, expression);
  }

  /** What a variable of a module holds when an event has happened. */
  moduleVariable(path: string, name: string, event: number): Evaluated {
    const text = this.texts.text(path);
    if (text === undefined) return { error: notRecorded };
    return this.momentAt({ activation: 0, text, offset: text.program.end, time: event + 1 }).look(0, name);
  }

  /** Every variable that the code of an event sees, the innermost first, with what it held at a time. */
  *variablesAt(row: TraceRow, time: number): Generator<VisibleVariable> {
    const frame = this.frameAt(row, time);
    if (frame !== null) yield* this.variablesIn(frame);
  }

  /** Which scopes around a frame declare something, the innermost first. */
  scopesOf(frame: FrameAt): readonly VisibleVariable['scope'][] {
    const home = this.homeOf(frame);
    return [...new Set(scopesAround(frame.text.scopes.bindings, frame.offset).map((scope) => kindOf(scope, home)))];
  }

  /** Every variable, or those of one kind of scope, that a frame sees before a statement: what its own head declares is not there yet. */
  *variablesBefore(frame: FrameAt, wanted: VisibleVariable['scope'] | null = null): Generator<VisibleVariable> {
    const { text, offset } = frame;
    const entered = scopesAround(text.scopes.bindings, offset).filter(({ node }) => node.type === 'Program' || node.start < offset);
    yield* this.variablesOf(frame, entered, wanted);
  }

  /** Every variable that a frame sees, the innermost first; of one kind of scope alone, when it is given. */
  *variablesIn(frame: FrameAt, wanted: VisibleVariable['scope'] | null = null): Generator<VisibleVariable> {
    yield* this.variablesOf(frame, scopesAround(frame.text.scopes.bindings, frame.offset), wanted);
  }

  private *variablesOf(frame: FrameAt, scopes: readonly Scope[], wanted: VisibleVariable['scope'] | null): Generator<VisibleVariable> {
    const { text, time } = frame;
    const hidden = new Set<string>();
    const home = this.homeOf(frame);
    for (const scope of scopes) {
      const kind = kindOf(scope, home);
      const isWanted = wanted === null || kind === wanted;
      const instance = isWanted ? instanceOf(this.store, frame, scope) : null;
      for (const binding of scope.bindings.values()) {
        if (hidden.has(binding.name)) continue;
        hidden.add(binding.name);
        if (!isWanted) continue;
        if (binding.kind === 'import' || binding.kind === 'self' || binding.name === defaultExport) continue;
        const { name, key } = this.placed(text, binding);
        const place = instance === null || key === null ? null : { subject: instance, key };
        const written = place === null ? null : this.store.lastOfVariable(place.subject, place.key, time);
        const isUnknown = place !== null && this.mayHaveChanged(place, written?.event ?? -1, time);
        const isHoisted = written === null && binding.kind === 'var' && instance !== null;
        const value = isUnknown ? null : isHoisted ? undefinedValue : written === null ? null : this.store.valueOf(written);
        const isUnset = place !== null && written === null && !isUnknown && /^(let|const|class)$/.test(binding.kind);
        yield { name, value, isUnset, scope: kind, written, place };
      }
    }
  }

  private mayHaveChanged({ subject, key }: Place, after: number, before: number): boolean {
    return this.store.counted.mayHaveChanged(key, after, before) || this.store.unseen.mayHaveWritten(subject, key, after, before);
  }

  /** What a variable is called in the source, and the key of its changes; null when it has none. */
  private placed(text: LoadedText, binding: Binding): { readonly name: string; readonly key: number | null } {
    let found = this.bindings.get(binding);
    if (found === undefined) {
      const declaration = declarationOf(binding);
      const key = this.store.source.keyNumber(keyText({ kind: 'variable', path: text.path, declaration }));
      found = { name: text.sourceNameAt(declaration, this.texts) ?? binding.name, key };
      this.bindings.set(binding, found);
    }
    return found;
  }

  private readonly bindings = new Map<Binding, { readonly name: string; readonly key: number | null }>();

  /** The function whose activation a frame has; null when it is not known. */
  private homeOf({ activation }: FrameAt): AnyNode | null {
    const event = this.store.source.callOf(activation);
    const number = event === null ? null : (this.store.row(event)?.site ?? 0);
    if (number === null) return null;
    let home = this.homes.get(number);
    if (home === undefined) {
      const site = this.store.source.site(number);
      const program = site === undefined ? undefined : this.texts.text(site.path)?.program;
      home = site === undefined || program === undefined ? null : functionAt(site, program);
      this.homes.set(number, home);
    }
    return home;
  }

  /** By the site of its entry. */
  private readonly homes = new Map<number, AnyNode | null>();

  /** The code in which an event happened; of a call that of the caller. */
  private frameAt(row: TraceRow, time: number): FrameAt | null {
    const callSite = this.store.call(row.event)?.callSite ?? null;
    const site = this.store.source.site(callSite ?? row.site);
    const text = site === undefined ? undefined : this.texts.text(site.path);
    if (site === undefined || text === undefined) return null;
    return { activation: homeOfRow(row), text, offset: site.site.offset, time };
  }

  /** A moment at which a frame is looked at. */
  momentAt(frame: FrameAt, value: ValueReport | null = null): RecordedMoment {
    return RecordedMoment.ofFrame(this.store, this.texts, this.classes, frame, value);
  }
}

/** `home`: the function whose activation looks. */
function kindOf(scope: Scope, home: AnyNode | null): VisibleVariable['scope'] {
  if (scope.node.type === 'Program') return 'module';
  return home !== null && home === scope.home ? 'local' : 'closure';
}

const undefinedValue: ValueReport = { kind: 'primitive', type: 'undefined', text: 'undefined' };

/** The scopes that declare something around an offset, the innermost first. */
function scopesAround(bindings: readonly Binding[], offset: number): readonly Scope[] {
  let known = knownAround.get(bindings);
  if (known === undefined) knownAround.set(bindings, (known = new Map<number, readonly Scope[]>()));
  let around = known.get(offset);
  if (around === undefined) {
    around = [...new Set(bindings.map(({ scope }) => scope))]
      .filter(({ node }) => node.type === 'Program' || (node.start <= offset && offset < node.end))
      .sort((a, b) => a.node.end - a.node.start - (b.node.end - b.node.start));
    known.set(offset, around);
  }
  return around;
}

/** By the bindings of a text and an offset: there are no more of these than code has places. */
const knownAround = new WeakMap<readonly Binding[], Map<number, readonly Scope[]>>();
