import assert from 'node:assert/strict';
import type { FindingTold, RulesTold, RuleTold } from '../../adapter/dap/querypoints/protocol.js';
import { afterEvent, mostListed, rowsOfRules, stateText, type RuledSession } from '../../extension/rules/rulesViewRows.js';

const place = { file: '/shop/dom.ts', line: 6, column: 3 };

function rule(more: Partial<RuleTold> = {}): RuleTold {
  return { name: 'known', place, state: 'holds', reason: null, fired: 0, tuples: 0, updates: 4, ...more };
}

function finding(id: number, more: Partial<FindingTold> = {}): FindingTold {
  const fields = [
    { name: 'parent', text: 'null', isRead: true, expression: 'm.parent' },
    { name: 'name', text: '"b"', isRead: false, expression: 'm.name' },
  ];
  return {
    ...{ id, rule: 'known', message: `child ${id}`, place, functionName: 'add', hit: 2, noticed: null, isConfirmed: true, refusal: null },
    objects: [{ variable: 'm', text: 'Node#2 {name: "b"}', fields, refusal: null }],
    ...more,
  };
}

function session(rules: readonly RuleTold[], findings: readonly FindingTold[], more: Partial<RuledSession> = {}): RuledSession {
  const told: RulesTold = { rules, findings, isWhole: true, waiting: null, notes: [] };
  return { ...afterEvent(null, 's', told), ...more };
}

describe('the rows of the Rules view', () => {
  it('say in words how each rule stands', () => {
    assert.equal(stateText(rule()), 'holds so far');
    assert.equal(stateText(rule({ state: 'broken', fired: 1, tuples: 1 })), 'broken once');
    assert.equal(stateText(rule({ state: 'broken', fired: 1200 })), 'broken 1,200 times, holds again');
    assert.equal(stateText(rule({ state: 'unseen', reason: 'No class Node was seen.' })), 'not seen: No class Node was seen.');
    assert.equal(stateText(rule({ state: 'off', reason: 'It never ends.' })), 'switched off: It never ends.');
    const [row] = rowsOfRules(session([rule({ tuples: 1 })], []));
    assert.deepEqual([row?.label, row?.description, row?.icon], ['known', 'holds so far  1 tuple now, 4 updates', 'pass']);
  });

  it('have the findings of a rule, newest first, with what can be asked of them', () => {
    const [row] = rowsOfRules(session([rule({ state: 'broken', fired: 2 })], [finding(1), finding(2)], { waiting: 2 }));
    assert.deepEqual(
      row?.children.map(({ label, description, context }) => [label, description, context]),
      [
        ['child 2', 'dom.ts:6  the program waits here', ' finding askable hasFields '],
        ['child 1', 'dom.ts:6', ' finding askable hasFields '],
      ],
    );
    const newest = row?.children[0];
    assert.deepEqual(newest?.asked, { finding: 2, expressions: ['m.parent'] });
    const [object, cause] = newest?.children ?? [];
    assert.deepEqual([object?.label, object?.description, object?.context], ['m', 'Node#2 {name: "b"}', ' object askable ']);
    assert.deepEqual(
      object?.children.map(({ label, description, asked }) => [label, description, asked?.expressions]),
      [
        ['parent', 'null  read by the rule', ['m.parent']],
        ['name', '"b"', ['m.name']],
      ],
    );
    assert.deepEqual([cause?.label, cause?.description, cause?.place], ['made true', 'dom.ts:6 in add (2nd time)', place]);
  });

  it('say why nothing can be asked', () => {
    const [row] = rowsOfRules(session([rule()], [finding(1, { refusal: 'It was a literal.' })]));
    const [told] = row?.children ?? [];
    assert.deepEqual([told?.context, told?.asked], [' finding ', null]);
    assert.deepEqual(told?.children.at(-1)?.description, 'It was a literal.');
    const [over] = rowsOfRules(session([rule()], [finding(1)], { isOver: true }));
    assert.match(over?.children[0]?.tooltip ?? '', /The session is over/);
    assert.equal(over?.children[0]?.children[0]?.context, ' object ');
  });

  it('are bounded, and say how many are left out', () => {
    const findings = Array.from({ length: 60 }, (_, at) => finding(at + 1));
    const [row] = rowsOfRules(session([rule({ state: 'broken', fired: 5000 })], findings));
    assert.equal(row?.children.length, mostListed + 1);
    assert.equal(row?.children.at(-1)?.label, '4,950 older findings are not listed');
  });

  it('follow events: what is new is added, what has changed takes the place of what was', () => {
    const first = session([rule()], [finding(1)]);
    const news: RulesTold = {
      rules: [rule()],
      findings: [finding(2), finding(1, { message: 'anew' })],
      isWhole: false,
      waiting: 1,
      notes: ['A note.'],
    };
    const next = afterEvent(first, 's', news);
    assert.deepEqual(
      next.findings.map(({ id, message }) => [id, message]),
      [
        [1, 'anew'],
        [2, 'child 2'],
      ],
    );
    assert.equal(rowsOfRules(next).at(-1)?.label, 'A note.');
    assert.deepEqual(afterEvent(next, 's', { ...news, findings: [], isWhole: true }).findings, []);
  });
});
