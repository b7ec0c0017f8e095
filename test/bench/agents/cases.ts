/** A call of a tool: its name and its arguments. */
export type Call = readonly [tool: string, given: Readonly<Record<string, unknown>>];

/** A question about a failing program of `test/programs/agents`, and how it is answered in two ways. */
export interface AgentCase {
  readonly name: string;
  /** What fails when it runs. */
  readonly program: string;
  readonly whence: readonly Call[];
  /** Each must be in the answer of the last call. */
  readonly whenceSays: readonly RegExp[];
  /** The shortest script that was found; that its breakpoints stand on named lines is seen to. */
  readonly steps: readonly Call[];
  /** Each must be in an answer. */
  readonly stepsSay: readonly RegExp[];
}

const why = (program: string, ask: string, stop = 'uncaught'): readonly Call[] => [['why', { program: [program], stop, ask: [ask] }]];

const start = (file: string): Call => ['start_debugging', { file }];
const over: Call = ['step_over', {}];
const into: Call = ['step_into', {}];
const on: Call = ['continue_execution', {}];
const restart: Call = ['restart_debugging', {}];
const value = (expression: string): Call => ['evaluate_expression', { expression }];
const values = (...names: readonly string[]): Call => ['get_variables_values', { names }];
const remove = (file: string, line: number): Call => ['remove_breakpoint', { file, line }];
const stopAt = (file: string, line: number, condition?: string): Call => [
  'add_breakpoint',
  { file, line, ...(condition === undefined ? {} : { condition }) },
];
const times = (count: number, call: Call): readonly Call[] => Array.from({ length: count }, () => call);

/** A condition that notes down what a passage sees, and never stops. */
const noting = (what: string): string => `(globalThis.noted = ${what}, false)`;
/** The same, with how many passages there were. */
const counting = (what: string): string => noting(`[(globalThis.passages = (globalThis.passages ?? 0) + 1), ${what}]`);

