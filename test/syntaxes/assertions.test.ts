import assert from 'node:assert/strict';
import { hostScopes, tokensOf } from './tokens.js';
import type { Token } from './tokens.js';

const tag = 'keyword.other.assertion.whence';
const expression = 'meta.embedded.assertion.whence';

for (const host of hostScopes) {
  describe(`assertion comments in ${host}`, () => {
    it('colours the tag and the expression of a line comment', async () => {
      const tokens = await tokensOf(host, '// @always i < a.size');
      assert.equal(textWith(tokens, tag), '@always');
      assert.equal(textWith(tokens, expression), ' i < a.size');
      assert.equal(textWith(tokens, 'keyword.operator.relational'), '<');
      assert.equal(textWith(tokens, 'variable.other'), 'iasize');
    });

    for (const comment of [
      '//@sometime true',
      '//   @sometime true',
      '/*@sometime true*/',
      '/* @sometime true */',
      '/** @sometime true */',
    ]) {
      it(`colours ${comment}`, async () => {
        const tokens = await tokensOf(host, `foo(); ${comment} `);
        assert.equal(textWith(tokens, tag), '@sometime');
        assert.equal(textWith(tokens, 'constant.language.boolean.true'), 'true');
      });
    }

    it('colours the tags of a documentation comment, and no text between them', async () => {
      const text = [
        '/**',
        ' * Divides, says a.',
        ' * @requires divisor !== 0',
        ' * @param divisor what it is',
        ' * @ensures result >= 0',
        ' */',
      ];
      const tokens = await tokensOf(host, `${text.join('\n')}\nfunction f() {}`);
      assert.equal(textWith(tokens, tag), '@requires@ensures');
      assert.equal(textWith(tokens, expression), ' divisor !== 0 result >= 0');
      assert.equal(textWith(tokens, 'variable.language.result'), 'result');
      assert.equal(textWith(tokens, 'keyword.operator.comparison'), '!==');
      assert.equal(textWith(tokens, 'storage.type.function'), 'function');
    });

    it('colours a range', async () => {
      const tokens = await tokensOf(host, '// @range -1..1e3');
      assert.equal(textWith(tokens, tag), '@range');
      assert.equal(textWith(tokens, 'constant.numeric'), '-11e3');
      assert.equal(textWith(tokens, 'keyword.operator.range'), '..');
    });

    it('colours a protocol', async () => {
      const tokens = await tokensOf(host, '/** @protocol start -setValue-> set; set -getValue-> set */');
      assert.equal(textWith(tokens, 'entity.name.function.whence'), 'setValuegetValue');
      assert.equal(textWith(tokens, 'entity.name.label.state'), 'startsetsetset');
    });

    it('colours an invariant, and several tags in one comment', async () => {
      const tokens = await tokensOf(host, '/* @invariant this > 0 @range 1..2 */');
      assert.equal(textWith(tokens, tag), '@invariant@range');
      assert.equal(textWith(tokens, 'variable.language.this'), 'this');
    });

    for (const open of ['(a', 'a[', '`a', '"a', '{ a', 'f(() => {', '/a', 'a ? b', '`${a', 'x as', '<div>']) {
      it(`leaves the code behind a comment with the unfinished ${open} alone`, async () => {
        for (const comment of [`// @always ${open}`, `/* @always ${open} */`, `/**\n * @requires ${open}\n */`]) {
          const [after] = (await tokensOf(host, `${comment}\nlet x = 1;`)).filter(({ text }) => text === 'let');
          assert.deepEqual(
            after?.scopes.map((scope) => scope.split('.')[0]).filter((scope) => scope === 'comment' || scope === 'string'),
            [],
          );
          assert.ok(after?.scopes.some((scope) => scope.startsWith('storage.type')));
        }
      });
    }

    for (const text of [
      '// @alwaysx > 0',
      '// @always-on',
      '// @always$',
      '// write to me@always.example',
      '// see @always below',
      '// two //@always a',
      '/* see @always below */',
      '/** {@requires x} */',
      '// @param a',
      "'// @always a'",
      '`// @always a`',
    ]) {
      it(`does not colour ${text}`, async () => {
        const tokens = await tokensOf(host, text);
        assert.equal(textWith(tokens, tag), '');
        assert.equal(textWith(tokens, expression), '');
      });
    }
  });
}

/** The texts of all tokens that have a scope that begins so, put together. */
function textWith(tokens: readonly Token[], prefix: string): string {
  return tokens
    .filter(({ scopes }) => scopes.some((scope) => scope === prefix || scope.startsWith(`${prefix}.`)))
    .map(({ text }) => text)
    .join('');
}
