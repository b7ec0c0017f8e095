import { LineMap } from '../base/span.js';
import type { CheckedFiles } from './checkedFiles.js';
import type { CheckSettings } from './checkFile.js';
import { isExcluded, type LiveValue } from '../findings/liveValues.js';
import type { AskedMoment } from '../findings/momentStates.js';
import type { ReportSpan } from '../findings/result.js';
import { EditorSource } from '../syntax/editor/editorSource.js';
import { momentOfWrite, parameterTypeAt } from '../syntax/editor/writtenPlaces.js';

/** Values that a recorded run gave to the variables of one file. */
export interface AgainstRunRequest {
  /** Absolute. */
  readonly file: string;
  readonly cwd: string;
  readonly settings: CheckSettings;
  readonly places: readonly WrittenPlace[];
}

/** A place of the text that gives values to a variable, and those that it gave. */
export interface WrittenPlace {
  /** Where the variable is named; from 1. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly values: readonly LiveValue[];
}

/** A value that no run was thought to give to a variable. */
export interface OutsideValue {
  /** By their numbers in the request. */
  readonly place: number;
  readonly value: number;
  /** The values that were thought to be all. */
  readonly reachable: string;
  /** The declared type of the variable, which callers were thought to keep; null: it has none that is believed. */
  readonly type: { readonly span: ReportSpan; readonly text: string } | null;
}

/** The recorded values of a file that are outside of what is reachable. Throws when the file cannot be read. */
export function valuesOutside({ file, settings, places }: AgainstRunRequest, files: CheckedFiles): readonly OutsideValue[] {
  const { text, check, session } = files.checked(file, settings);
  if (check.errors.length > 0) return [];
  const source = new EditorSource(text, file);
  const lines = new LineMap(text);
  const asked = places.flatMap((place, index) => {
    const { name, values } = place;
    const moment = momentOfWrite(name, lines.offsetOf(place), source);
    const asked: AskedMoment | null = moment === null ? null : { ...moment, values: values.map((value) => ({ name, value })) };
    return asked === null ? [] : [{ index, moment: asked }];
  });
  const states = session.momentStatesAt(
    asked.map(({ moment }) => moment),
    { cancelled: () => false },
  );
  const found = asked.flatMap(({ index, moment }, at) => {
    const known = states[at];
    if (known?.complete !== true) return [];
    const { name, line, column } = places[index] ?? { name: '', line: 1, column: 1 };
    const type = declaredType(lines.offsetOf({ line, column }), source, lines);
    const shown = known.reachable?.[name]?.show ?? 'nothing: no run was thought to come here';
    return moment.values.flatMap((_value, value): readonly OutsideValue[] =>
      known.standings[value] === 'outside' ? [{ place: index, value, reachable: shown, type }] : [],
    );
  });
  const isFound = new Set(found.map(({ place, value }) => `${place} ${value}`));
  const offsets = places.map((place) => lines.offsetOf(place));
  // A call from the same file may be seen to break the type: its values are reachable then.
  const excluded = session.parameterTypesAt(offsets).flatMap((assumption, place): readonly OutsideValue[] => {
    const offset = offsets[place];
    const type = assumption === null || offset === undefined ? null : declaredType(offset, source, lines);
    if (assumption === null || type === null) return [];
    return (places[place]?.values ?? []).flatMap((live, value) =>
      isExcluded(live, assumption) && !isFound.has(`${place} ${value}`) ? [{ place, value, reachable: type.text, type }] : [],
    );
  });
  return [...found, ...excluded].toSorted((a, b) => a.place - b.place);
}

const mostTypeText = 60;

function declaredType(offset: number, source: EditorSource, lines: LineMap): OutsideValue['type'] {
  const type = parameterTypeAt(offset, source);
  if (type === null) return null;
  const [from, to] = [lines.positionOf(type.start), lines.positionOf(type.end)];
  const text = source.text.slice(type.start, type.end).replaceAll(/\s+/g, ' ');
  return {
    span: { line: from.line, column: from.column, endLine: to.line, endColumn: to.column },
    text: text.length > mostTypeText ? `${text.slice(0, mostTypeText)}…` : text,
  };
}
