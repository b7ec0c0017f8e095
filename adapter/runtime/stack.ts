import { apply, emptyList, getOwnPropertyDescriptor, isExtensible } from './intrinsics.js';

/** The file of the function that has called `callee`. */
export function fileOfCaller(callee: (...values: never[]) => unknown): string | undefined {
  return stackOf(1, callee)[0]?.getFileName() ?? undefined;
}

/** What is known of a frame. */
export type StackSite = Pick<NodeJS.CallSite, 'getFileName' | 'getLineNumber' | 'getColumnNumber'> & Partial<NodeJS.CallSite>;

/**
 * What is on the stack below a function; the program's own settings of stack traces are put back. Where it has frozen them, the places of
 * the frames that it lets V8 write down.
 */
export function stackOf(limit: number, below?: (...values: never[]) => unknown): readonly StackSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: unknown } = {};
  if (!areTracesSettable()) {
    Error.captureStackTrace(holder, below);
    return typeof holder.stack === 'string' ? sitesIn(holder.stack) : emptyList();
  }
  try {
    Error.stackTraceLimit = limit;
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(holder, below);
    return holder.stack as readonly NodeJS.CallSite[];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Error.prepareStackTrace = prepareStackTrace;
  }
}

/** Whether the program lets others say what is in a stack trace. */
export function areTracesSettable(): boolean {
  return isExtensible(Error) && getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true;
}

const exec = Reflect.get(RegExp.prototype, 'exec') as (this: unknown, ...values: unknown[]) => unknown;

/** The frames of a stack trace that have a place. */
export function sitesIn(trace: string): readonly StackSite[] {
  const sites = emptyList<StackSite>();
  const frame = /^ +at (?:.* \()?(.+):(\d+):(\d+)\)?$/gm;
  for (
    let found = apply(exec, frame, [trace]) as RegExpExecArray | null;
    found !== null;
    found = apply(exec, frame, [trace]) as typeof found
  ) {
    const [, file = '', line, column] = found;
    sites[sites.length] = { getFileName: () => file, getLineNumber: () => Number(line), getColumnNumber: () => Number(column) };
  }
  return sites;
}
