import { why, type Point } from '../../support/querying.js';
import { Random } from '../random.js';
import { notesOf, subjectOf } from './examine.js';
import { deliver, type Delivery } from './deliver.js';

/** As many questions are asked of one program at once. */
const mostQuestions = 8;

/** What questions are answered when they are asked at once, and each by itself. */
export interface Together {
  readonly text: string;
  readonly stopLine: number;
  readonly hit: number;
  readonly asks: readonly string[];
  /** Where that is not the same. */
  readonly different: readonly string[];
}

/**
 * Asks a random program everything at once, questions that start from other answers among them, and each question by itself: what others
 * need seen must not change what is answered.
 */
export async function askTogether(seed: number, delivery: Delivery = 'commonjs'): Promise<Together> {
  const random = new Random(seed + 2);
  const subject = subjectOf(seed, random.choice(['places', 'conditions', 'origins']));
  const passages = notesOf(subject);
  const hit = passages.length === 0 ? 0 : 1 + random.below(passages.length);
  const own = hit === 0 ? [] : subject.questions(passages[hit - 1]).map(({ ask }) => ask);
  const first = subject.isChain ? own.slice(0, 3) : random.shuffled(own).slice(0, 4);
  const asks = [...first];
  while (first.length > 0 && asks.length < mostQuestions) asks.push(`lastCondition(P${2 + random.below(asks.length)})`);
  const { text, stopLine } = subject;
  const { files, source } = deliver(subject, delivery);
  const ask = async (questions: readonly string[]) => (await why({ files, stop: `${source}:${stopLine}`, hit, ask: questions })).points;
  const different: string[] = [];
  const all = asks.length === 0 ? [] : await ask(asks);
  for (const [index, question] of asks.entries()) {
    const alone = (await ask(chainTo(asks, index))).at(-1);
    const [there, here] = [told(all[index + 1]), told(alone)];
    if (there !== here) different.push(`${question}: with others ${there}, alone ${here}`);
  }
  return { text, stopLine, hit, asks, different };
}

/** A question with those that it starts from, named anew. */
function chainTo(asks: readonly string[], index: number): readonly string[] {
  const needed = [index];
  for (let from = startOf(asks[index]); from > 1; from = startOf(asks[needed[0] ?? 0])) needed.unshift(from - 2);
  return needed.map((at) =>
    (asks[at] ?? '').replace(/\(P\d+/, () => `(P${startOf(asks[at]) === 1 ? 1 : needed.indexOf(startOf(asks[at]) - 2) + 2}`),
  );
}

function startOf(ask = ''): number {
  return Number(/\(P(\d+)/.exec(ask)?.[1] ?? 1);
}

/** Objects are numbered anew in each run, points by what else is asked. */
function told(point: Point | undefined): string {
  if (point === undefined) return 'nothing';
  const { status, line, column, hit, before, after, taken } = point;
  const { values, stack, function: name } = point as Point & { readonly function: unknown };
  const answer = [status, line, column, hit, before, after, taken, name, values, stack, status === 'located' ? null : point['reason']];
  return JSON.stringify(answer).replace(/(#|\bP)\d+/g, '$1');
}
