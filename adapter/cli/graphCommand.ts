import type { Command } from 'commander';
import { printable } from '../../server/findings/printable.js';
import { graphs } from '../operations/graphs.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** `whence cfg`: its words, and what it prints. */
export function addGraphCommand(program: Command, terminal: Terminal): void {
  program
    .command('cfg')
    .description("print the control-flow graphs of a file's functions")
    .argument('<file>', 'a TypeScript or JavaScript file')
    .action(async (file: string) => terminal.exit(await runGraph(file, terminal)));
}

async function runGraph(path: string, terminal: Terminal): Promise<number> {
  try {
    terminal.out(await graphs(path, terminal.cwd));
    return exitCode.clean;
  } catch (failure) {
    terminal.err(`whence: ${printable(`${path}: ${failure instanceof Error ? failure.message : String(failure)}`)}\n`);
    return exitCode.failed;
  }
}
