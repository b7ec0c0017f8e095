import assert from 'node:assert/strict';
import { chainText } from '../../extension/querypoints/model.js';
import {
  describedAs,
  fileTextOf,
  markdownOf,
  outliving,
  readChainFile,
  withChain,
  type KeptChain,
} from '../../extension/querypoints/keptChain.js';
import { rowOfKept } from '../../extension/querypoints/rows.js';
import { chain, forecast, place, point } from '../support/chains.js';

const told = {
  ...chain(point('P1'), point('P2', { before: '1', after: '2', place: { ...place(20), reference: 7 }, text: 'this.`total` = n;' })),
  notes: ['A note.'],
};

const kept = (id: string, more: Partial<KeptChain> = {}): KeptChain => ({
  id,
  chain: outliving(told),
  title: null,
  program: 'Run shop.ts',
  time: 0,
  revision: 'a'.repeat(40),
  isPinned: false,
  notes: {},
  texts: { '/shop/shop.ts': 'digest' },
  ...more,
});

const unchanged = { changed: new Set<string>(), revision: 'a'.repeat(40) };

describe('chains that are kept', () => {
  it('are the last ten, beside those that are pinned', () => {
    let all: readonly KeptChain[] = [kept('first', { isPinned: true })];
    for (let number = 1; number <= 12; number++) all = withChain(all, kept(`${number}`));
    assert.deepEqual(
      all.map(({ id }) => id),
      ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3', 'first'],
    );
  });

  it('keep what the user has said of them when they change', () => {
    const [now] = withChain([kept('a', { title: 'The sum', isPinned: true, notes: { P2: 'here' } })], kept('a', { time: 5 }));
    assert.deepEqual([now?.title, now?.isPinned, now?.notes, now?.time], ['The sum', true, { P2: 'here' }, 5]);
  });

  it('say what has changed since', () => {
    assert.doesNotMatch(describedAs(kept('a'), unchanged), /since|revision/);
    const later = { changed: new Set(['/shop/shop.ts']), revision: 'b'.repeat(40) };
    assert.match(describedAs(kept('a'), later), /^Run shop\.ts, .*, shop\.ts changed since, of revision aaaaaaa$/);
  });

  it('have rows with the notes, of which no question can be asked', () => {
    const row = rowOfKept(kept('a', { notes: { P2: 'here' } }), unchanged);
    assert.deepEqual([row.label, row.context, row.kept], ['Stop at shop.ts:10', ' kept ', 'a']);
    const second = row.children[1];
    assert.match(second?.description ?? '', /✎ here$/);
    assert.deepEqual([second?.context, second?.children[0]?.label, second?.place?.reference], [' keptPoint ', 'here', undefined]);
  });

  it('come back from a file as they were, on another machine, too', () => {
    const one = kept('a', { notes: { P2: 'here' }, title: 'The sum' });
    const text = fileTextOf(one, '/shop');
    assert.doesNotMatch(text, /"\/shop/);
    assert.deepEqual(readChainFile(text, '/shop'), { ...one, chain: { ...one.chain, id: 0 } });
    const moved = readChainFile(text, '/elsewhere/shop');
    assert.equal(moved.chain.points[1]?.place?.file, '/elsewhere/shop/shop.ts');
    assert.deepEqual(Object.keys(moved.texts), ['/elsewhere/shop/shop.ts']);
    assert.equal(chainText(readChainFile(text, '/shop').chain), chainText(told));
  });

  it('keep what the analysis knew beforehand', () => {
    const one = { ...kept('a'), chain: chain(point('P1', { forecast }), point('P2', { forecast: { predictedBy: null, values: [] } })) };
    const [stop, change] = readChainFile(fileTextOf(one, '/shop'), '/elsewhere').chain.points;
    assert.deepEqual(stop?.forecast?.values, forecast.values);
    const predictedBy = forecast.predictedBy && { ...forecast.predictedBy, place: place(6, '/elsewhere/shop.ts') };
    assert.deepEqual(stop.forecast.predictedBy, predictedBy);
    assert.deepEqual(change?.forecast, { predictedBy: null, values: [] });
  });

  it('are refused in one sentence where a file is none', () => {
    const refused: readonly (readonly [text: string, sentence: RegExp])[] = [
      ['{}', /^It is no chain of Whence/],
      ['[]', /^It is no chain of Whence/],
      ['{"schema":"whence.chain/1","chain":{"points":[]}}', /^The chain has no points/],
      ['{"schema":"whence.chain/1","chain":{"points":[{"kind":"toString","status":"located"}]}}', /unknown kind/],
      ['{"schema":"whence.chain/1","chain":{"points":[{"kind":"stop","status":"located"}]}}', /lacks “id”/],
    ];
    for (const [text, sentence] of refused) assert.throws(() => readChainFile(text, '/shop'), { message: sentence });
  });

  it('are Markdown in which text of the program stays text', () => {
    const text = markdownOf(kept('a', { title: '[x](command:y)', notes: { P2: '<b>' } }));
    assert.match(text, /^### \\\[x\\\]\(command:y\)\n/);
    assert.match(text, /``\s?this\.`total` = n;\s?``/);
    assert.match(text, /\\<b\\>/);
  });
});
