import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { ValueReport } from '../../events/rows.js';
import type { Observation } from '../seen/observation.js';
import type { CodePlace } from '../text/texts.js';
import { need, type Deciding } from '../seen/deciding.js';
import { keptForThis } from '../seen/hiddenThis.js';
import { demandOfKept } from '../question/demand.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { shortText } from '../question/reported.js';
import type { SeenRun } from '../seen/seenRun.js';
import { creationOf, restThatMade } from './creation.js';
import { throwPoint, thrownFirst } from './throws.js';

/** The expression that allocated the object that a place holds. */
export async function* decideCreated(run: SeenRun, query: Query, { paused, values, functionPlaces }: Observation): Deciding<PointAnswer> {
  const { id, kind, of } = query;
  const value = values.get(id);
  const hidden = value?.kind === 'object' ? null : keptForThis(query, paused, run.texts);
  if (hidden !== null) yield* need(run.planned, demandOfKept(hidden));
  if (value === undefined || value.kind !== 'object') {
    const told = value === undefined ? 'cannot be evaluated' : `is ${shortText(value)}, which nothing allocates`;
    return unknownPoint(id, kind, of, 'not-found', `${query.expression} ${told}.`);
  }
  const place = functionPlaces.get(id);
  if (value.type === 'function' && place?.bound === null) return functionCreation(query, value, place);
  const event = (yield* creationOf(run, value)) ?? (await restThatMade(run, value));
  const thrown = event === null ? yield* thrownFirst(run, value) : null;
  if (thrown !== null) yield { throws: [{ point: id, observation: thrown.observation }] };
  if (thrown !== null) return { ...throwPoint(run, thrown.observation.paused), id, kind, of, exception: null, after: value };
  if (event === null)
    return unknownPoint(id, kind, of, 'not-found', 'Its creation was not seen (code of Node, native code, a declaration, code from eval).');
  return { ...run.located(query, event), before: null, after: run.asItWas(event, value) };
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
