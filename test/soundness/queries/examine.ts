import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { why } from '../../support/querying.js';
import { Random } from '../random.js';
import { conditionsText } from './conditionHelpers.js';
import { writeConditionProgram } from './conditionWriter.js';
import { helpersText, type Expectation } from './helpers.js';
import { writeProgram, type QueriedProgram } from './writer.js';

export interface Examination {
  readonly program: { readonly text: string; readonly stopLine: number };
  readonly hit: number;
  readonly questions: number;
  /** Answers that the oracle contradicts. */
  readonly wrong: readonly string[];
  /** Questions without an answer, for which the oracle has one. */
  readonly missing: readonly string[];
}

/** Every other program is about places, every other about conditions. */
export function examine(seed: number): Promise<Examination> {
  return seed % 2 === 0 ? examinePlaces(seed) : examineConditions(seed);
}

/** Asks for a chain of conditions from a random passage of a random program's stop. */
async function examineConditions(seed: number): Promise<Examination> {
  const program = writeConditionProgram(seed);
  const files = { 'program.cjs': program.text, 'conditions.cjs': conditionsText };
  const { leading, forks } = program;
  const structure = JSON.stringify({ leading, forks });
  const hits = oracle<readonly (number | null)[]>({ ...files, 'structure.json': structure }, 'structure.json');
  const hit = hits.length === 0 ? 0 : 1 + new Random(seed + 1).below(hits.length);
  const expected = hits[hit - 1] ?? [];
  if (expected.length === 0) return { program, hit, questions: 0, wrong: [], missing: [] };
  const { points } = await why({
    files,
    stop: `program.cjs:${program.stopLine}`,
    hit,
    ask: expected.map((_, index) => `lastCondition(P${index + 1})`),
  });
  const wrong: string[] = [];
  const missing: string[] = [];
  for (const [index, line] of expected.entries()) {
    const point = points[index + 1];
    const told = `lastCondition(P${index + 1}): expected line ${line}, got ${String(point?.['status'])} ${String(point?.line)} (${String(point?.['reason'])})`;
    const isRight = line === null ? point?.['status'] === 'initial' : point?.['status'] === 'located' && point.line === line;
    if (isRight) continue;
    (point?.['status'] === 'located' || point?.['status'] === 'initial' ? wrong : missing).push(told);
    break; // what follows starts from there
  }
  return { program, hit, questions: expected.length, wrong, missing };
}

/** Asks for every place at a random passage of a random program's stop, and holds the answers against the oracle's. */
async function examinePlaces(seed: number): Promise<Examination> {
  const program = writeProgram(seed);
  const files = { 'program.cjs': program.text, 'helpers.cjs': helpersText };
  const hits = oracle<readonly Expectation[]>(files, '1');
  const hit = hits.length === 0 ? 0 : 1 + new Random(seed + 1).below(hits.length);
  const expected = hits[hit - 1] ?? [];
  if (expected.length === 0) return { program, hit, questions: 0, wrong: [], missing: [] };
  const { points } = await why({
    files,
    stop: `program.cjs:${program.stopLine}`,
    hit,
    ask: expected.map(({ expression }) => `lastChange(P1:${expression})`),
  });
  const wrong: string[] = [];
  const missing: string[] = [];
  expected.forEach((expectation, index) => {
    const point = points[index + 1];
    const line = expectedLine(expectation, program);
    const told = `${expectation.expression}: expected line ${line}, got ${String(point?.['status'])} ${String(point?.line)} (${String(point?.['reason'])})`;
    if (point?.['status'] === 'located') {
      if (point.line !== line && !isUndecided(expectation)) wrong.push(told);
    } else if (point?.['status'] === 'initial' ? line !== null : line !== null) missing.push(told);
  });
  return { program, hit, questions: expected.length, wrong, missing };
}

/** A value that nobody made (absent, deleted) does not say where it comes from. */
function isUndecided({ isElement, line }: Expectation): boolean {
  return isElement !== true && line === null;
}

/** A parameter is written where its function begins, unless its value was made by a write inside, which a call is not. */
function expectedLine({ expression, line }: Expectation, { parameters, stopLine, text }: QueriedProgram): number | null {
  const parameter = parameters.find(({ name, head, end }) => name === expression && head < stopLine && stopLine < end);
  if (parameter === undefined || line === null) return line;
  const isCall = /\bd - 1\b/.test(text.split('\n')[line - 1] ?? '');
  return parameter.head < line && line < parameter.end && !isCall ? line : parameter.head;
}

/** What the program itself notes at each passage of its stop. */
function oracle<T>(files: Readonly<Record<string, string>>, setting: string): readonly T[] {
  const folder = mkdtempSync(join(tmpdir(), 'whence-oracle-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const env = { ...process.env, ORACLE: setting };
    const { stdout, stderr } = spawnSync(process.execPath, ['program.cjs'], { cwd: folder, encoding: 'utf8', env });
    // A program may end by an exception: what it did before counts.
    if (stdout === '') throw new Error(`${stderr}\n${files['program.cjs']}`);
    return JSON.parse(stdout) as readonly T[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
