import { matchIn } from '../../maintain/ownTexts.js';
import { isObject } from '../realm/identity.js';

/** A thrown value as one sentence. */
export function sentenceOf(error: unknown): string {
  const message = isObject(error) ? (error as { readonly message?: unknown }).message : error;
  const text = typeof message === 'string' ? message : String(error);
  return matchIn(/[.!?]$/, text) !== null ? text : `${text}.`;
}
