import type { ProgramTells } from '../runtime/channel/messages.js';
import { tapInput } from './inputTap.js';
import { tellReadiness } from './readiness.js';
import { imitateTerminal } from './standardStreams.js';

/** The reports that a process of the program is asked to send by itself. */
export interface Hearing {
  /** Each part of its standard input that it takes. */
  readonly isInputTold: boolean;
  /** Whether its standard input stands for a terminal at which somebody has typed. */
  readonly isTerminal: boolean;
  /** When it waits for somebody. */
  readonly isReadinessTold: boolean;
}

/** Runs in the process, before the program. */
export function hear({ isInputTold, isTerminal, isReadinessTold }: Hearing, tell: (message: ProgramTells) => void): void {
  if (isTerminal) imitateTerminal();
  if (isInputTold)
    tapInput((part) => {
      const data = part === null ? null : Buffer.from(part).toString('base64');
      tell({ kind: 'input', data, isTerminal: process.getBuiltinModule('node:tty').isatty(0) });
    });
  if (isReadinessTold) tellReadiness((port) => tell({ kind: 'waits', port }));
}
