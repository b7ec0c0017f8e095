import { types } from 'node:util';
import { withoutInsertions } from '../../instrument/edits.js';
import { calleeText, closingOf, iterableText, takenApartText, textBefore } from './calleeText.js';
import { defineProperty, getOwnPropertyDescriptor } from '../realm/intrinsics.js';
import { sourcePlace, type TextPlace } from './shownSites.js';

/** V8 says by the text what could not be called: where that is the value of a probe, its message has our name. */
const ofOurs = /^(.*__w_.*?)( is not (?:a function|a constructor|iterable).*)$/s;

const takenApart = /^(Cannot destructure (?:property '.*' of )?')[^']*__w_[^']*(' as it is (?:null|undefined)\.)$/s;

/** V8's words for an optional call of what is no function and is given what is spread, as our probes are. */
const spreadCall = /^Function\.prototype\.apply was called on .*, which is an? .* and not a function$/s;

/** Whether a message may be another one without us. */
const isOurs = (message: string): boolean => message.includes('__w_') || spreadCall.test(message);

/** The same where the message may be read before the trace, with which it is written. */
export function nameBeforeRead(error: unknown): void {
  if (!types.isNativeError(error)) return;
  const message: unknown = getOwnPropertyDescriptor(error, 'message')?.value;
  if (typeof message === 'string' && isOurs(message)) void error.stack;
}

/** An error's message becomes what it is without us, as far as its text tells. */
export function nameWithoutUs(error: unknown, sites: readonly NodeJS.CallSite[]): void {
  const [site] = sites;
  if (site === undefined || !types.isNativeError(error)) return;
  const descriptor = getOwnPropertyDescriptor(error, 'message');
  const message: unknown = descriptor?.value;
  if (descriptor === undefined || typeof message !== 'string' || !isOurs(message)) return;
  const place = sourcePlace(site);
  const value = place === null ? null : messageAt(message, place);
  if (value !== null) defineProperty(error, 'message', { ...descriptor, value });
}

function messageAt(message: string, { shown, source, offset }: TextPlace): string | null {
  if (withoutInsertions(message) !== message) return withSourceOfFunction(message, shown, source);
  if (spreadCall.test(message)) return optionalCallAt(source, offset);
  const [, before, after] = takenApart.exec(message) ?? [];
  if (before !== undefined && after !== undefined) return before + (takenApartText(source, offset) ?? '(intermediate value)') + after;
  const [, ours, rest] = ofOurs.exec(message) ?? [];
  if (ours === undefined || rest === undefined) return null;
  if (rest.includes('iterable')) return iterableText(source, offset, rest) ?? withoutNames(ours) + rest;
  return (calleeText(source, offset) ?? withoutNames(ours)) + rest;
}

const withoutNames = (text: string): string => text.replace(/__w_\w+/g, '(intermediate value)');

/** V8 tells the parenthesis behind `?.`. */
function optionalCallAt(source: string, offset: number): string | null {
  if (!/^\?\.\s*\(/.test(source.slice(offset - 2, offset + 1))) return null;
  return `${textBefore(source, offset - 2) ?? '(intermediate value)'} is not a function`;
}

/** V8 shows of the text of a function so much of its beginning and of its end, in UTF-16 units, when it is longer than both and 15 more. */
const [beginning, ending] = [111, 2] as const;
const omitted = '...<omitted>...';

/** A message with the text of a function, which V8 has cut where the probes made it long. */
function withSourceOfFunction(message: string, shown: string, source: string): string {
  const cut = message.indexOf(omitted);
  if (cut < 0) return withoutInsertions(message);
  let start = 0;
  while (start >= 0 && !shown.includes(message.slice(start, cut))) start = nextWord(message, start, cut);
  if (start < 0) return withoutInsertions(message);
  const from = withoutInsertions(shown.slice(0, shown.indexOf(message.slice(start, cut)))).length;
  const end = closingOf(source, source.indexOf('{', from)) + 1;
  const whole = source.slice(from, end);
  const isLong = whole.length > beginning + omitted.length + ending;
  const text = isLong ? whole.slice(0, beginning) + omitted + whole.slice(-ending) : whole;
  return message.slice(0, start) + text + message.slice(cut + omitted.length + ending);
}

function nextWord(message: string, after: number, before: number): number {
  const at = message.indexOf(' ', after);
  return at < 0 || at >= before ? -1 : at + 1;
}
