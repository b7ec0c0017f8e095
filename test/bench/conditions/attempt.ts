import { pathToFileURL } from 'node:url';
import { Random } from '../../soundness/random.js';
import { inputsOutside } from './inputs.js';
import type { Way } from './reach.js';

/** What the process is told, as JSON. */
export interface Attempt {
  readonly file: string;
  readonly way: Way;
  readonly condition: string;
  readonly count: number;
  readonly seed: number;
}

/** What the process prints: one line for each input, before and after its run. */
type Outcome = 'begins' | 'fails' | 'good' | 'open';

/** A promise that has not settled by then says nothing. */
const patienceMs = 200;

async function run({ file, way, condition, count, seed }: Attempt): Promise<void> {
  const loaded = (await import(pathToFileURL(file).href)) as {
    readonly __tried?: unknown;
    readonly default?: { readonly __tried?: unknown };
  };
  const exported = loaded.__tried ?? loaded.default?.__tried;
  const print = (outcome: Outcome, text = ''): void => void process.stdout.write(`whence ${outcome} ${text}\n`);
  process.on('uncaughtException', () => undefined);
  for (const given of inputsOutside(condition, way.parameters, count, new Random(seed))) {
    print('begins');
    print(await outcomeOf(() => call(exported, way, given)), String(given.map(shown)));
  }
  process.exit(0);
}

function call(exported: unknown, { member, construct }: Way, given: readonly unknown[]): unknown {
  if (construct) return Reflect.construct(exported as new () => unknown, given);
  const called = member === null ? exported : (exported as Record<string, unknown>)[member];
  return Reflect.apply(called as () => unknown, member === null ? undefined : exported, given);
}

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    const result = run();
    if (!(result instanceof Promise)) return 'good';
    return await Promise.race([
      result.then((): Outcome => 'good'),
      new Promise<Outcome>((resolve) => setTimeout(() => resolve('open'), patienceMs)),
    ]);
  } catch {
    return 'fails';
  }
}

function shown(value: unknown): string {
  try {
    return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? JSON.stringify(value) : String(value);
  } catch {
    return '?';
  }
}

await run(JSON.parse(process.argv[2] ?? '') as Attempt);
