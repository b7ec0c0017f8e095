import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../base/errors.js';
import { nothingFound, type CheckControl, type FileCheck } from '../checkFile.js';
import { reportPath } from '../findings/reportPath.js';
import { DocumentSession } from '../session.js';
import { findSourceFiles, readIfPresent, readSource } from '../sourceFiles.js';
import { completionsAt } from '../syntax/editor/completions.js';
import { declaredNames } from '../syntax/editor/declarations.js';
import { EditorSource } from '../syntax/editor/editorSource.js';
import { fixPlaces } from '../syntax/editor/fixes.js';
import { functionsAround } from '../syntax/editor/functions.js';
import { nameAt } from '../syntax/editor/names.js';
import { negatedAssertion } from '../syntax/editor/negation.js';
import { renamableAt, renameAt } from '../syntax/editor/rename.js';
import { assertionTokens } from '../syntax/editor/tokens.js';
import { ProjectConfigs } from '../syntax/projectConfig.js';
import type { Answer, Buffer, Order, Reply, Request, TaskKind, ThreadData } from './tasks.js';

/** The thread that `SessionThread` starts: keeps what it knows of each open document, and does one task after the other. */
const port = present(parentPort, 'the thread that started this one');
const { cancelled } = workerData as ThreadData;
const cancelledId = new Int32Array(cancelled);

/** What is known of an open document. */
class Known {
  version = 0;
  text = '';
  /** The version that the session has checked. */
  checkedVersion: number | null = null;
  private session: { readonly cwd: string; readonly of: DocumentSession } | null = null;
  private parsed: EditorSource | null = null;

  constructor(private readonly file: string) {}

  /** Reports name files relative to `cwd`; it changes with the workspace folders. */
  sessionIn(cwd: string): DocumentSession {
    if (this.session?.cwd !== cwd) this.session = { cwd, of: new DocumentSession(reportPath(cwd, this.file)) };
    return this.session.of;
  }

  /** The newest text, parsed; a text is parsed once. */
  source(): EditorSource {
    if (this.parsed?.text !== this.text) this.parsed = new EditorSource(this.text, this.file);
    return this.parsed;
  }
}

const documents = new Map<string, Known>();
let configs = new ProjectConfigs({ readIfPresent });

function update({ file, content }: Buffer): void {
  if (content === null) {
    documents.delete(file);
    return;
  }
  const document = documents.get(file) ?? new Known(file);
  documents.set(file, document);
  document.version = content.version;
  document.text = content.text;
}

type Handlers = { readonly [Kind in TaskKind]: (request: Request<Kind>, control: CheckControl) => Answer<Kind> };

const handlers: Handlers = {
  check({ file, cwd, settings }, control) {
    const document = documents.get(file);
    if (document === undefined) return null; // It was closed in the meantime.
    document.checkedVersion = document.version;
    return document.sessionIn(cwd).check(document.text, settings, control);
  },
  states({ file, cwd, settings, version, places }, control) {
    const document = documents.get(file);
    if (document === undefined) return null;
    const session = document.sessionIn(cwd);
    // A thread that was started anew has checked nothing yet.
    if (document.checkedVersion === null && document.version === version) {
      document.checkedVersion = version;
      session.check(document.text, settings, control);
    }
    if (document.checkedVersion !== version) return null;
    return places.map((place) => session.statesAt(place, control));
  },
  checkClosed({ file, cwd, settings }, control) {
    return checkClosed(file, reportPath(cwd, file), settings, control);
  },
  checkText({ file, cwd, text, settings }, control) {
    return new DocumentSession(reportPath(cwd, file)).check(text, settings, control);
  },
  sourceFiles({ folders }) {
    return findSourceFiles('', folders);
  },
  name: ({ file, offset }) => withSource(file, (source) => nameAt(source, offset)),
  functionsAround: ({ file, offset }) => withSource(file, (source) => functionsAround(source, offset)),
  fixPlaces: ({ file, span }) => withSource(file, (source) => fixPlaces(source, span)),
  declaredNames: ({ file, span }) => withSource(file, (source) => declaredNames(source, span)),
  negatedAssertion: ({ file, offset }) => withSource(file, (source) => negatedAssertion(source, offset)),
  completions: ({ file, offset }) => withSource(file, (source) => completionsAt(source, offset)),
  renamable: ({ file, offset }) => withSource(file, (source) => renamableAt(source, offset)),
  rename: ({ file, offset, newName }) => withSource(file, (source) => renameAt(source, offset, newName)),
  tokens: ({ file }) => withSource(file, assertionTokens),
  configProblem({ file, isFresh }) {
    if (isFresh) configs = new ProjectConfigs({ readIfPresent });
    return configs.problemOf(file);
  },
};

function withSource<T>(file: string, use: (source: EditorSource) => T): T | null {
  const document = documents.get(file);
  return document === undefined ? null : use(document.source());
}

function checkClosed(file: string, shown: string, settings: Request<'checkClosed'>['settings'], control: CheckControl): FileCheck | null {
  let text: string;
  try {
    text = readSource(file);
  } catch (error) {
    return { ...nothingFound, errors: [{ file: shown, message: error instanceof Error ? error.message : String(error) }] };
  }
  return new DocumentSession(shown).check(text, settings, control);
}

function answer<Kind extends TaskKind>(kind: Kind, request: Request<Kind>, control: CheckControl): Answer<Kind> {
  return handlers[kind](request, control);
}

port.on('message', ({ id, kind, request, buffers }: Order) => {
  for (const buffer of buffers) update(buffer);
  const control: CheckControl = { cancelled: () => Atomics.load(cancelledId, 0) === id };
  const reply: Reply = { kind: 'answer', id, answer: answer(kind, request, control) };
  port.postMessage(reply);
});
