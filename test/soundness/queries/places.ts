import { placeHelpers, type Note } from './placeHelpers.js';
import { writePlaceProgram, type PlaceProgram } from './placeWriter.js';
import type { Question, Subject } from './subject.js';

/** Where every variable, field, element and entry was changed last, and where objects were made. */
export function placeSubject(seed: number): Subject {
  const program = writePlaceProgram(seed);
  const { text, stopLine } = program;
  return {
    text,
    stopLine,
    helpers: { name: 'helpers.cjs', text: placeHelpers },
    structure: '',
    isChain: false,
    questions: (notes) => (notes as readonly Note[]).map((note) => questionOf(note, program)),
  };
}

function questionOf(note: Note, program: PlaceProgram): Question {
  const { expression, kind, line } = note;
  switch (kind) {
    case 'element':
      return { ask: `lastChange(P1:${expression})`, line };
    case 'object':
      return { ask: `created(P1:${expression})`, line };
    case 'value':
      // A value that nobody made (absent, deleted) does not say where it comes from.
      return { ask: `lastChange(P1:${expression})`, line: writtenAt(note, program), isUndecided: line === null };
  }
}

/** A parameter is written where its function begins, unless its value was made by a write inside, which a call is not. */
function writtenAt({ expression, line }: Note, { parameters, stopLine, text }: PlaceProgram): number | null {
  const parameter = parameters.find(({ name, head, end }) => name === expression && head < stopLine && stopLine < end);
  if (parameter === undefined || line === null) return line;
  const isCall = /\bd - 1\b/.test(text.split('\n')[line - 1] ?? '');
  return parameter.head < line && line < parameter.end && !isCall ? line : parameter.head;
}
