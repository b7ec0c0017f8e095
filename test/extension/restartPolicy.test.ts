import assert from 'node:assert/strict';
import { RestartPolicy, restartLimits } from '../../extension/restartPolicy.js';

describe('starting a server again that has ended', () => {
  const { maxRestarts, windowMs, firstDelayMs } = restartLimits;

  it('waits twice as long each time', () => {
    const policy = new RestartPolicy();
    assert.deepEqual(
      [policy.delayAfterEnd(0), policy.delayAfterEnd(1), policy.delayAfterEnd(2)],
      [firstDelayMs, 2 * firstDelayMs, 4 * firstDelayMs],
    );
  });

  it('gives up when it ends at every start', () => {
    const policy = new RestartPolicy();
    const delays = Array.from({ length: maxRestarts + 1 }, (_, index) => policy.delayAfterEnd(index * 1000));
    assert.equal(delays.indexOf(null), maxRestarts);
    assert.equal(policy.delayAfterEnd(windowMs - 1), null);
  });

  it('forgives what is long ago', () => {
    const policy = new RestartPolicy();
    for (let fault = 0; fault < 20; fault++) assert.equal(policy.delayAfterEnd(fault * windowMs), firstDelayMs);
  });

  it('begins anew when someone asks for the server', () => {
    const policy = new RestartPolicy();
    for (let fault = 0; fault < 10; fault++) policy.delayAfterEnd(fault);
    policy.reset();
    assert.equal(policy.delayAfterEnd(11), firstDelayMs);
  });
});
