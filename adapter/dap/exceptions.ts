import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger, Runtime } from 'node:inspector';
import { isExpression } from '../operations/askedChain.js';
import { isInternal, isOwnScript } from './skipping.js';
import { evaluateOnFrame } from './frameEvaluation.js';
import type { Target } from './target.js';

/** An exception as V8 reports it. */
export type Thrown = Runtime.RemoteObject & { readonly uncaught?: boolean };

export const exceptionFilters: readonly DebugProtocol.ExceptionBreakpointsFilter[] = [
  {
    filter: 'all',
    label: 'Caught Exceptions',
    description: 'Stops wherever something is thrown, also where the program catches it.',
    supportsCondition: true,
    conditionDescription: "error.name === 'TypeError'",
    default: false,
  },
  {
    filter: 'uncaught',
    label: 'Uncaught Exceptions',
    description: 'Stops where something is thrown that no handler of the program catches.',
    supportsCondition: true,
    conditionDescription: "error.name === 'TypeError'",
    default: false,
  },
  {
    filter: 'failure',
    label: 'Failed Assertions',
    description: 'Stops where an assertion fails (assert, expect, chai), also where a runner of tests catches it.',
    supportsCondition: true,
    conditionDescription: 'error.actual === null',
    default: false,
  },
  {
    filter: 'necessary',
    label: 'Broken Necessary Conditions',
    description:
      'Stops at the earliest state from which the program certainly fails: conditions that the static analysis has found are checked while it runs, and assertions.',
    supportsCondition: false,
    default: false,
  },
];

/** At which exceptions the program stops. */
export class ExceptionBreakpoints {
  /** Of each filter that is on, its condition. */
  private filters = new Map<string, string | null>();

  /** `stopsAtFailure`: also at failed assertions, whatever filters are on. `isSkipped`: whether a source is stepped over. */
  constructor(
    private readonly stopsAtFailure: boolean,
    private readonly isSkipped: (source: string) => boolean,
  ) {}

  /** Whether V8 must tell of throws in sources that are stepped over: assertions throw there. It does not for those that it skips itself. */
  get seesSkipped(): boolean {
    return this.stopsAtFailure || this.filters.has('failure');
  }

  /** Returns for each filter whether its condition can be evaluated. */
  set(options: readonly DebugProtocol.ExceptionFilterOptions[]): readonly DebugProtocol.Breakpoint[] {
    this.filters = new Map();
    return options.map(({ filterId, condition }) => {
      if (condition && !isExpression(condition))
        return { verified: false, message: `The condition “${condition}” is no JavaScript expression.` };
      this.filters.set(filterId, condition || null);
      return { verified: true };
    });
  }

  /** Whether a filter is on. */
  has(filter: string): boolean {
    return this.filters.has(filter);
  }

  /** The condition under which a filter counts; null: it has none, or is off. */
  conditionOf(filter: string): string | null {
    return this.filters.get(filter) ?? null;
  }

  /** Whether the program stops where a necessary condition breaks. */
  get areConditionsChecked(): boolean {
    return this.filters.has('necessary');
  }

  /** What V8 is told to stop at. */
  get state(): 'all' | 'uncaught' | 'none' {
    if (this.seesSkipped || this.filters.has('all')) return 'all';
    return this.filters.has('uncaught') ? 'uncaught' : 'none';
  }

  async apply(target: Target): Promise<void> {
    await target.client.send('Debugger.setPauseOnExceptions', { state: this.state });
  }

