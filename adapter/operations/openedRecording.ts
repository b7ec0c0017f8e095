import { reportPath } from '../../server/findings/reportPath.js';
import { RecordedHeap } from '../trace/moment/recordedHeap.js';
import { ClassTexts } from '../trace/moment/classTexts.js';
import { ActivationSteps } from '../trace/replay/activationSteps.js';
import { PassageSearch, type Breathe } from '../trace/replay/passageSearch.js';
import type { Direction, Position, StepKind } from '../trace/replay/recordedPosition.js';
import { RecordedStack } from '../trace/replay/stack.js';
import { StopSearch, type FoundStop, type StopPoint } from '../trace/replay/stopSearch.js';
import { Travel } from '../trace/replay/travel.js';
import { openRecording, type OpenRecording } from '../query/openReader.js';

export type { Direction, Position, StepKind } from '../trace/replay/recordedPosition.js';
export type { StopPoint } from '../trace/replay/stopSearch.js';

/** A recording that is open for as long as somebody looks at it: positions in it, and the ways between them. */
export class OpenedRecording {
  readonly steps: ActivationSteps;
  readonly stack: RecordedStack;
  private readonly travel: Travel;
  private readonly search: StopSearch;
  private readonly classes: ClassTexts;

  private constructor(
    readonly file: string,
    readonly open: OpenRecording,
  ) {
    const { store, texts, paths } = open.reader;
    this.steps = new ActivationSteps(store, texts);
    this.stack = new RecordedStack(store, this.steps);
    this.travel = new Travel(store, this.steps, this.stack);
    this.search = new StopSearch(store, this.steps, this.travel, new PassageSearch(store, this.steps, this.stack));
    this.classes = new ClassTexts(texts, paths);
  }

  /** Opens a file. Throws one sentence for the user where it is no recording. `cwd`: what paths in answers are relative to. */
  static of(file: string, cwd: string | null): OpenedRecording {
    return new OpenedRecording(
      file,
      openRecording(file, (path) => (cwd === null ? path : reportPath(cwd, path))),
    );
  }

  close(): void {
    this.open.close();
  }

  /** How many events there are. */
  get end(): number {
    return this.open.reader.store.end;
  }

  /** The first statement that was recorded; null when none was. */
  first(): Position | null {
    return this.travel.first();
  }

  last(): Position | null {
    return this.travel.last();
  }

  step(from: Position, direction: Direction, kind: StepKind): Position | null {
    return this.travel.step(from, direction, kind);
  }

  /** The statement in which an event happens, right before it. */
  before(event: number): Position | null {
    return this.travel.before(Math.min(event, this.end - 1));
  }

  /** The nearest of some stop points in a direction, and those behind it. */
  stops<P extends { readonly stop: StopPoint }>(
    from: Position,
    direction: Direction,
    points: readonly P[],
    breathe: Breathe,
  ): AsyncGenerator<FoundStop<P>> {
    return this.search.stops(from, direction, points, breathe);
  }

  /** Reads the next part of the recording for what later lookups need of it; false when all is read. */
  readOn(): boolean {
    const { store } = this.open.reader;
    if (this.read >= store.source.frameCount) return false;
    store.summarise(this.read++);
    return true;
  }

  private read = 0;

  /** Whether all was read once. */
  get isRead(): boolean {
    return this.read >= this.open.reader.store.source.frameCount;
  }

  /** What objects hold at a time. */
  heapAt(time: number): RecordedHeap {
    return new RecordedHeap(this.open.reader.store, this.classes, time);
  }
}
