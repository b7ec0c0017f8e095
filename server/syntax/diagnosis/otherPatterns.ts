/** A text that a literal may have been meant to be, with its size. */
export interface OtherText {
  readonly text: string;
  readonly size: number;
}

const flags = ['g', 'i', 'm', 's', 'u'];

/** The patterns that a regular expression may have been meant to be: other flags, other repetitions, anchors that lack or are too many. */
export function otherPatterns(literal: string): readonly OtherText[] {
  const end = literal.lastIndexOf('/');
  const [pattern, own] = [literal.slice(1, end), literal.slice(end + 1)];
  const others: OtherText[] = flags.map((flag) => ({
    text: `/${pattern}/${own.includes(flag) ? own.replace(flag, '') : own + flag}`,
    size: flag === 'g' || flag === 'i' ? 1 : 1.3,
  }));
  const become = (text: string, size: number): void => void others.push({ text: `/${text}/${own}`, size });
  const at = (offset: number, length: number, by: string): string => pattern.slice(0, offset) + by + pattern.slice(offset + length);
  for (const { offset, text } of piecesOf(pattern)) {
    if (repetitions.includes(text)) for (const other of repetitions.filter((each) => each !== text)) become(at(offset, 1, other), 1.3);
    const opposite = opposites.get(text);
    if (opposite !== undefined) become(at(offset, text.length, opposite), 1.3);
    if (text === '.') become(at(offset, 1, '\\.'), 1.3);
    if (text === '\\.') become(at(offset, 2, '.'), 1.3);
    // An atom that is not repeated.
    if (/^(?:\\[dDwWsS]|\]|\)|\.)$/.test(text) && !/^[*+?{]/.test(pattern.slice(offset + text.length)))
      for (const each of repetitions) become(at(offset + text.length, 0, each), 1.5);
  }
  for (const anchored of anchors(pattern)) become(anchored, 1.4);
  return others.filter(({ text }) => text !== literal && !text.startsWith('//') && isPattern(text));
}

const repetitions = ['*', '+', '?'];
const opposites: ReadonlyMap<string, string> = new Map([
  ['\\d', '\\D'],
  ['\\D', '\\d'],
  ['\\w', '\\W'],
  ['\\W', '\\w'],
  ['\\s', '\\S'],
  ['\\S', '\\s'],
  ['[', '[^'],
  ['[^', '['],
]);

/** What stands outside of classes, and their brackets. */
function* piecesOf(pattern: string): Generator<{ readonly offset: number; readonly text: string }> {
  let isInClass = false;
  for (let offset = 0; offset < pattern.length; offset++) {
    const rest = pattern.slice(offset);
    const text = /^(?:\\.|\[\^|.)/su.exec(rest)?.[0] ?? '';
    if (!isInClass || text === ']') yield { offset, text };
    if (text === '[' || text === '[^') isInClass = true;
    if (text === ']') isInClass = false;
    offset += text.length - 1;
  }
}

/** The text at the start or end of a pattern (or both) with an anchor more or less. */
export const anchoredTexts = (text: string, isFirst: boolean, isLast: boolean): readonly string[] => [
  ...(isFirst ? [text.startsWith('^') ? text.slice(1) : `^${text}`] : []),
  ...(isLast ? [/(?<!\\)\$$/.test(text) ? text.slice(0, -1) : `${text}$`] : []),
];

function anchors(pattern: string): readonly string[] {
  const hasStart = pattern.startsWith('^');
  const hasEnd = /(?<!\\)\$$/.test(pattern);
  const withStart = hasStart ? pattern : `^${pattern}`;
  return [
    hasStart ? pattern.slice(1) : withStart,
    hasEnd ? pattern.slice(0, -1) : `${pattern}$`,
    ...(hasStart || hasEnd ? [] : [`${withStart}$`]),
  ];
}

/** Whether a text is a regular expression that can be made. */
function isPattern(text: string): boolean {
  const end = text.lastIndexOf('/');
  try {
    return new RegExp(text.slice(1, end), text.slice(end + 1)) instanceof RegExp;
  } catch {
    return false;
  }
}
