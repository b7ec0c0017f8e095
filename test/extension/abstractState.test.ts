import assert from 'node:assert/strict';
import type { Statement, ViewContent } from '../../extension/abstractState/stateMessages.js';
import { webviewPage } from '../../extension/webviewPage.js';
import { stateText } from '../../extension/abstractState/stateText.js';
import { verdictOf } from '../../extension/abstractState/live.js';
import { fileName, statementOf } from '../../extension/abstractState/statement.js';
import type { StatementChoice } from '../../extension/abstractState/statement.js';
import { announcementOf } from '../../extension/abstractState/view/stateAnnouncement.js';
import type { Standing, StateAtResult, UnfoldingState } from '../../server/lsp/protocol.js';

const uri = 'file:///home/of%20orders/sh%C3%B6p.ts';

const unfolding = (id: string, changes: Partial<UnfoldingState> = {}): UnfoldingState => ({
  id,
  label: `label of ${id}`,
  calls: [],
  rows: [
    { name: 'quantity', reachable: 'any number', good: '-∞..50', changed: false, after: null, standing: null },
    { name: 'discount', reachable: '', good: '', changed: true, after: { reachable: 'any number', good: '-∞..100' }, standing: null },
  ],
  reachable: true,
  good: true,
  completes: true,
  standing: null,
  ...changes,
});

const answer = (...unfoldings: readonly UnfoldingState[]): StateAtResult => ({
  version: 1,
  span: { start: { line: 4, character: 2 }, end: { line: 4, character: 20 } },
  side: 'before',
  functionName: 'price',
  text: 'const discount = quantity * 2;',
  unfoldings,
  standing: null,
  failingRoots: [],
});

function shown(state: StateAtResult, choice: Partial<StatementChoice> = {}): Statement {
  const statement = statementOf(state, { id: 'current', uri, isOutdated: false, unfolding: null, ...choice });
  assert.ok(statement);
  return statement;
}

describe('what the Abstract State view shows', () => {
  it('is the statement, where people would look for it', () => {
    const { file, line, functionName, text, side } = shown(answer(unfolding('a')));
    assert.deepEqual(
      { file, line, functionName, text, side },
      { file: 'shöp.ts', line: 5, functionName: 'price', text: 'const discount = quantity * 2;', side: 'before' },
    );
  });

  it('is the unfolding that was selected', () => {
    const calls = [{ uri, range: { start: { line: 19, character: 0 }, end: { line: 19, character: 3 } } }];
    const { selected, unfoldings } = shown(answer(unfolding('a'), unfolding('b', { calls })), { unfolding: 'b' });
    assert.equal(selected.id, 'b');
    assert.deepEqual(selected.calls, ['shöp.ts:20']);
    assert.deepEqual(
      unfoldings.map(({ label }) => label),
      ['label of a', 'label of b'],
    );
  });

  it('is one that control reaches, while none is selected or the selected one is gone', () => {
    const state = answer(unfolding('a', { reachable: false, good: false, rows: [] }), unfolding('b'));
    assert.equal(shown(state).selected.id, 'b');
    assert.equal(shown(state, { unfolding: 'gone' }).selected.id, 'b');
    assert.equal(shown(state, { unfolding: 'a' }).selected.id, 'a');
  });

  it('is nothing for an answer without unfoldings', () => {
    assert.equal(statementOf(answer(), { id: 'current', uri, isOutdated: false, unfolding: null }), null);
  });

  it('names files whatever they are called', () => {
    assert.equal(fileName('untitled:Untitled-1'), 'untitled:Untitled-1');
    assert.equal(fileName('file:///a/50%.ts'), '50%.ts');
    assert.equal(fileName('vscode-vfs://github/owner/a.ts?ref=1'), 'a.ts');
  });
});

describe('an abstract state as text', () => {
  it('says where it holds, and what the statement makes of it', () => {
    assert.equal(
      stateText(shown(answer(unfolding('a')))),
      `shöp.ts:5, in price: before const discount = quantity * 2;
  quantity: any number, in good runs -∞..50
  discount: not set; after it any number, in good runs -∞..100
`,
    );
  });

  it('says which copy of the function it is about', () => {
    const text = stateText(shown(answer(unfolding('a'), unfolding('b', { good: false, completes: false, rows: [] })), { unfolding: 'b' }));
    assert.equal(
      text,
      `shöp.ts:5, in price, label of b: before const discount = quantity * 2;
  no good run passes here
  control never gets past this statement
`,
    );
  });
});

