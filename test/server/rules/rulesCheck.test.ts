import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOfRules } from '../../../server/check/rules/programOfRules.js';
import { checkRules } from '../../../server/check/rules/rulesCheck.js';
import { readIfThere } from '../../../server/files/regularFile.js';
import { planRules } from '../../../adapter/rules/planRules.js';
import { accessesOf } from '../../../adapter/maintain/accesses.js';
import type { RuleQuery } from '../../../adapter/maintain/condition.js';
import { unindexedPair } from '../../../server/rules/joins.js';
import { readRules } from '../../../server/syntax/rules/readRules.js';
import { readRulesFiles } from '../../../adapter/operations/ruleConversation.js';

const head = "import { call, changes, extent, match, of, rule, site, tracked } from 'whence/rules';\n";

describe('the check of a rules file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-rules-'));
  const path = join(folder, 'x.rules.ts');

  before(() => {
    const sources = {
      'bank.ts': `export class Account { balance = 0; owner: Account | null = null; held = new Set<Account>(); }
export interface Shape { n: number }
export type Size = number;
export const count = (): number => 3;
export const Made = class {};
export default class Bank {}
class Hidden {}
export { Hidden as Shown };
export * from './more.js';
`,
      'more.ts': 'export class More {}\n',
      'hands.ts': "export { Account } from './bank.js';\nimport Bank from './bank.js';\nexport { Bank };\nexport * from 'somewhere';\n",
      'old.cjs': 'exports.Old = class {};\n',
    };
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  });

  after(() => rmSync(folder, { recursive: true }));

  const check = (text: string) => checkRules(head + text, path, readIfThere);

  /** What is said, and of which part of the text. */
  function said(text: string): readonly (readonly [code: string, message: string, of: string])[] {
    return check(text).problems.map(({ code, message, span }) => [code, message, (head + text).slice(span.start, span.end)]);
  }

  it('says what is refused at its place, all of a rule', () => {
    const account = "import { Account } from './bank.js';\n";
    assert.deepEqual(
      said(
        `${account}export const it = rule({ foreach: { n: extent(Account) }, where: ({ n }) => n.held.add(3), when: 1, at: [call((x) => x), 3] });`,
      ),
      [
        ['rule-refused', 'rule has no option "when": it has foreach, where, check, found, at, metavariables.', 'when: 1'],
        ['rule-refused', 'where is not pure: n.held.add(3) (what is called may change something).', 'n.held.add(3)'],
        ['rule-refused', 'The pattern of call must be a call.', '(x) => x'],
        ['rule-refused', 'An entry of at is call(…), match(…) or changes(…).', '3'],
      ],
    );
    assert.deepEqual(said('export const it = rule({ foreach: 3, where: ({ n }) => n });'), [
      ['rule-refused', 'foreach is an object: { n: extent(Node) }.', '3'],
    ]);
    assert.deepEqual(said('rule({});'), [
      ['rule-refused', "There is no rule in the file: export const name = rule({ … }), with rule from 'whence/rules'.", head.trim()],
    ]);
  });

  it('says the sentences that the command prints', async () => {
    const faulty = [
      'export const it = rule({ foreach: { n: extent(Account) }, where: ({ n }) => { n.balance = 1; } });',
      'export const it = rule({ foreach: { n: extent(Account) }, check: "soon" });',
      'export const it = rule({ foreach: { n: 4 } });',
      'export const it = rule({ where: () => true });',
      'export const it = rule({ foreach: { n: extent(Account) }, found: async ({ n }) => {} });',
      'export const it = rule({ foreach: { n: extent(Gone) } });',
      'export const it = oneOwner(Account, (n) => n.held.clear());',
    ];
    for (const text of faulty) {
      const whole = `import { Account } from './bank.js';\nimport { Gone } from './gone.js';\nimport { oneOwner } from 'whence/rules/library';\n${text}\n`;
      writeFileSync(path, head + whole);
      const settings = { cwd: folder, isFirst: true, isSwept: true, isRecomputed: false, sweepPauseMs: 1000 };
      const { planned } = await readRulesFiles([path], settings);
      const [first] = check(whole).problems;
      assert.equal(first?.message, planned.run.rules[0]?.fault?.replace(/^line \d+: /, ''), text);
      assert.ok(first !== undefined);
    }
  });

  it('places what is wrong in a form of the library at its call', () => {
    const library = "import { oneOwner } from 'whence/rules/library';\nimport { Account } from './bank.js';\n";
    assert.deepEqual(
      said(`${library}export const a = oneOwner(Account, (n) => n.held.clear());\nexport const b = rule({ foreach: 3 });\n`),
      [
        [
          'rule-refused',
          'foreach is not pure: a.held.clear() (what is called may change something).',
          'oneOwner(Account, (n) => n.held.clear())',
        ],
        ['rule-refused', 'foreach is an object: { n: extent(Node) }.', '3'],
      ],
    );
  });

  it('names what is no class of the file that it is imported from, through files that hand it on', () => {
    const of = (name: string, from = './bank.js'): readonly string[] =>
      said(
        `import ${name === 'default' ? 'C' : `{ ${name} as C }`} from '${from}';\nexport const it = rule({ foreach: { n: extent(C) } });`,
      ).map(([, message]) => message);
    assert.deepEqual(of('Nope'), ['"./bank.js" exports no Nope.']);
    assert.deepEqual(of('Hidden'), ['"./bank.js" exports no Hidden.']);
    assert.deepEqual(of('Shape'), ['Shape of "./bank.js" is an interface: no object is made of it.']);
    assert.deepEqual(of('Size'), ['Size of "./bank.js" is a type: no object is made of it.']);
    assert.deepEqual(of('count'), ['count of "./bank.js" is an arrow function: no object is made of it.']);
    for (const name of ['Account', 'Made', 'Shown', 'More', 'default']) assert.deepEqual(of(name), [], name);
    for (const name of ['Account', 'Bank', 'Unknown']) assert.deepEqual(of(name, './hands.js'), [], name);
    for (const name of ['Old', 'Unknown', 'default']) assert.deepEqual(of(name, './old.cjs'), [], name);
  });

  it('hints at joins that have no index', () => {
    const pair = (foreach: string, where: string): readonly string[] =>
      said(
        `import { Account } from './bank.js';\nconst seen = tracked<Account>();\nexport const it = rule({ foreach: { ${foreach} }, where: ({ a, b }) => ${where} });`,
      ).map(([code, message, at]) => `${code} ${/of (\w+ and \w+) is/.exec(message)?.[1]} ${at}`);
    const two = 'a: extent(Account), b: extent(Account)';
    for (const where of [
      'a !== b',
      'a.balance < b.balance',
      'a.owner === b || a !== b',
      '!a.held.has(b)',
      'a.balance + b.balance === 3',
      '(a.balance && b.balance) === 3',
    ])
      assert.deepEqual(pair(two, where), ['rule-join a and b extent(Account)'], where);
    for (const where of [
      'a.owner === b',
      'a !== b && b.held.has(a)',
      '!(a.owner !== b)',
      'a.balance === b.balance + 1',
      'a.held.has(b.owner)',
    ])
      assert.deepEqual(pair(two, where), [], where);
    assert.deepEqual(pair('a: extent(Account), b: ({ a }) => a.held', 'a !== b'), []);
    assert.deepEqual(pair('a: extent(Account), b: seen', 'a !== b'), ['rule-join a and b seen']);
    assert.deepEqual(said("export const it = rule({ foreach: { a: extent(site('bank.ts:1')) }, where: ({ a }) => a.b });"), []);
  });

  it('hints where the engine has no way from either to the other', () => {
    const parts = [
      'a.owner === b',
      'a !== b',
      'b.held.has(a)',
      'a.held.has(b.owner)',
      'a.balance < b.balance',
      'a.balance === 3',
      'a.owner === a',
      'a.held.has(c)',
      'c.owner === b',
      'c !== a',
    ];
    const wheres = parts.flatMap((one, at) =>
      parts.slice(at + 1).flatMap((other) => [`${one} && ${other}`, `${one} || ${other}`, `!(${one} && !(${other}))`]),
    );
    for (const where of wheres) {
      const text = `${head}import { Account } from './bank.js';\nexport const it = rule({ foreach: { a: extent(Account), b: extent(Account), c: ({ a }) => a.held }, where: ({ a, b, c }) => ${where} });`;
      const { rules } = readRules(text, path);
      const { run } = planRules([{ path, code: '', rules, tracked: [], states: [] }], {
        cwd: folder,
        isFirst: true,
        isSwept: true,
        isRecomputed: false,
        sweepPauseMs: 1000,
      });
      const [planned] = run.rules;
      assert.ok(planned !== undefined && rules[0] !== undefined);
      assert.equal(
        unindexedPair(rules[0]) !== null,
        hasUnledPair({ ...planned, variables: planned.variables.map(({ domain }) => domain) } as unknown as RuleQuery),
        where,
      );
    }
  });
});

