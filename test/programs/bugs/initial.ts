export function initialCode(name: string): string { //! codePointAt
  const first = name.trim().codePointAt(0)!;
  return first.toString(16);
}
