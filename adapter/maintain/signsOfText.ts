import { newList } from './ownLists.js';
/** The signs of a text, as the language goes through it: two halves that belong together are one. Uses no method that a program may have replaced. */
export function signsOf(text: string): readonly string[] {
  const signs: string[] = newList();
  for (let at = 0; at < text.length; at++) {
    const sign = signAt(text, at);
    if (sign.length > 1) at++;
    signs[signs.length] = sign;
  }
  return signs;
}

/** Whether a value is a sign of a text. */
export function isSignOf(text: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  for (let at = 0; at < text.length; at++) {
    const sign = signAt(text, at);
    if (sign === value) return true;
    if (sign.length > 1) at++;
  }
  return false;
}

function signAt(text: string, at: number): string {
  const first = text[at] ?? '';
  const second = text[at + 1] ?? '';
  return first >= '\ud800' && first < '\udc00' && second >= '\udc00' && second < '\ue000' ? first + second : first;
}
