function percent(part: number, whole: number): number {
  if (whole === 0) throw new RangeError('nothing to divide by');
  return (100 * part) / whole;
}

const regions: string[] = [];

export function firstShare(): number { //! nothing to divide by
  return percent(1, regions.length);
}
