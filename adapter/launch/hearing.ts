import type { ProgramTells } from '../runtime/channel/messages.js';
import { tapConnections, type ConnectionHearing } from './connectionTap.js';
import { idleTeller } from './idleness.js';
import { tapInput } from './inputTap.js';
import { forgetOption } from './nodeOptions.js';
import { tellReadiness } from './readiness.js';
import { imitateTerminal } from './standardStreams.js';

/** The reports that a process of the program is asked to send by itself. */
export interface Hearing {
  /** Each part of its standard input that it takes, and how long it has nothing to do then. */
  readonly isInputTold: boolean;
  /** Whether its standard input stands for a terminal at which somebody has typed. */
  readonly isTerminal: boolean;
  /** When it waits for somebody. */
  readonly isReadinessTold: boolean;
  /** What comes to its servers; null: nothing. */
  readonly connections: ConnectionHearing | null;
  /** What was added to NODE_OPTIONS; null: nothing was. */
  readonly option: string | null;
}

/** Runs in the process, before the program. */
export function hear(
  { isInputTold, isTerminal, isReadinessTold, connections, option }: Hearing,
  tell: (message: ProgramTells) => void,
): void {
  if (option !== null) forgetOption(option);
  if (isTerminal) imitateTerminal();
  if (isInputTold) {
    const tellIdleness = idleTeller((ms) => tell({ kind: 'idle', ms }));
    tapInput((part) => {
      const data = part === null ? null : Buffer.from(part).toString('base64');
      tell({ kind: 'input', data, isTerminal: process.getBuiltinModule('node:tty').isatty(0) });
      if (part !== null) tellIdleness();
    });
  }
  if (connections !== null) tapConnections(connections, (told) => tell({ kind: 'connection', told }));
  if (isReadinessTold) tellReadiness((port) => tell({ kind: 'waits', port }));
}
