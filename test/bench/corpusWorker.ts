import { readFileSync } from 'node:fs';
import { check } from '../../server/check/check.js';
import type { CheckSettings } from '../../server/check/checkFile.js';
import { withPrelude } from '../../server/check/linkPrelude.js';
import { Project } from '../../server/check/project.js';
import { DeclaredTypes } from './accesses/declaredKinds.js';
import { measure } from './accesses/measure.js';
import type { FileResult, WorkerMessage, WorkerRequest } from './corpusMessages.js';

/** The settings of `whence check` without flags. */
const settings: CheckSettings = {
  integers: false,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: true,
};

/** Files import each other: each is lowered once. */
let project: Project | null = null;

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

let types: DeclaredTypes | null = null;

function measureFile(path: string, request: WorkerRequest): FileResult {
  project ??= new Project({ readIfPresent }, request.cwd);
  types ??= new DeclaredTypes(request.all);
  const start = performance.now();
  const file = project.file(path);
  const lowered = file.lower(readFileSync(path, 'utf8'));
  const accesses = lowered.kind === 'module' ? measure(withPrelude(file.link(lowered.module)), path, types) : [];
  return { kind: 'measured', path, milliseconds: performance.now() - start, accesses };
}

function checkFile(path: string, request: WorkerRequest): FileResult {
  project ??= new Project({ readIfPresent }, request.cwd);
  const start = performance.now();
  try {
    if (request.wanted === 'accesses') return measureFile(path, request);
    const result = check(
      {
        files: [path],
        cwd: request.cwd,
        settings: { ...settings, integers: request.integers, unknownCalls: request.unknownCalls },
        at: [],
      },
      { readFile: (file) => readFileSync(file, 'utf8'), readIfPresent, progress: () => undefined },
      project,
    );
    const count = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
    return {
      kind: 'checked',
      path,
      milliseconds: performance.now() - start,
      functions: result.functions.length,
      complete: result.functions.filter(({ complete }) => complete).length,
      accesses: count(result.functions.map(({ accesses }) => accesses.total)),
      proven: count(result.functions.map(({ accesses }) => accesses.proven)),
      findings: result.findings,
      errors: result.errors.map(({ message }) => message),
    };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'crashed', path, milliseconds: performance.now() - start, message };
  }
}

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve, reject) => process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error))));
}

process.once('message', (request: WorkerRequest) => {
  void (async () => {
    for (const path of request.files) {
      await send({ kind: 'begun', path });
      await send({ kind: 'result', result: checkFile(path, request) });
    }
    process.disconnect();
  })();
});
