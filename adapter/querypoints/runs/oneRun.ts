import { emptyPlan } from '../../instrument/plan.js';
import { CommandRun, type CommandToFollow } from '../../launch/commandRun.js';
import { onlyStartsOthers, processWords } from '../../launch/processWords.js';
import type { Conversation } from '../../launch/debuggeeConversation.js';
import { DebuggeeProcess, type ProgramStart } from '../../launch/process.js';
import { watch } from '../../launch/watchdog.js';
import type { Plan } from '../../instrument/plan.js';
import type { Site } from '../../instrument/site.js';
import type { Look, Paused } from '../../events/rows.js';
import type { BrokenCondition, ExceptionLook, FoundThrow, Lanes, ThreadAbout, Uncaught } from '../../runtime/channel/messages.js';
import type { Demand } from '../question/demand.js';
import { nearestLines, offered } from '../text/nearestLines.js';
import { isOfPackage } from '../text/ofPackage.js';
import { RunTexts, type TextLibrary } from '../text/texts.js';
import type { Investigation, Stop } from './investigate.js';
import { liveMoment } from './liveRun.js';
import { InvestigationError } from './result.js';
import { RunDecision, type RunTask } from './runDecision.js';
import { isWanted, ToldThrow } from './toldThrow.js';

/** What one run is made for. */
export interface RunSettings {
  readonly task: RunTask;
  readonly looks: readonly Look[];
  readonly exceptions: ExceptionLook;
  readonly plan: Plan;
  /** How large the program's stack is, by what it is without us. */
  readonly stack: number;
}

/** What all runs share. */
export interface RunContext {
  readonly library: TextLibrary;
  readonly pinned: number | null;
  /** Whether the program's output is shown. */
  readonly isFirst: boolean;
  /** Called when the run has loaded a text with probes. */
  onText(path: string, sites: readonly Site[]): void;
  /** Throws are numbered that were not before. */
  onNumbered(): void;
}

export interface RunOutcome {
  /** null when the run did not reach the stop. */
  readonly decision: RunDecision | null;
  /** What it recorded, and was found to lack. */
  readonly demand: Demand;
  /** How it ended without reaching it, as a sentence. */
  readonly ending: string;
  /** Whether it has loaded a text in which the stop is. */
  readonly knowsStop: boolean;
  /** Whether another thread or process may have come to the stop: it has started some, or has not loaded its file. */
  readonly isElsewhere: boolean;
  /** The exception that ended the process. */
  readonly uncaught: Uncaught | null;
  /** The throw that was looked for. */
  readonly found: FoundThrow | null;
  /** The condition that was broken, of those that the run was held against. */
  readonly broken: BrokenCondition | null;
}

/** Runs the program, or the command, once: to the stop in the process that comes there first, or to its end. Rejects with one sentence. */
export async function runOnce(investigation: Investigation, settings: RunSettings & RunContext): Promise<RunOutcome> {
  await watch();
  const { signal, timeoutMs } = investigation;
  if (signal.aborted) throw new InvestigationError('Cancelled.');
  const started = Date.now();
  const cut = (): void => {
    if (signal.aborted) throw new InvestigationError('Cancelled.');
    if (Date.now() - started >= timeoutMs)
      throw new InvestigationError(`The program did not get there within ${timeoutMs / 1000} seconds: raise --timeout.`);
  };
  const { start, stop } = investigation;
  const told = new ToldThrow(stop, timeoutMs);
  const run = { investigation, settings, mains: new Map(), exit: null, told, cut };
  try {
    return await ('words' in start ? commandRun(start, run) : programRun(start, run));
  } finally {
    told.forget();
  }
}

interface OneRun {
  readonly investigation: Investigation;
  readonly settings: RunSettings & RunContext;
  /** The main threads of the command's processes, by process; none for a program. */
  readonly mains: Map<number, ThreadAbout>;
  /** How the command will have ended; null for a program. */
  readonly exit: Promise<Exit> | null;
  readonly told: ToldThrow;
  /** Throws when the run was cancelled, or has taken too long. */
  cut(): void;
}

/** How a program or a command has ended. */
interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

