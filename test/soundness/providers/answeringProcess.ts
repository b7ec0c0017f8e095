import type { BoundedAnswer, BoundedQuestion } from './boundedAnswers.js';
import { answersOfRecording } from './compareProviders.js';

process.on('message', (question: BoundedQuestion) => void answer(question));

async function answer({ asked, budget }: BoundedQuestion): Promise<void> {
  const told: BoundedAnswer = await answersOfRecording(asked, { budget }).then(
    (points) => ({ kind: 'points', points }),
    (error: unknown) => ({ kind: 'failed', reason: String(error) }),
  );
  process.send?.(told);
}
