import { join } from 'node:path';
import {
  differenceText,
  type Diagnosis,
  type DiagnosisResult,
  type FailingTest,
  type Repair,
  type ShownComponent,
  type ShownSpan,
} from '../../adapter/diagnosis/protocol.js';

/** A place in the user's text. */
export interface RowPlace {
  /** Absolute. */
  readonly file: string;
  readonly span: ShownSpan;
}

/** One row of the Diagnosis view. */
export interface DiagnosisRow {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** A codicon. */
  readonly icon: string;
  /** What its menu depends on: words, each between spaces. */
  readonly context: string;
  /** What a click opens; of a repair a click opens its preview. */
  readonly place: RowPlace | null;
  readonly repair: Repair | null;
  readonly isOpen: boolean;
  readonly children: readonly DiagnosisRow[];
}

/** A diagnosis as it is shown: its result, and which files were edited since. */
export interface Shown {
  /** Absolute: files of the result are relative to it. */
  readonly cwd: string;
  readonly result: DiagnosisResult;
  /** Whether a file (absolute) is not the text that was diagnosed. */
  readonly isOld: (file: string) => boolean;
}

/** Suspects that are shown. */
const mostSuspects = 12;

/** What tests said, the suspects in order with their repairs, what was refuted, and notes. */
export function rowsOfDiagnosis(shown: Shown): readonly DiagnosisRow[] {
  const { tests, diagnoses, refuted, notes, complete } = shown.result;
  const suspects = diagnoses.slice(0, mostSuspects).map((diagnosis, i) => suspectRow(diagnosis, i + 1, shown));
  const more = diagnoses.length - suspects.length;
  const told = [
    ...(tests.failing.length > 0 && diagnoses.length === 0 ? ['No part of the suspected files explains the failure by itself.'] : []),
    ...(more > 0 ? [`${more} more that failing tests ran`] : []),
    ...tests.weak.map(({ name, reason }) => `${name}: ${reason}`),
    ...tests.flaky.map((name) => `${name} fails now and then, and says nothing here`),
    ...notes,
    ...(complete ? [] : ['The search is not complete']),
  ];
  return [
    testsRow(shown),
    ...suspects,
    ...(refuted.length === 0 ? [] : [refutedRow(shown)]),
    ...told.map((note) => row({ label: note, icon: 'info' })),
  ];
}

function testsRow({ cwd, result: { tests } }: Shown): DiagnosisRow {
  const { failing, passing } = tests;
  const label = failing.length === 0 ? 'No test fails' : `${counted(failing.length, 'test')} ${failing.length === 1 ? 'fails' : 'fail'}`;
  return row({
    label,
    description: passing === 0 ? '' : `${passing} ${passing === 1 ? 'passes' : 'pass'}`,
    icon: failing.length === 0 ? 'pass' : 'error',
    children: failing.map((test) => testRow(test, cwd)),
  });
}

function testRow({ name, file, line, message }: FailingTest, cwd: string): DiagnosisRow {
  const place = { file: join(cwd, file), span: { line, column: 1, endLine: line, endColumn: 1 } };
  return row({ label: name, description: message, tooltip: `${file}:${line}\n${message}`, icon: 'beaker', context: ' test ', place });
}

function suspectRow(diagnosis: Diagnosis, rank: number, shown: Shown): DiagnosisRow {
  const { components, reason, requirement, repairs } = diagnosis;
  const place = placeOf(components[0], shown.cwd);
  const isOld = place !== null && shown.isOld(place.file);
  const needed = requirement.map(({ text }) => row({ label: text, icon: 'lightbulb', place }));
  return row({
    label: `${rank}. ${components.map(nameOf).join(' and ')}`,
    description: isOld ? `edited since: ${reason}` : reason,
    tooltip: reason,
    icon: repairs.length > 0 ? 'wrench' : 'circle-outline',
    context: isOld ? ' suspect old ' : ' suspect ',
    place,
    isOpen: rank === 1,
    children: [...repairs.map((repair) => repairRow(repair, shown)), ...needed],
  });
}

function repairRow(repair: Repair, { cwd, isOld }: Shown): DiagnosisRow {
  const { edits, tests, cold, differsFrom } = repair;
  const [edit] = edits;
  const wasEdited = edits.some(({ file }) => isOld(join(cwd, file)));
  const pass = `${tests.passed}/${tests.total} tests pass${cold ? '' : ' in our worker'}`;
  const { added, removed } = changedLines(repair);
  return row({
    label: added === '' ? `without ${removed}` : added,
    description: [removed === '' || added === '' ? '' : `instead of ${removed}`, pass, wasEdited ? 'edited since' : '']
      .filter((part) => part !== '')
      .join('  '),
    tooltip: [...repair.diff.split('\n').slice(2), ...(differsFrom === null ? [] : [differenceText(differsFrom)])].join('\n'),
    icon: 'edit',
    context: wasEdited ? ' old ' : ' repair ',
    place: edit === undefined ? null : { file: join(cwd, edit.file), span: edit.span },
    repair,
  });
}

/** The first changed line as it would be, and as it is; each empty where there is none. */
export function changedLines({ diff }: Pick<Repair, 'diff'>): { readonly added: string; readonly removed: string } {
  const lines = diff.split('\n');
  const firstOf = (sign: RegExp): string => (lines.find((line) => sign.test(line)) ?? '').slice(1).trim();
  return { added: firstOf(/^\+(?!\+\+)/), removed: firstOf(/^-(?!--)/) };
}

function refutedRow({ cwd, result: { refuted } }: Shown): DiagnosisRow {
  const children = refuted.map(({ component }) =>
    row({
      label: nameOf(component),
      description: 'no value of it makes the tests pass',
      icon: 'circle-slash',
      place: placeOf(component, cwd),
    }),
  );
  return row({ label: `Not to blame alone: ${refuted.length}`, icon: 'circle-slash', isOpen: false, children });
}

function placeOf(component: ShownComponent | undefined, cwd: string): RowPlace | null {
  return component === undefined ? null : { file: join(cwd, component.file), span: component.span };
}

/** Where a component is, and what it is. */
function nameOf({ file, span, function: name, kind }: ShownComponent): string {
  const what = {
    statement: 'the statement',
    header: 'the condition',
    initialiser: 'the initial value',
    return: 'what is returned',
    missing: 'something missing',
  }[kind];
  return `${file}:${span.line} ${what}${name === '' ? '' : ` in ${name}`}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function row(given: Partial<DiagnosisRow> & Pick<DiagnosisRow, 'label' | 'icon'>): DiagnosisRow {
  const { description = '', tooltip = description, context = ' ', place = null, repair = null, isOpen = true, children = [] } = given;
  return { label: given.label, icon: given.icon, description, tooltip, context, place, repair, isOpen, children };
}
