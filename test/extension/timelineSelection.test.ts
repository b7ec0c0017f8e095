import assert from 'node:assert/strict';
import { packed } from '../../extension/timeline/columns.js';
import { announcementOf } from '../../extension/timeline/model/chainAnnouncement.js';
import { CandidateList } from '../../extension/timeline/model/candidates.js';
import { detailsOf } from '../../extension/timeline/model/details.js';
import { differs, timelineOf } from '../../extension/timeline/model/lanes.js';
import type { Timeline } from '../../extension/timeline/model/lanes.js';
import { marksOf } from '../../extension/timeline/model/marks.js';
import { pageOf, pageSize, rowsOf } from '../../extension/timeline/model/tableRows.js';
import { focusOn, isSelected, moved, nearest } from '../../extension/timeline/model/selection.js';
import type { Direction, Selection } from '../../extension/timeline/model/selection.js';
import type { Viewport } from '../../extension/timeline/model/viewport.js';
import { markText } from '../../extension/timeline/model/words.js';
import { chain, forecast, point } from '../support/chains.js';
import { candidates, candidatesOfDiscount, storyOfDiscount } from '../support/timelines.js';

const lists = new Map(candidatesOfDiscount.map((one) => [one.point, new CandidateList(packed(one))]));
const story = timelineOf(storyOfDiscount(), lists, null, 0);
const spot = (lane: string): Selection => ({ lane, what: { spot: 'point' } });

/** What is selected after some keys, in words, and what is in view then. */
function walk(timeline: Timeline, from: Selection, view: Viewport, stretch: number, ...directions: readonly Direction[]) {
  let at = { selection: from, view };
  for (const direction of directions) at = moved(timeline, at.view, stretch, at.selection, direction) ?? at;
  const lane = timeline.lanes.find(({ id }) => id === at.selection.lane);
  assert.ok(lane);
  const mark = marksOf(lane, at.view, stretch).find((one) => isSelected(at.selection, one));
  return { ...at, text: mark === undefined ? 'nothing' : markText(lane, mark) };
}

describe('walking through the timeline by keys', () => {
  const { whole } = story;

  it('goes along a lane from mark to mark', () => {
    assert.equal(
      walk(story, spot('P4'), whole, 64, 'previous').text,
      'Candidate of P4 last condition that led there, shop.ts:10, event 2,900, of another activation',
    );
    assert.match(walk(story, spot('P4'), whole, 64, 'next').text, /event 4,000, later$/);
    assert.deepEqual(walk(story, spot('P4'), whole, 64, 'previous', 'next').selection, spot('P4'));
  });

  it('goes on where the view ends, and takes the view along', () => {
    const { text, view } = walk(story, spot('P4'), { from: 2_950, to: 3_100 }, 1, 'previous');
    assert.match(text, /event 2,900/);
    assert.ok(view.from < 2_900 && view.to > 2_900);
  });

  it('stays at the last mark', () => {
    const last = walk(story, spot('P4'), whole, 64, 'last');
    assert.deepEqual(walk(story, last.selection, last.view, 64, 'next').selection, last.selection);
  });

  it('goes to the first and the last mark of a lane, wherever they are', () => {
    assert.match(walk(story, spot('P4'), { from: 2_950, to: 3_100 }, 1, 'first').text, /event 400/);
    assert.match(walk(story, spot('P4'), { from: 2_950, to: 3_100 }, 1, 'last').text, /event 4,000/);
  });

  it('visits every candidate of a lane, one after the other', () => {
    let at = walk(story, spot('P3'), { from: 0, to: 300 }, 1, 'first');
    const seen = new Set<string>();
    for (let step = 0; step < 60 && !seen.has(at.text); step++) {
      seen.add(at.text);
      at = walk(story, at.selection, at.view, 1, 'next');
    }
    assert.equal(seen.size, 46);
  });

  it('goes to what is nearest in the next lane', () => {
    assert.deepEqual(walk(story, spot('P2'), whole, 64, 'laneAbove').selection, spot('P1'));
    assert.match(walk(story, spot('P1'), whole, 64, 'laneBelow').text, /^\d+ candidates of P2/);
    assert.match(walk(story, spot('P4'), whole, 64, 'laneBelow').text, /^Calls at P4, 3 deep: addBonus, called from load/);
  });

  it('begins at the newest point', () => {
    assert.deepEqual(moved(story, whole, 64, null, 'next')?.selection, spot('P4'));
  });

  it('keeps a selected group while it is taken apart', () => {
    const lane = story.lanes.find(({ id }) => id === 'P2');
    assert.ok(lane);
    const group = nearest(marksOf(lane, whole, 512), 2_000);
    assert.ok(group?.kind === 'group');
    const selection: Selection = { lane: 'P2', what: { first: group.first, end: group.end } };
    const view = focusOn(story, selection);
    assert.ok(view && view.from <= group.from + 64 && view.to - view.from < 1_000);
    assert.ok(marksOf(lane, view, 8).filter((mark) => isSelected(selection, mark)).length > 5);
  });
});

