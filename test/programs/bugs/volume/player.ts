export function setVolume(percent: number): number {
  if (percent < 0 || percent > 100) throw new RangeError(`volume ${percent} is out of range`);
  return percent / 100;
}
