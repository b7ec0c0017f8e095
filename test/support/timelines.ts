import type { Candidates, Chain, Point } from '../../adapter/dap/querypoints/protocol.js';
import { packed } from '../../extension/timeline/columns.js';
import { CandidateList } from '../../extension/timeline/model/candidates.js';
import type { TimelineMessage } from '../../extension/timeline/timelineMessages.js';
import { chain, place, point } from './chains.js';

/** Candidates as a test says them: event, line and what failed, -1 where it is the located one. */
export function candidates(id: string, rows: readonly (readonly [event: number, line: number, failed: number])[], omitted = 0): Candidates {
  const lines = [...new Set(rows.map(([, line]) => line))];
  return {
    point: id,
    sites: lines.map((line) => place(line)),
    events: rows.map(([event]) => event),
    places: rows.map(([, line]) => lines.indexOf(line)),
    failed: rows.map(([, , failed]) => failed),
    omitted,
  };
}

export function listOf(...args: Parameters<typeof candidates>): CandidateList {
  return new CandidateList(packed(candidates(...args)));
}

/** The story of a discount that was set by the wrong order: a stop, two changes and a condition. */
export function storyOfDiscount(more: Partial<Chain> = {}): Chain {
  const stack = (...names: readonly string[]) =>
    names.map((functionName, index) => ({ functionName, place: place(90 - index), isAsync: false }));
  const points: readonly Point[] = [
    point('P1', {
      event: 9_000,
      place: place(48),
      text: 'send(invoice);',
      functionName: 'checkout',
      stack: stack('checkout', 'serve', ''),
    }),
    point('P2', {
      event: 7_400,
      place: place(31),
      expression: 'order.discount',
      text: 'this.discount = rebate.share;',
      functionName: 'applyRebate',
      before: '0',
      after: '1.2',
      hit: 12,
      stack: stack('applyRebate', 'price', 'checkout', 'serve', ''),
      counts: { total: 1_204, rejected: { before: 320, sameness: 860, mayAffect: 0, index: 23 } },
    }),
    point('P3', {
      of: 'P2',
      event: 3_100,
      place: place(12),
      expression: 'rebate.share',
      text: 'rebate.share += bonus;',
      functionName: 'addBonus',
      before: '0.9',
      after: '1.2',
      hit: 2,
      stack: stack('addBonus', 'load', ''),
      counts: { total: 46, rejected: { before: 4, sameness: 40, mayAffect: 0, index: 1 } },
    }),
    point('P4', {
      of: 'P3',
      kind: 'lastCondition',
      expression: '',
      event: 3_020,
      place: place(10),
      text: 'if (bonus > 0) {',
      functionName: 'addBonus',
      taken: 'then',
      values: [{ name: 'bonus', value: '0.3' }],
      stack: stack('addBonus', 'load', ''),
      counts: { total: 9, rejected: { before: 1, sameness: 0, mayAffect: 7, index: 0 } },
    }),
  ];
  return { ...chain(...points), executions: 2, isDeterministic: true, ...more };
}

/** A number from 0 to 1 that only looks random. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

export const candidatesOfDiscount: readonly Candidates[] = [
  candidates(
    'P2',
    Array.from({ length: 1_204 }, (_, index): readonly [number, number, number] => {
      const event = Math.round(9_600 * (index / 1_204) ** (index % 3 === 0 ? 1 : 0.8));
      return [event, 31 + (index % 4), event > 9_000 ? 0 : noise(index) < 0.03 ? 3 : 1];
    })
      .filter(([event]) => Math.abs(event - 7_400) > 120)
      .concat([[7_400, 31, -1]])
      .sort(([a], [b]) => a - b),
  ),
  candidates(
    'P3',
    Array.from({ length: 45 }, (_, index): readonly [number, number, number] => [
      Math.round(300 + 9_000 * noise(index + 7)),
      12,
      noise(index + 7) > 0.79 ? 0 : index === 9 ? 3 : 1,
    ])
      .concat([[3_100, 12, -1]])
      .sort(([a], [b]) => a - b),
  ),
  candidates('P4', [
    [400, 10, 2],
    [900, 10, 2],
    [1_500, 14, 2],
    [1_900, 10, 2],
    [2_300, 10, 2],
    [2_700, 14, 2],
    [2_900, 10, 2],
    [3_020, 10, -1],
    [4_000, 10, 0],
  ]),
];

/** A chain as the extension host tells the page of it. */
export function messagesOf(shown: Chain, listed: readonly Candidates[] = candidatesOfDiscount): readonly TimelineMessage[] {
  return [
    { kind: 'chains', chains: [{ key: 'chain', title: 'shop.ts:48' }], shown: 'chain' },
    { kind: 'chain', key: 'chain', chain: shown, asking: null },
    ...listed.map((one) => ({ kind: 'candidates', key: 'chain', candidates: packed(one) }) as const),
  ];
}
