import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { SelectedEvent, ValueReport } from '../../runtime/messages.js';
import type { CodePlace, Observation } from '../runs/observer.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { shortText } from '../seen/resolve.js';
import type { RunRecord } from '../seen/seenRun.js';
import { thrownFirst } from '../origin/thrown.js';
import { throwPoint } from './throws.js';

/** The expression that allocated the object that a place holds. */
export async function decideCreated(run: RunRecord, query: Query, { values, functionPlaces }: Observation): Promise<PointAnswer> {
  const { id, kind, of } = query;
  const value = values.get(id);
  if (value === undefined || value.kind !== 'object') {
    const told = value === undefined ? 'cannot be evaluated' : `is ${shortText(value)}, which nothing allocates`;
    return unknownPoint(id, kind, of, 'not-found', `${query.expression} ${told}.`);
  }
  const place = functionPlaces.get(id);
  if (value.type === 'function' && place?.bound === null) return functionCreation(query, value, place);
  const event = await creationOf(run, value);
  const thrown = event === null ? await thrownFirst(run, value) : null;
  if (thrown !== null) run.throws.set(id, thrown.observation);
  if (thrown !== null) return { ...throwPoint(run, thrown.observation.paused), id, kind, of, exception: null, after: value };
  if (event === null)
    return unknownPoint(id, kind, of, 'not-found', 'Its creation was not seen (code of Node, native code, a declaration, code from eval).');
  return { ...run.located(query, event), before: null, after: value };
}

/**
 * The first expression that was seen to make the object: a literal or `new`, else the call that returned it first, or what it was
 * part of then (`JSON.parse`).
 */
export async function creationOf(run: RunRecord, object: Extract<ValueReport, { kind: 'object' }>): Promise<SelectedEvent | null> {
  if (run.facts.lacksAllocations()) run.isPending = true;
  const whole = await run.wholeOf(object.id);
  for (const key of whole === null ? ['new', 'call'] : ['call']) {
    const sites = run.texts.allNumbers((site) => site.kind === 'allocation' && site.key === key);
    const request = { sites, key: null, owner: whole ?? object.id, activation: null, before: Number.MAX_SAFE_INTEGER, index: 0 };
    const { event } = await run.select(request);
    if (event !== null) return event;
  }
  return null;
}

/** Where an object that nobody was seen to make has come in: as an argument, or caught. */
export async function firstSightOf(run: RunRecord, object: Extract<ValueReport, { kind: 'object' }>): Promise<SelectedEvent | null> {
  const sites = run.texts.allNumbers((site) => site.kind === 'allocation' && site.key === 'sight');
  const request = { sites, key: null, owner: object.id, activation: null, before: Number.MAX_SAFE_INTEGER, index: 0 };
  return (await run.select(request)).event;
}

/** A function or class is where it is written; when it was made is not known. */
function functionCreation({ id, kind, of }: Query, value: ValueReport, place: CodePlace): PointAnswer {
  const node = definitionAt(place);
  if (node === undefined) return unknownPoint(id, kind, of, 'not-found', 'Its creation was not seen (native code, code from eval).');
  const point = unknownPoint(id, kind, of, 'located', '');
  return { ...point, reason: null, position: place.text.sourcePosition(node.start, node.end), after: value, stack: [] };
}

/** The function or class whose text is at an offset: of a method with its name, of a constructor the class. */
function definitionAt({ text, offset }: CodePlace): AnyNode | undefined {
  const path = pathTo(text.program, offset);
  const at = path.findLastIndex((one) => isFunction(one) || /^Class(Declaration|Expression)$/.test(one.type));
  const parent = path[at - 1];
  if (parent?.type === 'MethodDefinition') return parent.kind === 'constructor' ? path[at - 3] : parent;
  return parent?.type === 'Property' && (parent.method || parent.kind !== 'init') ? parent : path[at];
}
