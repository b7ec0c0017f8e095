import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import type { Plan } from '../../../adapter/instrument/plan.js';
import { planOfTexts, plansOfStops } from '../../support/planOfEverything.js';
import { Realm, realmBundle } from './realm.js';
import { readTest, variantsOf, type SuiteTest, type Variant } from './suite.js';

/** What the process that runs tests is asked, and answers. */
export interface ToChild {
  readonly path: string;
}

export interface FromChild {
  readonly path: string;
  readonly variant: Variant;
  readonly isProbed: boolean;
  /** Why the test does not pass; null when it does. */
  readonly failure: string | null;
  /** Whether nothing more is told about the test. */
  readonly isLast: boolean;
}

const [suite = '', bundlePath = ''] = process.argv.slice(2);
const bundle = realmBundle(readFileSync(bundlePath, 'utf8'));
const harness = new Map<string, vm.Script>();
/** How long a test may take to say that it is done. */
const patience = 20_000;

process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
process.on('message', ({ path }: ToChild) => void runBoth(path));
process.send?.('ready');

async function runBoth(path: string): Promise<void> {
  const test = readTest(path);
  const variants = variantsOf(test);
  for (const variant of variants) {
    const tell = (isProbed: boolean, failure: string | null, isLast: boolean) =>
      process.send?.({ path, variant, isProbed, failure, isLast } satisfies FromChild);
    const isLast = variant === variants.at(-1);
    const text = variant === 'strict' ? `"use strict";\n${test.text}` : test.text;
    const plain = await run(test, text, variant, null);
    tell(false, plain, isLast && plain !== null);
    if (plain === null) tell(true, await runProbed(test, text, variant), isLast);
  }
}

/** With every probe, and where activations keep what was last. */
async function runProbed(test: SuiteTest, text: string, variant: Variant): Promise<string | null> {
  for (const plan of [planOfTexts(new Map([[test.path, text]])), ...plansOfStops(test.path, text, 1)]) {
    const failure = await run(test, text, variant, plan);
    if (failure !== null) return plan.localsFrom === null ? failure : `${failure} (where activations keep what was last)`;
  }
  return null;
}

async function run(test: SuiteTest, text: string, variant: Variant, plan: Plan | null): Promise<string | null> {
  let done: (text: string) => void = () => {};
  const finished = new Promise<string>((settle) => (done = settle));
  const realm = new Realm(bundle, plan, (told) => {
    if (told.startsWith('Test262:Async')) done(told);
  });
  const isAsync = test.flags.has('async');
  if (!test.flags.has('raw'))
    for (const name of ['assert.js', 'sta.js', ...(isAsync ? ['doneprintHandle.js'] : []), ...test.includes])
      realm.runHarness(harnessScript(name));
  let isRunning = false;
  try {
    if (variant === 'module') await realm.runModule(text, test.path);
    else {
      const script = realm.compile(text, test.path, 'commonjs');
      isRunning = true;
      script.runInContext(realm.context, { timeout: patience });
    }
  } catch (error) {
    return held(error, test, isRunning || variant === 'module');
  }
  if (test.negative !== null) return `no ${test.negative.type}`;
  if (!isAsync) return null;
  const answer = await Promise.race([finished, new Promise<string>((settle) => setTimeout(settle, patience, 'is never done').unref())]);
  return answer === 'Test262:AsyncTestComplete' ? null : answer;
}

function held(error: unknown, { negative }: SuiteTest, isRunning: boolean): string | null {
  const type = nameOf(error);
  if (negative !== null && type === negative.type && (isRunning || !negative.isRuntime)) return null;
  return `${type}: ${messageOf(error)}`;
}

function nameOf(error: unknown): string {
  const maker: unknown = typeof error === 'object' && error !== null ? (error as { readonly constructor?: unknown }).constructor : null;
  return typeof maker === 'function' ? maker.name : typeof error;
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return String((error as { readonly message?: unknown }).message);
}

function harnessScript(name: string): vm.Script {
  let script = harness.get(name);
  if (script === undefined) {
    script = new vm.Script(readFileSync(join(suite, 'harness', name), 'utf8'), { filename: name });
    harness.set(name, script);
  }
  return script;
}
