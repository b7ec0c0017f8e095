import { assign } from '../queries/examine.js';
import type { AskedOfRun } from './compareProviders.js';

/** All that is asked at a random stop of a random program; null where the stop is not passed. */
export function randomQuestions(seed: number): AskedOfRun | null {
  const { delivered, stopLine, hit, questions } = assign(seed);
  if (questions.length === 0) return null;
  const own = questions.map(({ ask }) => ask);
  // Conditions of every second point, so that stacks and operands of found points are compared too.
  const conditions = own.flatMap((_, index) => (index % 2 === 0 ? [`lastCondition(P${index + 2})`] : []));
  return { files: delivered.files, stop: `${delivered.source}:${stopLine}`, hit, ask: [...own, ...conditions], show: [] };
}
