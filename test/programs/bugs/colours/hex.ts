export function channel(text: string): number {
  if (text.length !== 2) throw new SyntaxError(`${text} is no channel`);
  return Number.parseInt(text, 16);
}
