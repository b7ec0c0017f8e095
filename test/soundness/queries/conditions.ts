import { conditionHelpers } from './conditionHelpers.js';
import { writeConditionProgram } from './conditionWriter.js';
import type { Question, Subject } from './subject.js';

/** At one passage of the stop: the lines of the conditions that led there, newest first, and what was thrown after the newest. */
interface Note {
  readonly chain: readonly (number | null)[];
  /** Its line is null when a helper has thrown. */
  readonly exception: { readonly line: number | null } | null;
  readonly isAsked: boolean;
}

/** Which conditions led to the stop, and what was thrown on the way. */
export function conditionSubject(seed: number): Subject {
  const { text, stopLine, leading, forks } = writeConditionProgram(seed);
  return {
    text,
    stopLine,
    helpers: { name: 'conditions.cjs', text: conditionHelpers },
    structure: JSON.stringify({ leading, forks }),
    isChain: true,
    questions: (notes) => (seed % 3 === 0 ? exceptionQuestions(notes as Note) : chainQuestions(notes as Note)),
  };
}

function chainQuestions({ chain }: Note): readonly Question[] {
  return chain.map((line, index) => ({ ask: `lastCondition(P${index + 1})`, line }));
}

function exceptionQuestions({ chain, exception, isAsked }: Note): readonly Question[] {
  const first = chainQuestions({ chain: chain.slice(0, 1), exception, isAsked });
  if (!isAsked) return first;
  return [...first, { ask: 'exceptionAfter(P2)', line: exception?.line ?? null, isElsewhere: exception?.line === null }];
}
