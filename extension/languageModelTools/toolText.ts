import type { ConditionsResult, StateAtResult } from '../../server/lsp/protocol.js';
import { questionKinds } from '../../adapter/querypoints/question/kinds.js';
import type { Live } from '../abstractState/stateMessages.js';
import { statementOf } from '../abstractState/statement.js';
import { stateText } from '../abstractState/stateText.js';

/** A frame of a program that waits. */
export interface ShownFrame {
  readonly name: string;
  /** Null: it is in no file. */
  readonly file: string | null;
  readonly line: number;
}

/** So many copies of a function, and signs of an answer, are told. */
const mostCopies = 5;
const mostText = 8_000;

/** The state of a statement, copy by copy of its function; with `live`, the values of a run that waits there beside it. */
export function statesText(uri: string, answer: StateAtResult, isOutdated: boolean, live: Live | null): string {
  const copies = live === null ? answer.unfoldings : answer.unfoldings.slice(0, 1);
  const texts = copies.slice(0, mostCopies).flatMap(({ id }) => {
    const statement = statementOf(answer, { id: 'tool', uri, isOutdated, unfolding: live === null ? id : null, live });
    return statement === null ? [] : [stateText(statement)];
  });
  const more = copies.length - mostCopies;
  return [
    ...(isOutdated ? ['The text has changed since this was computed.\n'] : []),
    ...texts,
    ...(more > 0 ? [`${more} more copies of the function.\n`] : []),
    ...(live !== null && live.reservation !== null ? [`${live.reservation}\n`] : []),
  ].join('');
}

/** What a function asks of its callers, in one line; empty where nothing is known. */
export function requiresText(conditions: ConditionsResult | null): string {
  if (conditions === null || conditions.requires === null || !conditions.complete) return '';
  const { functionName, requires } = conditions;
  return requires === 'false' ? `${functionName}: no input succeeds\n` : `${functionName} requires ${requires}\n`;
}

/** A stop: where it is, and what can be asked there. */
export function stopText(session: string, frames: readonly ShownFrame[], states: string): string {
  const stack = frames.map(({ name, file, line }) => `  ${name}${file === null ? '' : ` ${file}:${line}`}`);
  const questions = Object.entries(questionKinds).map(([kind, { names, title }]) => {
    const about = names === 'place' ? 'PLACE' : names === 'value' ? 'EXPRESSION' : '';
    return `  ${kind}(${about}): ${title.replace('#', about)}`;
  });
  return shortened(
    [
      `Paused: ${session}`,
      'Stack, innermost first:',
      ...stack,
      ...(states === '' ? ['Nothing is known of the values here.'] : ['Values here, beside what they may be:', states.trimEnd()]),
      'Questions that can be asked of this stop (tool why of the server whence, stop FILE:LINE, or the menus of the editor):',
      ...questions,
    ].join('\n'),
  );
}

export function shortened(text: string): string {
  return text.length > mostText ? `${text.slice(0, mostText)}…\n(${text.length - mostText} more characters)` : text;
}
