import type { Debugger, Runtime, Session } from 'node:inspector';
import { types } from 'node:util';
import { isContext } from 'node:vm';
import { sourceColumn, withoutInsertions } from '../../instrument/edits.js';
import type { ScriptPlace } from '../../events/controlPoint.js';
import type {
  Evaluated,
  FrameReport,
  FunctionPosition,
  GeneratedCode,
  PrivateFields,
  PropertyReport,
  TextPosition,
  ValueReport,
} from '../../events/rows.js';
import { linesIn } from '../traces/lines.js';
import { loadedText } from '../traces/callSites.js';
import { leaveUsOutAtThrow } from '../traces/thrownThrough.js';
import { describe } from './describe.js';
import { evaluatorOf, heldIn, isShownOnce, shownOnce } from './staticFrames.js';
import { generatedCode } from '../probes/generatedCode.js';
import { declareNames, declareVariables } from '../realm/globalNames.js';
import { getOwnPropertyDescriptor, getPrototypeOf } from '../realm/intrinsics.js';
import { isFixedMemory } from '../record/memory.js';
import { isOwnWork, ownWork } from '../realm/ownWork.js';
import { isOwnField } from '../realm/ownFields.js';
import { isProgram, pathOf } from '../realm/paths.js';
import { behind } from '../realm/proxies.js';

/**
 * Waiting with frames alive. The inspector is opened on the program's own thread: V8 then calls us in the middle of the statement,
 * which is all that is needed to look around, and costs 0.3 ms where a debugger at the end of a socket costs 45 (docs/costs.md). It is
 * opened at the first wait: an attached debugger makes every text that is loaded later a message.
 */
let session: Session | null = null;
let isExpected = false;
let onException: ((data: unknown, params: Debugger.PausedEventDataType) => void) | null = null;
/** By script, with insertions. */
const scripts = new Map<string, Script>();

interface Script {
  readonly path: string;
  readonly hash: string;
  /** In UTF-16 units. */
  readonly length: number;
  /** Each with what ends it. */
  lines: readonly string[] | null;
}

let here: Debugger.PausedEventDataType | null = null;
/** Stays the same while the program does nothing, though V8 lets go of it and holds it again; null: in passing. */
let moment: object | null = null;
let onPause: () => void = () => {};

/** Lines of the program's stack are counted without these. */
const ownPath = __filename;

/** Calls `action` with the frames of the caller alive. `isPassing`: the program will wait again, where the question is put. */
export function pauseFor(action: () => void, isPassing = false): void {
  ownWork(open);
  moment = isPassing ? null : {};
  let next: (() => void) | undefined = action;
  while (next !== undefined) {
    outside = undefined;
    onPause = next;
    isExpected = true;
    debugger; // the one statement at which V8 calls the session
    isExpected = false;
    next = ownWork(() => outside?.());
  }
}

/** An action for which V8 lets go of the program; V8 holds it again with the result. */
let outside: (() => () => void) | undefined;

/** Whether V8 holds the program; whether it is for `pauseFor`. */
export const isHeld = (): boolean => here !== null;
export const isHeldForUs = (): boolean => isExpected;

/** Has V8 let the program go for an action, as soon as `pauseFor` has done what it was told, and hold it again for what that gives. */
export function doOutside(action: () => () => void): void {
  outside = action;
}

/** Has V8 stop at every exception, caught or not, from now on, which takes milliseconds on a deep stack; `null` ends it. */
export function watchExceptions(action: typeof onException): void {
  if (action !== null && !opens()) return;
  onException = action;
  session?.post('Debugger.setPauseOnExceptions', { state: action === null ? 'none' : 'all' });
}

/** Has V8 keep who has asked for what runs later, which costs time at each promise. */
export function keepAwaited(): void {
  if (opens()) session?.post('Debugger.setAsyncCallStackDepth', { maxDepth: 8 });
}

