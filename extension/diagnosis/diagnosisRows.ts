import { join } from 'node:path';
import {
  differenceText,
  type Diagnosis,
  type DiagnosisResult,
  type FailingTest,
  type Repair,
  type Requirement,
  type RefutedComponent,
  type ShownComponent,
  type ShownSpan,
} from '../../adapter/diagnosis/protocol.js';

/** A place in the user's text. */
export interface RowPlace {
  /** Absolute. */
  readonly file: string;
  readonly span: ShownSpan;
}

/** A passage of a suspect in a run of a failing test. */
export interface Passage {
  readonly test: { readonly name: string; readonly line: number };
  /** Absolute, of the test. */
  readonly file: string;
  readonly place: RowPlace;
  /** Counted from 1, from the start of the program on. */
  readonly hit: number;
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
  /** The moment of which the reason speaks, where a debug session of the test can go. */
  readonly passage: Passage | null;
  readonly isOpen: boolean;
  readonly children: readonly DiagnosisRow[];
}

/** A diagnosis as it is shown: its result, and which files were edited since. */
export interface Shown {
  /** Absolute: files of the result are relative to it. */
  readonly cwd: string;
  readonly result: DiagnosisResult;
  /** It is what is suspected so far. */
  readonly isSearching: boolean;
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
    ...(shown.isSearching ? ['The search goes on'] : complete ? [] : ['The search is not complete']),
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
  const needed = requirement.map((one) => {
    const passage = isOld ? null : passageOf(one, diagnosis, shown);
    return row({ label: one.text, icon: 'lightbulb', context: passageContext(passage), place, passage });
  });
  const passage = isOld ? null : passageOf(requirement[0] ?? null, diagnosis, shown);
  return row({
    label: `${rank}. ${components.map(nameOf).join(' and ')}`,
    description: isOld ? `edited since: ${reason}` : reason,
    tooltip: reason,
    icon: repairs.length > 0 ? 'wrench' : 'circle-outline',
    context: isOld ? ' suspect old ' : ` suspect${passageContext(passage)}`,
    place,
    passage,
    isOpen: rank === 1,
    children: [...repairs.map((repair) => repairRow(repair, shown)), ...needed],
  });
}

const passageContext = (passage: Passage | null): string => (passage === null ? ' ' : ' passage ');

/** The passage that a requirement names; without one the first in a failing test. */
function passageOf(requirement: Requirement | null, { components, requirement: all }: Diagnosis, { cwd, result }: Shown): Passage | null {
  const place = placeOf(components[0], cwd);
  const { failing } = result.tests;
  const test = requirement === null ? failing[0] : failing.find(({ name }) => name === requirement.test);
  if (place === null || test === undefined) return null;
  const { hit = 1, loading } = requirement ?? {};
  const early = all.filter((one) => one.loading === true && one.test === test.name).map((one) => one.hit);
  const before = loading === true ? 0 : Math.max(0, ...early);
  return { test, file: join(cwd, test.file), place, hit: before + hit };
}

function repairRow(repair: Repair, { cwd, isOld }: Shown): DiagnosisRow {
  const { edits, tests, cold, differsFrom } = repair;
  const [edit] = edits;
  const wasEdited = edits.some(({ file }) => isOld(join(cwd, file)));
  const pass = `${tests.passed}/${tests.total} tests pass${cold ? '' : ' as Whence runs them'}`;
  const { added, removed } = changedLines(repair);
  return row({
    label: added === '' ? `without ${removed}` : added,
    description: [removed === '' || added === '' ? '' : `instead of ${removed}`, pass, wasEdited ? 'edited since' : '']
      .filter((part) => part !== '')
      .join('  '),
    tooltip: [...repair.diff.split('\n').slice(2), ...(differsFrom === null ? [] : [differenceText(differsFrom)])].join('\n'),
    icon: 'edit',
    context: wasEdited ? ' old ' : differsFrom === null ? ' repair ' : ' repair differs ',
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
  const children = refuted.map((one) =>
    row({
      label: nameOf(one.component),
      description: 'no value of it makes the tests pass',
      tooltip: refutedText(one),
      icon: 'circle-slash',
      place: placeOf(one.component, cwd),
    }),
  );
  return row({ label: `Not to blame alone: ${refuted.length}`, icon: 'circle-slash', isOpen: false, children });
}

/** Why something is not to blame alone. */
function refutedText({ models, conflict }: RefutedComponent): string {
  const others = conflict.map(nameOf).slice(0, mostNamed);
  const one =
    others.length === 0 ? '' : ` One of these must be wrong: ${others.join('; ')}${conflict.length > others.length ? '; …' : ''}.`;
  return `Whatever it gives, a test fails: that is certain by ${models.join(' and ')}.${one}`;
}

/** Whether a line of a file (absolute) could be wrong, and if not, why: in one sentence. */
export function whyNotLine(shown: Shown, file: string, line: number): string {
  const { cwd, result } = shown;
  const isThere = (component: ShownComponent): boolean =>
    join(cwd, component.file) === file && component.span.line <= line && line <= component.span.endLine;
  const rank = result.diagnoses.findIndex(({ components }) => components.some(isThere));
  const diagnosis = result.diagnoses[rank];
  if (diagnosis !== undefined) return `It is suspect ${rank + 1}: ${diagnosis.reason}`;
  // The smallest is what the line says; a function around it holds it, too.
  const [refuted] = result.refuted.filter(({ component }) => isThere(component)).sort((a, b) => sizeOf(a.component) - sizeOf(b.component));
  return refuted === undefined ? 'No failing test ran this line, or its file is not suspected.' : refutedText(refuted);
}

const sizeOf = ({ span }: ShownComponent): number => span.endLine - span.line;

/** Components that one sentence names. */
const mostNamed = 3;

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
  const { description = '', tooltip = description, context = ' ', place = null, repair = null, passage = null } = given;
  const { label, icon, isOpen = true, children = [] } = given;
  return { label, icon, description, tooltip, context, place, repair, passage, isOpen, children };
}
