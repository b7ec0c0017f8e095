import type { Command } from 'commander';
import { dirname, resolve } from 'node:path';
import { exportChrome, type ExportedEvents } from '../operations/exportChrome.js';
import { exportParquet } from '../operations/exportParquet.js';
import { exportProlog } from '../operations/exportProlog.js';
import { recordedAt } from '../operations/recordings.js';
import { damageOf } from './damagedRecording.js';
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
        const { out, err } = write(trace, named, terminal);
        terminal.out(out);
        terminal.err(err);
        terminal.exit(exitCode.clean);
      } catch (error) {
        terminal.err(`whence: ${sentence(error, named)}\n`);
        terminal.exit(exitCode.failed);
      }
    });
}

/** What is printed of an export: the result, and a warning where a part of the recording is left out. */
interface Printed {
  readonly out: string;
  readonly err: string;
}

function eventsWritten({ count, isDamaged }: ExportedEvents, trace: string, file: string): Printed {
  return { out: `${file}: ${count} events\n`, err: isDamaged ? damageOf(trace) : '' };
}

function toProlog(trace: string, file: string, { cwd }: Terminal): Printed {
  return eventsWritten(exportProlog(resolve(cwd, trace), resolve(cwd, file), cwd), trace, file);
}

function toChrome(trace: string, file: string, { cwd }: Terminal): Printed {
  return eventsWritten(exportChrome(resolve(cwd, trace), resolve(cwd, file), cwd), trace, file);
}

function toParquet(trace: string, folder: string, { cwd }: Terminal): Printed {
  const recorded = recordedAt(resolve(cwd, trace));
  if (recorded.kind === 'dataSet') throw new Error(`${trace} is exported already.`);
  const { runs, rows, bytes, isDamaged, leftOut } = exportParquet(recorded.recordings, resolve(cwd, folder), cwd);
  const out = `${folder}: ${runs === 1 ? '1 run' : `${runs} runs`}, ${rows} rows, ${bytes} bytes\n`;
  const left = leftOut.map((reason) => `whence: ${reason} It is left out.\n`).join('');
  return { out, err: `${left}${isDamaged ? damageOf(trace) : ''}` };
}

function sentence(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'EEXIST') return `${file} is there already: name another file.`;
  if (code === 'ENOENT') return `${dirname(file)}: There is no such folder.`;
  if (code !== null) return `${file} cannot be written: ${code}.`;
  return error instanceof Error ? error.message : String(error);
}
