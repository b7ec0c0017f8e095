/** The sentences of a page in Markdown: headings, list items and cells of tables are sentences, too; blocks of code are none. */
export function sentencesOf(page: string): readonly string[] {
  const text = page
    .replace(/^(`{3,})[\s\S]*?^\1/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return blocksOf(text).flatMap(splitSentences);
}

/** The words of a text: what stands between spaces and has a letter or a digit. Code between backticks is one word. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replace(/`[^`\n]+`/g, 'code')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Paragraphs, headings, list items and cells, each on one line. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const content = line.trim().replace(/^>\s*/, '');
    const begins = /^(#+|[-*]|\d+\.)\s+(.*)/.exec(content);
    if (content.startsWith('|')) blocks.push(...cellsOf(content));
    else if (begins !== null) blocks.push(begins[2] ?? '');
    else if (content !== '' && isOpen) blocks.push(`${blocks.pop() ?? ''} ${content}`);
    else if (content !== '') blocks.push(content);
    isOpen = content !== '' && !content.startsWith('|') && !content.startsWith('#');
  }
  return blocks;
}

function cellsOf(row: string): readonly string[] {
  if (/^[|:\s-]+$/.test(row)) return [];
  const hidden = row.replace(/`[^`]*`/g, (code) => code.replaceAll('|', '\u0000'));
  return hidden
    .split('|')
    .map((cell) => cell.replaceAll('\u0000', '|').trim())
    .filter((cell) => cell !== '');
}

/** A sentence ends at a full stop, a question mark or an exclamation mark that stands before a space, and not within code. */
function splitSentences(block: string): readonly string[] {
  const codes: string[] = [];
  const hidden = block.replace(/`[^`]+`/g, (code) => `\u0001${codes.push(code) - 1}\u0002`);
  return hidden
    .split(/(?<=[.?!][)"”*]*)\s+/)
    .map((sentence) => sentence.replace(/\u0001(\d+)\u0002/g, (_, index: string) => codes[Number(index)] ?? ''))
    .filter((sentence) => sentence !== '');
}