/** The frames of the program that asked for what runs now, as far as V8 has kept them, the newest first. */
export function awaitedFrames(stack: Runtime.StackTrace | undefined): readonly FrameReport[] {
  const found: FrameReport[] = [];
  for (let at = stack; at !== undefined; at = at.parent)
    for (const { functionName, url, scriptId, lineNumber, columnNumber } of at.callFrames) {
      const frame = { functionName, url, location: { scriptId, lineNumber, columnNumber } };
      if (isProgram(scripts.get(scriptId)?.path ?? pathOf(url))) found.push({ ...reportFrame(frame), isAsync: true });
    }
  return found;
}

/** Does something once, as soon as V8 has parsed a text with such a path. */
export function whenParsed(isSuch: (path: string) => boolean, action: () => void): void {
  awaited = { isSuch, action };
  if (opens()) for (const { path } of [...scripts.values()]) toldOf(path);
}

let awaited: { readonly isSuch: (path: string) => boolean; readonly action: () => void } | null = null;

function toldOf(path: string): void {
  if (awaited?.isSuch(path) !== true) return;
  const { action } = awaited;
  awaited = null;
  action();
}

function parsed({ scriptId, url, hash, length = -1 }: Debugger.ScriptParsedEventDataType): void {
  const path = pathOf(url);
  scripts.set(scriptId, { path, hash, length, lines: null });
  toldOf(path);
}

/** Whether V8 can be asked: Node starts some of its own processes without an inspector, such as the one of its test runner that starts others. */
function opens(): boolean {
  try {
    open();
    return true;
  } catch {
    session = null;
    return false;
  }
}

function open(): void {
  if (session !== null) return;
  // Loaded only now: a run that stops nowhere needs none of it.
  session = new (process.getBuiltinModule('node:inspector').Session)();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => ownWork(() => parsed(params)));
  session.on('Debugger.paused', ({ params }) => {
    const isOurs = isOwnWork();
    ownWork(() => paused(params, isOurs));
  });
  session.post('Debugger.enable');
}

function paused(params: Debugger.PausedEventDataType, isOurs: boolean): void {
  if (here !== null) return; // a statement `debugger` inside what we evaluate
  here = params;
  try {
    if (params.reason === 'exception' || params.reason === 'promiseRejection') {
      // What we throw and catch is none of the program's, such as when a text was not instrumented before.
      if (!isOurs && !isPassedOn(params)) onException?.(params.data, params);
    } else if (isExpected) onPause();
  } finally {
    here = null;
  }
}

/** Exceptions that have come through functions of ours, which stand in for natives. */
const passedOn = new WeakSet();

/** Whether we throw again what has come through us. What a native throws that we call for the program is the program's. */
function isPassedOn({ callFrames, data }: Debugger.PausedEventDataType): boolean {
  if (!callFrames.some(isOurFrame)) return false;
  const isByUs = callFrames[0] !== undefined && isOurFrame(callFrames[0]);
  const thrown = data as Runtime.RemoteObject | undefined;
  // A native throws errors: others come from functions of the program that it has called.
  if (thrown?.objectId === undefined || thrown.type === 'symbol') return isByUs;
  let isKnown = false;
  holdRemote(thrown, (value) => {
    isKnown = passedOn.has(value);
    if (!isKnown) leaveUsOutAtThrow(value);
    passedOn.add(value);
  });
  return isByUs && isKnown;
}

function isOurFrame({ location: { scriptId } }: Debugger.CallFrame): boolean {
  return scripts.get(scriptId)?.path === ownPath;
}

/** The program's frames, innermost first; Node's own and ours are none. */
export function frames(): readonly FrameReport[] {
  return programFrames().map(reportFrame);
}

/** Whether code that is none of the program's is innermost. */
export function isOutside(): boolean {
  return here !== null && here.callFrames.find((frame) => !isOurFrame(frame)) !== programFrames()[0];
}

