import type { Check, Given } from '../../server/diagnosis/followed.js';
import type { Component } from '../../server/ir/component.js';
import { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import type { ObservedRun, Switch, WorkerModule } from '../tests/testMessages.js';
import { TestWorker, WorkerGone } from '../tests/workerProcess.js';
import { temporaryFolder } from './coldRun.js';
import type { Diagnosis, DiagnosisResult, FailingTest, RefutedComponent } from './diagnosisResult.js';
import { followSets, type FollowedSets, type SuspectSet } from './followSets.js';
import { valueModel, type ValueModel } from './followValues.js';
import { findMarkedProgram, insertedInto, type MarkedProgram, type PlacedMark } from './markedProgram.js';
import { DiagnosisError, notLoaded, type DiagnosisTools, type ValuesRequest } from './request.js';
import { requirementText, requirementsOf } from './requirements.js';
import { Shown } from './shown.js';
import { workerModule } from './testedProgram.js';

/** Sets of several components that are shown. */
const mostSets = 12;
/** Passages of a run of the program: some seconds. */
const fuel = 20_000_000;

/**
 * Runs a program without tests, and tells which parts of it may be wrong where some of its values are (paper 4, section 2). Throws a
 * `DiagnosisError`.
 */
export async function diagnoseValues(request: ValuesRequest, tools: DiagnosisTools): Promise<DiagnosisResult> {
  const began = Date.now();
  const program = findMarkedProgram(request);
  const folder = temporaryFolder();
  const worker = new TestWorker({ script: tools.worker, folder: folder.path, isFree: false, signal: tools.signal, environment: {} });
  try {
    tools.onProgress('running the program');
    worker.begin();
    const texts = suspectTexts(program);
    const run = await observedRun(worker, program, texts, request);
    const captured = Date.now() - began;
    tools.onProgress('following the program');
    const models: ValueModels = {
      given: valueModel(program, texts, run, 'given'),
      kept: program.marks.some(({ isRight }) => isRight) ? valueModel(program, texts, run, 'kept') : null,
    };
    const judged = await judgeAll(program, texts, run, models, { until: began + request.timeoutMs, signal: tools.signal });
    const isAlone = judged.some(({ isRefuted }) => !isRefuted);
    const isAsked = request.cardinality > 1 || !isAlone;
    const sets = isAsked ? await setsOf(program, texts, run, models, { until: began + request.timeoutMs, signal: tools.signal }) : null;
    return resultOf({ request, program, texts, run, models, judged, sets, captured, began, signal: tools.signal });
  } finally {
    worker.end();
    folder.remove();
  }
}

function suspectTexts({ modules }: MarkedProgram): readonly SuspectText[] {
  const paths = [...modules.keys()].filter((path) => !path.endsWith('.json'));
  const files = typedFiles(paths, (path) => modules.get(path)?.text);
  let next = 0;
  return paths.flatMap((path) => {
    const file = files.fileOf(path);
    if (file === null) return [];
    const suspect = new SuspectText(path, file, files, next);
    next += suspect.size;
    return [suspect];
  });
}

/** Runs the program once with its marked values seen; each must have been. */
async function observedRun(
  worker: TestWorker,
  program: MarkedProgram,
  texts: readonly SuspectText[],
  { words, cwd, timeoutMs }: ValuesRequest,
): Promise<ObservedRun> {
  let places = 0;
  const on: number[] = [];
  const scripts = new Map<string, string>();
  for (const text of texts) {
    const inserted = insertedInto(program, text.path, ({ number, expression }) => `__whence.o(${number}, () => (${expression}))`);
    const numbered = inserted.map(({ position, text: code }) => ({
      number: 1,
      candidate: { places: [{ site: { kind: 'gap' as const, position }, text: code }], edits: [], size: 0 },
    }));
    const switched = text.switched(numbered, places);
    const own = switched.on.get(1) ?? [];
    on.push(...own);
    places += own.length;
    scripts.set(text.path, switched.text);
  }
  const modules = [...program.modules.values()].map((module): WorkerModule =>
    workerModule(module, scripts.get(module.path) ?? module.text),
  );
  let run: ObservedRun;
  try {
    const main = { path: program.main, words };
    await worker.load({ modules, tests: [program.main], runner: { name: 'node', manifest: '' }, timeoutMs: 2_000, settings: null, main });
    const all: Switch = { number: 1, on };
    run = await worker.observe(all, fuel, timeoutMs);
  } catch (error) {
    if (error instanceof WorkerGone) throw new DiagnosisError('The program ends its process, or never ends.');
    throw notLoaded('The program', error);
  }
  for (const { number, name, file, line } of program.marks) {
    const [first] = run.values[number] ?? [];
    const why = run.error === null ? '' : ` It ended before: ${run.error.message.split('\n')[0]}`;
    if (first === undefined) throw new DiagnosisError(`The program never came to ${Shown.path(cwd, file)}:${line}.${why}`);
    if (first.failure !== null) throw new DiagnosisError(`${name} has no value: ${first.failure}.`);
  }
  return run;
}

interface ValueModels {
  /** What is right there is right behind it. */
  readonly given: ValueModel | null;
  /** What is right stays as it is; null where nothing is right, or it can't be followed. */
  readonly kept: ValueModel | null;
}

/** What is known of a component that ran. */
interface Judged {
  readonly component: Component;
  readonly isRefuted: boolean;
  readonly requirement: readonly { readonly test: string; readonly given: readonly Given[] }[] | null;
  readonly why: string;
  readonly score: number;
}

async function judgeAll(
  { suspects, marks }: MarkedProgram,
  texts: readonly SuspectText[],
  run: ObservedRun,
  models: ValueModels,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<readonly Judged[]> {
  const wrong = marks.filter(({ isRight }) => !isRight);
  const someAreRight = wrong.length < marks.length;
  const order = new Map(run.covered.map(([id], index) => [id, index]));
  const judged: Judged[] = [];
  for (const component of componentsOf(suspects, texts, run)) {
    if (signal.aborted || Date.now() > until) break;
    const ranAt = order.get(component.id) ?? 0;
    // What runs later changes no value that was seen before.
    const isLate = wrong.some(({ number }) => ranAt >= (run.ranBefore[number] ?? 0));
    judged.push(isLate ? refuted(component) : await judge(component, models, someAreRight));
  }
  return judged;
}

/** Two components that explain all wrong values together: neither does by itself. */
async function setsOf(
  { suspects }: MarkedProgram,
  texts: readonly SuspectText[],
  run: ObservedRun,
  { given, kept }: ValueModels,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<FollowedSets | null> {
  const model = kept ?? given;
  if (model === null) return null;
  const names = model.wrong.map(({ number }) => String(number));
  const components = componentsOf(suspects, texts, run);
  return followSets({
    tests: model.tests,
    names,
    areAll: true,
    components,
    cardinality: 2,
    isOver: () => signal.aborted || Date.now() > until,
  });
}

const refuted = (component: Component): Judged => ({ component, isRefuted: true, requirement: null, why: '', score: 0 });

/** The components of suspected files that ran. */
function componentsOf(suspects: ReadonlySet<string>, texts: readonly SuspectText[], { covered }: ObservedRun): readonly Component[] {
  const ran = new Map(covered);
  return texts.flatMap((text) => text.components).filter(({ id, file }) => suspects.has(file) && ran.has(id));
}

async function judge(component: Component, { given, kept }: ValueModels, someAreRight: boolean): Promise<Judged> {
  const open = { component, isRefuted: false, requirement: null };
  if (given === null) return { ...open, why: 'The program can not be followed', score: 0.2 };
  const alone = await given.check(component);
  if (alone.some(({ check }) => check.kind === 'conflict')) return refuted(component);
  const results = kept === null ? alone : await kept.check(component);
  if (results.some(({ check }) => check.kind === 'conflict'))
    return {
      ...open,
      why: 'What is wrong depends on it; but with other values of it what is right becomes another value, too',
      score: 0.3,
    };
  const undecided = results.find(({ check }) => check.kind === 'undecided')?.check;
  if (undecided?.kind === 'undecided') return { ...open, why: `Whether what is wrong depends on it is open: ${undecided.why}`, score: 0.4 };
  const requirement = results.flatMap(({ mark, check }) =>
    check.kind === 'consistent' ? [{ test: mark.name, given: givenBy(check) }] : [],
  );
  const why = someAreRight ? 'What is wrong depends on it, and what is right can stay as it is' : 'What is wrong depends on it';
  return { ...open, requirement, why, score: 0.5 };
}

const givenBy = (check: Check): readonly Given[] => (check.kind === 'consistent' ? check.requirement : []);

interface Found {
  readonly request: ValuesRequest;
  readonly program: MarkedProgram;
  readonly texts: readonly SuspectText[];
  readonly run: ObservedRun;
  readonly models: ValueModels;
  readonly judged: readonly Judged[];
  /** Null where nobody looked for several. */
  readonly sets: FollowedSets | null;
  /** Milliseconds until the program had run. */
  readonly captured: number;
  readonly began: number;
  readonly signal: AbortSignal;
}

function resultOf({ request, program, texts, run, models, judged, sets, captured, began, signal }: Found): DiagnosisResult {
  const shown = new Shown(request.cwd, texts);
  const wrong = program.marks.filter(({ isRight }) => !isRight);
  const suspects = judged.filter(({ isRefuted }) => !isRefuted);
  const alone = [...suspects].sort((a, b) => b.score - a.score).map((one) => diagnosisOf(one, models, shown));
  const diagnoses = [
    ...alone,
    ...(sets?.sets ?? [])
      .filter(({ components }) => components.length > 1)
      .slice(0, mostSets)
      .map((set) => setDiagnosis(set, shown)),
  ];
  const others = judged
    .filter(({ isRefuted }) => isRefuted)
    .map(({ component }): RefutedComponent => {
      // All on which one wrong value depends are a conflict.
      const own = wrong.length === 1 ? [suspects.map((suspect) => suspect.component)] : [];
      const [conflict = []] = [...(sets?.conflicts ?? []), ...own].filter((each) => !each.includes(component));
      return { component: shown.component(component.id), models: ['dependency'], conflict: conflict.map(({ id }) => shown.component(id)) };
    });
  const total = Date.now() - began;
  return {
    schema: 'whence.diagnose/1',
    runner: { name: 'node', version: process.versions.node },
    tests: {
      failing: wrong.map((mark) => wrongValue(mark, run, models, request.cwd)),
      passing: program.marks.length - wrong.length,
      flaky: [],
      weak: [],
    },
    diagnoses,
    refuted: others,
    searched: { checks: (models.given?.checks ?? 0) + (models.kept?.checks ?? 0) + (sets?.checks ?? 0), candidates: 0, of: 0 },
    complete: !signal.aborted && sets?.isComplete !== false && judged.length === componentsOf(program.suspects, texts, run).length,
    notes: [
      ...(models.given === null ? ['The program can not be followed: nothing is refuted.'] : []),
      ...(run.error === null ? [] : [`The program ended with ${run.error.name}: ${run.error.message.split('\n')[0]}`]),
    ],
    milliseconds: { suspects: total, capture: captured, followed: total, repair: 0, candidates: 0, total },
  };
}

function diagnosisOf({ component, requirement, why, score }: Judged, { given, kept }: ValueModels, shown: Shown): Diagnosis {
  const verdict = requirement === null ? null : ({ kind: 'consistent', requirement } as const);
  const claims = requirementsOf(component.id, verdict, shown);
  const areSeveral = new Set(claims.map(({ requirement: { test } }) => test)).size > 1;
  return {
    components: [shown.component(component.id)],
    status: requirement === null ? 'undecided' : 'consistent',
    requirement: claims.map((claim) => claim.requirement),
    reason: `${why}${claims.length === 0 ? '' : `: if ${requirementText(claims, areSeveral)}`}.`,
    models: ['spectrum', ...(given === null ? [] : ['dependency']), ...(kept === null ? [] : ['followed'])],
    score,
    repairs: [],
  };
}

function setDiagnosis({ components, verdict }: SuspectSet, shown: Shown): Diagnosis {
  const isConsistent = verdict.kind === 'consistent';
  return {
    components: components.map(({ id }) => shown.component(id)),
    status: isConsistent ? 'consistent' : 'undecided',
    requirement: [],
    reason: `Neither explains all wrong values by itself; both together ${isConsistent ? 'do' : 'may'}.`,
    models: ['spectrum', 'followed'],
    score: isConsistent ? 0.1 : 0.05,
    repairs: [],
  };
}

function wrongValue({ number, name, file, line }: PlacedMark, { values }: ObservedRun, models: ValueModels, cwd: string): FailingTest {
  const shown = (values[number] ?? []).map((value) => value.shown);
  const most = 5;
  const message = `it is ${shown.slice(0, most).join(', then ')}${shown.length > most ? ', and so on' : ''}, which is wrong`;
  return { name, file: Shown.path(cwd, file), line, form: models.given === null ? 'replayed' : 'lowered', message, inputs: [] };
}
