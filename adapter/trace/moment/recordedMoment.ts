import type { Moment } from '../../events/moment.js';
import type { Evaluated, FunctionPosition, Paused, PrivateFields, PropertyReport, ValueReport } from '../../events/rows.js';
import { indexVariableName } from '../../instrument/givenIndex.js';
import { isFunction, pathTo } from '../../instrument/tree.js';
import { initialisedMember } from '../../querypoints/text/frameName.js';
import type { RunTexts } from '../../querypoints/text/texts.js';
import { Kind } from '../store/rowMeaning.js';
import { functionAt } from '../store/functionAt.js';
import type { TraceStore } from '../store/traceStore.js';
import type { ClassTexts } from './classTexts.js';
import { evaluateRecorded, unreadable, type Surroundings } from './evaluate.js';
import { indexGiven } from './indexGiven.js';
import { elementsWritten } from './listExpressions.js';
import { placesOf } from './placesOfObject.js';
import { previewOfElements, shown } from './preview.js';
import { RecordedHeap } from './recordedHeap.js';
import { notRecorded, recordedOf } from './recordedOperators.js';
import { calledLast } from './calledFunctions.js';
import { functionOrigin, type FunctionOrigin } from './functionTexts.js';
import { isNativeMember } from './nativeMembers.js';
import { isNativeName, isWrittenAnywhere } from './nativeNames.js';
import { globalHeld, namespaceMember, variableIn } from './recordedScope.js';
import { activationOfThis, instanceOf, type FrameAt } from './scopeInstances.js';

const unknown: Evaluated = { error: notRecorded };

/** A function has no more names than this, one given to the next. */
const mostNames = 20;

/** What a moment of a recording is made of. */
export interface MomentParts {
  readonly paused: Paused;
  /** Where each frame is that is no awaiting one, the innermost first. */
  readonly frames: readonly FrameAt[];
  /** What `.owner` and `.value` mean. */
  readonly owner: ValueReport | null;
  readonly value: ValueReport | null;
  /** Called with an expression of which a part was not recorded. */
  readonly onUnknown?: (expression: string) => void;
}

