import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { why, type Point } from '../../support/querying.js';
import { Random } from '../random.js';
import { conditionSubject } from './conditions.js';
import { deliver, deliveries, type Delivered, type Delivery } from './deliver.js';
import { nativeOriginSubject, originSubject } from './origins.js';
import { outsideSubject } from './outside.js';
import { placeSubject } from './places.js';
import type { Question, Subject } from './subject.js';

export interface Examination {
  readonly text: string;
  readonly delivery: Delivery;
  readonly stopLine: number;
  readonly hit: number;
  readonly questions: number;
  /** How often the program was run for them. */
  readonly executions: number;
  /** Answers that the oracle contradicts. */
  readonly wrong: readonly string[];
  /** Questions without an answer, for which the oracle has one. */
  readonly missing: readonly string[];
}

export function subjectOf(seed: number, name: SubjectName): Subject {
  return subjects[name](seed);
}

const subjects: Readonly<Record<SubjectName, (seed: number) => Subject>> = {
  places: placeSubject,
  conditions: conditionSubject,
  origins: originSubject,
  natives: nativeOriginSubject,
  outside: outsideSubject,
};

/** What a random program is about; `natives` and `outside` only where they are asked for. */
const subjectNames = ['places', 'conditions', 'origins'] as const;
export type SubjectName = (typeof subjectNames)[number] | 'natives' | 'outside';

/** What is asked of a random program: some passage of its stop, and what it has itself noted there. */
export interface Assignment {
  readonly subject: Subject;
  readonly delivery: Delivery;
  readonly delivered: Delivered;
  readonly stopLine: number;
  /** 0 where the stop is not passed; nothing is asked then. */
  readonly hit: number;
  readonly questions: readonly Question[];
  /** Where the choices go on. */
  readonly random: Random;
}

/** All that can be asked at a random passage of a random program's stop, or one question of it. */
export function assign(seed: number, wanted?: Delivery, about?: SubjectName): Assignment {
  const random = new Random(seed + 1);
  const chosen = random.choice(deliveries);
  const chosenSubject = random.choice(subjectNames);
  const subject = subjectOf(seed, about ?? chosenSubject);
  const delivery = subject.isSloppy === true ? 'commonjs' : (wanted ?? chosen);
  const passages = notesOf(subject);
  const hit = passages.length === 0 ? 0 : 1 + random.below(passages.length);
  const delivered = deliver(subject, delivery);
  const asked = hit === 0 ? [] : subject.questions(passages[hit - 1]).filter(({ ask }) => delivered.canAsk(ask));
  // One question by itself needs less than all at once, and is answered another way.
  const questions =
    asked.length > 0 && random.chance(0.4) ? [subject.isChain ? asked[0] : random.choice(asked)].flatMap((one) => one ?? []) : asked;
  return { subject, delivery, delivered, stopLine: subject.stopLine, hit, questions, random };
}

/** Asks, and holds the answers against the program's own notes. */
export async function examine(seed: number, node = process.execPath, wanted?: Delivery, about?: SubjectName): Promise<Examination> {
  const { subject, delivery, delivered, stopLine, hit, questions, random } = assign(seed, wanted, about);
  const examination = { text: subject.text, delivery, stopLine, hit, questions: questions.length, executions: 0 };
  if (questions.length === 0) return { ...examination, wrong: [], missing: [] };
  const { points, result } = await why({
    files: delivered.files,
    stop: `${delivered.source}:${stopLine}`,
    hit,
    ask: questions.map(({ ask }) => ask),
    node,
    // As in a run of millions of events.
    ...random.choice([{}, { lastOnlyFrom: 0 }, { lastOnlyFrom: 40 }]),
  });
  const wrong: string[] = [];
  const missing: string[] = [];
  for (const [index, question] of questions.entries()) {
    const point = points.find(({ id }) => id === `P${index + 2}`);
    const verdict = judge(question, point, delivered.source);
    if (verdict === 'right') continue;
    const told = `${question.ask}: expected line ${question.line}, got ${String(point?.['status'])} ${String(point?.['file'])}:${String(point?.line)} (${String(point?.['reason'])})`;
    (verdict === 'wrong' ? wrong : missing).push(told);
    if (subject.isChain) break; // what follows starts from there
  }
  return { ...examination, executions: result.executions, wrong, missing };
}

function judge(
  { line, isElsewhere, isUndecided, mayBeMissing }: Question,
  point: Point | undefined,
  source: string,
): 'right' | 'wrong' | 'missing' {
  const status = point?.['status'];
  if (isUndecided === true) return 'right';
  if (status === 'located') {
    const isHere = point?.['file'] === source;
    return isElsewhere === true ? (isHere ? 'wrong' : 'right') : isHere && point?.line === line ? 'right' : 'wrong';
  }
  if (line === null && isElsewhere !== true) return 'right';
  if (status === 'initial') return 'wrong';
  return mayBeMissing === true ? 'right' : 'missing';
}

/** What the program itself notes at each passage of its stop, in a plain run. */
export function notesOf({ text, helpers, structure }: Subject): readonly unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'whence-oracle-'));
  try {
    const files = { 'program.cjs': text, [helpers.name]: helpers.text, 'structure.json': structure };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const env = { ...process.env, ORACLE: 'structure.json' };
    const { stdout, stderr } = spawnSync(process.execPath, ['program.cjs'], { cwd: folder, encoding: 'utf8', env });
    // A program may end by an exception: what it did before counts.
    if (stdout === '') throw new Error(`${stderr}\n${text}`);
    return JSON.parse(stdout) as readonly unknown[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
