import type { ChildProcess } from 'node:child_process';

/** Where a program's own output goes: to ours, to descriptors, to nobody, or to somebody who reads it. */
export type OutputTarget =
  | 'inherit'
  | 'stderr'
  | 'ignore'
  | { readonly out: number; readonly err: number }
  | { tell(stream: 'stdout' | 'stderr', text: string): void };

type Descriptor = number | 'inherit' | 'ignore' | 'pipe';

/** What a process is started with for its output and its errors. */
export function descriptorsOf(output: OutputTarget): readonly [out: Descriptor, err: Descriptor] {
  if (typeof output === 'object') return 'tell' in output ? ['pipe', 'pipe'] : [output.out, output.err];
  return output === 'stderr' ? [2, 2] : [output, output];
}

/** Tells what a process prints, when somebody is to be told. */
export function tellOutput({ stdout, stderr }: ChildProcess, output: OutputTarget): void {
  if (typeof output !== 'object' || !('tell' in output)) return;
  stdout?.setEncoding('utf8').on('data', (text: string) => output.tell('stdout', text));
  stderr?.setEncoding('utf8').on('data', (text: string) => output.tell('stderr', text));
}
