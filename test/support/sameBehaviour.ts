import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../../adapter/instrument/plan.js';
import { withoutInsertions } from '../../adapter/instrument/edits.js';
import { ReplayedInput } from '../../adapter/launch/input.js';
import { DebuggeeProcess } from '../../adapter/launch/process.js';
import { planOfTexts } from './planOfEverything.js';
import { runtimePath } from './querying.js';

export interface Behaviour {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** What a program does by itself. */
export function plainRun(node: string, args: readonly string[], cwd: string): Behaviour {
  const { stdout, stderr, status } = spawnSync(node, args, { cwd, encoding: 'utf8', input: '', maxBuffer: 1 << 28 });
  return { out: stdout, err: stderr, code: status };
}

/** What it does with a plan. */
export async function probedRun(node: string, args: readonly string[], cwd: string, plan: Plan): Promise<Behaviour> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-output-'));
  const files = ['out', 'err'].map((name) => join(folder, name));
  const [out = 1, err = 2] = files.map((file) => openSync(file, 'w'));
  const program = new DebuggeeProcess({
    node,
    nodeArgs: [],
    args,
    cwd,
    runtime: await runtimePath(),
    output: { out, err },
    input: new ReplayedInput(null),
  });
  let code: number | null = null;
  for (;;) {
    const message = await program.next();
    if (message.kind === 'hello')
      program.send({ kind: 'begin', plan, looks: [], exceptions: { isNumbered: false, stop: null, isWatched: false }, pinned: null });
    else if (message.kind === 'gone') {
      code = message.code;
      break;
    }
  }
  closeSync(out);
  closeSync(err);
  const [outText = '', errText = ''] = files.map((file) => readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  return { out: outText, err: errText, code };
}

/** Of the scripts of a folder and of those below. */
export function planOfFolder(folder: string): Plan {
  return planOfTexts(new Map(scripts(folder).map((path) => [path, readFileSync(path, 'utf8')])));
}

function scripts(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return scripts(path);
    return /\.[cm]?js$/.test(name) ? [path] : [];
  });
}

/** The first line that two behaviours do not share, both ways; null when they are the same. */
export function firstDifference(plain: Behaviour, probed: Behaviour): string | null {
  if (plain.code !== probed.code) return `exit code ${plain.code} became ${probed.code}\n${probed.err.slice(0, 2000)}`;
  for (const part of ['out', 'err'] as const) {
    const [before, after] = [plain[part].split('\n'), probed[part].split('\n')];
    const at = before.findIndex((line, index) => line !== after[index]);
    if (at >= 0) return `line ${at + 1}: ${before[at]}\nbecame: ${after[at] ?? 'nothing'}`;
    if (after.length > before.length) return `${after.length - before.length} lines more: ${after[before.length]}`;
  }
  return null;
}

/** What may differ: times, the insertions in a line of source that Node shows with the sign below it, and the loader's own frames. */
export function comparable({ out, err, code }: Behaviour): Behaviour {
  return { out: normalised(out), err: normalised(err), code };
}

function normalised(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s+at .*runtime\.cjs/.test(line) && !/^\s*\^+\s*$/.test(line))
    .map((line) => withoutInsertions(line).replace(/ \(\d+m?s\)$/, ''))
    .join('\n');
}
