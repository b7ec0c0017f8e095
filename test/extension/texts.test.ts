import assert from 'node:assert/strict';
import { conditionEntries, workspaceSummary } from '../../extension/commands/texts.js';
import { spokenText, statusText } from '../../extension/statusText.js';
import type { ServerStatus } from '../../extension/statusText.js';
import type { ConditionsResult } from '../../server/lsp/protocol.js';

describe('the text in the status bar', () => {
  const states: readonly ServerStatus[] = [
    { state: 'starting' },
    { state: 'restarting' },
    { state: 'stopped' },
    { state: 'busy' },
    { state: 'idle' },
    { state: 'limited', message: 'orders.ts nests too deeply.' },
  ];

  it('tells every state apart without colours', () => {
    assert.equal(new Set(states.map((status) => spokenText(statusText(status)))).size, states.length);
    assert.equal(new Set(states.map((status) => statusText(status).text)).size, states.length);
  });

  it('is spoken without the notation for icons', () => {
    assert.equal(spokenText(statusText({ state: 'idle' })), 'Whence. Everything that is open is analysed.');
  });

  it('says why something is limited', () => {
    assert.equal(statusText({ state: 'limited', message: 'orders.ts nests too deeply.' }).tooltip, 'orders.ts nests too deeply.');
  });
});

describe('the conditions of a function', () => {
  const none: ConditionsResult = {
    functionName: 'f',
    requires: null,
    inWords: null,
    inBounds: null,
    inBoundsInWords: null,
    accesses: { total: 0, proven: 0 },
    complete: true,
    span: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  };
  const labels = (changes: Partial<ConditionsResult>) => conditionEntries({ ...none, ...changes }).map(({ label }) => label);

  it('are what it requires, what keeps indices inside, and how many accesses are proven', () => {
    const entries = conditionEntries({
      ...none,
      requires: 'n > 0',
      inWords: 'n is positive.',
      inBounds: 'n < 3',
      accesses: { total: 2, proven: 1 },
    });
    assert.deepEqual(
      entries.map(({ label, condition }) => [label, condition]),
      [
        ['n > 0', 'n > 0'],
        ['n < 3', 'n < 3'],
        ['1/2 accesses proven', null],
      ],
    );
    assert.equal(entries[0]?.detail, 'n is positive.');
  });

  it('may be none', () => assert.deepEqual(labels({}), ['Nothing is required']));
  it('may be beyond every input', () => assert.deepEqual(labels({ requires: 'false' }), ['No input succeeds']));
  it('are not claimed when a budget ran out', () =>
    assert.deepEqual(labels({ requires: 'n > 0', complete: false }), ['Not analysed to the end']));
});

describe('the summary of a workspace', () => {
  it('counts files and findings', () => {
    assert.equal(workspaceSummary({ files: 12, findings: 1, milliseconds: 1849, failures: [] }), '12 files analysed in 1.8 s: 1 finding.');
  });

  it('says what could not be done', () => {
    const failures = [{ uri: 'file:///a.ts', message: 'It nests too deeply.' }];
    assert.equal(
      workspaceSummary({ files: 1, findings: 0, milliseconds: 40, failures }),
      '1 file analysed in 0.0 s: no findings. 1 file could not be analysed.',
    );
  });
});