/** Whether the engine's search finds neither of two variables by the other. */
function hasUnledPair(query: RuleQuery): boolean {
  const all = query.variables.map((_, variable) => variable);
  return accessesOf(query).some((accesses) => {
    const reached = all.map((start) => {
      let mask = 1 << start;
      for (let before = 0; before !== mask;) {
        before = mask;
        for (const { variable, needs } of accesses) if ((needs & ~mask) === 0) mask |= 1 << variable;
      }
      return mask;
    });
    return all.some((one) =>
      all.some((other) => one !== other && !((reached[one] ?? 0) & (1 << other)) && !((reached[other] ?? 0) & (1 << one))),
    );
  });
}

describe('the program of a rules file', () => {
  const pattern = (text: string) =>
    checkRules(`${head}export const it = rule({ at: ${text} });`, '/w/x.rules.ts', () => undefined).rules[0]?.patterns[0]?.text;

  function asked(texts: Readonly<Record<string, string>>, name = 'Account'): boolean | null {
    const reading = { readText: (file: string) => texts[file], cancelled: () => false };
    const classes = [{ from: './bank.js', file: Object.keys(texts)[0] ?? '', name }];
    return programOfRules({ classes, patterns: [], rules: [] }, '/x.rules.ts', Object.keys(texts), reading)?.made[0] ?? null;
  }

  const bank = 'export class Account { same(other: Account) { return other instanceof Account; } }\n';

  it('knows a class of which no source makes an object', () => {
    const user =
      "import type { Account } from './bank.js';\nexport { Account } from './bank.js';\nexport const f = (a: Account): void => {};\n";
    assert.equal(asked({ 'bank.ts': bank, 'user.ts': user }), false);
    assert.equal(
      asked({ 'bank.cjs': 'class Account {}\nmodule.exports = { Account };\n', 'b.cjs': "const { Account } = require('./bank.cjs');\n" }),
      false,
    );
    assert.equal(asked({ 'bank.ts': bank, 'x.rules.ts': 'new Account();' }), false);
  });

  it('is silent where some source may make one', () => {
    for (const user of [
      "import { Account } from './bank.js';\nnew Account();\n",
      "import { Account as Konto } from './bank.js';\nnew Konto();\n",
      "import * as bank from './bank.js';\nnew bank.Account();\n",
      "import { Account } from './bank.js';\nexport class Saving extends Account {}\n",
      "import { Account } from './bank.js';\nexport const all = [Account];\n",
      "const { Account: A } = require('./bank.js');\n",
      "const make = async (k: string) => new (await import('./bank.js'))[k]();\n",
      "import * as bank from './bank.js';\nexport const make = (k: string) => new bank[k]();\n",
      "const bank = require('./bank.js');\nhand(bank);\n",
      "const a = bank['Account'];\n",
    ])
      assert.notEqual(asked({ 'bank.ts': bank, 'user.ts': user }), false, user);
    assert.notEqual(asked({ 'bank.ts': '@made\nexport class Account {}\n' }), false);
    assert.notEqual(asked({ 'bank.ts': 'class Account {}\nexport default Account;\n' }), false);
    assert.equal(asked({ 'bank.ts': bank }, 'default'), null);
    const elsewhere = [{ from: '../bank.js', file: '/other/bank.ts', name: 'Account' }];
    const reading = { readText: () => '', cancelled: () => false };
    assert.deepEqual(programOfRules({ classes: elsewhere, patterns: [], rules: [] }, '/w/x.rules.ts', ['/w/a.ts'], reading)?.made, [null]);
  });

  it('has the places that patterns match, not those of rules files', () => {
    const one = pattern('call((x) => x.list())');
    assert.ok(one !== undefined);
    const texts = { '/w/a.ts': 'a.list();\nb.c.list(); d.list(1);\n', '/w/b.js': 'nothing', '/w/y.rules.ts': 'c.list();' };
    const reading = { readText: (file: string) => texts[file as keyof typeof texts], cancelled: () => false };
    const found = programOfRules({ classes: [], patterns: [one], rules: [] }, '/w/x.rules.ts', Object.keys(texts), reading);
    assert.deepEqual(
      found?.matches[0]?.map(({ file, line, column }) => `${file}:${line}:${column}`),
      ['/w/a.ts:1:1', '/w/a.ts:2:1'],
    );
    assert.equal(
      programOfRules({ classes: [], patterns: [one], rules: [] }, '/w/x.rules.ts', Object.keys(texts), {
        ...reading,
        cancelled: () => true,
      }),
      null,
    );
  });

  it('has the other rules files that have a rule of the same name', () => {
    const file = (...names: readonly string[]): string =>
      head + names.map((name) => `export const ${name} = rule({ foreach: { n: extent(Map) } });\n`).join('');
    const texts = { '/w/x.rules.ts': file('one', 'two'), '/w/y.rules.ts': `${file('three')}// two`, '/w/z.rules.ts': file('two') };
    const reading = { readText: (path: string) => texts[path as keyof typeof texts], cancelled: () => false };
    const found = programOfRules({ classes: [], patterns: [], rules: ['one', 'two'] }, '/w/x.rules.ts', Object.keys(texts), reading);
    assert.deepEqual(found?.alike, [null, '/w/z.rules.ts']);
  });

  it('refuses two rules of one name in a file', () => {
    const rules = 'export const one = rule({ foreach: { n: extent(Map) } });\n';
    const { problems } = checkRules(`${head}${rules}${rules}`, '/w/x.rules.ts', () => undefined);
    const sentence = 'Another rule of this file is named one, too: rename one of them.';
    assert.deepEqual(
      problems.map(({ code, message }) => [code, message]),
      [
        ['rule-refused', sentence],
        ['rule-refused', sentence],
      ],
    );
  });
});
