import { resolve } from 'node:path';
import { entryReports, type EntryReport } from '../../operations/entryReports.js';
import { cannotAsk } from '../errors.js';
import type { FromHereArguments, FromHereTold, Place } from '../querypoints/protocol.js';
import type { RecordedDebugging } from './recordedDebugging.js';

/** Follows a call of a recording from the state in which it began. */
export async function recordedFromHere(debugging: RecordedDebugging, args: FromHereArguments): Promise<FromHereTold> {
  const { recording, texts, analysis, folder } = debugging;
  const { reader } = recording.open;
  const row = 'event' in args ? reader.store.row(args.event) : null;
  const activation = 'event' in args ? (row?.activation ?? null) : debugging.frame(args.frameId).at.activation;
  const call = ('event' in args ? reader.call(args.event) : null) ?? (activation === null ? null : reader.activation(activation));
  if (call === null || call.isTop) throw cannotAsk('This is in no call of a function: there is no state to begin with.');
  if (texts.referenceOf(reader.positionAt(call.path, call.start)?.path ?? call.path) !== null)
    throw cannotAsk('The function is in no file that is as it was when it ran.');
  const reports = await entryReports(
    recording.open,
    { kind: 'event', recording: recording.file, event: call.event },
    analysis,
    folder,
  ).catch((error: unknown) => Promise.reject(cannotAsk(error instanceof Error ? error.message : String(error))));
  const [report] = reports;
  if (report === undefined) throw cannotAsk('Nothing is known of this call.');
  const { function: functionName, hit, event, file, span, reason, findings } = report;
  const placeOf = (path: string, { line, column }: EntryReport['span']): Place => ({ file: resolve(folder, path), line, column });
  const [finding] = findings;
  const failure = finding && {
    message: finding.message,
    steps: finding.because.map((step) => ({ message: step.message, place: placeOf(step.file, step.span) })),
  };
  return { functionName, hit, event, place: placeOf(file, span), failure: failure ?? null, reason };
}
