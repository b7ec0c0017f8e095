import { InvalidArgumentError, Option, type Command } from 'commander';
import { relative, resolve, sep } from 'node:path';
import { builtFile } from '../operations/built.js';
import { record, type Recording } from '../operations/record.js';
import { programOrCommand, ReplayedInput } from '../operations/programs.js';
import type { RecordSettings } from '../trace/format/contents.js';
import { exitCode } from './exitCodes.js';
import { Interrupting } from './signals.js';
import { progressLine, type Terminal } from './commandTerminal.js';

/** `whence record`: its words, and what it prints. */
export function addRecordCommand(program: Command, terminal: Terminal): void {
  const collect = (text: string, previous: readonly string[]): readonly string[] => [...previous, text];
  program
    .command('record')
    .description('run a program, or a command that starts programs, and record what happens in them')
    .option(
      '--out <path>',
      'the file, or a folder (there, or ending in a slash) with a file for each process; else a file of your data folder',
    )
    .option('--force', 'replace a file that is there')
    .option('--include <glob>', 'files whose code is recorded in full (repeatable); else all but node_modules', collect, [])
    .option('--exclude <glob>', 'files of which only calls are recorded (repeatable)', collect, [])
    .addOption(
      new Option('--values <which>', 'which receivers, arguments and results are recorded').choices(['all', 'user', 'none']).default('all'),
    )
    .option('--budget <n>', 'after so many events a place in the text is only counted', parseCount, 100_000)
    .option('--complete', 'no place is only counted')
    .option('--strings <n>', 'longer texts are cut', parseCount, 4096)
    .option('--no-redaction', 'keep values under names such as password')
    .option('--label <key=value>', 'what the recording is told apart by (repeatable)', collect, [])
    .option('--node <path>', 'the Node that runs the program', process.execPath)
    .option('--json', 'print one JSON object')
    .argument('[program...]', 'after --: the program and its arguments, or a command')
    .action(async (words: string[], options: RecordOptions, command: Command) => {
      if (words.length === 0) command.error('name the program to run after --');
      terminal.exit(await runRecord(words, options, terminal));
    });
}

interface RecordOptions {
  readonly out?: string;
  readonly force?: true;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly values: RecordSettings['values'];
  readonly budget: number;
  readonly complete?: true;
  readonly strings: number;
  readonly redaction: boolean;
  readonly label: readonly string[];
  readonly node: string;
  readonly json?: true;
}

async function runRecord(words: readonly string[], options: RecordOptions, terminal: Terminal): Promise<number> {
  const began = Date.now();
  const { cwd } = terminal;
  const cancelling = new Interrupting();
  const input = new ReplayedInput(process.stdin);
  const progress = progressLine(terminal);
  try {
    const recordings = await record(
      {
        program: programOrCommand(words, { node: options.node, cwd }),
        settings: {
          include: options.include,
          exclude: options.exclude,
          values: options.values,
          budget: options.complete ? null : options.budget,
          strings: options.strings,
          redaction: options.redaction,
        },
        labels: labelsOf(options.label),
        out: options.out === undefined ? null : resolve(cwd, options.out) + (/[\\/]$/.test(options.out) ? sep : ''),
        isForced: options.force === true,
      },
      {
        runtime: builtFile('runtime.cjs'),
        output: options.json ? 'stderr' : 'inherit',
        input,
        signal: cancelling.signal,
        interrupt: cancelling.interrupt,
        onProgress: () => {},
      },
    );
    progress.end();
    terminal.out(options.json ? jsonOf(recordings, cwd, Date.now() - began) : recordings.map((one) => textOf(one, cwd)).join(''));
    return exitCode.clean;
  } catch (error) {
    progress.end();
    terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    input.close();
    cancelling.over();
  }
}

function jsonOf(recordings: readonly Recording[], cwd: string, milliseconds: number): string {
  const shown = recordings.map((recording) => ({ ...recording, file: shownPath(recording.file, cwd) }));
  return `${JSON.stringify({ schema: 'whence.record/1', recordings: shown, milliseconds })}\n`;
}

function textOf({ file, exit, events, bytes, complete, unrecorded }: Recording, cwd: string): string {
  const end = exit.signal === null ? (exit.code === 0 ? '' : `, exit code ${exit.code}`) : `, ended by ${exit.signal}`;
  const { threads = 0, children = 0 } = unrecorded ?? {};
  const others = [counted(threads, 'thread', 'threads'), counted(children, 'child process', 'child processes')].filter((one) => one !== '');
  const cut = complete
    ? ''
    : unrecorded === null
      ? '; its last moments may be missing'
      : others.length > 0
        ? `; not recorded: ${others.join(' and ')}${children > 0 ? ' (--out FOLDER/ records each process)' : ''}`
        : '; some places were only counted (--complete)';
  return `${shownPath(file, cwd)}: ${events.toLocaleString('en')} events, ${bytes.toLocaleString('en')} bytes${end}${cut}.\n`;
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}

/** Relative below the working directory. */
function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') ? file : path;
}

function labelsOf(labels: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    labels.map((label) => {
      const at = label.indexOf('=');
      if (at < 1) throw new Error(`--label ${label}: write KEY=VALUE.`);
      return [label.slice(0, at), label.slice(at + 1)];
    }),
  );
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}
