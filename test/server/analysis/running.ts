import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import type { CheckSettings } from '../../../server/check/checkFile.js';
import type { PrintedResult } from '../../../server/findings/reportJson.js';
import { checkText, requiresOf } from '../../support/checking.js';

/** Numbers that every claim about `main(n)` is tried on, whatever the test is about. */
const everyNumber: readonly number[] = [
  NaN,
  -Infinity,
  -7.5,
  -2,
  -1,
  -0,
  0,
  0.5,
  1,
  2,
  3,
  4,
  5,
  6,
  10,
  11,
  50,
  99,
  100,
  101,
  1000,
  Infinity,
];

/** A run that takes longer than this does not end, for all that a test can know. */
const timeoutMs = 100;

export interface Claim {
  /** Arguments that fail, and must lie outside `requires`. */
  readonly refuses?: readonly unknown[];
  /** Further arguments to run; those that succeed must lie inside `requires`, as must the usual numbers. */
  readonly also?: readonly unknown[];
  readonly settings?: Partial<CheckSettings>;
  /** A name that ends in `.js` makes it JavaScript. */
  readonly file?: string;
}

/**
 * Holds what is required of `main`'s one parameter against running it in Node: no good argument may lie outside, and the
 * arguments of `refuses` do. The result is for further questions.
 */
export async function claims(text: string, { refuses = [], also = [], settings = {}, file }: Claim = {}): Promise<PrintedResult> {
  const result = checkText(text, settings, [], file);
  const requires = requiresOf(result);
  assert.notEqual(requires, undefined, 'main is no root');
  for (const argument of [...everyNumber, ...also, ...refuses]) {
    if (settings.integers === true && typeof argument === 'number' && !(Number.isSafeInteger(argument) && !Object.is(argument, -0)))
      continue;
    const failure = await failureOf(text, argument);
    const inside = accepts(requires, text, argument);
    if (failure === null) assert.ok(inside, `main(${String(argument)}) succeeds, outside of ${requires}`);
    if (refuses.includes(argument)) {
      assert.notEqual(failure, null, `main(${String(argument)}) should fail in Node`);
      assert.ok(!inside, `main(${String(argument)}) fails (${failure}), but is inside of ${requires}`);
    }
  }
  return result;
}

/**
 * What is required of `main` decides these argument lists exactly: those that fail in Node lie outside, the others inside. All runs
 * end.
 */
export function decides(
  text: string,
  inputs: readonly (readonly unknown[])[],
  settings: Partial<CheckSettings> = {},
  /** The parameter that takes all arguments. */
  rest: string | null = null,
): string | null {
  const requires = requiresOf(checkText(text, settings));
  assert.notEqual(requires, undefined, 'main is no root');
  const parameters = parametersOf(text);
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const load = new Function('exports', outputText) as (exports: Record<string, unknown>) => void;
  const failureOf = (input: readonly unknown[]): string | null => {
    const exports: { main?: (...input: readonly unknown[]) => unknown } = {};
    load(exports);
    try {
      exports.main?.(...input);
      return null;
    } catch (error) {
      return String(error);
    }
  };
  for (const input of inputs) {
    const failure = failureOf(input);
    const inside =
      requires === null ||
      requires === undefined ||
      Boolean(new Function(...(rest === null ? parameters : [`...${rest}`]), `return (${requires});`)(...input));
    const shown = input.map((each) => (typeof each === 'bigint' ? `${each}n` : JSON.stringify(each))).join(', ');
    if (failure === null) assert.ok(inside, `main(${shown}) succeeds, outside of ${requires}`);
    else assert.ok(!inside, `main(${shown}) fails (${failure}), inside of ${requires}`);
  }
  return requires ?? null;
}

/** The names of `main`'s parameters; patterns stay as they are written. */
function parametersOf(text: string): readonly string[] {
  const file = ts.createSourceFile('main.ts', text, ts.ScriptTarget.Latest);
  const main = file.statements.find((each) => ts.isFunctionDeclaration(each) && each.name?.text === 'main');
  assert.ok(main !== undefined && ts.isFunctionDeclaration(main));
  return main.parameters.map(({ name }) => name.getText(file));
}

/** Why the run fails, or null. A promise that does not settle fails nobody. */
async function failureOf(text: string, argument: unknown): Promise<string | null> {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const exports: Record<string, unknown> = {};
  const context = createContext({ exports, argument });
  try {
    const pending: unknown = runInContext(`${outputText}\nexports.main(argument);`, context, { timeout: timeoutMs });
    await Promise.race([pending, setImmediate()]);
    return null;
  } catch (error) {
    return String(error);
  }
}

function accepts(requires: string | null | undefined, text: string, argument: unknown): boolean {
  if (requires === null || requires === undefined) return true;
  const parameter = /function\*? main\((\w+)/.exec(text)?.[1] ?? 'n';
  return Boolean(new Function(parameter, `return (${requires});`)(argument));
}

/** `line code severity condition` of each finding. */
export function findingsOf(result: PrintedResult): readonly string[] {
  return result.findings.map(({ span, code, severity, condition }) => `${span.line} ${code} ${severity} ${condition}`);
}
