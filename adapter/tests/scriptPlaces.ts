/** A place in the script of a module, both numbers from 1. */
export interface ScriptPlace {
  readonly line: number;
  readonly column: number;
}

/** Under what name a module's script runs: assertions would read the file itself to quote it. */
export const scriptName = (path: string): string => `${path}#whence`;

/** Frames between a test and the top level of its file, those of the runner's packages included. */
const mostFrames = 200;

/** Where the script of a module is at this moment, the innermost call first. */
export function placesOfCall(path: string): readonly ScriptPlace[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const places: ScriptPlace[] = [];
  Error.stackTraceLimit = mostFrames;
  Error.prepareStackTrace = (_, sites) => {
    for (const site of sites) {
      const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
      if (site.getFileName() === scriptName(path) && line !== null && column !== null) places.push({ line, column });
    }
    return '';
  };
  // The trace is made when it is asked for.
  void new Error().stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return places;
}
