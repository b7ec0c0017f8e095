import assert from 'node:assert/strict';
import { meetingsOf, meetingsWith, seenText, withMeetings } from '../../extension/findingRuns/meetings.js';
import { chain, forecast, point } from '../support/chains.js';

describe('the runs that met a finding', () => {
  const [met] = meetingsOf('session', 'session/1', chain(point('P1'), point('P2', { forecast })));
  assert.ok(met);

  it('are the points of chains that it predicted', () => {
    const { file, code, condition, line } = met.finding;
    assert.deepEqual([file, code, condition, line], ['/shop/shop.ts', 'uncaught-exception', '!(n > 5)', 6]);
    assert.deepEqual([met.point, met.event], ['P2', 100]);
    assert.deepEqual(meetingsOf('session', 'session/1', chain(point('P1'))), []);
  });

  it('count a run once for the same values, however many points and chains tell of it', () => {
    const again = { ...met, chain: 'session/2', point: 'P5' };
    assert.deepEqual(withMeetings([met], [again]), [again]);
    assert.equal(
      withMeetings(
        [met],
        [
          { ...met, held: [] },
          { ...met, run: 'another' },
        ],
      ).length,
      3,
    );
  });

  it('are told with the values of the last', () => {
    assert.equal(seenText([met]), 'seen once, with n = 7');
    assert.equal(seenText([met, { ...met, held: [{ name: 'n', value: '101' }] }]), 'seen twice, last with n = 101');
    assert.equal(seenText([met, met, { ...met, held: [] }]), 'seen 3 times');
    assert.ok(seenText([{ ...met, held: [{ name: 'text', value: 'x'.repeat(9999) }] }]).length < 100);
  });

  it('stay with their finding when it moves, unless another asks for the same', () => {
    const { finding } = met;
    const moved = { ...finding, line: 8 };
    assert.deepEqual(meetingsWith([met], moved, [moved]), [met]);
    assert.deepEqual(meetingsWith([met], moved, [moved, finding]), []);
    assert.deepEqual(meetingsWith([met], finding, [moved, finding]), [met]);
    assert.deepEqual(meetingsWith([met], { ...finding, condition: 'n > 0' }, []), []);
  });
});
