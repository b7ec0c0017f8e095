import { types } from 'node:util';
import { calleeText } from './calleeText.js';
import { defineProperty, getOwnPropertyDescriptor } from '../realm/intrinsics.js';
import { sourcePlace } from './shownSites.js';

/** V8 says by the text what could not be called: where that is the value of a probe, its message has our name. */
const ofOurs = /^(.*__w_.*?)( is not (?:a function|a constructor|iterable).*)$/s;

/** The same where the message may be read before the trace, with which it is written. */
export function nameBeforeRead(error: unknown): void {
  if (!types.isNativeError(error)) return;
  const message: unknown = getOwnPropertyDescriptor(error, 'message')?.value;
  if (typeof message === 'string' && message.includes('__w_')) void error.stack;
}

/** An error's message becomes what it is without us, as far as its text tells. */
export function nameWithoutUs(error: unknown, sites: readonly NodeJS.CallSite[]): void {
  const [site] = sites;
  if (site === undefined || !types.isNativeError(error)) return;
  const descriptor = getOwnPropertyDescriptor(error, 'message');
  const message: unknown = descriptor?.value;
  if (descriptor === undefined || typeof message !== 'string' || !message.includes('__w_')) return;
  const [, ours, rest] = ofOurs.exec(message) ?? [];
  const place = sourcePlace(site);
  if (ours === undefined || rest === undefined || place === null) return;
  const named = calleeText(place.source, place.offset, !rest.includes('iterable'));
  defineProperty(error, 'message', { ...descriptor, value: (named ?? ours.replace(/__w_\w+/g, '(intermediate value)')) + rest });
}
