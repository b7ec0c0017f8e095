import { parentPort, workerData } from 'node:worker_threads';
import { present, unreachable } from '../base/errors.js';
import { nothingFound, type CheckControl, type FileCheck } from '../checkFile.js';
import { reportPath } from '../findings/reportPath.js';
import { DocumentSession } from '../session.js';
import { readSource } from '../sourceFiles.js';
import { EditorSource } from '../syntax/editor/editorSource.js';
import { nameAt } from '../syntax/editor/names.js';
import type { Answer, Order, Reply, Request, TaskKind, ThreadData } from './tasks.js';

/** The thread that `SessionThread` starts: keeps a session for each open document, and does one task after the other. */
const port = present(parentPort, 'the thread that started this one');
const { cancelled } = workerData as ThreadData;
const cancelledId = new Int32Array(cancelled);

interface Known {
  readonly version: number;
  readonly text: string;
}

interface CheckedSession {
  readonly session: DocumentSession;
  readonly version: number;
}

const buffers = new Map<string, Known>();
const sessions = new Map<string, CheckedSession>();
const sources = new Map<string, EditorSource>();

port.on('message', (order: Order) => {
  for (const { file, content } of order.buffers) {
    if (content === null) {
      buffers.delete(file);
      sessions.delete(file);
      sources.delete(file);
    } else {
      buffers.set(file, content);
    }
  }
  port.postMessage(reply(order));
});

function reply(order: Order): Reply {
  const { id } = order;
  const control: CheckControl = { cancelled: () => Atomics.load(cancelledId, 0) === id };
  return { kind: 'answer', id, answer: answer(order, control) };
}

function answer(order: Order, control: CheckControl): Answer<TaskKind> {
  switch (order.kind) {
    case 'check':
      return check(order.request, control);
    case 'states':
      return states(order.request, control);
    case 'checkClosed':
      return checkClosed(order.request, control);
    case 'name':
      return withSource(order.request, (source) => nameAt(source, order.request.offset));
    default:
      return unreachable(order);
  }
}

function check({ file, cwd, settings }: Request<'check'>, control: CheckControl): FileCheck | null {
  const buffer = buffers.get(file);
  if (buffer === undefined) return null; // It was closed in the meantime.
  const session = sessions.get(file)?.session ?? new DocumentSession(reportPath(cwd, file));
  sessions.delete(file);
  sessions.set(file, { session, version: buffer.version });
  return session.check(buffer.text, settings, control);
}

function states({ file, version, places }: Request<'states'>, control: CheckControl): Answer<'states'> {
  const known = sessions.get(file);
  if (known?.version !== version) return null;
  return places.map((place) => known.session.statesAt(place, control));
}

function checkClosed({ file, cwd, settings }: Request<'checkClosed'>, control: CheckControl): FileCheck | null {
  const shown = reportPath(cwd, file);
  let text: string;
  try {
    text = readSource(file);
  } catch (error) {
    return { ...nothingFound, errors: [{ file: shown, message: error instanceof Error ? error.message : String(error) }] };
  }
  return new DocumentSession(shown).check(text, settings, control);
}

/** Parses the newest text of the document, unless that has been done. */
function withSource<T>({ file }: { readonly file: string }, use: (source: EditorSource) => T): T | null {
  const buffer = buffers.get(file);
  if (buffer === undefined) return null;
  let source = sources.get(file);
  if (source?.text !== buffer.text) {
    source = new EditorSource(buffer.text, file);
    sources.set(file, source);
  }
  return use(source);
}