async function programRun(start: Omit<ProgramStart, 'output'>, run: OneRun): Promise<RunOutcome> {
  const { settings, cut } = run;
  const { output, signal, timeoutMs } = run.investigation;
  const debuggee = new DebuggeeProcess({ ...start, stack: settings.stack, output: settings.isFirst ? output : 'ignore' });
  const stop = endingAt(signal, timeoutMs, () => debuggee.end());
  const conversation = conversed(debuggee, run, { lanes: null, order: 0 });
  conversation.catch(() => {}); // where it is no longer waited for
  try {
    return await Promise.race([conversation, run.told.outcome]);
  } catch (error) {
    cut(); // it was ended while it was looked at
    throw error;
  } finally {
    stop();
    debuggee.end();
  }
}

async function commandRun(start: Omit<CommandToFollow, 'output'>, run: OneRun): Promise<RunOutcome> {
  const { settings, cut } = run;
  const { output, signal, timeoutMs } = run.investigation;
  const outcomes: Promise<RunOutcome>[] = [];
  let reached: (outcome: RunOutcome) => void = () => {};
  let failed: (error: unknown) => void = () => {};
  const first = new Promise<RunOutcome>((resolve, reject) => ([reached, failed] = [resolve, reject]));
  let exits: (exit: Exit) => void = () => {};
  const ofCommand: OneRun = { ...run, exit: new Promise((resolve) => (exits = resolve)) };
  const met = (conversation: Conversation, lanes: Lanes): void => {
    const outcome = conversed(conversation, ofCommand, { lanes, order: outcomes.length });
    outcomes.push(outcome);
    outcome.then((one) => void ((one.decision !== null || one.broken !== null) && reached(one)), failed);
  };
  const command = await CommandRun.start({ ...start, output: settings.isFirst ? output : 'ignore' }, met);
  const noLonger = endingAt(signal, timeoutMs, () => command.end());
  const over = command.ended.then(async (exit) => {
    exits(exit);
    const all = await Promise.all(outcomes);
    cut();
    const known =
      all.find((one) => isWanted(one, run.investigation.stop)) ??
      all.find(({ uncaught }) => uncaught !== null) ??
      all.find(({ knowsStop }) => knowsStop) ??
      all.at(-1);
    if (known === undefined) throw new InvestigationError(`${start.words.join(' ')} has started no Node process that could be followed.`);
    return all.find(({ decision }) => decision !== null) ?? known;
  });
  try {
    return await Promise.race([first, over, run.told.outcome]);
  } catch (error) {
    cut();
    throw error;
  } finally {
    noLonger();
    command.end();
    // What ends with the command is no news.
    for (const outcome of [first, over, ...outcomes]) outcome.catch(() => {});
  }
}

/** Ends what runs when it is cancelled or has taken too long; what it returns takes that back. */
function endingAt(signal: AbortSignal, timeoutMs: number, end: () => void): () => void {
  signal.addEventListener('abort', end);
  const timer = setTimeout(end, timeoutMs);
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  };
}

/** How a thread or process is met. */
interface Meeting {
  /** Where processes that this one starts are met, of a command. */
  readonly lanes: Lanes | null;
  /** How many were met before. */
  readonly order: number;
}

