/** A place in the script of a module, both numbers from 1. */
export interface ScriptPlace {
  readonly line: number;
  readonly column: number;
}

/** Under what name a module's script runs: assertions would read the file itself to quote it. */
export const scriptName = (path: string): string => `${path}#whence`;

/** A place in the script of one of several modules. */
export interface ModulePlace extends ScriptPlace {
  /** Absolute, of the module. */
  readonly file: string;
}

/** Where in the script of a module an error was made, as its trace says it; null where that says nothing. */
export function placeOfThrow(error: unknown): ModulePlace | null {
  try {
    const { stack } = error as { readonly stack?: unknown };
    const [, file, line, column] = /^ +at (?:.*\()?(?:file:\/\/)?(.*)#whence:(\d+):(\d+)\)?$/m.exec(String(stack)) ?? [];
    return file === undefined ? null : { file, line: Number(line), column: Number(column) };
  } catch {
    return null;
  }
}

/** Frames between a test and the top level of its file, those of the runner's packages included. */
const mostFrames = 200;

/** Where the script of a module is at this moment, the innermost call first. */
export function placesOfCall(path: string): readonly ScriptPlace[] {
  const places: ScriptPlace[] = [];
  for (const site of sitesOfCall(mostFrames)) {
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
    if (site.getFileName() === scriptName(path) && line !== null && column !== null) places.push({ line, column });
  }
  return places;
}

/** Frames of ours, and of natives, before the call of a function of a module. */
const mostBetween = 12;

/** The name of the script that has called the innermost function of a module; null where that is no module's. */
export function callingScript(): string | null {
  const named = sitesOfCall(mostBetween).flatMap((site) => site.getFileName() ?? []);
  const inner = named.findIndex((name) => name.endsWith(scriptName('')));
  return inner < 0 ? null : (named[inner + 1] ?? null);
}

function sitesOfCall(limit: number): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  let made: readonly NodeJS.CallSite[] = [];
  Error.stackTraceLimit = limit;
  Error.prepareStackTrace = (_, sites) => {
    made = sites;
    return '';
  };
  // The trace is made when it is asked for.
  void new Error().stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return made;
}
