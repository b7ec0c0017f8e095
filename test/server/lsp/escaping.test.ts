import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compare, literal, named, test as asTest } from '../../../server/findings/conditionTree.js';
import { printable } from '../../../server/findings/printable.js';
import type { FunctionReport } from '../../../server/findings/result.js';
import { conditionLine, hoverOf } from '../../../server/lsp/hover.js';
import { code, plain } from '../../../server/lsp/markdown.js';
import { label } from '../../../server/lsp/protocol.js';

interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
}

/** markdown-it has no types of its own. As generous as a client may be. */
const Markdown = createRequire(import.meta.url)('markdown-it') as new (options: object) => {
  parse(text: string, env: object): readonly Token[];
};
const markdown = new Markdown({ html: true });

function tokensOf(text: string): readonly Token[] {
  const flat = (tokens: readonly Token[]): readonly Token[] => tokens.flatMap((token) => [token, ...flat(token.children ?? [])]);
  return flat(markdown.parse(text, {}));
}

const harmless =
  /^(inline|text|text_special|code_inline|softbreak|paragraph_(open|close)|bullet_list_(open|close)|list_item_(open|close))$/;

/** What GitHub's markdown, which VS Code speaks, makes links of by itself, outside of code. */
const address = /(?:https?|ftp):\/\/|\bwww\.|[\w.+-]@[\w-]/i;

function assertHarmless(text: string): void {
  for (const { type, content } of tokensOf(text)) if (type === 'inline') assert.doesNotMatch(withoutCode(content), address);
  assert.deepEqual(
    tokensOf(text).filter(({ type }) => !harmless.test(type)),
    [],
    JSON.stringify(text),
  );
}

/** Markdown without its pieces of code. */
function withoutCode(text: string): string {
  return text.replace(/(?<!\\)(`+)(?!`)[^]*?[^`]\1(?!`)/g, '');
}

/** What a program may have in its names, texts and paths. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['![i](http://e/p.png)', '<img src=x onerror=alert(1)>', '[a](command:x)', '<http://e>', 'http://e/p', 'www.e.com', 'a@b.com'],
        ...[
          '`',
          '``',
          '```js\n',
          '\n\n',
          '\r\n',
          '\u2028',
          '| - |',
          '# h',
          '- x',
          '1. x',
          '> q',
          '***',
          '___',
          '~~~',
          '---',
          '===',
          '&lt;',
        ],
        ...['$(bug)', '\\', '\x1b[31m', '\x1b]8;;http://e\x07', '\x07', '\u202e', '    x', '\t', '[^1]: x', '[a]: http://e', '<!--', ']]>'],
        ...['mailto:a@b.c', 'file:///etc', '](', '**', '_a_', ' ', ''],
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const span = { line: 1, column: 1, endLine: 1, endColumn: 2 };

describe('text of the program', () => {
  it('is neither markdown nor HTML, as code or as words', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        assertHarmless(`Good runs keep ${code(text)}: ${plain(text)}.`);
        assertHarmless(`- ${code(text)} — ${plain(text)} and 2 more`);
        const shown = tokensOf(`Keep ${code(text)}.`).filter(({ type }) => type === 'code_inline');
        if (text.trim() !== '') assert.equal(shown.length, 1, JSON.stringify(text));
      }),
    );
  });

  it('is shown as it is, but for what would be obeyed', () => {
    assert.equal(tokensOf(`a ${code('x[`a`] + `b`')}`).find(({ type }) => type === 'code_inline')?.content, 'x[`a`] + `b`');
    const words = tokensOf(plain('o["![i](http://e/p.png)"] must be <b> & *c*')).filter(({ type }) => /^text/.test(type));
    assert.equal(words.map(({ content }) => content).join(''), 'o["![i](http://e/p.png)"] must be <b> & *c*');
  });

  it('is nothing else in a whole hover, in names, conditions, labels and values', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (name, value, text) => {
        const unfolding = (label: string, show: string) => {
          const environment = { [name]: { show, min: null, max: null, integer: false, nan: false } };
          return { label, calls: [], reachable: environment, good: environment };
        };
        const states = [{ unfoldings: [unfolding(text, value), unfolding(value, `${text} `)] }];
        const report: FunctionReport = {
          ...{
            name,
            file: text,
            span,
            root: true,
            requires: compare(named(`o[${JSON.stringify(text)}]`), '===', literal(value)),
            inBounds: asTest(text),
            assumes: [],
          },
          ...{ accesses: { total: 1, proven: 0 }, complete: true },
        };
        const hover = hoverOf(
          { name, form: 'variable', span: { start: 0, end: 1 }, declaration: null, statePlaces: [0], isInAssertion: false },
          { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
          states as unknown as Parameters<typeof hoverOf>[2],
          report,
          { integers: false },
        );
        assert.ok(hover !== null && typeof hover.contents === 'object' && 'value' in hover.contents);
        assertHarmless(hover.contents.value);
        assertHarmless(conditionLine(asTest(text), { integers: false }));
      }),
    );
  });

  it('is no icon, link or line break in a label, and nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        assert.doesNotMatch(label(text), /\$\(|\]\(|[\n\r\u2028\u2029\x1b\x07]/);
        // Control characters are what this is about.
        assert.equal(
          [...printable(text)].every((sign) => sign === '\t' || (sign >= ' ' && !(sign >= '\x7f' && sign < '\xa0'))),
          true,
        );
      }),
    );
    assert.equal(label('fails if o["$(bug)"] > 1'), 'fails if o["$\u200b(bug)"] > 1');
  });
});
