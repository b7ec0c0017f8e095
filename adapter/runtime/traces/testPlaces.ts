import { AsyncResource } from 'node:async_hooks';
import { sourceColumn } from '../../instrument/edits.js';
import { lineOf } from './callSites.js';
import { defineProperty } from '../realm/intrinsics.js';
import { pathOf } from '../realm/paths.js';

/** Where a test of node:test is written. */
interface TestPlace {
  readonly file: string;
  readonly line: number;
  column: number;
}

/**
 * node:test asks V8 itself where a test is written, not a stack trace, and shows it. It keeps the answer in a property of the test, which is
 * an AsyncResource: there the column becomes that of the source.
 */
export function showTestPlaces(): void {
  defineProperty(AsyncResource.prototype, 'loc', {
    configurable: true,
    get: () => undefined,
    set(this: object, value: unknown) {
      if (isPlace(value)) {
        const line = lineOf(pathOf(value.file), value.line);
        if (line !== undefined) value.column = sourceColumn(line, value.column - 1) + 1;
      }
      defineProperty(this, 'loc', { value, writable: true, enumerable: true, configurable: true });
    },
  });
}

function isPlace(value: unknown): value is TestPlace {
  const { file, line, column } = (value ?? {}) as Partial<Record<keyof TestPlace, unknown>>;
  return typeof file === 'string' && typeof line === 'number' && typeof column === 'number';
}
