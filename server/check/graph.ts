import { LineMap } from '../base/span.js';
import { showModule } from '../ir/show.js';
import { lowerModule } from '../syntax/lower/lower.js';

/** The control-flow graphs of a program's functions as text. Throws one sentence for the user when it has a syntax error. */
export function showGraphs(file: string, text: string): string {
  const lowered = lowerModule(text, { file, assertions: true });
  if (lowered.kind === 'module') return showModule(lowered.module);
  const [first] = lowered.errors;
  const { line, column } = new LineMap(text).positionOf(first?.span.start ?? 0);
  throw new Error(`The program has a syntax error at ${line}:${column}: ${(first?.message ?? '').replace(/\.?$/, '.')}`);
}