export const agentCases: readonly AgentCase[] = [
  {
    name: 'last change in 10,000 iterations',
    program: 'ledger.mjs',
    whence: why('ledger.mjs', 'lastChange(account.balance)'),
    whenceSays: [/^P2 .*: ledger\.mjs:6 /, /10000th time/, /59983 → 59987/],
    steps: [
      stopAt('ledger.mjs', 28),
      stopAt('ledger.mjs', 1),
      start('ledger.mjs'),
      over,
      stopAt('ledger.mjs', 23),
      on,
      into,
      stopAt('ledger.mjs', 6, counting('6, this.balance, amount')),
      stopAt('ledger.mjs', 25, `day === 7777 && ${noting('[25, day]')}`),
      remove('ledger.mjs', 23),
      on,
      value('globalThis.noted'),
    ],
    stepsSay: [/deposit:6/, /9999, 6, 59983, 4/],
  },
  {
    name: 'where a missing value comes from',
    program: 'catalogue.mjs',
    whence: why('catalogue.mjs', 'origin(price)'),
    whenceSays: [/^P2 .*: catalogue\.mjs:5 /, /4th time/],
    steps: [
      stopAt('catalogue.mjs', 1),
      start('catalogue.mjs'),
      over,
      into,
      stopAt('catalogue.mjs', 11),
      on,
      into,
      ['clear_all_breakpoints', {}],
      stopAt('catalogue.mjs', 5, 'price === undefined'),
      on,
      values('name'),
    ],
    stepsSay: [/parse:5/, /'nib'/],
  },
  {
    name: 'faulty line of a test, and its repair',
    program: 'median.test.mjs',
    whence: [['diagnose', { tests: ['median.test.mjs'], timeoutSeconds: 60 }]],
    whenceSays: [/^A change at median\.mjs:19 makes 4 of 4 tests pass\./, /half - 1/],
    steps: [
      stopAt('median.test.mjs', 10),
      start('median.test.mjs'),
      into,
      ...times(3, over),
      value('[ordered, half]'),
      value('(ordered[half] + ordered[half - 1]) / 2'),
    ],
    stepsSay: [/"currentLine": 18/, /Result: 2\.5/],
  },
  {
    name: 'when it became inevitable',
    program: 'permits.mjs',
    whence: why('permits.mjs', 'inevitable(P1)'),
    whenceSays: [/^P2 .*: permits\.mjs:17 /, /→ 2025/],
    steps: [
      stopAt('permits.mjs', 18, 'allowed(user, action, year) === false'),
      start('permits.mjs'),
      into,
      into,
      value('[user.until, year]'),
    ],
    stepsSay: [/isCurrent:9/, /2024, 2025/],
  },
  {
    name: 'since when a number is NaN',
    program: 'readings.mjs',
    whence: why('readings.mjs', 'origin(mean.sum)'),
    whenceSays: [/^P2 .*: readings\.mjs:16 /, /since readings\.mjs:16:5 \(3142nd time\)/],
    steps: [
      stopAt('readings.mjs', 1),
      start('readings.mjs'),
      over,
      stopAt('readings.mjs', 27, '(globalThis.passages = (globalThis.passages ?? 0) + 1, Number.isNaN(mean.sum))'),
      on,
      value('passages'),
    ],
    stepsSay: [/Result: 3143/],
  },
  {
    name: 'exception that was swallowed',
    program: 'settings.mjs',
    whence: why('settings.mjs', 'lastCondition(P1)', 'caught'),
    whenceSays: [/settings\.mjs:5/, /SyntaxError: Expected double-quoted/],
    steps: [
      stopAt('settings.mjs', 1),
      start('settings.mjs'),
      over,
      over,
      into,
      into,
      value('(() => { try { JSON.parse(source); } catch (error) { return String(error); } })()'),
    ],
    stepsSay: [/read:5/, /SyntaxError: Expected double-quoted/],
  },
  {
    name: 'where an object was made',
    program: 'pool.mjs',
    whence: why('pool.mjs', 'created(stray)'),
    whenceSays: [/^P2 .*: pool\.mjs:18 /, /called from take:14 < serve:30/],
    steps: [
      stopAt('pool.mjs', 37),
      start('pool.mjs'),
      value('stray.id'),
      stopAt('pool.mjs', 1),
      restart,
      stopAt('pool.mjs', 3, 'id === 4'),
      remove('pool.mjs', 1),
      on,
    ],
    stepsSay: [/Result: 4/, /"make:18",\s+"take:14",\s+"serve:30"/],
  },
  {
    name: 'write through an alias, in another file',
    program: 'limits.mjs',
    whence: why('limits.mjs', 'lastChange(limits.items)'),
    whenceSays: [/^P2 .*: limitsPlugin\.mjs:8 /, /50 → 5/],
    steps: [
      stopAt('limits.mjs', 12),
      stopAt('limits.mjs', 1),
      start('limits.mjs'),
      over,
      stopAt('limits.mjs', 16),
      on,
      ...times(3, into),
      stopAt('limitsPlugin.mjs', 13, '(globalThis.noted ??= []).push([name, options.items]) < 0'),
      remove('limits.mjs', 16),
      on,
      value('JSON.stringify(noted)'),
      stopAt('limitsPlugin.mjs', 13, 'name === "preview"'),
      restart,
      on,
      ...times(4, into),
      values('key', 'more'),
    ],
    stepsSay: [/merge:8/, /key: 'items'/, /items: 5/],
  },
  {
    name: 'lost update of sixty tasks',
    program: 'jobs.mjs',
    whence: why('jobs.mjs', 'lastChange(state.done)'),
    whenceSays: [/^P2 .*: jobs\.mjs:11 /, /1 → 1/, /60th time/],
    steps: [
      stopAt('jobs.mjs', 21),
      start('jobs.mjs'),
      ...times(5, into),
      stopAt('jobs.mjs', 11, counting('id, before, state.done')),
      stopAt('jobs.mjs', 18),
      on,
      value('noted'),
    ],
    stepsSay: [/Result: \(4\) \[60, 58, 0, 1\]/],
  },
  {
    name: 'write that made a cycle of objects',
    program: 'tree.mjs',
    whence: [['watch', { program: ['tree.mjs'], rules: ['tree.rules.ts'] }]],
    whenceSays: [/^forest fired\.\ntree\.mjs:11 /],
    steps: [
      stopAt('tree.mjs', 1),
      start('tree.mjs'),
      ...times(6, over),
      stopAt('tree.mjs', 25),
      remove('tree.mjs', 1),
      on,
      over,
      into,
      into,
      over,
      into,
      stopAt(
        'tree.mjs',
        11,
        '(() => { for (let node = this; node; node = node.parent) if (node === child) return true; return false; })()',
      ),
      remove('tree.mjs', 25),
      on,
      value('[this.name, child.name]'),
    ],
    stepsSay: [/"currentLine": 11,/, /Result: \(2\) \['n\d+', 'n\d+'\]/],
  },
  {
    name: 'what a function requires',
    program: 'shipping.mjs',
    whence: [['check', { paths: ['shipping.mjs'] }]],
    whenceSays: [/shipping\.mjs:10 cost requires .*code < 9000/],
    steps: [
      stopAt('shipping.mjs', 13, 'base === undefined'),
      start('shipping.mjs'),
      values('code', 'zone'),
      value('Array.from({ length: 20_000 }, (_, one) => one).find((one) => zones[zoneOf(one)] === undefined)'),
    ],
    stepsSay: [/Result: 9000/],
  },
  {
    name: 'where a text was taken apart',
    program: 'names.mjs',
    whence: why('names.mjs', 'origin(surname)'),
    whenceSays: [/^P2 .*: names\.mjs:6 /, /3rd time/],
    steps: [stopAt('names.mjs', 1), start('names.mjs'), over, into, stopAt('names.mjs', 7, `cells[2] === '"Hopper"'`), on, values('cells')],
    stepsSay: [/"currentLine": 7,/, /'3', 'Grace'/],
  },
];
