import assert from 'node:assert/strict';
import { differences, JourneyRecorder, Retracing, type Journey, type Leaving, type Place } from '../../extension/bridge/journey.js';

/** A conversation: stops with their reason and line, and how each was left. */
function recorded(...stops: readonly (readonly [reason: string, line: number, left?: Leaving])[]): JourneyRecorder {
  const recorder = new JourneyRecorder();
  let seq = 0;
  recorder.told({ seq: ++seq, type: 'response', request_seq: 1, command: 'initialize', success: true } as never);
  for (const [reason, line, left] of stops) {
    recorder.told({ seq: ++seq, type: 'event', event: 'stopped', body: { reason, threadId: 1 } } as never);
    const asked = ++seq;
    recorder.requested({ seq: asked, type: 'request', command: 'stackTrace', arguments: { threadId: 1, startFrame: 0 } });
    const body = { stackFrames: [{ id: 1, name: 'f', line, column: 1, source: { path: '/w/a.js' } }] };
    recorder.told({ seq: ++seq, type: 'response', request_seq: asked, command: 'stackTrace', success: true, body } as never);
    if (left !== undefined) recorder.requested({ seq: ++seq, type: 'request', command: left, arguments: { threadId: 1 } });
  }
  return recorder;
}

function journeyOf(recorder: JourneyRecorder): Journey {
  const { journey } = recorder;
  return typeof journey === 'string' ? assert.fail(journey) : journey;
}

const at = (line: number): Place => ({ path: '/w/a.js', line });

describe('the way to a stop of another debugger', () => {
  it('is gone again, stop by stop', () => {
    const journey = journeyOf(recorded(['breakpoint', 3, 'continue'], ['breakpoint', 3, 'next'], ['step', 4]));
    const again = new Retracing(journey.stops);
    assert.deepEqual(again.arrived(at(3)), { kind: 'go', how: 'continue' });
    assert.deepEqual(again.arrived(at(3)), { kind: 'go', how: 'next' });
    assert.deepEqual(again.arrived(at(4)), { kind: 'there' });
  });

  it('leads past breakpoints that were set later', () => {
    const again = new Retracing(journeyOf(recorded(['breakpoint', 3, 'continue'], ['breakpoint', 9])).stops);
    assert.deepEqual(again.arrived(at(1)), { kind: 'go', how: 'continue' });
    assert.deepEqual(again.arrived(at(3)), { kind: 'go', how: 'continue' });
    assert.deepEqual(again.arrived(at(7)), { kind: 'go', how: 'continue' });
    assert.deepEqual(again.arrived(at(9)), { kind: 'there' });
  });

  it('is lost where a step leads elsewhere, or the program ends', () => {
    const { stops } = journeyOf(recorded(['breakpoint', 3, 'next'], ['step', 4]));
    const again = new Retracing(stops);
    again.arrived(at(3));
    const lost = again.arrived(at(8));
    assert.match(lost.kind === 'lost' ? lost.sentence : '', /did not stop at a\.js:4: it came to a\.js:8/);
    const ended = new Retracing(stops).ended();
    assert.match(ended.kind === 'lost' ? ended.sentence : '', /did not stop at a\.js:3: it ended/);
  });

  it('cannot be gone again after a pause, a change by hand, or on several threads', () => {
    assert.match(String(recorded(['pause', 3]).journey), /paused at no moment/);
    assert.match(String(recorded(['breakpoint', 3, 'continue']).journey), /does not wait/);
    const changed = recorded(['breakpoint', 3]);
    changed.requested({ seq: 99, type: 'request', command: 'setVariable', arguments: {} });
    assert.match(String(changed.journey), /changed by hand/);
    const threads = recorded(['breakpoint', 3, 'continue']);
    threads.told({ seq: 99, type: 'event', event: 'stopped', body: { reason: 'breakpoint', threadId: 2 } } as never);
    assert.match(String(threads.journey), /several of its threads/);
  });

  it('knows a statement `debugger` from a pause', () => {
    const recorder = new JourneyRecorder();
    const body = { reason: 'pause', description: 'Paused on debugger statement', threadId: 1 };
    recorder.told({ seq: 1, type: 'event', event: 'stopped', body } as never);
    assert.equal(journeyOf(recorder).stops[0]?.reason, 'debugger');
  });

  it('is another one where plain values differ', () => {
    const variables = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).map(([name, value]) => ({ name, value, variablesReference: 0 }));
    const before = variables({ n: '1', text: "'a'", row: 'Row {id: 1}', gone: '5' });
    assert.deepEqual(differences(before, variables({ n: '1', text: "'a'", row: 'Row {id: 2}' })), []);
    assert.deepEqual(differences(before, variables({ n: '2', text: "'b'" })), ['n was 1 and is 2', "text was 'a' and is 'b'"]);
  });
});
