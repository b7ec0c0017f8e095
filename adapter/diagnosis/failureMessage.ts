import type { TestOutcome } from '../tests/testMessages.js';
import { Shown } from './shown.js';

/** What a test failed with, in one line. */
export function messageOf(error: TestOutcome['error'], cwd: string): string {
  if (error === null) return '';
  const { broken } = error;
  if (broken !== undefined) return `${error.message} (${Shown.path(cwd, broken.file)}:${broken.line})`;
  const isPlain = error.expected !== null && error.actual !== null && error.expected.length + error.actual.length < 200;
  if (error.code === 'ERR_ASSERTION' && isPlain) return `expected ${error.expected}, got ${error.actual}`;
  const [line = ''] = error.message.split('\n');
  const told = error.code === 'ERR_ASSERTION' || error.name === 'OutOfFuel' ? line : `${error.name}: ${line}`;
  return error.isUnheard === true ? `${told} (nothing catches it)` : told;
}