describe('the details of what is selected', () => {
  const details = (selection: Selection, timeline = story) => {
    const found = detailsOf(timeline, selection, 0);
    assert.ok(found);
    return found;
  };
  const facts = (selection: Selection, timeline = story) =>
    Object.fromEntries(details(selection, timeline).facts.map(({ name, value }) => [name, value]));

  it('are of a point its statement, its change, its time and what its candidates failed', () => {
    assert.deepEqual(facts(spot('P2')), {
      Statement: 'this.discount = rebate.share;',
      Function: 'applyRebate',
      Change: '0 → 1.2',
      Passage: 'the 12th of this place',
      Time: 'event 7,400',
      Candidates: '1,204',
      'Not the answer': '860 of another object, 320 later, 23 not the chosen one',
    });
    assert.deepEqual(details(spot('P2')).actions, { ask: { point: 'P2', candidate: null, index: null }, located: 'P2' });
    assert.equal(details(spot('P2')).places.length, 5);
  });

  it('have what the analysis knew beforehand, and where that leads', () => {
    const timeline = timelineOf(chain(point('P1'), point('P2', { forecast })), new Map(), null, 0);
    const told = details(spot('P2'), timeline).facts;
    const predicted = told.find(({ name }) => name === 'Predicted by');
    assert.deepEqual([predicted?.value, predicted?.leadsTo?.line], ['fails if n > 5 at shop.ts:6', 6]);
    assert.equal(told.find(({ name }) => name === 'k just before')?.value, 'reachable 1');
  });

  it('are of a candidate the constraint that it failed', () => {
    const { heading, place, actions } = details({ lane: 'P4', what: { first: 0, end: 1 } });
    assert.equal(heading, 'Candidate of P4 last condition that led there');
    assert.equal(place?.line, 10);
    assert.equal(facts({ lane: 'P4', what: { first: 0, end: 1 } })['Not the answer'], 'of another activation');
    assert.deepEqual(actions, { ask: { point: 'P4', candidate: 0, index: null }, located: null });
  });

  it('let every candidate be asked from, and one that was only not the chosen one be the answer, by its index', () => {
    const rows = candidates('P2', [
      [10, 1, 3],
      [20, 1, 1],
      [30, 1, 3],
      [40, 1, -1],
      [50, 1, 0],
    ]);
    const timeline = timelineOf(
      chain(point('P1'), point('P2', { event: 40 })),
      new Map([['P2', new CandidateList(packed(rows))]]),
      null,
      0,
    );
    const index = (first: number) => details({ lane: 'P2', what: { first, end: first + 1 } }, timeline).actions.ask;
    assert.deepEqual(index(0), { point: 'P2', candidate: 0, index: -3 });
    assert.deepEqual(index(2), { point: 'P2', candidate: 2, index: -2 });
    assert.deepEqual(index(1), { point: 'P2', candidate: 1, index: null });
    assert.deepEqual(index(4), { point: 'P2', candidate: 4, index: null });
  });

  it('are of many candidates how many failed what, and where they are', () => {
    const { heading, places } = details({ lane: 'P4', what: { first: 0, end: 3 } });
    assert.equal(heading, '3 candidates of P4 last condition that led there');
    assert.deepEqual(
      places.map(({ text }) => text),
      ['2 at shop.ts:10', '1 at shop.ts:14'],
    );
  });

  it('say what other runs answered', () => {
    const other = { ...point('P2', { event: 50, after: '7' }), place: null };
    const shown = chain(point('P1'), point('P2', { event: 40, after: '8' }));
    const runs = [[point('P1'), other], shown.points];
    const timeline = timelineOf({ ...shown, isDeterministic: false, runs }, new Map(), null, 1);
    const [first, second] = timeline.chain.points;
    assert.ok(first && second);
    assert.equal(differs(timeline.chain, 0, first), false);
    assert.equal(differs(timeline.chain, 0, second), true);
    const told = detailsOf(timeline, spot('P2'), 1)?.facts.find(({ name }) => name === 'Run 1 differs');
    assert.equal(told?.value, '7');
  });
});

