import type { Command } from 'commander';
import { resolve } from 'node:path';
import { exportChrome } from '../operations/exportChrome.js';
import { exportParquet } from '../operations/exportParquet.js';
import { exportProlog } from '../operations/exportProlog.js';
import { recordedAt } from '../operations/recordings.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

interface ExportOptions {
  readonly prolog?: string;
  readonly parquet?: string;
  readonly chrome?: string;
}

/** `whence export`: its words, and what it prints. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write a recording for other tools')
    .argument('<trace>', 'the file of a recording; with --parquet also a folder of recordings')
    .option('--parquet <dir>', 'a data set: relation=…/run=…/part-N.parquet; the folder may have other runs')
    .option('--chrome <file>', 'calls for Perfetto and chrome://tracing; the file must not be there yet')
    .option('--prolog <file>', 'facts event(Id, Thread, Term) in JEL; the file must not be there yet')
    .action((trace: string, options: ExportOptions, command: Command) => {
      const { prolog, parquet, chrome } = options;
      const [named = '', another] = [prolog, parquet, chrome].filter((one) => one !== undefined);
      if (named === '' || another !== undefined) command.error('name one thing to write: --parquet DIR, --chrome FILE or --prolog FILE');
      try {
        const write = prolog !== undefined ? toProlog : chrome !== undefined ? toChrome : toParquet;
        terminal.out(write(trace, named, terminal));
        terminal.exit(exitCode.clean);
      } catch (error) {
        terminal.err(`whence: ${sentence(error, named)}\n`);
        terminal.exit(exitCode.failed);
      }
    });
}

function toProlog(trace: string, file: string, { cwd }: Terminal): string {
  return `${file}: ${exportProlog(resolve(cwd, trace), resolve(cwd, file), cwd)} events\n`;
}

function toChrome(trace: string, file: string, { cwd }: Terminal): string {
  return `${file}: ${exportChrome(resolve(cwd, trace), resolve(cwd, file), cwd)} events\n`;
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
