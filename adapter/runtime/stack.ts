/** The file of the function that has called `callee`. */
export function fileOfCaller(callee: (...values: never[]) => unknown): string | undefined {
  return stackOf(1, callee)[0]?.getFileName() ?? undefined;
}

/** What is on the stack below a function; the program's own settings of stack traces are put back. */
export function stackOf(limit: number, below?: (...values: never[]) => unknown): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: unknown } = {};
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
