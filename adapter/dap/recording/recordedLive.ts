import type { ValueReport } from '../../events/rows.js';
import type { LiveArguments, LiveResult, LiveValue } from '../querypoints/protocol.js';
import type { RecordedDebugging } from './recordedDebugging.js';
import { recordedText } from './recordedValue.js';

/** Where a frame of a recording is, and what variables hold in it. */
export function recordedLive(debugging: RecordedDebugging, { frameId, names }: LiveArguments): LiveResult {
  const { at, path, line, column } = debugging.frame(frameId);
  const isFile = debugging.texts.referenceOf(path) === null;
  const values = names.flatMap((name) => {
    const outcome = debugging.sight.evaluate(at, name);
    return 'value' in outcome && outcome.value.kind !== 'absent' ? [[name, liveValue(outcome.value)] as const] : [];
  });
  const isBefore = at.kind === 'step' && debugging.indexOf(frameId) === 0;
  return { place: isFile ? { file: path, line, column } : null, isBefore, values: Object.fromEntries(values) };
}

function liveValue(value: Exclude<ValueReport, { kind: 'absent' }>): LiveValue {
  const text = recordedText(value);
  if (value.kind === 'object') return { text, kind: 'object', exact: null };
  const isExact = value.type !== 'symbol' && value.length === undefined;
  return { text, kind: value.type, exact: isExact ? value.text : null };
}
