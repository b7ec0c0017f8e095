const encoder = new TextEncoder();
// A text may begin with the sign of an order of bytes.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Half a letter of two units. */
const half = /([\ud800-\udfff])/u;

/** A text in UTF-8, as engines have them; half a letter of two units, which JavaScript has and Unicode has not, in the three bytes of its number. */
export function bytesOfText(text: string): Uint8Array {
  if (!half.test(text)) return encoder.encode(text);
  const parts = text.split(half);
  return Buffer.concat(parts.map((part) => (half.test(part) ? bytesOfHalf(part.charCodeAt(0)) : encoder.encode(part))));
}

function bytesOfHalf(unit: number): Uint8Array {
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}

/** The text of such bytes. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (!text.includes('\ufffd')) return text;
  let [parts, begin] = ['', 0];
  for (let at = bytes.indexOf(halfLetter); at >= 0; at = bytes.indexOf(halfLetter, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3);
    if (second < 0xa0 || second > 0xbf || third >> 6 !== 2) continue;
    parts += decoder.decode(bytes.subarray(begin, at)) + String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
    begin = at + 3;
  }
  return parts + decoder.decode(bytes.subarray(begin));
}

/** With this byte, and a second one from 0xa0 on, half a letter begins. */
const halfLetter = 0xed;
