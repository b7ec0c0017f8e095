import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReplayedInput } from '../../../adapter/launch/input.js';
import { parseQueries } from '../../../adapter/querypoints/question/question.js';
import { investigate } from '../../../adapter/querypoints/runs/investigate.js';
import { proofsOf } from '../../../server/check/proofs.js';
import type { QuestionCase } from './cases.js';

const runtime = fileURLToPath(new URL('../../../dist/runtime.cjs', import.meta.url));

/** What one run of a program has cost when it was at the stop. */
export interface RunCost {
  /** Processor time of all threads. */
  readonly milliseconds: number;
  /** Of these, before the program's first line. */
  readonly begun: number;
  /** The most that it had in memory at once. */
  readonly megabytes: number;
  /** When it was at the stop, in milliseconds since 1970. */
  readonly reached: number;
}

/** The program alone: what it has cost, and the milliseconds on the clock until it was at the stop. */
export interface PlainCost extends RunCost {
  readonly elapsed: number;
}

/** One question: what each of its runs has cost, and what was answered. */
export interface Measured {
  readonly runs: readonly RunCost[];
  readonly answer: string;
  readonly candidates: number;
  /** From the question until line and values were known, in milliseconds on the clock. */
  readonly located: number;
  /** The same until the stack was known, too. */
  readonly elapsed: number;
}

/** The program alone. */
export function plainCost({ program, args }: QuestionCase, folder: string): PlainCost {
  const costs = new CostFile(folder);
  const started = Date.now();
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
  const [cost] = costs.take();
  if (status !== 0 || cost === undefined) throw new Error(`${program}: ${stderr}`);
  return { ...cost, elapsed: cost.reached - started };
}

/** The program as often as the question needs it; `isPruned`: without the probes that are proven to be needed by nobody. */
export async function questionCost(
  { program, args, stop, hit, question }: QuestionCase,
  folder: string,
  isPruned = false,
): Promise<Measured> {
  const path = join(folder, program);
  const line = lineOfStop({ program, stop }, folder);
  const costs = new CostFile(folder);
  const started = performance.now();
  let located: number | null = null;
  const { points } = await investigate({
    stop: { kind: 'line', line: { paths: [path], line, column: null, hit, when: null, names: [] } },
    queries: parseQueries([question]),
    start: { node: process.execPath, nodeArgs: [], args: [program, ...args], cwd: folder, runtime, input: new ReplayedInput(null) },
    output: 'ignore',
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    eraseTypes: (text) => Promise.resolve(text),
    onRun: () => {},
    ...(isPruned ? { prove: (file: string, text: string) => Promise.resolve(proofsOf({ file, text })), waitsForProofs: true } : {}),
    onAnswers: () => (located ??= performance.now() - started),
  });
  const elapsed = performance.now() - started;
  const point = points.at(-1);
  const where = point?.position ? `line ${point.position.line}` : (point?.reason ?? '');
  return {
    runs: costs.take(),
    answer: `${point?.status} ${where}`,
    candidates: point?.candidates?.total ?? 0,
    located: located ?? elapsed,
    elapsed,
  };
}

export function lineOfStop({ program, stop }: Pick<QuestionCase, 'program' | 'stop'>, folder: string): number {
  const lines = readFileSync(join(folder, program), 'utf8').split('\n');
  return lines.findIndex((text) => text.endsWith(stop)) + 1;
}

/** Where the programs add what they have cost (`cost.cjs` among them). */
class CostFile {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, 'costs.txt');
    rmSync(this.path, { force: true });
    process.env['COST_FILE'] = this.path;
  }

  /** What was added, oldest first. */
  take(): readonly RunCost[] {
    if (!existsSync(this.path)) return [];
    const lines = readFileSync(this.path, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as RunCost);
  }
}
