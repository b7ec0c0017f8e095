import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../tidy/files.js';
import { killAt, type Moment, type Outcome } from './orphans.js';
import { starts, type Start } from './starts.js';

const early: Moment = { signal: 'SIGKILL', since: 'initialized', ms: 2 };
const busy: Moment = { signal: 'SIGKILL', since: 'initialized', ms: 250 };

function momentsOf({ name }: Start): readonly Moment[] {
  if (name === 'why') return [busy, ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({ ...busy, signal }))];
  if (name === 'question' || name.startsWith('why')) return [busy];
  return name === 'children' ? [early, { signal: 'SIGKILL', since: 'launched', ms: 60 }] : [early];
}

// Processes are found by what Linux shows of them.
if (process.platform === 'linux')
  describe('Whence, ended at any moment', () => {
    it('leaves no process and no folder, however the program was started', async () => {
      const trials = starts.flatMap((start) => momentsOf(start).map((moment) => ({ start, moment })));
      const outcomes: Outcome[] = [];
      const work = async () => {
        for (let trial = trials.shift(); trial !== undefined; trial = trials.shift())
          outcomes.push(await killAt(trial.start, trial.moment, join(root, 'dist')));
      };
      await Promise.all([work(), work(), work(), work(), work()]);
      assert.deepEqual(
        outcomes.filter(({ left }) => left.length > 0),
        [],
      );
    });
  });
