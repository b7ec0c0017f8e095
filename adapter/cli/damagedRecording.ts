/** The sentence beside an answer that lacks what a damaged recording held, as standard error has it. */
export function damageOf(trace: string): string {
  return `whence: A part of ${trace} is damaged: what it held is left out.\n`;
}