describe('the table of the timeline', () => {
  it('has the points in the order of the chain, and the candidates of one of them on request', () => {
    const rows = rowsOf(story, 0, null);
    assert.deepEqual(
      rows.map(({ name, status, where, result }) => [name, status, where, result]),
      [
        ['P1', 'located', 'shop.ts:48', ''],
        ['P2', 'located', 'shop.ts:31', '0 → 1.2'],
        ['P3', 'located', 'shop.ts:12', '0.9 → 1.2'],
        ['P4', 'located', 'shop.ts:10', 'took: then, bonus is 0.3'],
      ],
    );
    const lane = story.lanes.find(({ id }) => id === 'P4');
    assert.ok(lane);
    const listed = rowsOf(story, 0, pageOf(lane, 0)).filter(({ isCandidate }) => isCandidate);
    assert.equal(listed.length, 8);
    assert.deepEqual([listed[0]?.status, listed[0]?.result], ['not the answer', 'of another activation']);
  });

  it('turns pages of candidates', () => {
    const lane = story.lanes.find(({ id }) => id === 'P2');
    assert.ok(lane);
    const count = lane.candidates?.count ?? 0;
    assert.deepEqual(pageOf(lane, 250), { lane: 'P2', first: 200, end: 200 + pageSize, count });
    assert.equal(pageOf(lane, count + 5).end, count);
    assert.equal(pageOf(lane, -1).first, 0);
  });
});

describe('what the timeline says aloud', () => {
  const before = chain(point('P1'));

  it('is that runs are on, and what they found', () => {
    const asking = { kind: 'lastChange', of: 'P1', expression: 'x' } as const;
    assert.equal(announcementOf({ chain: before, asking: null }, before, asking), 'The program is run again.');
    const found = chain(point('P1'), point('P2', { event: 4, before: '1', after: '2' }));
    assert.equal(
      announcementOf({ chain: before, asking }, found, null),
      'P2 last change of this.total, located: shop.ts:10 in add: 1 → 2.',
    );
    assert.match(announcementOf({ chain: before, asking }, { ...found, isDeterministic: false }, null) ?? '', /The runs differ\.$/);
    assert.equal(announcementOf({ chain: before, asking }, before, null), 'No new point.');
  });

  it('is where the program waits, and nothing when nothing is new', () => {
    assert.equal(announcementOf({ chain: before, asking: null }, before, null), null);
    assert.equal(announcementOf(null, before, null), null);
    const found = chain(point('P1'), point('P2'));
    assert.equal(announcementOf({ chain: found, asking: null }, { ...found, current: 'P2' }, null), 'Paused at P2.');
  });
});