/** The place of the innermost code, where it has no file: it was made of a text; null where it has one, or is Node's. */
export function scriptPlace(): ScriptPlace | null {
  const frame = here?.callFrames.find((one) => !isOurFrame(one));
  const script = frame === undefined ? undefined : scripts.get(frame.location.scriptId);
  if (frame === undefined || script === undefined || (script.path !== '' && !script.path.startsWith('evalmachine.'))) return null;
  const { scriptId, lineNumber, columnNumber = 0 } = frame.location;
  let offset = columnNumber;
  for (let line = 0; line < lineNumber; line++) offset += linesOf(scriptId)[line]?.length ?? 0;
  return { hash: script.hash, offset };
}

/** There may be thousands, and each may be asked about: they are found once for each wait. */
function programFrames(): readonly Debugger.CallFrame[] {
  if (here === null) return [];
  if (known.of !== here) {
    const isOurs = ({ location: { scriptId }, url }: Debugger.CallFrame) => isProgram(scripts.get(scriptId)?.path ?? pathOf(url));
    known = { of: here, frames: here.callFrames.filter(isOurs) };
  }
  return known.frames;
}

let known: { readonly of: Debugger.PausedEventDataType | null; readonly frames: readonly Debugger.CallFrame[] } = { of: null, frames: [] };

function reportFrame({
  functionName,
  url,
  location: { scriptId, lineNumber, columnNumber },
}: Pick<Debugger.CallFrame, 'functionName' | 'url' | 'location'>): FrameReport {
  const line = linesOf(scriptId)[lineNumber] ?? '';
  const path = scripts.get(scriptId)?.path ?? pathOf(url);
  return { functionName, path, line: lineNumber + 1, column: sourceColumn(line, columnNumber ?? 0) + 1, isAsync: false };
}

function linesOf(scriptId: string): readonly string[] {
  const script = scripts.get(scriptId);
  if (script === undefined) return [];
  script.lines ??= linesIn(scriptText(scriptId, script));
  return script.lines;
}

/** To get megabytes from the inspector takes 100 milliseconds. */
function scriptText(scriptId: string, { path, length }: Script): string {
  let text = loadedText(path);
  if (text?.length !== length)
    session?.post('Debugger.getScriptSource', { scriptId }, (error, result) => (text = error === null ? result.scriptSource : ''));
  return text ?? '';
}

/** An expression in a frame, without side effects: V8 refuses those that would have one. */
export function evaluate(frame: number, expression: string): Evaluated {
  const callFrame = programFrames()[frame < 0 ? programFrames().length + frame : frame];
  if (callFrame === undefined) return { error: 'there is no such frame' };
  const outcome = evaluateRemote(callFrame, expression);
  return 'error' in outcome ? outcome : { value: reportRemote(outcome.remote) };
}

type Outcome = { readonly remote: Runtime.RemoteObject } | { readonly error: string };

function evaluateRemote(frame: Debugger.CallFrame, expression: string): Outcome {
  const outcome = evaluateOn(frame, expression);
  const inner = 'error' in outcome ? privateMember.exec(expression) : null;
  if (inner !== null) {
    const [, base = '', name = '', rest = ''] = inner;
    const held = privateValue(evaluateRemote(frame, base), name);
    return held === null ? outcome : rest === '' ? { remote: held } : evaluateOnMember(frame, held, rest);
  }
  // To read what a module exports is an effect for V8, though it has none.
  const member = 'error' in outcome && outcome.error.includes('side-effect') ? exportedMember.exec(expression) : null;
  if (member === null) return outcome;
  const [, module = '', name = '', rest = ''] = member;
  const held = evaluateOn(frame, module);
  if ('error' in held) return outcome;
  let isExport = false;
  holdRemote(held.remote, (value) => {
    isExport = types.isModuleNamespaceObject(value);
    if (isExport) setMember(exportOf(value, name));
  });
  return isExport ? evaluateOn(frame, `${memberName}${rest}`) : outcome;
}