  /** Whether a throw is one that was asked for. A condition that throws does not hold. */
  async isWanted(target: Target, { callFrames, data }: Debugger.PausedEventDataType): Promise<boolean> {
    const thrown = data as Thrown | undefined;
    // Classes of exceptions that assertions throw: Node's and chai's have this name; bundlers and jest add to it.
    const isFailure = thrown?.className?.includes('AssertionError') === true;
    if (this.stopsAtFailure && isFailure) return true;
    if (thrown?.uncaught !== true && isCaughtByOurs(target, callFrames)) return false;
    const source = target.scripts.get(callFrames[0]?.location.scriptId ?? '')?.name;
    const isSeen = !this.seesSkipped || source === undefined || thrown?.uncaught === true || !this.isSkipped(source);
    const isMeant = (filter: string): boolean =>
      (filter === 'all' && isSeen) || (filter === 'uncaught' && thrown?.uncaught === true) || (filter === 'failure' && isFailure);
    const conditions = [...this.filters].filter(([filter]) => isMeant(filter));
    for (const [, condition] of conditions) {
      if (condition === null) return true;
      const [frame] = callFrames;
      if (frame === undefined || thrown === undefined) return false;
      if (await holds(target, frame.callFrameId, thrown, condition)) return true;
    }
    return false;
  }
}

/** Whether Node threw for code of ours, which the program has not called to have it done. */
function isCaughtByOurs(target: Target, callFrames: readonly Debugger.CallFrame[]): boolean {
  const urls = callFrames.map(({ location, url }) => target.script(location.scriptId)?.url ?? url);
  const outer = urls.findIndex((url) => !isInternal(url));
  return outer > 0 && isOwnScript(urls[outer] ?? '');
}

async function holds(target: Target, callFrameId: string, thrown: Thrown, condition: string): Promise<boolean> {
  const test = await evaluateOnFrame(target, callFrameId, {
    expression: `(error)=>(${condition}\n)`,
    silent: true,
  });
  const { objectId } = test.result;
  if (objectId === undefined) return false;
  const argument = thrown.objectId === undefined ? primitive(thrown) : { objectId: thrown.objectId };
  const { result, exceptionDetails } = await target.call({
    objectId,
    functionDeclaration: 'function(error){return Boolean(this(error))}',
    arguments: [argument],
    returnByValue: true,
  });
  return exceptionDetails === undefined && result.value === true;
}

/** A value that has no identity, as V8 takes it. */
export function primitive({ value, unserializableValue }: Runtime.RemoteObject): Runtime.CallArgument {
  return unserializableValue === undefined ? { value: value as unknown } : { unserializableValue };
}

export async function exceptionInfo(
  target: Target,
  pause: Debugger.PausedEventDataType,
): Promise<DebugProtocol.ExceptionInfoResponse['body']> {
  const thrown = (pause.data ?? { type: 'undefined' }) as Thrown;
  const description = thrown.description ?? String(thrown.value);
  const [firstLine = '', ...frames] = description.split('\n');
  const message = thrown.subtype === 'error' ? messageOf(description) : description;
  // Clients show it below the message.
  const trace = thrown.subtype === 'error' && frames.length > 0 ? description.slice(message.length).replace(/^\n/, '') : '';
  const stackTrace = trace === '' ? {} : { stackTrace: trace };
  return {
    exceptionId: thrown.className ?? thrown.type,
    description: message || firstLine,
    breakMode: pause.reason === 'promiseRejection' || thrown.uncaught === true ? 'unhandled' : 'always',
    details: {
      message,
      ...(thrown.className === undefined ? {} : { typeName: thrown.className }),
      ...stackTrace,
      ...(await causeOf(target, thrown)),
    },
  };
}

/** The text before the frames. */
function messageOf(description: string): string {
  return description.split(/\n\s+at /)[0] ?? description;
}

/** The error that an error names as its cause. */
async function causeOf(target: Target, { objectId, subtype }: Thrown): Promise<Partial<DebugProtocol.ExceptionDetails>> {
  if (objectId === undefined || subtype !== 'error') return {};
  const { result } = await target.call({
    objectId,
    functionDeclaration: 'function(){return this.cause}',
  });
  if (result.subtype !== 'error' || result.description === undefined) return {};
  return {
    innerException: [{ message: messageOf(result.description), stackTrace: result.description, typeName: result.className ?? 'Error' }],
  };
}
