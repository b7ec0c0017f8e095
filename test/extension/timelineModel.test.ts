import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findingsInRun } from '../../adapter/dap/querypoints/findingsInRun.js';
import { constraints } from '../../adapter/dap/querypoints/protocol.js';
import { packed } from '../../extension/timeline/columns.js';
import { askingOf } from '../../extension/timeline/model/asking.js';
import { CandidateList } from '../../extension/timeline/model/candidates.js';
import { lastRun, timelineOf } from '../../extension/timeline/model/lanes.js';
import type { Lane, Timeline } from '../../extension/timeline/model/lanes.js';
import { heightOf, marksOf, mostMarks, stretchOf } from '../../extension/timeline/model/marks.js';
import { detailsOf } from '../../extension/timeline/model/details.js';
import { markText } from '../../extension/timeline/model/words.js';
import type { Mark } from '../../extension/timeline/model/marks.js';
import { around, eventAt, inside, panned, showing, spanOf, wholeRun, xOf, zoomed } from '../../extension/timeline/model/viewport.js';
import { chain, place, point } from '../support/chains.js';
import { candidates, listOf, storyOfDiscount } from '../support/timelines.js';

function laneOf(timeline: Timeline, id: string): Lane {
  const lane = timeline.lanes.find((one) => one.id === id);
  assert.ok(lane, `there is no lane ${id}`);
  return lane;
}

const shape = (mark: Mark): string => {
  switch (mark.kind) {
    case 'spot':
      return `${mark.spot.kind} ${mark.spot.label} at ${mark.event}`;
    case 'candidate':
      return `${mark.failed} at ${mark.event}`;
    case 'group':
      return `${mark.total} from ${mark.from} to ${mark.to}: ${mark.counts.join(' ')}`;
  }
};

/** Candidates of a run of any kind: their events in order, and what each failed; at most one is located. */
const anyCandidates = fc
  .tuple(fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 3 })), { maxLength: 700 }), fc.nat())
  .map(([rows, at]) =>
    rows
      .sort(([a], [b]) => a - b)
      .map(([event, failed], index): readonly [number, number, number] => [event, 1, index === at % (rows.length + 1) ? -1 : failed]),
  );

describe('what is asked of a chain', () => {
  const asked = { kind: 'lastChange', expression: 'this.total' } as const;
  const later = { kind: 'origin', expression: 'n', chain: 1, of: 'P2' } as const;
  const told = chain(point('P1'), point('P2'));

  it('is the oldest question without an answer, about it or about where the program waits', () => {
    assert.deepEqual(askingOf(told, [{ ...asked, chain: 2 }, asked, later]), { kind: 'lastChange', of: 'P1', expression: 'this.total' });
    assert.deepEqual(askingOf({ ...told, current: null }, [asked, later]), { kind: 'origin', of: 'P2', expression: 'n' });
    assert.equal(askingOf(told, [{ ...asked, show: ['n'] }]), null);
  });

  it('is not the one that is located, and whose stack follows', () => {
    assert.equal(askingOf({ ...told, isSettled: false }, [asked]), null);
    assert.deepEqual(askingOf({ ...told, isSettled: false }, [{ ...asked, show: ['n'] }, later]), {
      kind: 'origin',
      of: 'P2',
      expression: 'n',
    });
  });
});

describe('candidates in columns', () => {
  it('take 7 bytes each', () => {
    const { events, places, failed } = packed(candidates('P2', [[5, 1, 0]]));
    assert.equal(events.byteLength + places.byteLength + failed.byteLength, 7);
  });

  it('keep event numbers that 32 bits do not hold', () => {
    const late = 2 ** 40 + 1;
    assert.equal(listOf('P2', [[late, 1, 0]]).event(0), late);
  });

  it('say how many of a range failed what, as if they had been counted one by one', () => {
    fc.assert(
      fc.property(anyCandidates, fc.nat(), fc.nat(), (rows, a, b) => {
        const list = listOf('P2', rows);
        const [first = 0, end = 0] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y);
        const counted = constraints.map((_, failed) => rows.slice(first, end).filter((row) => row[2] === failed).length);
        assert.deepEqual(list.failedIn(first, end), counted);
      }),
    );
  });

  it('find the first at or after an event from wherever they start', () => {
    fc.assert(
      fc.property(anyCandidates, fc.integer({ min: -5, max: 5_005 }), fc.nat(), (rows, event, from) => {
        const start = from % (rows.length + 1);
        const found = rows.findIndex(([other], index) => index >= start && other >= event);
        assert.equal(listOf('P2', rows).firstFrom(event, start), found < 0 ? rows.length : found);
      }),
    );
  });

  it('name the places of a range, the most frequent first', () => {
    const list = listOf('P2', [
      [1, 7, 0],
      [2, 8, 0],
      [3, 8, 0],
      [4, 9, 0],
    ]);
    assert.deepEqual(
      list.placesIn(0, 3).map(({ place: { line }, count }) => [line, count]),
      [
        [8, 2],
        [7, 1],
      ],
    );
  });
});

