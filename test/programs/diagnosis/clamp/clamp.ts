export function clamp(value: number, least: number, most: number): number {
  if (value < least) return least;
  if (value > most) return least;
  return value;
}
