import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expressionText } from '../../server/rules/printRuleExpression.js';
import { ruleAsInvariant } from '../../server/rules/ruleAsInvariant.js';
import type { RuleExpression } from '../../server/rules/ruleExpression.js';
import { declarationOfField, fieldAssertions } from '../../server/syntax/rules/fieldAssertions.js';
import { readRules } from '../../server/syntax/rules/readRules.js';

const head = "import { extent, field, rule, tracked } from 'whence/rules';\nimport { Account } from './account.js';\n";

function ruleOf(options: string): ReturnType<typeof ruleAsInvariant> {
  const [rule] = readRules(`${head}const kept = tracked();\nexport const it = rule({ ${options} });\n`, 'a.rules.ts').rules;
  assert.ok(rule !== undefined);
  return ruleAsInvariant(rule);
}

const changed = (where: string): ReturnType<typeof ruleAsInvariant> =>
  ruleOf(`foreach: { n: extent(Account) }, where: ({ n }) => ${where}, check: 'change'`);

const value: RuleExpression = { kind: 'field', of: { kind: 'variable', name: 'n' }, name: 'size', isOptional: false };

/** Conditions over the one field `n.size`, as rules files are read. */
const conditions = fc.letrec<{ expression: RuleExpression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'condition' },
    fc.constant(value),
    fc
      .oneof(fc.nat(99), fc.boolean(), fc.constantFrom('a', 'this', ''))
      .map((literal): RuleExpression => ({ kind: 'literal', value: literal })),
    fc.record({ kind: fc.constant('unary' as const), operator: fc.constantFrom('!', '-', 'typeof'), operand: tie('expression') }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('===', '<', '>=', '+', '%'),
      left: tie('expression'),
      right: tie('expression'),
    }),
    fc.record({
      kind: fc.constant('logical' as const),
      operator: fc.constantFrom('&&', '||'),
      left: tie('expression'),
      right: tie('expression'),
    }),
    fc.record({
      kind: fc.constant('conditional' as const),
      test: tie('expression'),
      then: tie('expression'),
      otherwise: tie('expression'),
    }),
    tie('expression').map((operand): RuleExpression => ({ kind: 'pure', name: 'Math.abs', operands: [operand], isOptional: false })),
  ),
})).expression;

describe('rules and assertions', () => {
  it('are inverse to each other for conditions over one field', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const text = expressionText(condition, (part) => (part === value ? 'this' : null));
        // Of a condition, `!(!x)` says what `x` says.
        fc.pre(/\bthis\b(?!")/.test(text) && !text.startsWith('!(!'));
        const [assertion] =
          fieldAssertions(`export class Account {\n  // @invariant ${text}\n  size = 1;\n}\n`, 'account.ts')?.fields ?? [];
        assert.ok(assertion !== undefined, text);
        const told = changed(assertion.broken);
        assert.ok('assertion' in told, text);
        assert.deepEqual([told.className, told.field], ['Account', 'size']);
        const again = told.assertion.replace(/^@range (\d+)\.\.(\d+)$/, '@invariant (this >= $1) && (this <= $2)');
        assert.equal(again, `@invariant ${text}`);
      }),
    );
  });

  it('become ranges, and private fields are named', () => {
    assert.deepEqual(changed('!(n.size >= 1 && n.size <= 10)'), {
      from: './account.js',
      className: 'Account',
      field: 'size',
      assertion: '@range 1..10',
    });
    const told = changed("field(n, '#secret') === null");
    assert.deepEqual('field' in told && [told.field, told.assertion], ['#secret', '@invariant !(this === null)']);
  });

  it('stay rules where an assertion says less', () => {
    const reasons = [
      ['foreach: { n: extent(Account) }, where: ({ n }) => n.size < 0', /before they return/],
      ["foreach: { n: extent(Account), m: extent(Account) }, where: ({ n, m }) => n.size < m.size, check: 'change'", /several objects/],
      ["foreach: { n: extent(Account) }, where: ({ n }) => n.low > n.high, check: 'change'", /several fields: low, high/],
      ["foreach: { n: extent(Account) }, where: ({ n }) => n.owner === n, check: 'change'", /as a whole/],
      ["foreach: { n: extent(Account) }, where: ({ n }) => kept.has(n.size), check: 'change'", /has kept/],
      ["foreach: { n: kept }, where: ({ n }) => n.size < 0, check: 'change'", /not those of a class/],
      ["foreach: { n: extent(Account) }, where: ({ n }) => nothing(n), check: 'change'", /not understood/],
    ] as const;
    for (const [options, reason] of reasons) {
      const told = ruleOf(options);
      assert.match('stays' in told ? told.stays : '', reason, options);
    }
  });

  it('name the declaration of a field', () => {
    const text =
      'class Low { static size = 1; }\nexport class Account {\n  static size = 2;\n  constructor(readonly size: number, other: number) {}\n}\n';
    assert.deepEqual(declarationOfField(text, 'a.ts', 'Account', 'size'), { line: 4, column: 15 });
    assert.deepEqual(declarationOfField(text, 'a.ts', 'Account', 'other'), { missing: 'class Account declares no field other' });
    assert.deepEqual(declarationOfField(text, 'a.ts', 'Low', 'size'), { missing: 'the file declares no class Low' });
  });
});
