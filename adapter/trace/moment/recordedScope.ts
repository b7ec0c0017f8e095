import { keyText } from '../../events/keyText.js';
import type { Evaluated, ValueReport } from '../../events/rows.js';
import { declarationOf, type Binding } from '../../instrument/scopes.js';
import { isScript, pathTo } from '../../instrument/tree.js';
import { isClass } from '../../querypoints/text/frameName.js';
import { exportedBy, exportedIn, type ExportedVariable } from '../../querypoints/text/imports.js';
import type { RunTexts } from '../../querypoints/text/texts.js';
import type { TraceStore } from '../store/traceStore.js';
import { unreadable } from './evaluate.js';
import { notRecorded } from './recordedOperators.js';
import { instanceOf, type FrameAt } from './scopeInstances.js';

const unknown: Evaluated = { error: notRecorded };

/** What a variable's name holds in a frame of a recording; absent when no text declares it. */
export function variableIn(store: TraceStore, texts: RunTexts, frame: FrameAt, name: string): Evaluated {
  const binding = frame.text.scopes.lookUp(name, frame.offset);
  if (binding === undefined) return undeclared(store, frame, name);
  if (binding.kind === 'self') return unknown;
  if (binding.kind === 'import') return importedValue(store, texts, frame, name);
  const instance = instanceOf(store, frame, binding.scope);
  if (instance === null) return unknown;
  const value = held(store, frame.text.path, binding, instance, frame.time);
  return 'error' in value && isWithinItsClass(binding, frame) ? unknown : value;
}

/** Whether a name is that of the class around a place: there it has a binding of its own, of which nothing is recorded. */
function isWithinItsClass({ kind, declarations: [declared] }: Binding, { text, offset }: FrameAt): boolean {
  if (kind !== 'class' || declared === undefined) return false;
  return pathTo(text.program, offset).some((node) => isClass(node) && node.id?.start === declared.start);
}

/** A name that no text declares is that of a property of `globalThis`, where the program has written one. */
function undeclared(store: TraceStore, { text, time }: FrameAt, name: string): Evaluated {
  // A script may have run in any context of `node:vm`, and has that one's.
  if (isScript(text.program)) return unknown;
  const { globalObject } = store.source;
  if (name === 'globalThis' || name === 'global') return globalObject === null ? unknown : { value: globalObject };
  const key = store.source.keyNumber(name);
  const row = key === null || globalObject === null ? null : store.lastChange(globalObject.id, key, time);
  const value = row === null ? null : store.valueOf(row);
  if (key !== null && store.counted.mayHaveChanged(key, row?.event ?? -1, time)) return unknown;
  if (key !== null && globalObject !== null && store.unseen.mayHaveWritten(globalObject.id, key, row?.event ?? -1, time)) return unknown;
  if (row !== null && value?.kind !== 'absent') return value === null ? unknown : { value };
  return isOfNode(name) || mayDefineGlobals(store) ? unknown : { value: { kind: 'absent' } };
}

/** Whether code ran of which nobody knows what it has put into the global object: a text that the program made, or one of which calls alone are recorded. */
function mayDefineGlobals({ source, counted }: TraceStore): boolean {
  return source.relations.code.length > 0 || counted.unrecorded.paths.length > 0;
}

/** What the global object holds under a name: what every program has there is no value of the recording, but it is there. */
export function globalHeld(store: TraceStore, frame: FrameAt, name: string): Evaluated {
  const held = undeclared(store, frame, name);
  const isUntouched = 'error' in held && store.source.keyNumber(name) === null;
  return isUntouched && name in globalThis ? { error: unreadable } : held;
}

/** What a variable holds in an instance of its scope, before an event. */
function held(store: TraceStore, path: string, binding: Binding, instance: number, time: number): Evaluated {
  const key = store.source.keyNumber(keyText({ kind: 'variable', path, declaration: declarationOf(binding) }));
  // Of a text that was recorded by its calls alone no variable is known.
  if (key === null) return unknown;
  const row = store.lastOfVariable(instance, key, time);
  if (store.counted.mayHaveChanged(key, row?.event ?? -1, time)) return unknown;
  if (store.unseen.mayHaveWritten(instance, key, row?.event ?? -1, time)) return unknown;
  const value: ValueReport | null = row === null ? null : store.valueOf(row);
  if (value !== null) return { value };
  if (row !== null) return unknown;
  if (binding.kind === 'var') return { value: { kind: 'primitive', type: 'undefined', text: 'undefined' } };
  if (/^(let|const|class)$/.test(binding.kind)) return { error: `ReferenceError: Cannot access '${binding.name}' before initialization` };
  return unknown;
}

function importedValue(store: TraceStore, texts: RunTexts, frame: FrameAt, name: string): Evaluated {
  return exportedValue(store, texts, frame, exportedBy(frame.text, name, texts));
}

/** What a module exports under a name, of the module whose namespace a variable holds; null of other variables. */
export function namespaceMember(store: TraceStore, texts: RunTexts, frame: FrameAt, local: string, name: string): Evaluated | null {
  const exported = exportedIn(frame, local, name, texts);
  return exported === null ? null : exportedValue(store, texts, frame, exported);
}

function exportedValue(store: TraceStore, texts: RunTexts, frame: FrameAt, exported: ExportedVariable | null): Evaluated {
  const text = exported === null ? undefined : texts.text(exported.path);
  const binding = exported === null ? undefined : text?.scopes.bindingAt.get(exported.declaration);
  if (text === undefined || binding === undefined) return unknown;
  const instance = instanceOf(store, { ...frame, text, activation: 0 }, binding.scope);
  return instance === null ? unknown : held(store, text.path, binding, instance, frame.time);
}

/** Names that Node gives to each text, or every program has. */
function isOfNode(name: string): boolean {
  if (/^(undefined|NaN|Infinity)$/.test(name)) return false;
  return /^(require|module|exports|__filename|__dirname|arguments)$/.test(name) || name in globalThis;
}
