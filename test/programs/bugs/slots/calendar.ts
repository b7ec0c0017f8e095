export function slots(from: number, to: number, minutes: number): number {
  if (to <= from) throw new RangeError('a day ends after it begins');
  return Math.floor((to - from) / minutes);
}
