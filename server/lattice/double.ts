const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
/** Where the low half of a double lies depends on the byte order of the machine. */
const low = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;
const high = 1 - low;

/** The least double greater than `value`; ∞ and NaN stay. */
export function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  if (value === Infinity || Number.isNaN(value)) return value;
  float[0] = value;
  // The bits of doubles of one sign, read as an integer, are in the order of their magnitudes.
  moveMagnitude(value > 0 ? 1 : -1);
  return (float[0] ?? 0) + 0;
}

/** The greatest double less than `value`; -∞ and NaN stay. */
export function nextDown(value: number): number {
  return 0 - nextUp(-value);
}

function moveMagnitude(step: 1 | -1): void {
  const lowWord = words[low] ?? 0;
  const carries = step === 1 ? lowWord === 0xffffffff : lowWord === 0;
  words[low] = lowWord + step;
  if (carries) words[high] = (words[high] ?? 0) + step;
}