describe('what is in view of a run', () => {
  const whole = wholeRun(10_000);

  it('has some room at both ends of the run', () => {
    assert.ok(whole.from < 0 && whole.to > 10_000);
    assert.ok(spanOf(wholeRun(0)) > 0);
  });

  it('keeps what is under the pointer where it is while it is zoomed', () => {
    const view = zoomed({ from: 2_000, to: 6_000 }, whole, 0.5, 3_000);
    assert.equal(xOf(3_000, view, 800), 200);
    assert.equal(spanOf(view), 2_000);
  });

  it('never leaves the run, nor turns around, nor shows less than a few events', () => {
    const anyView = fc.tuple(fc.integer({ min: -9_000, max: 19_000 }), fc.integer({ min: 1, max: 30_000 }));
    fc.assert(
      fc.property(
        anyView,
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.integer({ min: -9e6, max: 9e6 }),
        ([from, span], factor, by) => {
          const view = inside({ from, to: from + span }, whole);
          for (const seen of [
            view,
            zoomed(view, whole, factor, by),
            panned(view, whole, by),
            showing(view, whole, by),
            around(by, by + span, whole),
          ]) {
            assert.ok(seen.from >= whole.from - 1e-6 && seen.to <= whole.to + 1e-6 && spanOf(seen) > 5, JSON.stringify(seen));
          }
        },
      ),
    );
  });

  it('moves only as far as it must to show an event', () => {
    const view = { from: 2_000, to: 3_000 };
    assert.equal(showing(view, whole, 2_500), view);
    assert.deepEqual(showing(view, whole, 5_000), { from: 4_500, to: 5_500 });
  });

  it('leads from pixels to events and back', () => {
    assert.equal(eventAt(xOf(1_234, whole, 700), whole, 700), 1_234);
    assert.ok(Math.abs(xOf(1e12, { from: 0, to: 6 }, 700)) < 1e5, 'what is far outside is drawn near');
  });
});

