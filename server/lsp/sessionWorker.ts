import { resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../base/errors.js';
import { nothingFound, type CheckControl, type CheckSettings, type FileCheck } from '../check/checkFile.js';
import { keepCode } from '../files/keptCode.js';
import { readIfThere, readRegularFile } from '../files/regularFile.js';
import { reportPath } from '../findings/reportPath.js';
import { programOfRules } from '../check/rules/programOfRules.js';
import { addedRule, otherForms } from '../check/rules/ruleForms.js';
import { checkRules, sourcesOfRule } from '../check/rules/rulesCheck.js';
import { DocumentSession } from '../check/session.js';
import { findSourceFiles } from '../check/sourceFiles.js';
import { completionsAt } from '../syntax/editor/completions.js';
import { declaredNames } from '../syntax/editor/declarations.js';
import type { EditorSource } from '../syntax/editor/editorSource.js';
import { fixPlaces } from '../syntax/editor/fixes.js';
import { functionsAround } from '../syntax/editor/functions.js';
import { nameAt } from '../syntax/editor/nameAt.js';
import { negatedAssertion } from '../syntax/editor/negatedAssertion.js';
import { renamableAt, renameAt } from '../syntax/editor/renameEdits.js';
import { statementAt } from '../syntax/editor/statements.js';
import { assertionTokens } from '../syntax/editor/tokens.js';
import { newRules } from '../syntax/rules/newRules.js';
import { ProjectConfigs } from '../syntax/modules/projectConfig.js';
import { KnownDocuments } from './knownDocuments.js';
import type { Answer, Order, Reply, Request, TaskKind, ThreadData } from './tasks.js';

/** The thread that `SessionThread` starts: keeps what it knows of each open document, and does one task after the other. */
const port = present(parentPort, 'the thread that started this one');
const { cancelled } = workerData as ThreadData;
const cancelledId = new Int32Array(cancelled);

const documents = new KnownDocuments();
let configs = new ProjectConfigs({ readIfPresent: readQuietly });

type Handlers = { readonly [Kind in TaskKind]: (request: Request<Kind>, control: CheckControl) => Answer<Kind> };

const handlers: Handlers = {
  // A document that is not known was closed in the meantime.
  begin({ file, cwd, settings }, control) {
    return documents.get(file)?.begin(documents.projectIn(cwd), cwd, settings, control) ?? null;
  },
  check({ file, cwd, settings }, control) {
    return documents.get(file)?.check(documents.projectIn(cwd), cwd, settings, control) ?? null;
  },
  states(request, control) {
    const session = checkedSession(request, control);
    return session === null ? null : request.places.map((place) => session.statesAt(place, control));
  },
  statementStates(request, control) {
    return checkedSession(request, control)?.statementStatesAt(request.statement, control, request.live) ?? null;
  },
  checkClosed({ file, cwd, settings }, control) {
    return checkClosed(file, cwd, settings, control);
  },
  checkText({ file, cwd, text, settings }, control) {
    const shown = reportPath(cwd, file);
    return new DocumentSession(shown, documents.projectIn(cwd).aside(file)).check(text, settings, control);
  },
  programOfRules({ folder, file, asked }, control) {
    return programOfRules(asked, file, sourcesAround(folder, file), { readText, cancelled: () => control.cancelled() });
  },
  update: () => null,
  sourceFiles({ folders }) {
    return findSourceFiles('', folders);
  },
  name: ({ file, offset }) => withSource(file, (source) => nameAt(source, offset)),
  statement: ({ file, offset }) => withSource(file, (source) => statementAt(source, offset)),
  functionsAround: ({ file, offset }) => withSource(file, (source) => functionsAround(source, offset)),
  fixPlaces: ({ file, span, shown }) => withSource(file, (source) => fixPlaces(source, span, shown)),
  declaredNames: ({ file, span }) => withSource(file, (source) => declaredNames(source, span)),
  negatedAssertion: ({ file, offset }) => withSource(file, (source) => negatedAssertion(source, offset)),
  completions: ({ file, offset, isTyping }) => withSource(file, (source) => completionsAt(source, offset, isTyping)),
  renamable: ({ file, offset }) => withSource(file, (source) => renamableAt(source, offset)),
  rename: ({ file, offset, newName }) => withSource(file, (source) => renameAt(source, offset, newName)),
  rules({ file }) {
    const document = documents.get(file);
    return document === null ? null : checkRules(document.text, file, readText);
  },
  sourcesOfRule: ({ file, rule }) => sourcesOfRule(rule, file, readText),
  newRules({ file, offset }) {
    const document = documents.get(file);
    return newRules(document?.text ?? '', file, offset);
  },
  otherForms: ({ file, span }) => otherForms(documents.get(file)?.text ?? '', file, span, readText),
  addedRule: ({ file, line }) => addedRule(documents.get(file)?.text ?? '', file, line, readText),
  tokens: ({ file }) => withSource(file, assertionTokens),
  configProblem({ file, isFresh }) {
    if (isFresh) configs = new ProjectConfigs({ readIfPresent: readQuietly });
    return configs.problemOf(file);
  },
};

/** The sources of a folder. Where Git ignores the file that they are asked for, it ignores the whole folder, and they count all the same. */
function sourcesAround(folder: string, file: string): readonly string[] {
  const { files, skipped } = findSourceFiles(folder, [folder]);
  if (files.includes(file)) return files;
  const ignored = skipped.filter(({ reason }) => reason === 'ignored by Git').map((one) => resolve(folder, one.file));
  return ignored.includes(file) ? [...files, ...ignored] : files;
}

/** What has checked this version; null when that is not the newest any more. */
function checkedSession(
  { file, cwd, settings, version }: Request<'statementStates' | 'states'>,
  control: CheckControl,
): DocumentSession | null {
  const document = documents.get(file);
  if (document === null) return null;
  const project = documents.projectIn(cwd);
  // A thread that was started anew has checked nothing yet.
  if (document.checkedVersion === null && document.version === version) document.check(project, cwd, settings, control);
  return document.checkedVersion === version ? document.sessionIn(project, cwd) : null;
}

/** Undefined where it is not there; one that cannot be read is named by the checks, which read it too. */
function readQuietly(file: string): string | undefined {
  try {
    return readIfThere(file);
  } catch {
    return undefined;
  }
}

/** The newest text: of a document that is open, else of the file. Undefined: there is none that can be read. */
function readText(file: string): string | undefined {
  return documents.get(file)?.text ?? readQuietly(file);
}

function withSource<T>(file: string, use: (source: EditorSource) => T): T | null {
  const document = documents.get(file);
  return document === null ? null : use(document.source());
}

function checkClosed(file: string, cwd: string, settings: CheckSettings, control: CheckControl): FileCheck | null {
  const shown = reportPath(cwd, file);
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (error) {
    return { ...nothingFound, errors: [{ file: shown, message: error instanceof Error ? error.message : String(error) }] };
  }
  return new DocumentSession(shown, documents.projectIn(cwd).file(file)).check(text, settings, control);
}

function answer<Kind extends TaskKind>(kind: Kind, request: Request<Kind>, control: CheckControl): Answer<Kind> {
  return handlers[kind](request, control);
}

port.on('message', ({ id, kind, request, buffers }: Order) => {
  for (const buffer of buffers) documents.update(buffer);
  const control: CheckControl = { cancelled: () => Atomics.load(cancelledId, 0) === id };
  const stale = documents.takeStale();
  const answered = answer(kind, request, control);
  const reply: Reply = { kind: 'answer', id, answer: answered, stale, unreadable: documents.takeUnreadable() };
  port.postMessage(reply);
  if (kind === 'check') keepCode();
});
