/** Half a letter of two units; and the letters of private use that stand for halves. */
const half = /[\ud800-\udfff]/u;
const halves = new RegExp(half, 'gu');
const standIn = /[\u{10d800}-\u{10dfff}]/u;
const standIns = new RegExp(standIn, 'gu');

/**
 * A text as Prolog can have it. It has no half of a letter: a letter of private use stands for it, behind whose first digits its own are. A
 * text that has such a letter itself loses it.
 */
export function toProlog(text: string): string {
  if (!half.test(text) && !standIn.test(text)) return text;
  return text.replace(standIns, '\ufffd').replace(halves, (unit) => String.fromCodePoint(0x10_0000 | unit.charCodeAt(0)));
}

/** The text that Prolog has as this one. */
export function fromProlog(text: string): string {
  if (!standIn.test(text)) return text;
  return text.replace(standIns, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) & 0xffff));
}
