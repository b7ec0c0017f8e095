import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DiagnosisResult } from './diagnosisResult.js';

/** Writes each repair as a unified diff for `git apply`, named by the ranks of diagnosis and repair; gives the paths. Throws where the folder can't be written. */
export function writePatches(folder: string, { diagnoses }: DiagnosisResult): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return diagnoses.flatMap(({ components, repairs }, rank) =>
    repairs.map(({ diff }, i) => {
      const path = join(folder, `${rank + 1}-${i + 1}-${basename(components[0]?.file ?? 'repair')}.patch`);
      writeFileSync(path, diff.replace(/^--- (?!\/)/m, '--- a/').replace(/^\+\+\+ (?!\/)/m, '+++ b/'));
      return path;
    }),
  );
}
