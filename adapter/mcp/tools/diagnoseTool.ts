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
    description: 'A test fails: what could be wrong, what it had to do, which changes make all tests pass. Edits nothing.',
    input: input({
      files: some(text(), 'suspects'),
      tests: some(text(), 'FILE[:LINE]'),
      test: text('name'),
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

/** So many repairs of a suspect are shown. */
const mostRepairs = 2;

function answerOf({ tests, diagnoses, complete, notes }: DiagnosisResult, link: string): ToolAnswer {
  const failing = tests.failing.map(({ name, file, line, message }) => ({ name, file, line, message }));
  const lines = failing.map(({ name, file, line, message }) => `fails: ${file}:${line} ${name}: ${message}`);
  for (const { components, reason, repairs } of diagnoses) {
    lines.push(`${components.map(({ file, span }) => `${file}:${span.line}`).join(' and ')} could be wrong. ${reason}`);
    for (const line of repairs[0]?.diff.split('\n') ?? []) if (/^[-+](?![-+]{2})/.test(line)) lines.push(`  ${line}`);
  }
  return {
    head: headOf(tests.failing.length, diagnoses),
    lines: [...lines, ...notes],
    data: {
      complete,
      failing,
      passing: tests.passing,
      diagnoses: diagnoses.map(({ components, status, requirement, reason, repairs }) => ({
        components: components.map(({ file, span, kind }) => ({ file, line: span.line, column: span.column, kind })),
        status,
        reason,
        ...(requirement.length === 0 ? {} : { requirement: requirement.map(({ test, hit, text: value }) => ({ test, hit, text: value })) }),
        ...(repairs.length === 0
          ? {}
          : { repairs: repairs.slice(0, mostRepairs).map(({ diff, tests: run, cold }) => ({ diff, tests: run, cold })) }),
      })),
    },
    list: 'diagnoses',
    link,
  };
}

function headOf(failing: number, [first]: DiagnosisResult['diagnoses']): string {
  if (failing === 0) return 'No test fails.';
  if (first === undefined) return 'No part of the suspected files explains the failure by itself.';
  const where = first.components.map(({ file, span }) => `${file}:${span.line}`).join(' and ');
  const [repair] = first.repairs;
  if (repair === undefined) return `${where} is suspected most; no change that was tried makes all tests pass.`;
  return `A change at ${where} makes ${repair.tests.passed} of ${repair.tests.total} tests pass.`;
}
