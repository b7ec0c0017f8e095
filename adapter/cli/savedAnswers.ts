import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtFile } from '../operations/built.js';
import { AnswerCache } from '../operations/answerCache.js';

/** The answers that this build of the command has saved: another build may answer otherwise. */
export function savedAnswers(): AnswerCache {
  const answerer = createHash('sha256').update(readFileSync(builtFile('programs.cjs')));
  return new AnswerCache(answerer.digest('hex'));
}
