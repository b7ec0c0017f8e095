import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { askedProgram, namedAnswers, prologAnswers, questionsAbout, sqlAnswers, sqlQuestions } from '../../support/threeAnswers.js';
import { recorded } from '../../support/recorded.js';
import { catalogue } from '../../../adapter/query/catalogue.js';
import { SqlEngine } from '../../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite } from '../../../adapter/trace/sql/sqlite.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { recordedRelations } from '../../../adapter/query/relations/recordedRelations.js';

/** Named questions that no query of relations answers: they need the text, as V8 and the analysis read it. */
const byTextAlone = ['dataStructureHistory', 'firstDifference'];

/** Texts that are no Unicode, which files of Parquet do not hold. */
const halves = "later('\\ud83dx'); later('\\ud83dx\\ude00😀'); ";

describe('named questions in TypeScript, SQL and Prolog', function () {
  this.timeout(1_200_000);

  it('are in SQL, but for those that the text answers', () => {
    assert.deepEqual(
      catalogue.map(({ name }) => name).filter((name) => !sqlQuestions.includes(name)),
      byTextAlone,
    );
  });

  it('have the same rows', async () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < countOf('threeAnswers'); round++) {
      const seed = seedOf(round * 104_729);
      const run = await recorded({ 'main.js': `${halves}${askedProgram(seed)}` });
      const open = openRecording(run.file, (path) => path.slice(run.folder.length + 1));
      try {
        const relations = recordedRelations(open.reader, 'run.trace');
        const questions = questionsAbout(relations, seed);
        const named = namedAnswers(run, questions);
        const engine = new SqlEngine(await loadSqlite(), relations, { rows: 100_000, megabytes: 256 });
        const sql = await sqlAnswers(questions, (text) => engine.query(text));
        engine.close();
        const prolog = await prologAnswers(relations, questions);
        for (const [index, { text, name }] of questions.entries()) {
          assert.deepEqual(sql[index], named[index], `SQL, ${text}, seed ${seed}`);
          assert.deepEqual(prolog[index], named[index], `Prolog, ${text}, seed ${seed}`);
          counts.set(name, (counts.get(name) ?? 0) + (named[index]?.length ?? 0));
        }
      } finally {
        open.close();
        run.dispose();
      }
    }
    assert.deepEqual(
      sqlQuestions.filter((name) => (counts.get(name) ?? 0) === 0),
      [],
    );
  });
});
