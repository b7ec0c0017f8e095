import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../adapter/operations/diagnose.js';
import { LineMap } from '../../server/base/span.js';
import { root } from '../tidy/files.js';

/** The programs of test/programs/diagnosis: each has one fault, tests that fail because of it, and what else must hold (`more.ts`). */
export const faultyFolder = join(root, 'test/programs/diagnosis');

/** By program, the line that is wrong, or before which something is missing. */
export const faultyLines = JSON.parse(readFileSync(join(faultyFolder, 'lines.json'), 'utf8')) as Readonly<Record<string, number>>;

/** The place of the wrong line among the diagnoses, from 1; null where it is not among them. */
export function rankOf(name: string, { diagnoses }: DiagnosisResult): number | null {
  const line = faultyLines[name] ?? 0;
  const index = diagnoses.findIndex(({ components }) => components.some(({ span }) => span.line <= line && line <= span.endLine));
  return index < 0 ? null : index + 1;
}

/** Whether the program with its first repair also passes what its tests do not ask. */
export function isFirstRepairRight(name: string, result: DiagnosisResult): boolean {
  const repair = result.diagnoses.flatMap(({ repairs }) => repairs)[0];
  if (repair === undefined) return false;
  const file = `${name}.ts`;
  let text = readFileSync(join(faultyFolder, name, file), 'utf8');
  const map = new LineMap(text);
  for (const { span, text: by } of [...repair.edits].reverse()) {
    const start = map.offsetOf(span);
    const end = map.offsetOf({ line: span.endLine, column: span.endColumn });
    text = text.slice(0, start) + by + text.slice(end);
  }
  const folder = mkdtempSync(join(tmpdir(), 'whence-repaired-'));
  try {
    writeFileSync(join(folder, file), text);
    copyFileSync(join(faultyFolder, name, 'more.ts'), join(folder, 'more.ts'));
    return spawnSync(process.execPath, ['--import', 'tsx', join(folder, 'more.ts')], { cwd: root, timeout: 20_000 }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
