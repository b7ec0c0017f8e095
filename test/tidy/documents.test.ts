import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeFiles, projectFiles, read, root } from './files.js';
import { sentencesOf, wordsOf } from './prose.js';

const documents = projectFiles.filter((file) => /^(README|ARCHITECTURE|CONTRIBUTING|(docs|examples)\/.+)\.md$/.test(file));
const mostWords = { sentence: 35, architecture: 1600, change: 35 };

describe('documents', () => {
  it(`have no sentence of more than ${mostWords.sentence} words`, () => {
    const long = documents.flatMap((file) =>
      sentencesOf(read(file))
        .filter((sentence) => wordsOf(sentence).length > mostWords.sentence)
        .map((sentence) => `${file}: ${wordsOf(sentence).length} words: ${sentence}`),
    );
    assert.deepEqual(long, []);
  });

  it(`are read in ten minutes: ARCHITECTURE.md has at most ${mostWords.architecture} words`, () => {
    const count = wordsOf(read('ARCHITECTURE.md')).length;
    assert.ok(count <= mostWords.architecture, `${count} words`);
  });

  it(`keep changes short: no entry of CHANGELOG.md has more than ${mostWords.change} words`, () => {
    const entries = read('CHANGELOG.md').split(/\n(?=[-#]|\n)/);
    const long = entries.filter((entry) => wordsOf(entry).length > mostWords.change);
    assert.deepEqual(long, []);
    assert.match(read('CHANGELOG.md'), /^## \[Unreleased\]$[^]*^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/m);
  });

  it('name files and folders that exist, by whole paths', () => {
    const missing = documents.flatMap((file) =>
      pathsIn(read(file))
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    );
    assert.deepEqual(missing, []);
  });

  it('are all linked from README.md or ARCHITECTURE.md', () => {
    const pages = documents.filter((file) => file.startsWith('docs/'));
    const links = `${read('README.md')}${read('ARCHITECTURE.md')}`;
    assert.deepEqual(
      pages.filter((page) => !links.includes(`](${page})`)),
      [],
    );
  });

  it('are cited by headings that they have', () => {
    const wrong = codeFiles.flatMap((file) =>
      citationsIn(read(file))
        .filter(({ page, heading }) => !existsSync(join(root, page)) || (heading !== null && !headingsOf(read(page)).includes(heading)))
        .map(({ page, heading }) => `${file}: ${page}, ${heading ?? 'no heading'}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('answer thirty questions about where something is: docs/whereIs.md', () => {
    const page = read('docs/whereIs.md');
    const numbers = [...Array(30).keys()].map((index) => index + 1);
    const questions = numbers.filter((number) => new RegExp(`^${number}\\. .*\\?`, 'm').test(page));
    const answers = numbers.filter((number) => new RegExp(`^\\| ${number} \\| \`[^\`]+\` \\| .+ \\|$`, 'm').test(page));
    assert.deepEqual([questions, answers], [numbers, numbers]);
  });

  it('name types and functions that exist: docs/GLOSSARY.md', () => {
    const exported = new Set(codeFiles.flatMap((file) => exportsOf(read(file))));
    const unknown = glossaryNames(read('docs/GLOSSARY.md')).filter((name) => !exported.has(name));
    assert.deepEqual(unknown, []);
  });
});

describe('sentences of a document', () => {
  it('end at full stops, cells of tables and list items; code is none', () => {
    const text =
      '# Title\n\nOne is here. Two `a.b. c` is\nhere, too.\n\n- Three\n- Four (see [page](page.md))\n\n| five | six |\n|---|---|\n\n```\nno text\n```\n';
    assert.deepEqual(sentencesOf(text), ['Title', 'One is here.', 'Two `a.b. c` is here, too.', 'Three', 'Four (see page)', 'five', 'six']);
  });

  it('count code between backticks as one word', () => {
    assert.equal(wordsOf('Two `a b c` words').length, 3);
  });
});

/** The paths from the root of the repository that a document names as code. What has a star or braces stands for several files, and is none. */
function pathsIn(text: string): readonly string[] {
  const folders = 'server|adapter|extension|test|scripts|docs|examples|media|syntaxes';
  return [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)\``, 'g'))].map(([, path = '']) => path);
}

/** The pages that comments cite, with a heading in quotes behind a comma or without one; also over two lines. */
function citationsIn(text: string): readonly { readonly page: string; readonly heading: string | null }[] {
  const joined = text.replace(/\n\s*(?:\*|\/\/) /g, ' ');
  return [...joined.matchAll(/\b(docs\/\w+\.md)(?:, "([^"\n]+)")?/g)].map(([, page = '', heading = null]) => ({ page, heading }));
}

const headingsOf = (page: string): readonly string[] => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** The names in the last column of the glossary's tables. */
function glossaryNames(text: string): readonly string[] {
  const cells = text.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|').at(-2) ?? ''] : []));
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

function exportsOf(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:async )?(?:interface|type|class|const|function\*?) (\w+)/gm)].map(([, name = '']) => name);
}
