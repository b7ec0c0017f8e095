import { controlRequests } from './controlRequests.js';
import type { Debugging } from '../debugging.js';
import { inspectionRequests } from './inspectionRequests.js';
import { querypointRequests } from '../querypoints/querypointRequests.js';
import type { RecordedDebugging } from '../recording/recordedDebugging.js';
import { recordedRequests } from '../recording/recordedRequests.js';

type Request = (debugging: Debugging, args: never, signal: AbortSignal) => Promise<object | undefined> | object | undefined;
type RecordedRequest = (debugging: RecordedDebugging, args: never) => Promise<object | void> | object | void;

/** The handlers of requests to what is debugged, by the command's name. */
export const requests: Readonly<Record<string, Request | undefined>> = { ...controlRequests, ...inspectionRequests, ...querypointRequests };

/** The handler of a request to what is debugged, by the command's name; undefined where there is none. */
export function requestOf(command: string): Request | undefined {
  return Object.hasOwn(requests, command) ? requests[command] : undefined;
}

const ofRecordings: Readonly<Record<string, RecordedRequest | undefined>> = recordedRequests;

/** The handler of a request to a recording, by the command's name; undefined where there is none. */
export function recordedRequestOf(command: string): RecordedRequest | undefined {
  return Object.hasOwn(ofRecordings, command) ? ofRecordings[command] : undefined;
}
