import assert from 'node:assert/strict';
import { checkSettings } from '../../server/check/checkSettings.js';
import { readSettings, settingsTable, type Setting } from '../../server/check/settingsTable.js';

describe('settings', () => {
  const initial = Object.fromEntries(Object.entries<Setting>(settingsTable).map(([name, setting]) => [name, setting.default]));

  it('have their defaults where nothing is said, or what makes no sense', () => {
    for (const section of [undefined, null, 5, 'x', [], {}, Object.fromEntries(Object.keys(initial).map((name) => [name, { x: 1 }]))])
      assert.deepEqual(readSettings(section), initial);
    for (const rounds of [0, -1, 1.5, 1000, '2', NaN]) assert.equal(readSettings({ rounds }).rounds, 1);
    assert.equal(readSettings({ numbers: 'constructor' }).numbers, 'doubles');
  });

  it('are read', () => {
    const given = {
      numbers: 'integers',
      requireTermination: false,
      arrayIndex: 'error',
      unknownCalls: 'may-exit',
      rounds: 999,
      unfolding: false,
      exclude: ['a', 5],
    };
    assert.deepEqual(readSettings(given), { ...initial, ...given, exclude: ['a'] });
    const check = {
      integers: true,
      termination: false,
      arrayIndex: 'error',
      unknownCalls: 'may-exit',
      rounds: 999,
      unfolding: false,
      gate: true,
    };
    assert.deepEqual(checkSettings(readSettings(given)), check);
  });
});