/** A private field, and what is done with it: outside of its class V8 evaluates no such expression, but shows the field. */
const privateMember = /^([\s\S]+?)\.(#[\w$]+)([\s\S]*)$/;

/** The value of the only private field of a name; null where there is none, or several. */
function privateValue(object: Outcome, name: string): Runtime.RemoteObject | null {
  const id = 'error' in object ? undefined : object.remote.objectId;
  const fields = id === undefined ? [] : (propertiesOf(id).privateProperties ?? []).filter((one) => one.name === name);
  return fields.length === 1 ? (fields[0]?.value ?? null) : null;
}

function evaluateOnMember(frame: Debugger.CallFrame, remote: Runtime.RemoteObject, rest: string): Outcome {
  if (remote.objectId === undefined) setMember(remote.value);
  else holdRemote(remote, setMember);
  return evaluateRemote(frame, `${memberName}${rest}`);
}

/** A name, a member of it, and what is done with that, if it is no call. */
const exportedMember = /^([\w$]+)\.([\w$]+)(?!\s*\()(?![\w$])([\s\S]*)$/;

/** The value that a module exports under a name; undefined before it is there. */
function exportOf(module: object, name: string): unknown {
  try {
    return getOwnPropertyDescriptor(module, name)?.value;
  } catch {
    return undefined;
  }
}

const memberName = '__w_member';
const setMember = declareVariables([memberName]);

function evaluateOn(frame: Debugger.CallFrame, expression: string): Outcome {
  if (isShownOnce(frame)) return evaluateHeld(frame, expression);
  return outcomeOf('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression, throwOnSideEffect: true, silent: true });
}

/** The same in a frame in which V8 evaluates once. */
function evaluateHeld(frame: Debugger.CallFrame, expression: string): Outcome {
  const { callFrameId, location } = frame;
  const now = isExpected ? moment : here;
  if (now === null) return { error: shownOnce };
  const object = heldIn(frame, now, textNear(location), (all) => {
    const outcome = outcomeOf('Debugger.evaluateOnCallFrame', { callFrameId, expression: all, silent: true });
    return 'error' in outcome ? null : (outcome.remote.objectId ?? null);
  });
  if (object === null) return { error: shownOnce };
  const call = { objectId: object, functionDeclaration: evaluatorOf(expression), throwOnSideEffect: true, silent: true };
  return outcomeOf('Runtime.callFunctionOn', call);
}

/** The text around a place. */
function textNear({ scriptId, lineNumber }: Debugger.Location): string {
  const lines = linesOf(scriptId);
  let text = '';
  for (let at = Math.max(0, lineNumber - linesAround); at < lines.length && at < lineNumber + linesAround; at++) text += lines[at] ?? '';
  return text;
}

const linesAround = 500;

function outcomeOf(method: 'Debugger.evaluateOnCallFrame' | 'Runtime.callFunctionOn', settings: object): Outcome {
  let outcome: Outcome = { error: 'the inspector did not answer' };
  session?.post(method, settings, (error: Error | null, answer?: object) => {
    const { result, exceptionDetails } = (answer ?? {}) as Partial<Debugger.EvaluateOnCallFrameReturnType>;
    if (error !== null) outcome = { error: error.message };
    else if (exceptionDetails !== undefined) {
      const { exception, text } = exceptionDetails;
      outcome = { error: exception?.description?.split('\n')[0] ?? text };
    } else if (result !== undefined) outcome = { remote: result };
  });
  return outcome;
}

/** Where a function or class is written, which V8 knows of each of them. */
export function functionPlace(frame: number, expression: string): FunctionPosition | null {
  const remote = remoteObject(frame, expression);
  return remote === null ? null : functionAt(propertiesOf(remote));
}

function functionAt(properties: Properties): FunctionPosition | null {
  const target = internalOf(properties, '[[TargetFunction]]')?.objectId;
  if (target === undefined) {
    const place = placeOf(properties);
    return place === null ? null : { ...place, bound: null };
  }
  const place = functionAt(propertiesOf(target));
  if (place === null) return null;
  const given = internalOf(properties, '[[BoundArgs]]')?.objectId;
  const count = given === undefined ? 0 : propertiesOf(given).result.filter(({ name }) => /^\d+$/.test(name)).length;
  return { ...place, bound: count + (place.bound ?? 0) };
}

export function privateFields(frame: number, expression: string): PrivateFields | null {
  const remote = remoteObject(frame, expression);
  if (remote === null) return null;
  const { privateProperties = [], ...properties } = propertiesOf(remote);
  const fields = privateProperties.flatMap(({ name, value }) =>
    value === undefined || isOwnField(name) ? [] : [{ name, value: reportRemote(value) }],
  );
  return { classes: classesOf(properties), fields };
}

/** Nothing of the program runs; what a Proxy shows is its target's. */
export function property(frame: number, expression: string, name: string): PropertyReport | null {
  let getter: unknown = null;
  let holder: ValueReport | null = null;
  let isReadOnly = false;
  const look = (value: object): void => {
    for (let at: object | null = behind(value, []); at !== null; at = parentOf(at)) {
      const descriptor = getOwnPropertyDescriptor(at, name);
      if (descriptor === undefined) continue;
      getter = 'value' in descriptor ? null : (descriptor.get ?? descriptor.set);
      if (at === behind(value, [])) return;
      holder = describe(at);
      isReadOnly = descriptor.writable === false;
      return;
    }
  };
  const makers: unknown[] = [];
  let isGlobal = false;
  let isFixed = false;
  const remote = remoteObject(frame, expression);
  if (remote === null) return null;
  holdRemote({ type: 'object', objectId: remote }, (value) => {
    look(value);
    isGlobal = isContext(value);
    isFixed = isFixedMemory(value);
    for (let at = parentOf(value); at !== null && makers.length < mostPrototypes; at = parentOf(at)) {
      const maker: unknown = getOwnPropertyDescriptor(at, 'constructor')?.value;
      if (typeof maker === 'function' && !isOfLanguage(maker)) makers.push(maker);
    }
  });
  // Variables of code that runs in a context are properties of its object.
  const isForeign = isGlobal || makers.some((maker) => placeOfFunction(frame, maker) === null);
  const about = { holder, isReadOnly, isForeign, isFixedMemory: isFixed };
  if (getter === null || getter === undefined) return { isAccessor: false, getter: null, ...about };
  return { isAccessor: true, getter: placeOfFunction(frame, getter), ...about };
}

const textOfFunction = Reflect.get(Function.prototype, 'toString') as (this: unknown) => string;

/** V8 shows no text of its own functions. */
function isOfLanguage(maker: object): boolean {
  try {
    return /\{ \[native code\] \}$/.test(Reflect.apply(textOfFunction, maker, []));
  } catch {
    return false;
  }
}

function placeOfFunction(frame: number, maker: unknown): FunctionPosition | null {
  const [owner, value] = eventParts;
  setEventParts(owner, maker);
  const place = functionPlace(frame, '__w_value');
  setEventParts(owner, value);
  return place;
}

function parentOf(object: object): object | null {
  const parent = getPrototypeOf(object);
  return parent === null ? null : behind(parent, []);
}

/** The constructors that an object's prototypes name; no accessor is called. */
function classesOf(object: Properties): readonly TextPosition[] {
  const classes: TextPosition[] = [];
  let prototype = internalOf(object, '[[Prototype]]');
  for (let depth = 0; prototype?.objectId !== undefined && depth < mostPrototypes; depth++) {
    const properties = propertiesOf(prototype.objectId);
    const maker = properties.result.find(({ name }) => name === 'constructor')?.value?.objectId;
    const place = maker === undefined ? null : placeOf(propertiesOf(maker));
    if (place !== null) classes.push(place);
    prototype = internalOf(properties, '[[Prototype]]');
  }
  return classes;
}

/** A Proxy may go on for ever with prototypes of prototypes. */
const mostPrototypes = 100;

/** The object that an expression evaluates to in a frame, without side effects. */
function remoteObject(frame: number, expression: string): string | null {
  const callFrame = programFrames()[frame < 0 ? programFrames().length + frame : frame];
  if (callFrame === undefined) return null;
  const outcome = evaluateRemote(callFrame, expression);
  return 'error' in outcome ? null : (outcome.remote.objectId ?? null);
}

/** Node's types do not know of private properties. */
interface Properties extends Pick<Runtime.GetPropertiesReturnType, 'result' | 'internalProperties'> {
  readonly privateProperties?: readonly { readonly name: string; readonly value?: Runtime.RemoteObject }[];
}

function propertiesOf(objectId: string): Properties {
  let properties: Properties = { result: [] };
  session?.post(
    'Runtime.getProperties',
    { objectId, ownProperties: true },
    (failure: Error | null, answer: Runtime.GetPropertiesReturnType) => {
      if (failure === null) properties = answer;
    },
  );
  return properties;
}

function internalOf({ internalProperties }: Properties, wanted: string): Runtime.RemoteObject | undefined {
  return internalProperties?.find(({ name }) => name === wanted)?.value;
}

/** The place of a function; for a generator, that of its function. */
function placeOf(properties: Properties): TextPosition | null {
  const maker = internalOf(properties, '[[GeneratorFunction]]')?.objectId;
  const place: unknown = internalOf(maker === undefined ? properties : propertiesOf(maker), '[[FunctionLocation]]')?.value;
  return typeof place === 'object' && place !== null ? positionOf(place as Debugger.Location) : null;
}

function positionOf({ scriptId, lineNumber, columnNumber }: Debugger.Location): TextPosition | null {
  const path = scripts.get(scriptId)?.path ?? '';
  if (!isProgram(path)) return null;
  return { path, line: lineNumber + 1, column: sourceColumn(linesOf(scriptId)[lineNumber] ?? '', columnNumber ?? 0) + 1 };
}

/** An object that the inspector holds, described by ourselves: our numbers, not the inspector's. */
export function reportRemote(remote: Runtime.RemoteObject): ValueReport {
  if (remote.objectId !== undefined) {
    let report: ValueReport = { kind: 'absent' };
    holdRemote(remote, (value) => (report = describe(value)));
    return report;
  }
  if (remote.type === 'object') return { kind: 'primitive', type: 'null', text: 'null' };
  const type = remote.type as 'undefined' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol';
  return { kind: 'primitive', type, text: remote.unserializableValue?.replace(/n$/, '') ?? String(remote.value) };
}

/** Calls `action` with an object that the inspector holds. */
export function holdRemote({ objectId }: Runtime.RemoteObject, action: (value: object) => void): void {
  if (objectId === undefined) return;
  // A symbol is held too: it is no object, and all that is done with it is to describe it.
  receiver = (value) => action(value as object);
  session?.post('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function(){"use strict";${receiverName}(this)}`,
    silent: true,
  });
}

/** The meaning of `.owner` and `.value` while the program waits at an event. */
export function holdEvent(owner: unknown, value: unknown): void {
  eventParts = [owner, value];
  setEventParts(owner, value);
}

/** Whose place the event changes that the program waits at. */
export const heldOwner = (): unknown => eventParts[0];

let eventParts: readonly [owner: unknown, value: unknown] = [undefined, undefined];
const setEventParts = declareVariables(['__w_owner', '__w_value']);

let receiver: (value: unknown) => void = () => {};
const receiverName = '__w_receive';
declareNames({ [receiverName]: (value: unknown) => receiver(value) });

/** Modules whose text is their URL, where no hook has seen them (Node 20): when they ran is not known. */
export function dataModules(): readonly GeneratedCode[] {
  const known = new Set(generatedCode().map(({ text }) => text));
  return [...scripts].flatMap(([scriptId, script]) => {
    const text = script.path.startsWith('data:') ? scriptText(scriptId, script) : null;
    return text === null || known.has(text) ? [] : [{ text, site: 0, first: 0, last: Number.MAX_SAFE_INTEGER, isDirect: false }];
  });
}

/** The text of a script as it was before instrumentation. */
export function textOf(path: string): string | null {
  const script = [...scripts].findLast(([, script]) => script.path === path);
  return script === undefined ? null : withoutInsertions(scriptText(...script));
}
