import type { Hover } from 'vscode-languageserver';
import type { PointStates, UnfoldingState } from '../findings/pointStates.js';
import { isNever, type ConditionTree } from '../findings/conditionTree.js';
import { inWords, type WordSettings } from '../findings/sentence.js';
import { printCondition } from '../findings/printCondition.js';
import type { EnvironmentReport, FunctionReport } from '../findings/result.js';
import { failingSideOf } from '../findings/failingSide.js';
import type { NameAt } from '../syntax/editor/nameAt.js';
import { shownValue } from './shownValue.js';
import { code, plain } from './markdown.js';
import type { Range } from './protocol.js';

/** Copies of a function that a hover distinguishes. */
const maxCopies = 4;

/** The hover of a name: its values, and the conditions of the function that it names; null if there is nothing to say. */
export function hoverOf(
  name: NameAt,
  range: Range,
  /** Of the name's places. */
  states: readonly PointStates[],
  named: FunctionReport | null,
  words: WordSettings,
): Hover | null {
  const values = name.form === 'function' || name.form === 'class' ? [] : valueLines(name.name, states);
  const parts = [...(named === null ? [] : functionLines(named, words)), ...values];
  if (parts.length === 0) return null;
  const head = `${code(name.name)} (${name.form})`;
  return { contents: { kind: 'markdown', value: [head, ...parts].join('\n\n') }, range };
}

/** The condition that every good run keeps here, in code and in words. */
export function conditionLine(condition: ConditionTree, words: WordSettings): string {
  return `Good runs keep ${code(printCondition(condition))}: ${plain(inWords(condition, words))}.`;
}

/** The conditions of a function, in code and in words. */
function functionLines({ requires, inBounds }: FunctionReport, words: WordSettings): readonly string[] {
  const lines: string[] = [];
  if (requires !== null && isNever(requires)) lines.push('Always fails: no input succeeds.');
  else if (requires !== null) lines.push(`Fails if ${code(printCondition(failingSideOf(requires)))}: ${plain(inWords(requires, words))}.`);
  if (inBounds !== null && isNever(inBounds)) lines.push('No input keeps its element accesses inside their arrays.');
  else if (inBounds !== null) lines.push(`In bounds only if ${code(printCondition(inBounds))}: ${plain(inWords(inBounds, words))}.`);
  return lines;
}

interface Shown {
  /** Null: no run comes here. */
  readonly reachable: string | null;
  readonly good: string | null;
}

/** One line where all copies of the function agree, else one for each of the first that differ. */
function valueLines(name: string, places: readonly PointStates[]): readonly string[] {
  const byValue = new Map<string, { readonly shown: Shown; readonly labels: string[] }>();
  for (const [index, copy] of (places[0]?.unfoldings ?? []).entries()) {
    const label = labelOf(copy);
    const shown = shownIn(
      places.flatMap(({ unfoldings }) => unfoldings[index] ?? []),
      name,
    );
    if (shown === null) continue;
    const key = JSON.stringify(shown);
    const known = byValue.get(key);
    if (known === undefined) byValue.set(key, { shown, labels: [label] });
    else known.labels.push(label);
  }
  const reached = [...byValue.values()].filter(({ shown }) => shown.reachable !== null);
  if (reached.length === 0) return byValue.size === 0 ? [] : ['No run comes here.'];
  const [only] = reached;
  if (reached.length === 1 && only !== undefined) return [valueText(only.shown)];
  const lines = reached.slice(0, maxCopies).map(({ shown, labels: [label, ...others] }) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return `- ${valueText(shown)} — ${plain(label ?? '')}${more}`;
  });
  if (reached.length > maxCopies) lines.push(`- and ${reached.length - maxCopies} more`);
  return [lines.join('\n')];
}

/** `step, called from main in line 7` */
function labelOf({ label, calls: [call] }: UnfoldingState): string {
  return call === undefined ? label : `${label} in line ${call.span.line}`;
}

/** The values at one place or several; null where the name has none yet, or nothing is known of it. */
function shownIn(states: readonly UnfoldingState[], name: string): Shown | null {
  const isUnknown = states.some(({ reachable }) => reachable !== null && reachable[name] === undefined);
  return isUnknown
    ? null
    : {
        reachable: oneOf(
          states.map(({ reachable }) => reachable),
          name,
        ),
        good: oneOf(
          states.map(({ good }) => good),
          name,
        ),
      };
}

function oneOf(environments: readonly (EnvironmentReport | null)[], name: string): string | null {
  const texts = new Set(environments.flatMap((environment) => (environment?.[name] === undefined ? [] : [shownValue(environment[name])])));
  return texts.size === 0 ? null : [...texts].join(' or ');
}

function valueText({ reachable, good }: Shown): string {
  if (good === null) return `${code(reachable ?? '')}, but no good run comes here`;
  return good === reachable ? code(good) : `${code(reachable ?? '')}, in good runs ${code(good)}`;
}
