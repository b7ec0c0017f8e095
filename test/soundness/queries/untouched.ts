import { spawnSync } from 'node:child_process';
import { why, type Point } from '../../support/querying.js';
import { eraseTypes } from '../../../server/syntax/types/eraseTypes.js';
import { harnessProgram } from '../generator/program.js';
import { Random } from '../random.js';

/** What is answered about one condition, where the program waits at it and where it does not. */
export interface Untouched {
  readonly text: string;
  readonly stopLine: number;
  readonly hit: number;
  /** How often the program was run for the answer without waiting at the condition; 0: the stop was not reached. */
  readonly executions: number;
  readonly different: string | null;
}

/** So many lines are tried until one is reached. */
const mostTries = 6;

/**
 * Asks a random program which condition led to one of its lines: the answer must be the same when the program waits at that condition,
 * which it does for whoever asks more about it, and when its values and stack are taken from what is left of them at the stop.
 */
export async function askUntouched(seed: number): Promise<Untouched> {
  const random = new Random(seed + 3);
  const written = await eraseTypes(harnessProgram(seed), 'program.ts', 'module');
  const own = withoutMap(written);
  const text = `${own}\nfor (let round = -3; round < 8; round++) {\n  try {\n    main(round, 2 * round + 1, 7 - round, round);\n  } catch {}\n}\n`;
  const files = { 'program.mjs': text };
  const lines = own.split('\n');
  let tried: Untouched = { text, stopLine: 0, hit: 0, executions: 0, different: null };
  if (!ends(text)) return tried;
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const stopLine = 1 + random.below(lines.length);
    if (!/^\s+[\w(]/.test(lines[stopLine - 1] ?? '')) continue;
    const hit = 1 + random.below(3);
    const asked = { files, stop: `program.mjs:${stopLine}`, hit, ask: ['lastCondition(P1)'], lastOnlyFrom: random.choice([0, 1_000]) };
    const alone = await why(asked);
    tried = { ...tried, stopLine, hit };
    if (alone.points[1]?.['status'] !== 'located') continue;
    const touched = await why({ ...asked, show: ['P2: 1'] });
    const [here, there] = [told(alone.points[1]), told(touched.points[1])];
    const different = here === there ? null : `untouched ${here}, waited at ${there}`;
    return { ...tried, executions: alone.result.executions, different };
  }
  return tried;
}

/** Some programs go on for ever with some arguments. */
function ends(text: string): boolean {
  return spawnSync(process.execPath, ['--input-type=module'], { input: text, timeout: 1_000 }).error === undefined;
}

function withoutMap(text: string): string {
  return text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}

/** Objects are numbered anew in each run. */
function told(point: Point | undefined): string {
  const values = Object.entries(point?.['values'] ?? {}).filter(([expression]) => expression !== '1');
  return JSON.stringify({ ...point, values: Object.fromEntries(values) }).replace(/#\d+/g, '#');
}
