import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { WriteStream } from 'node:tty';
import { progressLine } from '../../adapter/cli/commandTerminal.js';

/** What a line of progress has written, without the codes that move the cursor. */
function shownBy(use: (line: ReturnType<typeof progressLine>, pass: (seconds: number) => void) => void): readonly string[] {
  const written: string[] = [];
  const stream: WriteStream = Object.assign(Object.create(WriteStream.prototype), {
    columns: 30,
    write: (text: string) => written.push(text) > 0,
  });
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    use(progressLine({ progress: stream }), (seconds) => mock.timers.tick(seconds * 1000));
  } finally {
    mock.timers.reset();
  }
  return written.map((text) => text.replace(/\u001b\[[\d;]*[A-Z]/gi, '')).filter((text) => text !== '');
}

describe('the line of progress', () => {
  it('says after two seconds for how long something takes, every second', () => {
    const shown = shownBy((line, pass) => {
      line.show('1/2 quick.ts');
      pass(1);
      line.show('2/2 slow.js');
      pass(4);
      line.end();
      pass(5);
    });
    assert.deepEqual(shown, ['1/2 quick.ts', '2/2 slow.js', '2 s 2/2 slow.js', '3 s 2/2 slow.js', '4 s 2/2 slow.js']);
  });

  it('is no longer than the terminal', () => {
    const shown = shownBy((line, pass) => {
      line.show(`1/1 ${'long'.repeat(20)}`);
      pass(2);
    });
    assert.deepEqual(new Set(shown.map(({ length }) => length)), new Set([29]));
  });
});
