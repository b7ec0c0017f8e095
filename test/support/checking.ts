import { check } from '../../server/check/check.js';
import type { CheckSettings } from '../../server/check/checkFile.js';
import { printed, type PrintedResult } from '../../server/findings/reportJson.js';

const cwd = '/project';

/** Claims are not tried before they are published, and every solution is verified. */
export const testSettings: CheckSettings = {
  integers: false,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: false,
  verify: true,
};

/** Checks one program from memory: what `--json` prints. `at` names places as `LINE` or `LINE:COLUMN`. */
export function checkText(
  text: string,
  settings: Partial<CheckSettings> = {},
  at: readonly string[] = [],
  name = 'program.ts',
): PrintedResult {
  const file = `${cwd}/${name}`;
  const result = check(
    {
      files: [file],
      cwd,
      settings: { ...testSettings, ...settings },
      at: at.map((place) => {
        const [line, column] = place.split(':').map(Number);
        return { file, line: line ?? 1, column: column ?? null };
      }),
    },
    { readFile: () => text, readIfPresent: () => undefined, progress: () => undefined },
  );
  return printed(result);
}

/** What a root asks of its parameters. */
export function requiresOf(result: PrintedResult, name = 'main'): string | null | undefined {
  return result.functions.find((reported) => reported.name === name)?.requires;
}

/** Evaluates a condition over one parameter, as its reader would. */
export function holds(condition: string | null | undefined, parameter: string, value: unknown): boolean {
  if (condition === null || condition === undefined) return true;
  return Boolean(new Function(parameter, `return (${condition});`)(value));
}
