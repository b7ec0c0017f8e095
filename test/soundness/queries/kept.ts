import { decideChain } from '../../../adapter/querypoints/runs/decideChain.js';
import type { PointAnswer } from '../../../adapter/querypoints/question/point.js';
import { keepRun, seenAgain, type KeptRun } from '../../support/keptRun.js';
import { why } from '../../support/querying.js';
import { assign } from './examine.js';

/** What is answered about one run while its program waits, and from what was kept of it when the program is gone. */
export interface KeptAnswers {
  readonly asks: readonly string[];
  readonly different: readonly string[];
  /** Answers that change when the newest events are lost: what is kept is what decides. */
  readonly lost: number;
}

/** Asks a random program what changed a place, which condition led there and where objects were made. */
export async function askKept(seed: number): Promise<KeptAnswers> {
  const { delivered, stopLine, hit, questions } = assign(seed, 'commonjs', seed % 2 === 0 ? 'places' : 'conditions');
  const own = questions.slice(0, 5).map(({ ask }) => ask);
  const places = own.flatMap((ask) => /^lastChange(\(.*\))$/.exec(ask)?.[1] ?? []);
  const asks = [...own, ...places.map((place) => `created${place}`)];
  if (asks.length === 0) return { asks, different: [], lost: 0 };
  const keeping: { kept: KeptRun | null } = { kept: null };
  const { result } = await why({
    files: delivered.files,
    stop: `${delivered.source}:${stopLine}`,
    hit,
    ask: asks,
    lastOnlyFrom: Infinity,
    keep: async (run) => void (keeping.kept = await keepRun(run)),
  });
  const { kept } = keeping;
  if (kept === null) return { asks, different: ['nothing was kept'], lost: 0 };
  const again = await answersOf(kept);
  const { events } = kept;
  const fewer = await answersOf({ ...kept, events: { ...events, rows: events.rows.slice(0, events.rows.length >> 1) } });
  const isSame = (point: PointAnswer, others: ReadonlyMap<string, PointAnswer>) =>
    JSON.stringify(point) === JSON.stringify(others.get(point.id));
  const different = result.points.filter((point) => !isSame(point, again));
  return {
    asks,
    different: different.map((point) => `${point.id}: ${JSON.stringify(point)}, kept ${JSON.stringify(again.get(point.id))}`),
    lost: result.points.filter((point) => !isSame(point, fewer)).length,
  };
}

async function answersOf(kept: KeptRun): Promise<ReadonlyMap<string, PointAnswer>> {
  return (await decideChain(seenAgain(kept))).run.answers;
}
