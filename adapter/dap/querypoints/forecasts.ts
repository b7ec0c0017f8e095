import { resolve } from 'node:path';
import type { AnalysisThread } from '../../operations/analysisThread.js';
import {
  forecastPoints,
  type PointForecast as FoundForecast,
  type PointForecasts,
  type ShowMore,
} from '../../operations/pointForecasts.js';
import { hashOf, holdsRecorded } from '../../operations/recordedFile.js';
import type { WhyResult } from '../../operations/why.js';
import { valueText } from '../../querypoints/report/pointText.js';
import type { InvestigationResult } from '../../querypoints/runs/result.js';
import type { PointForecast } from './protocol.js';
import type { UserPaths } from './report.js';

/** What the analysis says of the points of a chain; `folder`: the one that its findings name files in. */
export type Forecaster = (result: WhyResult, folder: string, more: ShowMore) => Promise<PointForecasts>;

/** Asks the analysis in a thread of its own. Of files that are no longer what ran nothing is said. */
export function forecaster(thread: AnalysisThread): Forecaster {
  return async (result, folder, more) => {
    const unchanged = await Promise.all(result.points.map((point) => isAsItRan(point, result)));
    const points = result.points.filter((_, index) => unchanged[index]);
    return forecastPoints({ ...result, points }, folder, thread, more);
  };
}

async function isAsItRan({ position }: WhyResult['points'][number], { texts }: WhyResult): Promise<boolean> {
  const text = position === null ? undefined : texts.source(position.path)?.text;
  return position !== null && text !== undefined && (await holdsRecorded({ path: position.path, hashes: [hashOf(text)] }, null)) === true;
}

/** The forecasts of a chain whose points may be others than before: only those of points that are the same stay. */
export function keptForecasts(forecasts: PointForecasts, before: InvestigationResult | null, now: InvestigationResult): PointForecasts {
  const momentOf = (result: InvestigationResult | null, id: string): string | undefined => {
    const point = result?.points.find((one) => one.id === id);
    return point && JSON.stringify([point.position, point.hit, point.time, point.before, point.after, point.values, point.shown]);
  };
  return new Map([...forecasts].filter(([id]) => momentOf(before, id) === momentOf(now, id)));
}

/** A forecast as the client gets it. */
export function forecastOf({ abstract, finding, message, held }: FoundForecast, folder: string, links: UserPaths): PointForecast {
  const values = Object.entries(abstract).map(([name, { reachable, good, standing }]) => ({
    name,
    reachable: reachable?.show ?? null,
    good: good?.show ?? null,
    standing,
  }));
  if (finding === null || message === null) return { predictedBy: null, values };
  const { code, file, span, condition } = finding;
  const place = { file: links.userPath(resolve(folder, file)), line: span.line, column: span.column };
  const named = Object.entries(held).map(([name, value]) => ({ name, value: valueText(value) }));
  return { predictedBy: { code, message, place, condition, held: named }, values };
}
