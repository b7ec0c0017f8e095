import type { ValueReport } from '../events/rows.js';
import type { Asked } from './asked.js';
import { QuestionError } from './parseQuestion.js';

type ObjectReport = Extract<ValueReport, { kind: 'object' }>;

/**
 * The object that a question names: `Row#3`, `PLACE @ EVENT`, or `FILE:NAME @ EVENT` for a module's variable. Throws a `QuestionError` where
 * there is none.
 */
export function objectNamed(asked: Asked, key = 'object'): ObjectReport {
  const text = asked.text(key).trim();
  const [, className, number] = /^(.*)#(\d{1,15})$/.exec(text) ?? [];
  if (className !== undefined && !text.includes('@')) return numbered(asked, className, Number(number));
  const [, place = '', at] = /^([\s\S]+?)\s*@\s*(\d{1,15}|end)$/.exec(text) ?? [];
  if (at === undefined) throw new QuestionError(`“${text}” is no object: write "Row#3", "PLACE @ EVENT" or "FILE:NAME @ EVENT".`);
  const { reader } = asked;
  const event = at === 'end' ? reader.store.end : Number(at);
  if (event > reader.store.end) throw new QuestionError(`There is no event ${event}: the recording has ${reader.store.end} events.`);
  const [, file, name] = /^(.+\.\w+):([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(place) ?? [];
  const path = file === undefined ? null : reader.pathNamed(file);
  if (path === null && name !== undefined) throw new QuestionError(`No text of the recording is of a file ${file ?? ''}.`);
  const outcome =
    path === null || name === undefined ? reader.moments.evaluateAt(event, place) : reader.moments.moduleVariable(path, name, event);
  if ('error' in outcome) throw new QuestionError(`${place}: ${outcome.error}.`);
  if (outcome.value.kind !== 'object') throw new QuestionError(`${place} is no object at event ${at}.`);
  return outcome.value;
}

/** The same where the question is what it holds: a Proxy holds nothing itself. */
export function holderNamed(asked: Asked): ObjectReport {
  const object = objectNamed(asked);
  if (object.type !== 'proxy') return object;
  throw new QuestionError(
    `${object.className}#${object.id} is a Proxy: what it seems to hold is its target's, or what its traps give. Ask of the target.`,
  );
}

function numbered({ reader }: Asked, className: string, number: number): ObjectReport {
  const object = reader.store.source.object(number);
  if (object === null) throw new QuestionError(`The recording has no object ${className}#${number}.`);
  if (object.className !== className) throw new QuestionError(`Object ${number} is ${object.className}#${number}.`);
  return object;
}
