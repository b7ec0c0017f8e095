import type { SourcePosition } from '../../instrument/mapping.js';
import { open, type Deciding } from '../seen/deciding.js';
import { locatedFork } from './lastCondition.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { CandidatePlace, Query } from '../question/question.js';
import type { SeenRun } from '../seen/seenRun.js';

/**
 * A candidate of another point, whatever constraint it failed, as a point of its own: (control point, occurrence), where only candidates of
 * that point are counted. From it questions can be asked as from a located one.
 */
export async function* decideCandidate(run: SeenRun, query: Query, place: CandidatePlace): Deciding<PointAnswer> {
  const { id, kind, of, index } = query;
  const found = run.candidatesOf(of, (position) => isAt(position, place)).at(index);
  const event = found === undefined ? null : await run.events.event(found);
  const site = event === null ? undefined : run.texts.site(event.site)?.site;
  if (event === null || site === undefined || site.kind === 'initial') {
    yield open(); // another run may have found the point that it is a candidate of
    return unknownPoint(id, kind, of, 'not-found', `${of} has no such candidate in this run.`);
  }
  return site.kind === 'fork' ? yield* locatedFork(run, query, event, null) : run.located(query, event);
}

function isAt({ path, line, column }: SourcePosition, place: CandidatePlace): boolean {
  const isFile = path === place.file || path.endsWith(`/${place.file.replace(/^(\.\/)+/, '')}`);
  return isFile && line === place.line && (place.column === null || column === place.column);
}