describe('what the view says of a program that waits', () => {
  const rows = (quantity: Standing): UnfoldingState['rows'] => [
    { name: 'quantity', reachable: '0..80', good: '0..50', changed: false, after: null, standing: quantity },
    { name: 'name', reachable: 'string', good: 'string', changed: false, after: null, standing: 'good' },
  ];
  const paused = (standing: Standing | null, changes: Partial<UnfoldingState> = {}): Statement => {
    const copies = [
      unfolding('a', { standing: 'outside', rows: rows('outside') }),
      unfolding('b', { rows: rows(standing ?? 'good'), standing, ...changes }),
    ];
    const live = { values: { quantity: '60', name: "'x'" }, standing, failingRoots: ['price', ''], reservation: null };
    return shown({ ...answer(...copies), standing }, { id: 'stop', live });
  };

  it('is the copy of the function that it can be in', () => {
    assert.equal(paused('good').selected.id, 'b');
    assert.equal(verdictOf(paused('good')), null);
    assert.equal(verdictOf(paused(null)), null);
  });

  it('is that it certainly fails, where its values are those of no good run', () => {
    assert.deepEqual(verdictOf(paused('failing')), {
      standing: 'failing',
      text: 'This run of price or the top level certainly fails: no good one has quantity = 60 here.',
    });
    assert.equal(
      verdictOf(paused('failing', { good: false, rows: [] }))?.text,
      'This run of price or the top level certainly fails: no good one comes here.',
    );
    assert.match(
      stateText(paused('failing')),
      /quantity: is 60; 0\.\.80, in good runs 0\.\.50\n.*\n {2}This run of price or the top level certainly fails: no good one has quantity = 60 here\./,
    );
  });

  it('is that it should not be possible, where its values are those of no run', () => {
    assert.match(verdictOf(paused('outside'))?.text ?? '', /^No run has quantity = 60 here, as far as the analysis knows/);
  });

  it('is said aloud when it is new', () => {
    const content = (stop: Statement): ViewContent => ({ notice: null, stop, current: null, pins: [] });
    assert.match(
      announcementOf(content(paused('good')), content(paused('failing'))) ?? '',
      /^This run of price or the top level certainly fails: no good one has quantity = 60 here\./,
    );
    assert.equal(announcementOf(content(paused('failing')), content(paused('failing'))), null);
  });
});

describe('what the Abstract State view says aloud', () => {
  const current = shown(answer(unfolding('a'), unfolding('b', { good: false })));
  const pin = shown(answer(unfolding('a')), { id: 'pin0' });
  const content = (changes: Partial<ViewContent>): ViewContent => ({ notice: null, stop: null, current, pins: [], ...changes });

  it('is nothing at first, and nothing while the cursor moves', () => {
    assert.equal(announcementOf(null, content({})), null);
    assert.equal(announcementOf(content({}), content({ current: { ...current, line: 9 } })), null);
  });

  it('is what was pinned and unpinned', () => {
    assert.equal(
      announcementOf(content({}), content({ pins: [pin] })),
      'Pinned the state before line 5 of shöp.ts. 2 variables, other values after: discount.',
    );
    assert.equal(announcementOf(content({ pins: [pin] }), content({})), 'Unpinned line 5 of shöp.ts.');
  });

  it('is the unfolding that was selected', () => {
    const other = shown(answer(unfolding('a'), unfolding('b', { good: false })), { unfolding: 'b' });
    assert.equal(
      announcementOf(content({}), content({ current: other })),
      'Unfolding label of b. 2 variables, other values after: discount. No good run passes here.',
    );
  });

  it('is what is wrong', () => {
    const stopped = content({ current: null, notice: { text: 'The language server does not run.', canRestart: true } });
    assert.equal(announcementOf(content({}), stopped), 'The language server does not run.');
    assert.equal(announcementOf(stopped, stopped), null);
  });
});

describe('the page of the Abstract State view', () => {
  const html = webviewPage({
    title: 'Abstract State',
    nonce: 'n0nce',
    cspSource: 'https://webview.example',
    script: 'https://webview.example/s.js',
    style: 'https://webview.example/s.css',
  });

  it('loads nothing but our style sheet and our script', () => {
    const [, policy] = /content="(default-src[^"]*)"/.exec(html) ?? [];
    assert.equal(policy, "default-src 'none'; style-src https://webview.example; script-src 'nonce-n0nce'");
    assert.deepEqual(
      [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes),
      [' nonce="n0nce" src="https://webview.example/s.js"'],
    );
  });

  it('has a place for what is said aloud', () => {
    assert.match(html, /role="status" aria-live="polite"/);
  });
});