async function conversed(debuggee: Conversation, run: OneRun, { lanes, order }: Meeting): Promise<RunOutcome> {
  const { investigation, settings, mains, told, cut } = run;
  const { eraseTypes, stop, checkStop } = investigation;
  const { task, library, looks, exceptions, pinned, plan } = settings;
  const texts = new RunTexts(library);
  let about: ThreadAbout | null = null;
  const decision = new RunDecision(debuggee, texts, task, () =>
    about === null || lanes === null ? null : processWords(about, mains.get(about.pid) ?? about, investigation.start.cwd),
  );
  let uncaught: Uncaught | null = null;
  let found: FoundThrow | null = null;
  let objected: string | null = null;
  let hasStarted = false;
  const ended = (ending: string, knowsStop: boolean, broken: BrokenCondition | null = null): RunOutcome => {
    return {
      decision: null,
      demand: decision.demand,
      ending,
      knowsStop,
      isElsewhere: isElsewhere(texts, stop, hasStarted),
      uncaught,
      found,
      broken,
    };
  };
  for (;;) {
    const message = await debuggee.next();
    switch (message.kind) {
      case 'hello': {
        about = message.about ?? null;
        if (about?.thread === 0) mains.set(about.pid, about);
        const others = lanes === null ? {} : { lanes };
        if (lanes !== null && onlyStartsOthers(message.about?.program ?? ''))
          debuggee.send({ kind: 'begin', plan: emptyPlan, looks: [], exceptions: nothingLookedAt, pinned, ...others });
        else debuggee.send({ kind: 'begin', plan, looks, exceptions, pinned, ...others });
        break;
      }
      case 'text':
        if (message.source !== null) library.put(message.path, message.source);
        texts.add(message.path, message.firstSite, message.sites);
        settings.onText(message.path, message.sites);
        break;
      case 'erase': {
        const text = await eraseTypes(message.text, message.path, message.format);
        library.put(message.path, text);
        debuggee.send({ kind: 'erased', text });
        break;
      }
      case 'paused': {
        if (message.why === 'event') {
          await decision.observeEvent(message);
          debuggee.send({ kind: 'continue' });
          break;
        }
        if (message.why === 'exception') {
          await decision.observeException(message);
          debuggee.send({ kind: 'continue' });
          break;
        }
        const seen = stop.kind === 'failure' ? inTheTest(message) : message;
        const objection = (await checkStop?.(seen, liveMoment(debuggee, seen))) ?? null;
        if (objection !== null && lanes === null) return ended(objection, true);
        if (objection !== null) {
          // Another thread or process may come there in the right way.
          objected = objection;
          debuggee.send({ kind: 'continue' });
          break;
        }
        await decision.decide(seen);
        return { ...ended('', true), decision };
      }
      case 'broken':
        return ended('', true, message);
      case 'uncaught':
        uncaught = message;
        told.tell(ended('', true), order);
        break;
      case 'numbered':
        settings.onNumbered();
        break;
      case 'found':
        found = message;
        told.tell(ended('', true), order);
        break;
      case 'ended':
        ({ hasStarted } = message);
        break;
      case 'gone': {
        cut();
        if (message.disturbance !== null) throw new InvestigationError(message.disturbance);
        // A process may still change its exit code when it tells of its end.
        const exit = run.exit === null ? message : await run.exit;
        return ended(objected ?? endingOf(exit, texts, stop), texts.allNumbers(({ kind }) => kind === 'stop').length > 0);
      }
      default:
    }
  }
}

/** A failed assertion as its test sees it: the frames of the library that throws are left out. */
function inTheTest(paused: Paused): Paused {
  const framesLeftOut = paused.frames.findIndex(({ path }) => !isOfPackage(path));
  return framesLeftOut <= 0 ? paused : { ...paused, frames: paused.frames.slice(framesLeftOut), framesLeftOut };
}

const nothingLookedAt: ExceptionLook = { isNumbered: false, stop: null, isWatched: false };

/** Whether a run has started others that may come to a stop, or has no probe in the file of one. */
function isElsewhere(texts: RunTexts, stop: Stop, hasStarted: boolean): boolean {
  switch (stop.kind) {
    case 'line':
      return hasStarted || !texts.probedPaths.some((path) => stop.line.paths.includes(path));
    case 'uncaught':
    case 'caught':
    case 'failure':
      return hasStarted;
    default:
      return false;
  }
}

/** Why a run that has ended did not get to the stop. */
function endingOf({ code, signal }: Exit, texts: RunTexts, stop: Stop): string {
  const how = signal !== null ? `was ended by ${signal}` : code === null ? 'ended' : `ended with exit code ${code}`;
  if (stop.kind === 'broken') return `The program ${how}, and no condition that the analysis finds was broken.`;
  if (stop.kind !== 'line' && stop.kind !== 'replay') return `The program ${how} before its exception was thrown again.`;
  if (stop.kind === 'replay') return `The program ${how} before it came to this moment again.`;
  const { line, hit } = stop.line;
  const isKnown = texts.allNumbers(({ kind }) => kind === 'stop').length > 0;
  if (!isKnown) {
    const { paths } = stop.line;
    const nearest = nearestLines(texts, [...paths, ...texts.probedPaths], (path) => paths.includes(path), line);
    return `The program ${how}; no statement of a text that it loaded starts on line ${line}${offered(nearest)}.`;
  }
  return `The program ${how} before it was ${hit === 1 ? 'there' : `there ${hit} times`}${stop.line.when === null ? '' : ' with the condition true'}.`;
}
