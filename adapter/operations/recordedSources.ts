import { statSync } from 'node:fs';
import { stoppable } from '../instrument/stoppable.js';
import { statementsAt, type StatementPlace } from '../trace/steps/recordedPassages.js';
import { functionAt } from '../trace/store/functionAt.js';
import type { OpenedRecording } from './openedRecording.js';
import { hashOf, hashOfFile, holdsRecorded } from './recordedFile.js';

/** The user's sources as the recording has them, and whether files of the workspace are still the same. */
export class RecordedSources {
  /** Of the files that held what was recorded when the recording was opened: that text, and whether they still hold it. */
  private readonly same = new Map<string, { readonly hash: string | null; stamp: string; isSame: boolean }>();

  /** `folder`: of the workspace; no file outside of it is read. null: none is. */
  constructor(
    private readonly recording: OpenedRecording,
    private readonly folder: string | null,
  ) {}

  /** The paths of all sources, in the order in which they were loaded. */
  get paths(): readonly string[] {
    const { reader } = this.recording.open;
    return [
      ...new Set(
        reader.paths.flatMap((path) => {
          const mapped = [...(reader.texts.text(path)?.sources.keys() ?? [])];
          return mapped.length === 0 ? [path] : mapped;
        }),
      ),
    ];
  }

  text(path: string): string | null {
    return this.recording.open.reader.texts.source(path)?.text ?? null;
  }

  /** Learns which files of the workspace hold what was recorded. To be called once, before `isFile`. */
  async compare(): Promise<void> {
    for (const path of this.paths)
      if (await this.isSame(path)) this.same.set(path, { stamp: stampOf(path), hash: hashOfFile(path), isSame: true });
  }

  /** Whether the file of this path, in the workspace, holds the text that was recorded. It may be edited while the recording is open. */
  isFile(path: string): boolean {
    const known = this.same.get(path);
    if (known === undefined) return false;
    const stamp = stampOf(path);
    if (stamp !== known.stamp) {
      known.isSame = known.hash !== null && hashOfFile(path) === known.hash;
      known.stamp = stamp;
    }
    return known.isSame;
  }

  private async isSame(path: string): Promise<boolean> {
    const text = this.text(path);
    return text !== null && this.folder !== null && (await holdsRecorded({ path, hashes: [hashOf(text)] }, this.folder)) === true;
  }

  /** The first statement on a line of a source, or on one of those behind it; undefined when there is none. */
  statement(path: string, line: number, column: number | null): StatementPlace | undefined {
    const { reader } = this.recording.open;
    for (let at = line; at < line + mostLinesOn; at++) {
      const [found] = statementsAt(reader.texts, reader.paths, {
        isFile: (file) => file === path,
        line: at,
        column: at === line ? column : null,
      });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Where statements of a source begin, between two lines. */
  statementPlaces(path: string, from: number, to: number): readonly { readonly line: number; readonly column: number }[] {
    const { reader } = this.recording.open;
    const places = reader.paths.flatMap((own) => {
      const text = reader.texts.text(own);
      if (text === undefined) return [];
      return stoppable(text.program).flatMap(({ node, kind }) => {
        if (kind !== 'statement' && kind !== 'arrow') return [];
        const position = text.userPosition(node.start);
        return position !== null && position.path === path && position.line >= from && position.line <= to ? [position] : [];
      });
    });
    return places.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** The functions of a name, as stacks name them. */
  functions(name: string): readonly StatementPlace[] {
    const { reader } = this.recording.open;
    const found: StatementPlace[] = [];
    for (const { path, sites } of reader.store.source.sites) {
      const text = reader.texts.text(path);
      if (text === undefined) continue;
      for (const site of sites) {
        const node = site.kind === 'call' ? functionAt({ path, site }, text.program) : null;
        if (node === null || node.type === 'Program') continue;
        const { full, bare } = reader.nameOf({ path, start: node.start });
        if ((full === name || bare === name) && !found.some((one) => one.node === node)) found.push({ text, node });
      }
    }
    return found;
  }
}

/** Differs when a file was written in between. */
function stampOf(path: string): string {
  try {
    const { mtimeNs, ctimeNs, size } = statSync(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size}`;
  } catch {
    return ''; // it is gone
  }
}

/** A breakpoint moves so many lines at most, as where a program runs. */
const mostLinesOn = 50;
