import type { FindingTold, Place, RuleTold, RulesTold, TupleObject } from '../../adapter/dap/querypoints/protocol.js';
import { countText } from '../countText.js';
import { ordinal, placeText } from '../querypoints/model.js';

/** So many findings of a rule are listed, the newest. */
export const mostListed = 50;

/** The rules of a session, as far as its adapter has told of them. */
export interface RuledSession {
  /** The session's own. */
  readonly id: string;
  readonly rules: readonly RuleTold[];
  /** By number, oldest first. */
  readonly findings: readonly FindingTold[];
  readonly waiting: number | null;
  readonly notes: readonly string[];
  readonly isOver: boolean;
}

/** One row of the Rules view. */
export interface RulesRow {
  readonly kind: 'rule' | 'finding' | 'object' | 'field' | 'detail';
  /** Unique in the view, and the same when it is made anew. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** A codicon. */
  readonly icon: string;
  /** What its menu depends on: words, each between spaces. */
  readonly context: string;
  /** What a click opens. */
  readonly place: Place | null;
  readonly session: string;
  /** The finding that it is about, and what of it can be asked; null: nothing. */
  readonly asked: AskedRow | null;
  readonly children: readonly RulesRow[];
}

/** What a question from a row is about. */
export interface AskedRow {
  readonly finding: number;
  /** What may be meant, written with the variables of the rule: of a finding all fields that the rule reads. Empty: the finding itself. */
  readonly expressions: readonly string[];
}

/** What a session is after an event. */
export function afterEvent(before: RuledSession | null, id: string, told: RulesTold): RuledSession {
  const known = told.isWhole || before === null ? [] : before.findings;
  const findings = new Map([...known, ...told.findings].map((finding) => [finding.id, finding]));
  const sorted = [...findings.values()].sort((a, b) => a.id - b.id);
  return { id, rules: told.rules, findings: sorted.slice(-mostKept), waiting: told.waiting, notes: told.notes, isOver: false };
}

/** As many as the adapter keeps. */
const mostKept = 200;

/** The rules of a session: below each what it has found, newest first. */
export function rowsOfRules(session: RuledSession): readonly RulesRow[] {
  return [
    ...session.rules.map((rule) => ruleRow(session, rule)),
    ...session.notes.map((note, at) => detail(session, `note ${at}`, { label: note, icon: 'info' })),
  ];
}

/** How a rule stands, in words. */
export function stateText({ state, fired, tuples, reason }: RuleTold): string {
  switch (state) {
    case 'proved':
      return 'holds in every run: its text proves it';
    case 'holds':
      return 'holds so far';
    case 'unseen':
      return `not seen: ${reason ?? ''}`;
    case 'off':
      return `switched off: ${reason ?? ''}`;
    case 'broken':
      return `broken ${fired === 1 ? 'once' : `${countText(fired)} times`}${tuples === 0 ? ', holds again' : ''}`;
  }
}

function ruleRow(session: RuledSession, rule: RuleTold): RulesRow {
  const { name, place, state, tuples, updates, fired } = rule;
  const own = session.findings.filter((finding) => finding.rule === name).reverse();
  const listed = own.slice(0, mostListed);
  const more = Math.max(fired, own.length) - listed.length;
  const counts = `${countText(tuples)} ${tuples === 1 ? 'tuple' : 'tuples'} now, ${countText(updates)} ${updates === 1 ? 'update' : 'updates'}`;
  return {
    kind: 'rule',
    id: `${session.id} rule ${name} ${placeText(place)}`,
    label: name,
    description: state === 'off' || state === 'proved' ? stateText(rule) : `${stateText(rule)}  ${counts}`,
    tooltip: [stateText(rule), counts, placeText(place)].join('\n'),
    icon: stateIcons[state],
    context: ` rule ${state} `,
    place,
    session: session.id,
    asked: null,
    children: [
      ...listed.map((finding) => findingRow(session, finding)),
      ...(more > 0
        ? [detail(session, `more ${name}`, { label: `${countText(more)} older findings are not listed`, icon: 'ellipsis' })]
        : []),
    ],
  };
}

const stateIcons = { proved: 'verified', holds: 'pass', broken: 'error', unseen: 'question', off: 'circle-slash' } as const;

export const idOfFinding = (session: string, finding: number): string => `${session} finding ${finding}`;

