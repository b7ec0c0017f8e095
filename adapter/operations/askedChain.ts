import {
  checkedShow,
  isCall,
  isExpression,
  parseQuestions,
  parseShows,
  placeOf,
  queriesOf,
  type Query,
  type Question,
  type Show,
} from '../querypoints/question/question.js';

export { isCall, isExpression };

/** Questions of one chain, and what is to be shown of its points. */
export interface AskedChain {
  readonly questions: readonly Question[];
  readonly shows: readonly Show[];
}

/** The questions and shows that a command line writes: `lastChange(o.f)`, `[POINT:]EXPRESSION`. Throws a sentence for one that is none. */
export function readQuestions(questions: readonly string[], shows: readonly string[]): AskedChain {
  const asked = parseQuestions(questions);
  return { questions: asked, shows: parseShows(shows, queriesOf(asked)) };
}

/** The chain as it can be decided. Throws a sentence for what cannot be asked. */
export function checkedChain({ questions, shows }: AskedChain): { readonly queries: readonly Query[]; readonly shows: readonly Show[] } {
  const queries = queriesOf(questions);
  return { queries, shows: shows.map((show) => checkedShow(show, queries)) };
}

/** Whether an expression is a place that can be written. */
export function isPlace(expression: string): boolean {
  return placeOf(expression) !== null;
}
