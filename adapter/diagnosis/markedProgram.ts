import { basename, extname } from 'node:path';
import type { InsertedCode } from '../../server/syntax/diagnosis/markedValues.js';
import { isVariableOf, positionBehindLine, whyNotReadable } from '../../server/syntax/diagnosis/markedValues.js';
import { DiagnosisError, type ValueMark, type ValuesRequest } from './request.js';
import { Shown } from './shown.js';
import { closureOf, ModuleReader, type ProgramModule } from './testedProgram.js';

/** A program without tests, and where its marked values are looked at. */
export interface MarkedProgram {
  readonly main: string;
  readonly modules: ReadonlyMap<string, ProgramModule>;
  /** The files that are suspected. */
  readonly suspects: ReadonlySet<string>;
  readonly marks: readonly PlacedMark[];
}

export interface PlacedMark extends ValueMark {
  readonly number: number;
  /** The offset in its file. */
  readonly position: number;
  /** It is a variable, which can be given another value. */
  readonly isVariable: boolean;
  /** As it is named to the user. */
  readonly name: string;
}

/** Finds the program and the places of what is marked. Throws a `DiagnosisError`. */
export function findMarkedProgram({ cwd, program, files, marks }: ValuesRequest): MarkedProgram {
  const reader = new ModuleReader();
  const shown = (file: string): string => Shown.path(cwd, file);
  if (!marks.some(({ isRight }) => !isRight)) throw new DiagnosisError('Say with --wrong which value is wrong.');
  if (!/^\.[cm]?[jt]sx?$/.test(extname(program))) throw new DiagnosisError(`${shown(program)} is no file of JavaScript or TypeScript.`);
  for (const file of [program, ...files, ...marks.map((mark) => mark.file)])
    if (reader.read(file) === undefined) throw new DiagnosisError(`${shown(file)}: there is no such file.`);
  const modules = closureOf([program], reader);
  for (const file of [...files, ...marks.map((mark) => mark.file)])
    if (!modules.has(file)) throw new DiagnosisError(`${shown(file)} is not loaded by ${basename(program)}.`);
  const placed = marks.map((mark, number): PlacedMark => {
    const name = `\`${mark.expression}\` at ${shown(mark.file)}:${mark.line}`;
    const text = modules.get(mark.file)?.text ?? '';
    const problem = whyNotReadable(mark.expression);
    if (problem !== null) throw new DiagnosisError(`${name} ${problem}.`);
    const position = positionBehindLine(text, mark.file, mark.line);
    if (position === null) throw new DiagnosisError(`${shown(mark.file)} has no line ${mark.line}.`);
    return { ...mark, number, position, name, isVariable: isVariableOf(text, mark.file, mark.expression) };
  });
  const wrong = new Set(placed.filter(({ isRight }) => !isRight).map(({ name }) => name));
  const both = placed.find(({ isRight, name }) => isRight && wrong.has(name));
  if (both !== undefined) throw new DiagnosisError(`${both.name} can't be both right and wrong.`);
  const isCode = (path: string): boolean => !path.endsWith('.json');
  const suspects = new Set(files.length > 0 ? files : [...modules.keys()].filter(isCode));
  return { main: program, modules, suspects, marks: placed };
}

/** What is put into a file so that its marked values are seen, by the code for a mark. */
export function insertedInto({ marks }: MarkedProgram, file: string, codeOf: (mark: PlacedMark) => string): readonly InsertedCode[] {
  const positions = new Map<number, string>();
  for (const mark of marks.filter((each) => each.file === file))
    positions.set(mark.position, `${positions.get(mark.position) ?? ''} ${codeOf(mark)};`);
  return [...positions].map(([position, text]) => ({ position, text }));
}
