import { resolve } from 'node:path';
import { builtFile } from '../../operations/built.js';
import type { DiagnosisResult } from '../../operations/diagnose.js';
import { wordsOf } from '../commandWords.js';
import { rows, input, some, output, text } from '../toolSchema.js';
import { Refused, type CommonArguments, type Tool, type ToolAnswer } from '../tool.js';
import type { Runs } from './whyTool.js';

interface DiagnoseArguments extends CommonArguments {
  readonly files?: readonly string[];
  readonly tests?: readonly string[];
  readonly test?: string;
  readonly command?: string;
}

/** `diagnose`: what could be wrong when tests fail, and which change makes them pass. */
export function diagnoseTool({ bounds, kept, queues }: Runs): Tool<DiagnoseArguments> {
  return {
    name: 'diagnose',
    description: 'A test fails: what could be wrong, what it had to do, which changes make all pass. Edits nothing.',
    input: input({
      files: some(text(), 'suspects'),
      tests: some(text(), 'FILE[:LINE]'),
      test: text(),
      command: text('that runs the tests'),
    }),
    output: output({ failing: rows, diagnoses: rows }),
    runs: true,
    instead: 'Name the files of tests, or call why with stop failure.',
    async call({ files = [], tests = [], test = null, command = '' }, { signal, milliseconds, progress }) {
      const spots = tests.map((spot) => spotOf(spot));
      for (const file of [...files, ...spots.map((spot) => spot.file)]) bounds.existing(file);
      // It needs the compiler, whose loading no other tool waits for.
      const { diagnose } = await import('../../operations/diagnose.js');
      const request = {
        cwd: bounds.root,
        files: files.map((file) => resolve(bounds.root, file)),
        tests: spots.map(({ file, line }) => ({ file: resolve(bounds.root, file), line })),
        test,
        runner: 'auto' as const,
        command: wordsOf(command),
        cardinality: 1 as const,
        repairs: true,
        // What was found is told in time.
        timeoutMs: Math.max(1000, milliseconds * 0.8),
      };
      const tools = { worker: builtFile('testWorker.js'), signal, onProgress: progress };
      const result = await queues.inTurn('tests', signal, () => diagnose(request, tools));
      if (signal.aborted) throw new Refused('It was cancelled.');
      return answerOf(result, kept.keepAnswer('diagnosis', JSON.stringify(result)));
    },
  };
}

function spotOf(spot: string): { readonly file: string; readonly line: number | null } {
  const [, file, line] = /^(.+):(\d+)$/.exec(spot) ?? [];
  return file === undefined ? { file: spot, line: null } : { file, line: Number(line) };
}

/** So many repairs are shown of the first suspect; of another, one. */
const mostRepairs = 2;

function answerOf({ tests, diagnoses, complete, notes }: DiagnosisResult, link: string): ToolAnswer {
  const failing = tests.failing.map(({ name, file, line, message }) => ({ name, file, line, message }));
  const lines = failing.map(({ name, file, line, message }) => `fails: ${file}:${line} ${name}: ${message}`);
  for (const one of diagnoses.filter(isTold)) {
    const { components, reason, repairs } = one;
    // What another suspect had to do is among the data, where the change of it says more.
    const isShort = one !== diagnoses[0] && repairs.length > 0;
    lines.push(isShort ? `${placesOf(components)} could be wrong instead:` : `${placesOf(components)} could be wrong. ${reason}`);
    for (const line of repairs[0]?.diff.split('\n') ?? []) if (/^[-+](?![-+]{2})/.test(line)) lines.push(line);
  }
  const others = diagnoses.filter((one) => !isTold(one)).map(({ components }) => placesOf(components));
  if (others.length > 0) lines.push(`Undecided: ${[...new Set(others)].join(', ')}.`);
  return {
    head: headOf(tests.failing.length, diagnoses),
    lines: [...lines, ...notes],
    data: {
      complete,
      failing,
      passing: tests.passing,
      diagnoses: diagnoses.map((one, index) => dataOf(one, index === 0 ? mostRepairs : 1)),
    },
    list: 'diagnoses',
    link,
  };
}

type Diagnosis = DiagnosisResult['diagnoses'][number];

/** Whether more is known of a suspect than why it is one. */
const isTold = ({ requirement, repairs }: Diagnosis): boolean => requirement.length > 0 || repairs.length > 0;

const placesOf = (components: Diagnosis['components']): string => components.map(({ file, span }) => `${file}:${span.line}`).join(' and ');

function dataOf({ components, status, requirement, reason, repairs }: Diagnosis, most: number): object {
  return {
    components: components.map(({ file, span }) => ({ file, line: span.line, column: span.column })),
    status,
    ...(requirement.length === 0 ? { reason } : { requirement: requirement.map(required) }),
    ...(repairs.length === 0 ? {} : { repairs: repairs.slice(0, most).map(({ diff, tests, cold }) => ({ diff, tests, cold })) }),
    ...(repairs.length <= most ? {} : { moreRepairs: repairs.length - most }),
  };
}

/** The place of the component names the expression, and the test its reason. */
function required({ expression: _expression, text: words, ...one }: Diagnosis['requirement'][number]): object {
  const isValue = one.values !== undefined || one.min !== undefined || one.max !== undefined || one.taken !== undefined;
  return isValue ? one : { ...one, text: words };
}

function headOf(failing: number, [first]: DiagnosisResult['diagnoses']): string {
  if (failing === 0) return 'No test fails.';
  if (first === undefined) return 'No part of the suspected files explains the failure by itself.';
  const where = placesOf(first.components);
  const [repair] = first.repairs;
  if (repair === undefined) return `${where} is suspected most; no change that was tried makes all tests pass.`;
  return `A change at ${where} makes ${repair.tests.passed} of ${repair.tests.total} tests pass.`;
}
