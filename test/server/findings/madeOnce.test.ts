import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** Whether `main` always fails, behind a call of unknown code at the top level. */
const fails = (text: string): boolean => {
  const { functions } = checkText(`import { log } from './unseen';\nlog('start');\n${text}`, { gate: true }, [], 'program.mjs');
  return functions.some(({ name, requires }) => name === 'main' && requires === 'false');
};

const timer = `export class Timer {
  on = false;
  start() { if (this.on) throw new Error('running'); this.on = true; }
}`;
const twice = 'export function main() { const timer = new Timer(); timer.start(); timer.start(); }';

describe('what the top level makes once, behind a call of unknown code', () => {
  it('is the class that it is, exported or not', () => {
    assert.equal(fails(`${timer}\n${twice}`), true);
    assert.equal(fails(`${timer.replace('export ', '')}\n${twice}`), true);
    assert.equal(fails(`${timer.replace('export ', '')}\nexport { Timer };\n${twice}`), true);
    assert.equal(fails(`${timer}\nlog('again');\n${twice}`), true);
    assert.equal(fails(`${timer}\nexport class Slow extends Timer {}\n${twice.replace('new Timer', 'new Slow')}`), true);
  });

  it('may be another one where a loop makes it, or a function that is called twice', () => {
    const kinds = 'export const kinds = [];';
    const made = (on: boolean): string => `class Timer { start() { if (${on}) throw new Error('running'); } }\n kinds.push(Timer);`;
    const main = 'export function main() { new (kinds.at(-1))().start(); }';
    assert.equal(
      fails(`${kinds}\nfor (const on of [true, false]) { class Timer { start() { if (on) throw 1; } } kinds.push(Timer); }\n${main}`),
      false,
    );
    assert.equal(fails(`${kinds}\nfunction make(on) { ${made(true).replace('true', 'on')} }\nmake(true); make(false);\n${main}`), false);
  });

  it('may be changed by what has it', () => {
    assert.equal(fails(`${timer}\nlog(Timer);\n${twice}`), false);
    assert.equal(fails(`${timer}\nTimer.prototype.start = log;\n${twice}`), false);
  });
});
