import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Compares with the text of a file; with GOLDEN=write in the environment the file is written instead, to be read before it is
 * committed.
 */
export function assertGolden(actual: string, file: URL): void {
  if (process.env['GOLDEN'] === 'write') {
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  let expected = '';
  try {
    expected = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    // A file that is not there is shown as a difference to everything.
  }
  assert.equal(actual, expected);
}