describe('the marks of a lane', () => {
  const located = point('P2', { event: 40 });
  const view = { from: 0, to: 64 };
  const lane = (rows: Parameters<typeof candidates>[1]): Lane =>
    laneOf(timelineOf(chain(point('P1', { event: 60 }), located), new Map([['P2', listOf('P2', rows)]]), null, 0), 'P2');

  it('are a big one for the point, small ones for candidates by themselves, and one for those too near to each other', () => {
    const marks = marksOf(
      lane([
        [3, 1, 1],
        [17, 1, 1],
        [18, 1, 0],
        [23, 1, 1],
        [40, 1, -1],
        [42, 1, 3],
        [63, 1, 2],
      ]),
      view,
      8,
    );
    assert.deepEqual(marks.map(shape), ['sameness at 3', '3 from 16 to 24: 1 2 0 0', 'located P2 at 40', 'index at 42', 'mayAffect at 63']);
  });

  it('stand for every candidate in view once, and for the located one as the point alone', () => {
    fc.assert(
      fc.property(anyCandidates, fc.integer({ min: 0, max: 9 }), (rows, power) => {
        const all = marksOf(lane(rows), { from: -10, to: 6_000 }, 2 ** power);
        const counted = all.reduce((sum, mark) => sum + (mark.kind === 'group' ? mark.total : mark.kind === 'candidate' ? 1 : 0), 0);
        assert.equal(counted, rows.filter(([, , failed]) => failed >= 0).length);
        const events = all.map(({ event }) => event);
        assert.deepEqual(
          events,
          [...events].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('stay the same groups while the view moves', () => {
    const rows = Array.from({ length: 400 }, (_, index): readonly [number, number, number] => [index * 3, 1, 1]);
    const groups = (from: number) =>
      marksOf(lane(rows), { from, to: from + 300 }, 16)
        .filter((mark) => mark.kind === 'group' && mark.from > 250 && mark.to < 310)
        .map(shape);
    assert.ok(groups(100).length > 2);
    assert.deepEqual(groups(100), groups(117));
  });

  it('are never more than a page holds, of however many lanes and candidates', () => {
    const rows = Array.from({ length: 50_000 }, (_, index): readonly [number, number, number] => [index * 20, 1, 1]);
    const many = lane(rows);
    for (const laneCount of [1, 8, 20]) {
      for (const span of [1e6, 1e5, 1e4, 600]) {
        const seen = { from: 2_000, to: 2_000 + span };
        const count = marksOf(many, seen, stretchOf(seen, 2_000, laneCount)).length * laneCount;
        assert.ok(count <= mostMarks + 3 * laneCount, `${laneCount} lanes, ${span} events: ${count} marks`);
      }
    }
  });

  it('are bars that grow with the logarithm of what they stand for', () => {
    assert.equal(heightOf(1_000_000, 1_000_000), 1);
    assert.ok(heightOf(1_000, 1_000_000) > heightOf(2, 1_000_000));
    assert.ok(heightOf(2, 1_000_000) > 0.1, 'two beside a million are still seen');
  });
});

describe('the lanes of a timeline', () => {
  const spots = (timeline: Timeline) =>
    timeline.lanes.map(({ id, spots: all }) => [id, ...all.map(({ kind, label }) => `${kind} ${label}`)]);

  it('are each point in the order of the chain, the depth of calls, and exceptions', () => {
    const thrown = point('P5', {
      kind: 'exceptionAfter',
      event: 50,
      exception: { className: 'RangeError', message: 'no', isCaught: true },
    });
    const story = storyOfDiscount();
    const timeline = timelineOf({ ...story, points: [...story.points, thrown] }, new Map(), null, 0);
    assert.deepEqual(spots(timeline), [
      ['P1', 'located P1'],
      ['P2', 'located P2'],
      ['P3', 'located P3'],
      ['P4', 'located P4'],
      ['P5', 'located P5'],
      ['calls', 'call P4', 'call P3', 'call P2', 'call P1'],
      ['exceptions', 'exception RangeError'],
    ]);
  });

  it('say of a point that is none why, and of one that is asked for that it is pending', () => {
    const none = point('P2', { status: 'initial', event: null, place: null });
    const lost = point('P3', { status: 'not-found', event: null, place: null });
    const timeline = timelineOf(chain(point('P1'), none, lost), new Map(), { kind: 'created', of: 'P1', expression: 'x' }, 0);
    assert.deepEqual(spots(timeline), [
      ['P1', 'located P1'],
      ['P2', 'initial P2'],
      ['P3', 'missing P3'],
      ['P4', 'pending P4'],
    ]);
    assert.equal(laneOf(timeline, 'P2').subtitle, 'no write precedes');
    assert.equal(laneOf(timeline, 'P4').title, 'P4 where x was created');
    const [pending] = laneOf(timeline, 'P4').spots;
    assert.ok(pending && pending.event < 100, 'it lies before the point that it is asked from');
  });

  it('show beside a point where other runs located it', () => {
    const moved = { ...point('P2', { event: 40 }), event: 70 };
    const same = { ...point('P1'), event: 100 };
    const runs = [
      [same, moved],
      [same, point('P2', { event: 40 })],
    ];
    const shown = chain(point('P1'), point('P2', { event: 40 }));
    const timeline = timelineOf({ ...shown, isDeterministic: false, runs }, new Map(), null, lastRun({ runs }));
    assert.deepEqual(spots(timeline), [
      ['P1', 'located P1'],
      ['P2', 'located P2', 'other P2 #1'],
    ]);
  });

  it('hold the whole run: the last event of any lane', () => {
    const list = new Map([['P2', new CandidateList(packed(candidates('P2', [[5_000, 1, 0]])))]]);
    const { whole } = timelineOf(chain(point('P1', { event: 100 }), point('P2', { place: place(3) })), list, null, 0);
    assert.ok(whole.to > 5_000 && whole.to < 6_000);
  });
});

describe('the lane of rules', () => {
  const finding = { id: 3, rule: 'known', message: 'child b of a', place: place(7), hit: 2, event: 40 };

  it('has a circle for each finding, and what it says', () => {
    const timeline = timelineOf({ ...chain(point('P1'), point('P2')), findings: [finding] }, new Map(), null, 0);
    const lane = laneOf(timeline, 'rules');
    assert.deepEqual(
      [lane.title, lane.subtitle, lane.spots.map(({ kind, label, event }) => [kind, label, event])],
      ['Rules', '1 finding', [['finding', 'known', 40]]],
    );
    const [mark] = marksOf(lane, timeline.whole, 1);
    assert.equal(mark === undefined ? '' : markText(lane, mark), 'Rule known, child b of a, shop.ts:7, event 40');
    const details = detailsOf(timeline, { lane: 'rules', what: { spot: 'finding3' } }, 0);
    assert.deepEqual([details?.heading, details?.place, details?.facts[0]?.value], ['Rule known', place(7), 'child b of a']);
  });

  it('is not there without findings', () => {
    assert.ok(timelineOf(chain(point('P1')), new Map(), null, 0).lanes.every(({ kind }) => kind !== 'rules'));
  });

  it('has the findings whose changes are among the candidates of a chain, each at its passage', () => {
    const told = chain(point('P1', { event: 90 }), point('P2'));
    const objects = { functionName: null, noticed: null, isConfirmed: true, refusal: null, objects: [] };
    const found = [2, 9].map((hit) => ({ ...finding, ...objects, id: hit, hit }));
    const columns = { point: 'P2', sites: [place(7), place(8)], places: [0, 1, 0], events: [10, 20, 30], failed: [1, 1, -1] };
    const eventsOf = (omitted: number, from: number | null) =>
      findingsInRun(told, [{ ...columns, omitted }], found, from).map(({ id, event }) => [id, event]);
    assert.deepEqual(eventsOf(0, null), [[2, 30]]);
    assert.deepEqual(eventsOf(1, null), []);
    assert.deepEqual(eventsOf(1, 9), [[9, 90]]);
  });
});
