import { readIfThere } from '../../server/files/regularFile.js';
import type { Bounds } from './bounds.js';

/** Lines of source files as evidence, so that no second read is needed. */
export class SourceLines {
  private readonly files = new Map<string, readonly string[]>();

  constructor(private readonly bounds: Bounds) {}

  /** The line, indented; nothing where the file cannot be read. `line` counts from 1. */
  at(file: string, line: number): readonly string[] {
    const found = this.linesOf(file)[line - 1]?.trim();
    return found === undefined || found === '' ? [] : [`  ${line} | ${found}`];
  }

  /** How many lines a file has; 0 where it cannot be read. */
  count(file: string): number {
    return this.linesOf(file).length;
  }

  private linesOf(file: string): readonly string[] {
    let lines = this.files.get(file);
    if (lines === undefined) this.files.set(file, (lines = this.read(file).split(/\r\n|[\r\n]/)));
    return lines;
  }

  private read(file: string): string {
    try {
      return readIfThere(this.bounds.inside(file)) ?? '';
    } catch {
      return ''; // outside of the server's folder, or no regular file
    }
  }
}
