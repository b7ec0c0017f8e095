import type { Command } from 'commander';
import { resolve } from 'node:path';
import { exportParquet } from '../operations/exportParquet.js';
import { exportProlog } from '../operations/exportProlog.js';
import { recordedAt } from '../operations/recordings.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

interface ExportOptions {
  readonly prolog?: string;
  readonly parquet?: string;
}

/** `whence export`: its words, and what it prints. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write a recording for other tools')
    .argument('<trace>', 'the file of a recording; with --parquet also a folder of recordings')
    .option('--parquet <dir>', 'a data set: relation=…/run=…/part-N.parquet; the folder may have other runs')
    .option('--prolog <file>', 'facts event(Id, Thread, Term) in JEL; the file must not be there yet')
    .action((trace: string, options: ExportOptions, command: Command) => {
      const { prolog, parquet } = options;
      if ((prolog === undefined) === (parquet === undefined)) command.error('name one thing to write: --parquet DIR or --prolog FILE');
      try {
        terminal.out(prolog === undefined ? toParquet(trace, parquet ?? '', terminal) : toProlog(trace, prolog, terminal));
        terminal.exit(exitCode.clean);
      } catch (error) {
        terminal.err(`whence: ${sentence(error, prolog ?? parquet ?? '')}\n`);
        terminal.exit(exitCode.failed);
      }
    });
}

function toProlog(trace: string, file: string, { cwd }: Terminal): string {
  return `${file}: ${exportProlog(resolve(cwd, trace), resolve(cwd, file), cwd)} events\n`;
}

function toParquet(trace: string, folder: string, { cwd }: Terminal): string {
  const recorded = recordedAt(resolve(cwd, trace));
  if (recorded.kind === 'dataSet') throw new Error(`${trace} is exported already.`);
  const { runs, rows, bytes } = exportParquet(recorded.recordings, resolve(cwd, folder), cwd);
  return `${folder}: ${runs === 1 ? '1 run' : `${runs} runs`}, ${rows} rows, ${bytes} bytes\n`;
}

function sentence(error: unknown, file: string): string {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return `${file} is there already: name another file.`;
  return error instanceof Error ? error.message : String(error);
}
