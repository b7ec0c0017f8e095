import type { AssertedResult } from '../../server/lsp/protocol.js';

/** The test that a command is about. */
export interface AskedTest {
  /** Absolute. */
  readonly file: string;
  /** Of the test or suite, from 1; null where only its name is known. */
  readonly line: number | null;
  /** Its own name, to be told; null where only its place is known. */
  readonly name: string | null;
}

/** An item of the Test Explorer, as far as we read it. */
interface Item {
  readonly label: string;
  readonly uri?: { readonly scheme: string; readonly fsPath: string };
  readonly range?: { readonly start: { readonly line: number } };
}

/** The test of a row of the Test Explorer, or of a message of a failure; null if the context is neither, or lies in no file. */
export function testOf(context: unknown): AskedTest | null {
  const item = itemOf(context) ?? (isRecord(context) ? itemOf(context['test']) : null);
  if (item?.uri?.scheme !== 'file') return null;
  const name = item.label === '' ? null : item.label;
  return { file: item.uri.fsPath, line: item.range === undefined ? null : item.range.start.line + 1, name };
}

function itemOf(given: unknown): Item | null {
  return isRecord(given) && typeof given['label'] === 'string' && 'uri' in given ? (given as unknown as Item) : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Why nothing can be asked about the value of an assertion that has failed; null where its origin can be asked for. */
export function assertedObstacle(asserted: AssertedResult | null): string | null {
  const more = 'Ask about one of the Variables.';
  switch (asserted?.kind) {
    case undefined:
      return `Which value the assertion speaks of cannot be told. ${more}`;
    case 'function':
      return `No value is compared here: the assertion calls “${asserted?.expression ?? ''}”. ${more}`;
    case 'computed':
      return `The value that is compared, “${asserted?.expression ?? ''}”, is computed in the assertion. ${more}`;
    case 'place':
    case 'call':
      return null;
  }
}
