import { RecordedCalls, type RecordedCall } from '../../operations/recordedCalls.js';
import type { ValueReport } from '../../events/rows.js';
import { cannotAsk } from '../errors.js';
import type { CallsArguments, CallsTold, CallTold, HistoryArguments, HistoryTold, Place } from '../querypoints/protocol.js';
import type { RecordedDebugging } from './recordedDebugging.js';
import { recordedText } from './recordedValue.js';
import type { SourceTexts } from './sourceTexts.js';

/** At most so many rows go into one answer. */
const mostRows = 1000;

/** Some calls of a recording, in words. */
export function recordedCalls({ recording, texts }: RecordedDebugging, { parent, filter, from = 0, count }: CallsArguments): CallsTold {
  const calls = new RecordedCalls(recording);
  const most = Math.max(1, Math.min(count, mostRows));
  const page = filter === undefined || filter === '' ? calls.children(parent ?? null, from, most) : calls.named(filter, from, most);
  return { calls: page.calls.map((call) => told(call, texts)), next: page.next };
}

function told({ event, name, receiver, arguments: list, outcome, result, place, hasCalls }: RecordedCall, texts: SourceTexts): CallTold {
  const given = `(${list.map(recordedText).join(', ')})`;
  const isTop = name === '' || name.endsWith(':');
  const returned = outcome === 'return' && result !== null && !isTop ? recordedText(result) : '';
  return {
    event,
    name: name === '' ? '(top level)' : name,
    given: isTop ? '' : isNothing(receiver) ? given : `${given} on ${recordedText(receiver)}`,
    ended: outcome === 'throw' ? 'ended by an exception' : returned,
    isThrown: outcome === 'throw',
    place: place === null ? null : placeOf(place, texts),
    hasCalls,
  };
}

/** Whether a receiver says nothing: none, or what a plain call in sloppy code has. */
function isNothing(receiver: ValueReport | null): boolean {
  if (receiver === null || receiver.kind !== 'object') return receiver?.kind !== 'primitive' || receiver.type === 'undefined';
  return receiver.className === 'Object' && receiver.preview === '{}';
}

/** Every change of the place that a row of the Variables view shows. */
export function recordedHistory(debugging: RecordedDebugging, { variablesReference, name, count }: HistoryArguments): HistoryTold {
  const { variables, sight, texts } = debugging;
  const place = variables.placeOf(variablesReference, name);
  if (place === null) throw cannotAsk(`Changes of ${name} were not recorded.`);
  const { changes, total } = sight.changes(place, Math.max(1, Math.min(count, mostRows)));
  return {
    title: variables.expressionOf(variablesReference, name) ?? name,
    total,
    changes: changes.map(({ event, before, after, functionName, place: at }) => ({
      event,
      before: before === null ? null : recordedText(before),
      after: recordedText(after),
      functionName: functionName === '' ? '(top level)' : functionName,
      place: at === null ? null : placeOf(at, texts),
    })),
  };
}

function placeOf(
  { path, line, column }: { readonly path: string; readonly line: number; readonly column: number },
  texts: SourceTexts,
): Place {
  const reference = texts.referenceOf(path);
  return { file: path, line, column, ...(reference === null ? {} : { reference }) };
}
