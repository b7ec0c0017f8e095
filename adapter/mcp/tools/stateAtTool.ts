import { statSync } from 'node:fs';
import type { EnvironmentReport } from '../../../server/findings/result.js';
import { checkedChain, readQuestions } from '../../operations/askedChain.js';
import { check } from '../../operations/check.js';
import type { Bounds } from '../bounds.js';
import { checkUnedited, type Kept } from '../kept.js';
import { rows, count, input, output, text } from '../toolSchema.js';
import { SourceLines } from '../sourceLines.js';
import { Refused, type CommonArguments, type Tool } from '../tool.js';
import { usualSettings } from './checkTool.js';

interface StateArguments extends CommonArguments {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly point?: string;
}

/** `state_at`: which values variables may have at a place, in any run and in runs that do not fail. */
export function stateAtTool(bounds: Bounds, kept: Kept): Tool<StateArguments> {
  return {
    name: 'state_at',
    description: 'Which values variables may have behind a line, in any run and in good ones; those of a point beside.',
    input: input({ file: text(), line: count(), column: count(), point: text('CHAIN:POINT') }, ['file', 'line']),
    output: output({ variables: rows, reachable: { type: 'boolean' }, good: { type: 'boolean' } }),
    runs: false,
    instead: 'Name a file and a line that check knows.',
    async call({ file, line, column, point }, { signal }) {
      const path = bounds.existing(file);
      if (!statSync(path).isFile()) throw new Refused(`${file} is no file. Name a file and a line.`);
      const lineCount = new SourceLines(bounds).count(path);
      if (line > lineCount) throw new Refused(`${file} has ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}, and no line ${line}.`);
      const live = point === undefined ? {} : liveValues(kept, point);
      const { result } = await check(
        { paths: [path], within: bounds.root, cwd: bounds.root, settings: usualSettings(), at: [{ path, line, column: column ?? null }] },
        { signal, onProgress: () => {} },
      );
      const [state] = result.states;
      const [error] = result.errors;
      if (state === undefined)
        throw new Refused(error === undefined ? `Nothing is known of ${file}:${line}.` : `${error.file}: ${error.message}`);
      const variables = variablesOf(state.reachable, state.good, live);
      return {
        head: `${state.file}:${state.line}: ${verdict(state.reachable, state.good)}`,
        lines: [
          ...new SourceLines(bounds).at(state.file, state.line),
          ...variables.map(({ name, reachable, good, live: value }) => {
            const states = reachable === undefined ? [] : [`reachable ${reachable ?? 'never'}`, `good ${good ?? 'never'}`];
            return `${name}: ${[...states, ...(value === undefined ? [] : [`was ${JSON.stringify(value)}`])].join(', ')}`;
          }),
        ],
        data: { complete: true, reachable: state.reachable !== null, good: state.good !== null, variables },
        list: 'variables',
        link: null,
      };
    },
  };
}

interface VariableState {
  readonly name: string;
  /** What the state has of it; null where there is none. It speaks of variables alone. */
  readonly reachable?: string | null;
  readonly good?: string | null;
  readonly live?: unknown;
}

function variablesOf(
  reachable: EnvironmentReport | null,
  good: EnvironmentReport | null,
  live: Readonly<Record<string, unknown>>,
): readonly VariableState[] {
  const names = new Set([...Object.keys(reachable ?? {}), ...Object.keys(live)]);
  return [...names].map((name) => ({
    name,
    ...(reachable === null || Object.hasOwn(reachable, name)
      ? { reachable: reachable?.[name]?.show ?? null, good: good?.[name]?.show ?? null }
      : {}),
    ...(Object.hasOwn(live, name) ? { live: live[name] } : {}),
  }));
}

function verdict(reachable: EnvironmentReport | null, good: EnvironmentReport | null): string {
  if (reachable === null) return 'no run goes on behind this line.';
  return good === null ? 'every run that comes behind this line fails.' : 'runs come behind this line and go on well.';
}

/** The values that a point of a kept chain shows; of a change, what it wrote. */
function liveValues(kept: Kept, point: string): Readonly<Record<string, unknown>> {
  const [, id, name] = /^(\d{1,9}):(\w+)$/.exec(point) ?? [];
  if (id === undefined) throw new Refused(`${point} is no point: write CHAIN:POINT, as 3:P2.`);
  const chain = kept.chain(Number(id));
  if (chain === undefined) throw new Refused(`${point}: There is no such chain; it is forgotten, or was never asked. Call why first.`);
  checkUnedited(chain);
  const { points } = JSON.parse(chain.report) as { readonly points: readonly KeptPoint[] };
  const found = points.find((one) => one.id === name);
  if (found === undefined) throw new Refused(`${point}: The chain has the points ${points.map((one) => one.id).join(', ')}.`);
  const { queries } = checkedChain(readQuestions(chain.asked.ask, []));
  const change = queries.find(({ id: asked, kind }) => asked === name && kind === 'lastChange');
  if (change === undefined || found.after === undefined) return found.values;
  return { ...found.values, [change.expression]: found.after };
}

/** A point of `whence.why/1`. */
interface KeptPoint {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Absent where nothing was written. */
  readonly after?: unknown;
}
