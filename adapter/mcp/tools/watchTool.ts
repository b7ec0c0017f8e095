import { relative, resolve } from 'node:path';
import { builtFile } from '../../operations/built.js';
import { programOrCommand, ReplayedInput } from '../../operations/programs.js';
import { rulesFilesBelow } from '../../operations/rulesFiles.js';
import { jsonValue } from '../../operations/shownValues.js';
import type { WatchFinding, WatchResult } from '../../operations/watchRules.js';
import type { Bounds } from '../bounds.js';
import { programNode } from '../programNode.js';
import { SourceLines } from '../sourceLines.js';
import { rows, input, list, some, output, text } from '../toolSchema.js';
import { Refused, type CommonArguments, type Tool, type ToolAnswer } from '../tool.js';
import { recordingPath, type Runs } from './whyTool.js';

interface WatchArguments extends CommonArguments {
  readonly rules?: readonly string[];
  readonly program?: readonly string[];
  readonly recording?: string;
}

/** `watch`: rules over all live objects of a run, or over a recording of one. */
export function watchTool({ bounds, queues, recorded }: Runs): Tool<WatchArguments> {
  return {
    name: 'watch',
    description: 'Holds rules over live objects (*.rules.ts) against a run or recording: which break, by which write.',
    input: input({ rules: some(text()), program: list(text()), recording: text() }),
    output: output({ rules: rows, findings: rows }),
    runs: true,
    instead: 'Write a rules file first.',
    async call({ rules, program = [], recording }, { signal, milliseconds, progress }) {
      const [file] = program;
      if ((file === undefined) === (recording === undefined))
        throw new Refused('Name the program, as a list of its file and its arguments, or a recording.');
      if (file !== undefined) bounds.existing(file);
      const rulesFiles = rules?.map((one) => bounds.existing(one)) ?? rulesFilesBelow(bounds.root);
      if (rulesFiles.length === 0) throw new Refused('There is no *.rules.ts below the root: write one, or name it in rules.');
      // What was found is told in time.
      const both = { rulesFiles, isFirst: false, isRecomputed: false, timeoutMs: Math.max(1000, milliseconds * 0.8) };
      const onProgress = ({ findings }: { readonly findings: number }): void => progress(`${findings} findings`);
      if (recording !== undefined) {
        const request = { ...both, recording: recordingPath(bounds, recorded, recording), cwd: bounds.root, within: bounds.root };
        const { watchRecording } = await import('../../operations/watchRecording.js');
        return answerOf(await watchRecording(request, { program: builtFile('recordedRules.cjs'), signal, onProgress }), bounds);
      }
      const request = {
        ...both,
        program: programOrCommand(program, { node: programNode, cwd: bounds.root }),
        isSwept: true,
        isPinned: false,
      };
      const context = {
        runtime: builtFile('runtime.cjs'),
        output: 'stderr' as const,
        input: new ReplayedInput(null),
        signal,
        onProgress,
      };
      const { watch } = await import('../../operations/watchRules.js');
      const result = await queues.inTurn(resolve(bounds.root, file ?? ''), signal, () => watch(request, context));
      return answerOf(result, bounds);
    },
  };
}

function answerOf({ rules, findings, complete, notes }: WatchResult, bounds: Bounds): ToolAnswer {
  const sources = new SourceLines(bounds);
  const shown = (path: string): string => relative(bounds.root, path);
  const fired = rules.filter((rule) => rule.fired > 0);
  const faults = rules.flatMap(({ name, fault }) => (fault === null ? [] : [`${name} was switched off: ${fault}`]));
  const lines = byWrite(findings).flatMap((same) => {
    const [{ position, rule, message }] = same;
    const file = position === null ? '' : shown(position.path);
    const more = same.length > mostOfWrite ? [`  and ${same.length - mostOfWrite} more by the same write`] : [];
    return [
      position === null ? `${rule}: ${message}` : `${file}:${position.line} ${rule}: ${message}`,
      ...(position === null ? [] : sources.at(file, position.line)),
      ...same.slice(1, mostOfWrite).map((other) => `  ${other.message}`),
      ...more,
    ];
  });
  return {
    head: headOf(
      fired.map(({ name }) => name),
      rules.length,
      complete,
    ),
    lines: [...lines, ...faults, ...notes],
    data: {
      complete: complete && faults.length === 0,
      rules: rules.map(({ name, fired: count, fault }) => ({ name, fired: count, ...(fault === null ? {} : { fault }) })),
      findings: findings.map((finding) => dataOf(finding, shown)),
      ...(notes.length === 0 ? {} : { notes }),
    },
    list: 'findings',
    link: null,
  };
}

/** So many findings of one rule at one write are told in words. */
const mostOfWrite = 2;

type Findings = [WatchFinding, ...WatchFinding[]];

/** Neighbours that are of one rule, and of one write. */
function byWrite(findings: readonly WatchFinding[]): readonly Findings[] {
  const groups: Findings[] = [];
  for (const finding of findings) {
    const before = groups.at(-1);
    if (before !== undefined && isSameWrite(before[0], finding)) before.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

function isSameWrite(one: WatchFinding, other: WatchFinding): boolean {
  const [place, otherPlace] = [one.position, other.position];
  if (place === null || otherPlace === null || one.rule !== other.rule || one.hit !== other.hit) return false;
  return place.path === otherPlace.path && place.line === otherPlace.line && place.column === otherPlace.column;
}

/** Rules hold only of a run that is over. */
function headOf(fired: readonly string[], count: number, complete: boolean): string {
  if (complete) return fired.length === 0 ? `No rule fired (${count} held).` : `${fired.join(', ')} fired.`;
  const rest = 'the run was not followed to its end, and rules may still fire later; a larger timeoutSeconds shows more.';
  return fired.length === 0 ? `Incomplete: ${rest} None of ${count} has fired so far.` : `${fired.join(', ')} fired. Incomplete: ${rest}`;
}

function dataOf(finding: WatchFinding, shown: (path: string) => string): object {
  const { rule, event, message, tuple, position, functionName, hit } = finding;
  const where = position === null ? {} : { file: shown(position.path), line: position.line, hit };
  const values = Object.fromEntries(Object.entries(tuple).map(([name, value]) => [name, jsonValue(value)]));
  return {
    rule,
    ...(event === null ? {} : { event }),
    message,
    tuple: values,
    ...where,
    ...(functionName === null ? {} : { function: functionName }),
  };
}
