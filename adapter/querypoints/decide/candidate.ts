import type { SourcePosition } from '../../instrument/mapping.js';
import type { SelectedEvent } from '../../runtime/messages.js';
import { locatedFork } from './lastCondition.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import type { RunRecord } from '../seen/seenRun.js';

/** Where a candidate is: a place of the user's source; with no column, whatever is on the line. */
export interface CandidatePlace {
  /** A path, or the end of one. */
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

/**
 * A candidate of another point, whatever constraint it failed, as a point of its own: (control point, occurrence), where only candidates of
 * that point are counted. From it questions can be asked as from a located one.
 */
export async function decideCandidate(run: RunRecord, query: Query, place: CandidatePlace): Promise<PointAnswer> {
  const { id, kind, of, index } = query;
  const found = run.candidatesOf(of, (position) => isAt(position, place)).at(index);
  const event = found === undefined ? null : await run.debuggee.ask<SelectedEvent | null>({ kind: 'event', ordinal: found });
  const site = event === null ? undefined : run.texts.site(event.site)?.site;
  if (event === null || site === undefined || site.kind === 'initial') {
    run.isPending = true; // another run may have found the point that it is a candidate of
    return unknownPoint(id, kind, of, 'not-found', `${of} has no such candidate in this run.`);
  }
  return site.kind === 'fork' ? locatedFork(run, query, event, null) : run.located(query, event);
}

function isAt({ path, line, column }: SourcePosition, place: CandidatePlace): boolean {
  const isFile = path === place.file || path.endsWith(`/${place.file.replace(/^(\.\/)+/, '')}`);
  return isFile && line === place.line && (place.column === null || column === place.column);
}
