export function roundTo(value: number, digits: number): string { //! toFixed
  const negative = value < 0;
  const text = Math.abs(value).toFixed(digits);
  return negative ? `-${text}` : text;
}
