/** The file with the types of `whence/rules` that is written beside rules. */
export const typesName = 'whence-rules.d.ts';

/** The name of a rules file about a file, which no other file of the folder has. */
export function freeName(about: string, taken: readonly string[]): string {
  const stem = about.replace(/(?:\.rules)?\.[cm]?[jt]sx?$/, '');
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : number}.rules.ts`;
    if (!taken.includes(name)) return name;
  }
}

/** The line that has TypeScript read the types, wherever its project begins. `path`: from the folder of the rules file. */
export function referenceTo(path: string): string {
  const shown = path.replaceAll('\\', '/');
  return `/// <reference path="${shown.startsWith('.') ? shown : `./${shown}`}" />`;
}