function findingRow(session: RuledSession, finding: FindingTold): RulesRow {
  const { id, message, place, noticed, functionName, hit, isConfirmed, objects } = finding;
  const isHere = session.waiting === id;
  const refusal = refusalOf(session, finding.refusal);
  const expressions = objects
    .filter((object) => object.refusal === null)
    .flatMap(({ fields }) => fields.flatMap(({ isRead, expression }) => (isRead && expression !== null ? [expression] : [])));
  const inside = functionName ? ` in ${functionName}` : '';
  const time = hit !== null && hit > 1 ? ` (${ordinal(hit)} time)` : '';
  const where = place === null ? 'its place is not known' : placeText(place);
  const waits = isHere ? 'the program waits here' : '';
  const doubt = isConfirmed ? '' : 'its objects were gone when it was told';
  return {
    kind: 'finding',
    id: idOfFinding(session.id, id),
    label: message,
    description: [where, waits, doubt].filter((part) => part !== '').join('  '),
    tooltip: [message, `made true at ${where}${inside}${time}`, waits, doubt, refusal ?? ''].filter((part) => part !== '').join('\n'),
    icon: isHere ? 'debug-stackframe' : 'circle-filled',
    context: ` finding${refusal === null ? ' askable' : ''}${refusal === null && expressions.length > 0 ? ' hasFields' : ''} `,
    place,
    session: session.id,
    asked: refusal === null ? { finding: id, expressions } : null,
    children: [
      ...objects.map((object) => objectRow(session, finding, object)),
      detail(session, `cause ${id}`, { label: 'made true', description: `${where}${inside}${time}`, icon: 'circle-filled', place }),
      ...(noticed === null
        ? []
        : [detail(session, `noticed ${id}`, { label: 'noticed', description: placeText(noticed), icon: 'eye', place: noticed })]),
      ...refusalRow(session, `refused ${id}`, refusal),
    ],
  };
}

function objectRow(session: RuledSession, { id }: FindingTold, object: TupleObject): RulesRow {
  const { variable, text, fields } = object;
  const refusal = refusalOf(session, object.refusal);
  const asked = refusal === null ? { finding: id, expressions: [variable] } : null;
  return {
    kind: 'object',
    id: `${session.id} object ${id} ${variable}`,
    label: variable,
    description: text,
    tooltip: [`${variable} = ${text}`, refusal ?? ''].filter((part) => part !== '').join('\n'),
    icon: 'symbol-class',
    context: ` object${asked === null ? '' : ' askable'} `,
    place: null,
    session: session.id,
    asked,
    children: [
      ...fields.map(({ name, text: value, isRead, expression }): RulesRow => {
        const field = asked === null || expression === null ? null : { finding: id, expressions: [expression] };
        return {
          kind: 'field',
          id: `${session.id} field ${id} ${variable} ${name}`,
          label: name,
          description: isRead ? `${value}  read by the rule` : value,
          tooltip: `${variable}.${name} = ${value}`,
          icon: isRead ? 'symbol-field' : 'symbol-property',
          context: ` field${field === null ? '' : ' askable'} `,
          place: null,
          session: session.id,
          asked: field,
          children: [],
        };
      }),
      // Of a finding that nothing can be asked of, the finding says why.
      ...(object.refusal === null || session.isOver ? [] : refusalRow(session, `refused ${id} ${variable}`, refusal)),
    ],
  };
}

function refusalOf({ isOver }: RuledSession, refusal: string | null): string | null {
  return isOver ? 'The session is over: start it again to ask.' : refusal;
}

function refusalRow(session: RuledSession, id: string, refusal: string | null): readonly RulesRow[] {
  return refusal === null ? [] : [detail(session, id, { label: 'no questions', description: refusal, icon: 'info' })];
}

function detail(
  session: RuledSession,
  id: string,
  { label, description = '', icon, place = null }: Pick<RulesRow, 'label' | 'icon'> & Partial<Pick<RulesRow, 'description' | 'place'>>,
): RulesRow {
  return {
    kind: 'detail',
    id: `${session.id} ${id}`,
    label,
    description,
    tooltip: description === '' ? label : description,
    icon,
    context: ' detail ',
    place,
    session: session.id,
    asked: null,
    children: [],
  };
}
