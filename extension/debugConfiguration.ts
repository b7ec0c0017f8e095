/** The type of Whence's debug configurations. */
export const debugType = 'whence';

/** As VS Code hands it over: `{}` for F5 without a launch.json. */
export interface Configuration {
  readonly [name: string]: unknown;
}

const standard = { skipFiles: ['<node_internals>/**'], __workspaceFolder: '${workspaceFolder}' };

/** What is run when nothing is configured: the file that is edited; null when there is none. */
export function completed(given: Configuration, activeFile: string | null): Configuration | null {
  if (Object.keys(given).length > 0 && given['type'] !== undefined) return { ...standard, ...given };
  if (activeFile === null) return null;
  return { ...given, ...launchFile(activeFile) };
}

/** Runs one file. */
export function launchFile(file: string): Configuration {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return { ...standard, type: debugType, request: 'launch', name: `Run ${name}`, program: file };
}

/** The words that tell the adapter of a launch before it comes: exception filters are taken from what it says first. */
export function expectedWords({ rules, cwd, program, __workspaceFolder }: Configuration): readonly string[] {
  return Array.isArray(rules) && rules.length > 0 ? ['--expected-launch', JSON.stringify({ rules, cwd, program, __workspaceFolder })] : [];
}
