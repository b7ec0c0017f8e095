import type { Command } from 'commander';
import { resolve } from 'node:path';
import { exportProlog } from '../operations/exportProlog.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** `whence export`: its words, and what it prints. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write a recording for other tools')
    .argument('<trace>', 'the file of a recording')
    .requiredOption('--prolog <file>', 'facts event(Id, Thread, Term) in JEL; the file must not be there yet')
    .action((trace: string, { prolog }: { readonly prolog: string }) => {
      const { cwd } = terminal;
      try {
        const count = exportProlog(resolve(cwd, trace), resolve(cwd, prolog), cwd);
        terminal.out(`${prolog}: ${count} events\n`);
        terminal.exit(exitCode.clean);
      } catch (error) {
        terminal.err(`whence: ${sentence(error, prolog)}\n`);
        terminal.exit(exitCode.failed);
      }
    });
}

function sentence(error: unknown, file: string): string {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return `${file} is there already: name another file.`;
  return error instanceof Error ? error.message : String(error);
}
