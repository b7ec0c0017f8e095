import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureTests } from '../../adapter/diagnosis/capture.js';
import { problemsOf } from '../../adapter/diagnosis/problem.js';
import { workerProgram } from '../../adapter/diagnosis/repairSearch.js';
import { installedRunner } from '../../adapter/diagnosis/runner.js';
import type { DiagnosisRequest } from '../../adapter/diagnosis/request.js';
import { findProgram } from '../../adapter/diagnosis/testedProgram.js';
import type { DiagnosisResult } from '../../adapter/operations/diagnose.js';
import { TestWorker } from '../../adapter/tests/workerProcess.js';
import { LineMap } from '../../server/base/span.js';
import { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import { builtOnce } from '../support/builtOnce.js';
import { faultyFolder, faultyLines, isFirstRepairRight, rankOf } from '../support/faultyPrograms.js';
import { root } from '../tidy/files.js';
import { median } from './median.js';

/**
 * Diagnoses the faulty programs of test/programs by the built command, and prints how good and how fast that is, with Ochiai's coefficient
 * beside: `npm run bench -- diagnosis`, or `npm run bench:diagnosis -- [NAME…]` for some of them.
 */
export async function printDiagnosis(chosen: readonly string[] = []): Promise<void> {
  const names = Object.keys(faultyLines).filter((name) => chosen.length === 0 || chosen.includes(name));
  const ranks: (number | null)[] = [];
  const ofOchiai: (number | null)[] = [];
  let right = 0;
  const [suspects, repairs, totals, speeds]: [number[], number[], number[], number[]] = [[], [], [], []];
  const left = { executed: 0, followed: 0, explained: 0, repaired: 0 };
  for (const name of names) {
    const result = diagnosed(name);
    const rank = rankOf(name, result);
    const isRight = isFirstRepairRight(name, result);
    ranks.push(rank);
    if (isRight) right++;
    const { milliseconds, searched, refuted } = result;
    suspects.push(milliseconds.suspects);
    totals.push(milliseconds.total);
    if (milliseconds.repair > 0) repairs.push(milliseconds.repair);
    if (milliseconds.candidates > 0) speeds.push(Math.round((1_000 * searched.candidates) / milliseconds.candidates));
    const single = result.diagnoses.filter(({ components }) => components.length === 1 && components[0]?.kind !== 'missing');
    left.executed += single.length + refuted.length;
    left.followed += single.length;
    left.explained += single.filter(({ status }) => status !== 'undecided').length;
    left.repaired += single.filter(({ status }) => status === 'repaired').length;
    const other = await ochiaiRank(name);
    ofOchiai.push(other);
    const change = result.diagnoses[0]?.repairs[0]?.diff
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line))
      .map((line) => line.replaceAll(/\s+/g, ' '))
      .join(' => ');
    console.log(
      `${name.padEnd(18)} rank ${String(rank ?? '-').padStart(2)} (Ochiai ${other ?? '-'}) ${isRight ? 'right' : 'WRONG'} refuted ${refuted.length}/${refuted.length + result.diagnoses.length} ${JSON.stringify(milliseconds)} ${searched.candidates}/${searched.of} ${change ?? 'no repair'}`,
    );
  }
  const top = (of: readonly (number | null)[]): string =>
    [1, 3, 5].map((most) => of.filter((rank) => rank !== null && rank <= most).length).join('/');
  const spread = (of: readonly number[]): string => `${median(of)} (p90 ${share(of, 0.9)})`;
  console.log(`
${names.length} programs: top 1/3/5 ${top(ranks)}, Ochiai's ${top(ofOchiai)}; first repair right ${right}
median ms to suspects ${spread(suspects)}, to the first repair ${spread(repairs)}, in all ${spread(totals)}; ${median(speeds)} candidates a second
what each model leaves of the components: all that failing tests ran ${left.executed}; not refuted by following ${left.followed}; with a requirement or repair ${left.explained}; with a repair ${left.repaired}`);
}

function diagnosed(name: string): DiagnosisResult {
  const { stdout } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', '--json', '--tests', `${name}.test.ts`], {
    cwd: join(faultyFolder, name),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout) as DiagnosisResult;
}

/** The place of the wrong line by Ochiai's coefficient alone, in the middle of those that are equal to it; null where no failing test ran it. */
async function ochiaiRank(name: string): Promise<number | null> {
  const cwd = join(faultyFolder, name);
  const asked: DiagnosisRequest = {
    ...{ cwd, files: [], tests: [{ file: join(cwd, `${name}.test.ts`), line: null }], test: null, runner: 'auto', command: [] },
    ...{ cardinality: 1, repairs: false, timeoutMs: 60_000 },
  };
  const program = await findProgram(asked, {
    started: () => Promise.reject(new Error('No command is given.')),
    helpFor: () => Promise.resolve(null),
  });
  const runner = installedRunner(program.runner, { cwd, tests: program.tests, command: [], set: null });
  const files = typedFiles(program.suspects, (path) => program.modules.get(path)?.text);
  let next = 0;
  const suspects = program.suspects.flatMap((path) => {
    const file = files.fileOf(path);
    if (file === null) return [];
    const suspect = new SuspectText(path, file, files, next);
    next += suspect.size;
    return [suspect];
  });
  const built = await builtOnce({ entryPoints: { testWorker: 'adapter/tests/worker.ts' }, format: 'esm' });
  const folder = mkdtempSync(join(tmpdir(), 'whence-ochiai-'));
  const script = join(built, 'testWorker.js');
  const worker = new TestWorker({ script, folder, isFree: false, signal: new AbortController().signal, environment: {} });
  try {
    const texts = new Map(suspects.map((suspect) => [suspect.path, suspect.switched([], 0).text]));
    await worker.load(await workerProgram(program, runner, texts, 2_000));
    const { outcomes } = await captureTests(worker, 60_000);
    const ran = outcomes.filter(({ isSkipped }) => !isSkipped);
    const failing = ran.filter(({ error }) => error !== null);
    const passing = ran.filter(({ error }) => error === null);
    const suspicion = new Map(problemsOf(failing, passing, suspects).flatMap((problem) => [...problem.suspicion]));
    const line = faultyLines[name] ?? 0;
    const wrong = suspects.flatMap(({ components, text }) => {
      const map = new LineMap(text);
      const isThere = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
        map.positionOf(start).line <= line && line <= map.positionOf(end).line;
      return components.filter(({ span }) => isThere(span)).map(({ id }) => suspicion.get(id) ?? 0);
    });
    const best = Math.max(0, ...wrong);
    if (best === 0) return null;
    const all = [...suspicion.values()];
    return all.filter((one) => one > best).length + Math.ceil(all.filter((one) => one === best).length / 2);
  } finally {
    worker.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The value that such a share of all does not exceed. */
function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printDiagnosis(process.argv.slice(2));
