import type ts from 'typescript';

/** The line of an offset, from 0. O(log lines); the line starts are computed once per file. */
export function lineOf(sourceFile: ts.SourceFile, offset: number): number {
  return sourceFile.getLineAndCharacterOfPosition(offset).line;
}
