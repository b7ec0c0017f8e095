import assert from 'node:assert/strict';
import { instrument } from '../../adapter/instrument/instrument.js';
import { emptyPlan, type Plan } from '../../adapter/instrument/plan.js';
import { planOfText } from '../../adapter/instrument/planOfText.js';

const path = '/here.cjs';
const text = [
  'let limit = 7; const map = new Map();',
  'function pick(k, o) { if (k > 5) o.n = k; map.set(k, [o]); return limit + k; }',
  'limit = pick(3, {}); pick(limit, { n: 1 })[limit] = eval("limit"); map[limit] = limit;',
].join('\n');
const pick = text.indexOf('function pick');
const conditionAt = (file: string, line: number): NonNullable<Plan['conditions']>['watched'][number] => ({
  ...{
    paths: [file],
    line,
    column: 1,
    condition: 'limit <= 5',
    isAssertion: false,
    broken: 'limit > 5',
    names: ['limit'],
    isFromOutside: false,
  },
});
const stopIn = (file: string): Plan['stop'] => ({ paths: [file], line: 3, column: null, hit: 1, when: null, names: ['limit'] });
const replayIn = (file: string): Plan['replay'] => ({
  steps: [{ kind: 'passage', path: file, line: 3, column: 1, moment: 'before', when: null, depth: null, hit: 1 }],
  names: ['limit'],
});

/** Other values of each field than a plan that asks nothing has. */
const values: { readonly [Field in keyof Plan]: readonly Plan[Field][] } = {
  stop: [stopIn(path), stopIn('/other.cjs')],
  replay: [replayIn(path), replayIn('/other.cjs')],
  conditions: [
    { watched: [conditionAt(path, 3)], hit: 1 },
    { watched: [conditionAt('/other.cjs', 1), conditionAt(path, 3)], hit: 1 },
    { watched: [conditionAt('/other.cjs', 1)], hit: 1 },
  ],
  counted: [
    { path, offset: pick },
    { path: '/other.cjs', offset: pick },
  ],
  fields: [['n'], ['length']],
  everywhere: [true],
  elements: [true],
  indices: [[1]],
  symbols: [true],
  objectKeys: [true],
  returns: [true],
  entries: [true],
  entryKeys: [[3]],
  variablesAtStop: [['limit']],
  variables: [[{ path, offset: 4 }], [{ path: '/other.cjs', offset: 4 }]],
  kept: [[{ path, offset: pick, name: 'map' }], [{ path: '/other.cjs', offset: pick, name: 'map' }]],
  forksAtStop: [true],
  forks: [[{ path, offset: pick }], [{ path: '/other.cjs', offset: pick }]],
  localsFrom: [0, 4096],
  countsWrites: [true],
  keepsVariables: [true],
  allocations: [['object'], ['array', 'call']],
  guards: [true],
  makers: [[{ path, offset: text.indexOf('pick(limit') }], [{ path: '/other.cjs', offset: 4 }]],
  wholeTexts: [true],
  lastOnlyFrom: [0],
  valuesInBrief: [false],
  countsOnly: [true],
  recording: [{ include: [], exclude: [], values: 'all', budget: null, keepsSecrets: false, strings: 100 }],
  rules: [
    {
      classes: [{ id: 0, paths: [], folder: '/', name: null, supers: [], mayExtendAny: false }],
      ...{
        sites: [],
        isUnpruned: true,
        isPruningChecked: true,
        privates: [],
        methods: true,
        patterns: [],
        pruned: [],
        assertions: [],
        isDebugged: false,
      },
    },
  ],
  pruned: [[{ path, hash: '', proofs: { stores: [], neverEntered: [{ start: pick, end: text.indexOf('\nlimit') }] } }]],
};

/** What only the running program is told. */
const ofTheRuntime = ['indices', 'entryKeys', 'keepsVariables', 'wholeTexts', 'lastOnlyFrom', 'valuesInBrief', 'countsOnly'];

/** Plans on which the others are put. */
const grounds: readonly Plan[] = [
  emptyPlan,
  { ...emptyPlan, stop: stopIn(path), variablesAtStop: ['limit'], forksAtStop: true, localsFrom: 0 },
  { ...emptyPlan, replay: replayIn(path), variablesAtStop: ['limit'], forksAtStop: true, localsFrom: 0 },
  { ...emptyPlan, stop: stopIn('/other.cjs'), variablesAtStop: ['limit'], localsFrom: 0, forksAtStop: true },
  { ...emptyPlan, fields: ['n'], elements: true, everywhere: true, entries: true, returns: true, allocations: ['array'] },
];

const probed = (plan: Plan): unknown => {
  const source = { path, text, format: 'commonjs' as const, mapping: null, preamble: '' };
  return instrument(source, plan, 1);
};

describe('what of a plan one text depends on', () => {
  const fields = Object.keys(values) as (keyof Plan)[];

  it('gives it the same probes as the whole plan', () => {
    for (const ground of grounds)
      for (const field of fields)
        for (const value of values[field]) {
          // A plan has at most one of these.
          const stops = ['stop', 'replay', 'conditions'].includes(field) ? { stop: null, replay: null, conditions: null } : {};
          const plan = { ...ground, ...stops, [field]: value };
          assert.deepEqual(probed(planOfText(plan, path, false)), probed(plan), `${field} ${JSON.stringify(value)}`);
        }
  });

  it('is another with each field that is not for the runtime alone', () => {
    const ground: Plan = { ...emptyPlan, stop: stopIn(path) };
    for (const field of fields) {
      const own = { ...ground, [field]: values[field][0] };
      const isAnother =
        JSON.stringify(planOfText(own, path, false)) !== JSON.stringify(planOfText({ ...own, [field]: emptyPlan[field] }, path, false));
      assert.equal(isAnother, !ofTheRuntime.includes(field), field);
    }
  });

  it('is the same where another text is asked about', () => {
    const asked: Plan = { ...emptyPlan, fields: ['n'] };
    const plan: Plan = { ...asked, stop: stopIn('/other.cjs'), forks: [{ path: '/other.cjs', offset: 1 }], variablesAtStop: ['a'] };
    assert.deepEqual(planOfText(plan, path, false), planOfText(asked, path, false));
  });
});
