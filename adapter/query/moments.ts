import { keyText } from '../events/keyText.js';
import type { Evaluated, ValueReport } from '../events/rows.js';
import { declarationOf, defaultExport, type Binding, type Scope } from '../instrument/scopes.js';
import type { RunTexts } from '../querypoints/text/texts.js';
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
    return [...new Set(scopesAround(frame.text.scopes.bindings, frame.offset).map((scope) => this.kindOf(scope, frame)))];
  }

  /** Every variable that a frame sees before a statement begins there: what its own head declares is not there yet. */
  *variablesBefore(frame: FrameAt): Generator<VisibleVariable> {
    const { text, offset } = frame;
    const entered = scopesAround(text.scopes.bindings, offset).filter(({ node }) => node.type === 'Program' || node.start < offset);
    yield* this.variablesOf(frame, entered, null);
  }

  /** Every variable that a frame sees, the innermost first; of one kind of scope alone, when it is given. */
  *variablesIn(frame: FrameAt, wanted: VisibleVariable['scope'] | null = null): Generator<VisibleVariable> {
    yield* this.variablesOf(frame, scopesAround(frame.text.scopes.bindings, frame.offset), wanted);
  }

  private *variablesOf(frame: FrameAt, scopes: readonly Scope[], wanted: VisibleVariable['scope'] | null): Generator<VisibleVariable> {
    const { text, time } = frame;
    const hidden = new Set<string>();
    for (const scope of scopes) {
      const isWanted = wanted === null || this.kindOf(scope, frame) === wanted;
      const instance = isWanted ? instanceOf(this.store, frame, scope) : null;
      for (const binding of scope.bindings.values()) {
        if (hidden.has(binding.name)) continue;
        hidden.add(binding.name);
        if (!isWanted) continue;
        if (binding.kind === 'import' || binding.kind === 'self' || binding.name === defaultExport) continue;
        const name = text.sourceNameAt(declarationOf(binding), this.texts) ?? binding.name;
        const key = this.keyOf(text.path, binding);
        const place = instance === null || key === null ? null : { subject: instance, key };
        const written = place === null ? null : this.store.lastOfVariable(place.subject, place.key, time);
        const isUnknown = place !== null && this.mayHaveChanged(place, written?.event ?? -1, time);
        const isHoisted = written === null && binding.kind === 'var' && instance !== null;
        const value = isUnknown ? null : isHoisted ? undefinedValue : written === null ? null : this.store.valueOf(written);
        const isUnset = place !== null && written === null && !isUnknown && /^(let|const|class)$/.test(binding.kind);
        yield { name, value, isUnset, scope: this.kindOf(scope, frame), written, place };
      }
    }
  }

  private mayHaveChanged({ subject, key }: Place, after: number, before: number): boolean {
    return this.store.counted.mayHaveChanged(key, after, before) || this.store.unseen.mayHaveWritten(subject, key, after, before);
  }

  private keyOf(path: string, binding: Binding): number | null {
    return this.store.source.keyNumber(keyText({ kind: 'variable', path, declaration: declarationOf(binding) }));
  }

  private kindOf(scope: Scope, { activation }: FrameAt): VisibleVariable['scope'] {
    if (scope.node.type === 'Program') return 'module';
    const event = this.store.source.callOf(activation);
    const site = event === null ? undefined : this.store.source.site(this.store.row(event)?.site ?? 0);
    const program = site === undefined ? undefined : this.texts.text(site.path)?.program;
    return site !== undefined && program !== undefined && functionAt(site, program) === scope.home ? 'local' : 'closure';
  }

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

const undefinedValue: ValueReport = { kind: 'primitive', type: 'undefined', text: 'undefined' };

/** The scopes that declare something around an offset, the innermost first. */
function scopesAround(bindings: readonly Binding[], offset: number): readonly Scope[] {
  const scopes = new Set(bindings.map(({ scope }) => scope));
  return [...scopes]
    .filter(({ node }) => node.type === 'Program' || (node.start <= offset && offset < node.end))
    .sort((a, b) => a.node.end - a.node.start - (b.node.end - b.node.start));
}