/** One moment of a recording, looked at as if the program waited there. Nothing is run; what was not recorded is an error. */
export class RecordedMoment implements Moment {
  readonly paused: Paused;
  private readonly time: number;
  private readonly heap: RecordedHeap;

  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
    private readonly classes: ClassTexts,
    private readonly parts: MomentParts,
  ) {
    this.paused = parts.paused;
    this.time = parts.frames[0]?.time ?? parts.paused.time;
    this.heap = new RecordedHeap(store, classes, this.time);
  }

  /** A moment of which nothing matters but where one frame is, and what `.value` means. */
  static ofFrame(
    store: TraceStore,
    texts: RunTexts,
    classes: ClassTexts,
    frame: FrameAt,
    value: ValueReport | null = null,
  ): RecordedMoment {
    return new RecordedMoment(store, texts, classes, { paused: nowhere(frame.time), frames: [frame], owner: null, value });
  }

  /** The frame below which there is none. */
  get outermost(): FrameAt | null {
    return this.parts.frames.at(-1) ?? null;
  }

  evaluate(frame: number, expression: string): Promise<Evaluated> {
    return Promise.resolve(this.look(frame, expression));
  }

  /** The value of an expression in a frame, at once. */
  look(frame: number, expression: string): Evaluated {
    return this.evaluated(frame, expression);
  }

  functionPlace(frame: number, expression: string): Promise<FunctionPosition | null> {
    const origin = this.origin(frame, expression);
    return Promise.resolve(origin === 'native' ? null : origin);
  }

  isNative(frame: number, expression: string): Promise<boolean> {
    return Promise.resolve(this.origin(frame, expression) === 'native');
  }

  privateFields(frame: number, expression: string): Promise<PrivateFields | null> {
    const outcome = this.evaluated(frame, expression);
    if (!('value' in outcome) || outcome.value.kind !== 'object') return Promise.resolve(null);
    const { id, className } = outcome.value;
    const fields = placesOf(this.store, id, this.time - 1).flatMap(({ key, value }) => {
      const name = /^private .*(#\S+)$/.exec(key)?.[1];
      return name === undefined ? [] : [{ name, value }];
    });
    return Promise.resolve({ classes: this.classes.positionsOf(className), fields });
  }

  property(frame: number, expression: string, name: string): Promise<PropertyReport | null> {
    const outcome = this.evaluated(frame, expression);
    if (!('value' in outcome) || outcome.value.kind !== 'object') return Promise.resolve(null);
    // What a Proxy shows is its target's.
    const object = this.store.source.object(outcome.value.holder ?? outcome.value.id) ?? outcome.value;
    const { outcome: held, holder, getter } = this.heap.held(object, { kind: 'name', name });
    const isAccessor = 'error' in held && held.error === unreadable;
    // What its setter has made of what it was given, the recording does not say.
    if (isAccessor && this.store.isAccessorOfNode(object.className, name)) this.parts.onUnknown?.(`${expression}.${name}`);
    const own = this.heap.accessorOf(object, name);
    const ofLiteral = own === null || own === 'unknown' ? null : own.position;
    return Promise.resolve({
      isAccessor,
      getter: isAccessor ? (getter ?? ofLiteral ?? this.classes.getterOf(object.className, name)) : null,
      holder: isAccessor || holder === undefined ? null : shown(this.store, holder, this.time - 1),
      isReadOnly: false,
      isForeign: false,
      isFixedMemory: false,
    });
  }

  private evaluated(frame: number, expression: string): Evaluated {
    const frames = this.parts.frames;
    const at = frames[frame < 0 ? frames.length + frame : frame];
    if (at === undefined) return { error: 'there is no such frame' };
    const hidden = /^__w_r?([sa])(\d*)$/.exec(expression);
    if (hidden !== null) return hidden[1] === 's' ? this.scope(at, hidden[2] ?? '') : this.activation(at, hidden[2] ?? '');
    if (expression === indexVariableName) {
      const index = indexGiven(this.store, this.texts, at);
      return index === null ? unknown : { value: recordedOf(index) };
    }
    const outcome = evaluateRecorded(expression, this.surroundings(at));
    const literal = 'error' in outcome && outcome.error === notRecorded ? this.arrayWritten(at, expression) : null;
    if (literal !== null) return { value: literal };
    if ('error' in outcome && outcome.error === notRecorded) this.parts.onUnknown?.(expression);
    return 'value' in outcome ? { value: shown(this.store, outcome.value, this.time - 1) } : outcome;
  }

  /** An array that an expression writes, of known values: no object of the run. */
  private arrayWritten(frame: FrameAt, expression: string): ValueReport | null {
    const written = elementsWritten(expression);
    if (written === null) return null;
    const elements: ValueReport[] = [];
    for (const text of written) {
      const outcome = evaluateRecorded(text, this.surroundings(frame));
      if ('error' in outcome) return null;
      elements.push(outcome.value);
    }
    const preview = previewOfElements(this.store, elements, this.time - 1);
    return { kind: 'object', id: 0, className: 'Array', preview, type: 'array' };
  }

  private origin(frame: number, expression: string): FunctionOrigin {
    const frames = this.parts.frames;
    const at = frames[frame < 0 ? frames.length + frame : frame];
    return at === undefined ? null : this.originAt(at, expression, 0);
  }

  private originAt(frame: FrameAt, expression: string, depth: number): FunctionOrigin {
    const moment = RecordedMoment.ofFrame(this.store, this.texts, this.classes, frame);
    const outcome = moment.look(0, expression);
    const isNamed = () => (isNativeName(this.store, frame, expression) ? 'native' : null);
    if ('value' in outcome && outcome.value.kind !== 'absent') {
      const look = (other: FrameAt, text: string) => (depth < mostNames ? this.originAt(other, text, depth + 1) : null);
      return functionOrigin(this.store, this.texts, outcome.value, look) ?? isNamed();
    }
    if (isNativeMember(this.store, this.classes, expression, (text) => moment.look(0, text))) return 'native';
    const called = calledLast(this.store, this.texts, frame, expression);
    return called ?? isNamed();
  }

  private surroundings(frame: FrameAt): Surroundings {
    const { heap } = this;
    return {
      variable: (name) => this.variable(frame, name),
      global: (name) => globalHeld(this.store, frame, name),
      exported: (local, name) => namespaceMember(this.store, this.texts, frame, local, name),
      self: () => this.self(frame),
      property: (object, key) => heap.property(object, key),
      size: (object) => heap.size(object),
      entry: (object, key) => heap.entry(object, key),
      listed: (object, what) => heap.listed(object, what),
      isInstance: () => heap.isInstance(),
      isGlobal: (name) => frame.text.scopes.lookUp(name, frame.offset) === undefined,
      isWritten: (name) => isWrittenAnywhere(this.store, name),
      isPlainArray: ({ type, className }) => type === 'array' && className === 'Array',
    };
  }

  private variable(frame: FrameAt, name: string): Evaluated {
    if (name === '__w_owner' || name === '__w_value') {
      const part = name === '__w_owner' ? this.parts.owner : this.parts.value;
      return part === null ? { value: { kind: 'absent' } } : { value: part };
    }
    if (name.startsWith('__w_')) return unknown;
    if (name === 'arguments' && frame.text.scopes.lookUp(name, frame.offset) === undefined) return this.list(frame);
    return variableIn(this.store, this.texts, frame, name);
  }

  /** `arguments` of the frame's activation, where a probe has asked for it, or the program does more than reading it. */
  private list({ activation }: FrameAt): Evaluated {
    const { source } = this.store;
    const told = source.relations.lists.find(([, of]) => of === activation)?.[0];
    const id = told ?? this.store.shownParameters?.listIn(activation) ?? null;
    if (id === null) return unknown;
    return { value: source.object(id) ?? { kind: 'object', id, className: 'Object', preview: '', type: 'arguments' } };
  }

  /** `this` of the frame's function; of an arrow function that of the function around, which only its scope tells. */
  private self(frame: FrameAt): Evaluated {
    const path = pathTo(frame.text.program, frame.offset);
    const member = initialisedMember(path);
    if (member === null && path.findLast(isFunction)?.type === 'ArrowFunctionExpression') {
      const lexical = this.store.lexicalThis(frame.activation);
      if (lexical !== null) return { value: lexical };
      const around = activationOfThis(this.store, frame, path);
      return around === null ? unknown : this.receiverOf(around);
    }
    const { frames } = this.parts;
    // Of a field it is what the constructor below was called with.
    const { activation } = (member === null ? frame : frames[frames.indexOf(frame) + 1]) ?? frame;
    return member !== null && activation === frame.activation ? unknown : this.receiverOf(activation);
  }

  private receiverOf(activation: number): Evaluated {
    const event = this.store.source.callOf(activation);
    const call = event === null ? null : this.store.call(event);
    const receiver = call?.receiver ?? null;
    return receiver === null ? unknown : { value: receiver };
  }

  /** The number that an instance of a scope has, where a hidden variable would show it. */
  private scope(frame: FrameAt, start: string): Evaluated {
    const binding = frame.text.scopes.bindings.find(({ scope: { node } }) =>
      start === '' ? node.type === 'Program' : node.type !== 'Program' && node.start === Number(start),
    );
    const instance = binding === undefined ? null : instanceOf(this.store, frame, binding.scope);
    return instance === null ? unknown : { value: recordedOf(instance) };
  }

  private activation(frame: FrameAt, start: string): Evaluated {
    // What gives an instance's field its value is in no activation that has begun: its forks have none.
    const member = initialisedMember(pathTo(frame.text.program, frame.offset));
    if (member?.type === 'PropertyDefinition' && !member.static) return { value: recordedOf(0) };
    const event = this.store.source.callOf(frame.activation);
    const row = event === null ? null : this.store.row(event);
    if (row === null || row.kind !== Kind.call) return unknown;
    const site = this.store.source.site(row.site);
    const at = site === undefined ? null : functionAt(site, frame.text.program);
    const isIt = at !== null && (start === '' ? at.type === 'Program' : at.start === Number(start));
    return isIt ? { value: recordedOf(frame.activation) } : unknown;
  }
}

function nowhere(time: number): Paused {
  return {
    kind: 'paused',
    why: 'event',
    time,
    site: 0,
    loadedTexts: 0,
    leftOutTexts: 0,
    threads: 0,
    occurrence: 0,
    passage: null,
    frames: [],
    exception: null,
    owner: null,
    value: null,
    before: null,
    earlier: null,
  };
}
