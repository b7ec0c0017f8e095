import { existsSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { builtFile } from '../../operations/built.js';
import { programOrCommand, ReplayedInput } from '../../operations/programs.js';
import { wordsOf } from '../commandWords.js';
import { programNode } from '../programNode.js';
import { rows, input, list, output, text } from '../toolSchema.js';
import { Refused, type CommonArguments, type Tool } from '../tool.js';
import type { Runs } from './whyTool.js';

interface RecordArguments extends CommonArguments {
  readonly program?: readonly string[];
  readonly command?: string;
  readonly out?: string;
}

/** What `whence record` does when nothing is said. */
const usual = { include: [], exclude: [], values: 'all', budget: 100_000, strings: 4096, redaction: true } as const;

/** `record`: a recording of a run, which `query` and `why` can be asked about. */
export function recordTool({ bounds, queues, recorded }: Runs): Tool<RecordArguments> {
  return {
    name: 'record',
    description: 'Runs a program or command and records it, for query and why.',
    input: input({
      program: list(text()),
      command: text(),
      out: text(),
    }),
    output: output({ recordings: rows }),
    runs: true,
    instead: 'Name a program below the root.',
    async call({ program, command, out }, { signal, progress }) {
      if (program !== undefined && command !== undefined) throw new Refused('Give one of program and command.');
      const words = program ?? wordsOf(command ?? '');
      const [first] = words;
      if (first === undefined) throw new Refused('Name the program, as a list of its file and its arguments, or a command.');
      if (program !== undefined) bounds.existing(first);
      const target = programOrCommand(words, { node: programNode, cwd: bounds.root });
      // A path that ends in a slash is a folder, as on the command line.
      const place = out === undefined ? null : bounds.inside(out) + (/[\\/]$/.test(out) ? sep : '');
      const isOurs = place !== null && recorded.has(place);
      if (place !== null && !isOurs && existsSync(place) && statSync(place).isFile())
        throw new Refused(`${out} is there already, and this server has not made it. Name another file.`);
      const request = { program: target, settings: usual, labels: {}, out: place, isForced: isOurs };
      const context = {
        runtime: builtFile('runtime.cjs'),
        output: 'stderr' as const,
        input: new ReplayedInput(null),
        signal,
        onProgress: ({ events }: { readonly events: number }) => progress(`${events} events`),
      };
      const { record } = await import('../../operations/record.js');
      const made = await queues.inTurn(resolve(bounds.root, first), signal, () => record(request, context));
      for (const { file } of made) recorded.add(file);
      const shown = made.map((one) => ({ ...one, file: shownPath(bounds.root, one.file) }));
      const events = made.reduce((sum, one) => sum + one.events, 0);
      const isWhole = made.every(({ complete }) => complete);
      return {
        head: `${isWhole ? '' : 'Incomplete: the run was not followed to its end. '}${events.toLocaleString('en')} events in ${shown.map(({ file }) => file).join(', ')}`,
        lines: shown.map(({ file, program: name, exit }) => `${file}: ${name} ended with ${exit.signal ?? `exit code ${exit.code}`}`),
        data: { complete: isWhole, recordings: shown },
        list: 'recordings',
        link: null,
      };
    },
  };
}

function shownPath(root: string, file: string): string {
  const path = relative(root, file);
  return path.startsWith('..') ? file : path;
}
