import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is said of `f`, with the gate. */
const said = (text: string): readonly string[] =>
  checkText(`export function ${text}`, { gate: true }, [], 'program.ts').findings.map(({ message }) => message);

const loop = (body: string): string => `f(text: string) { let i = 0; while (i < text.length) { ${body} } return i; }`;

describe('a loop over a text that does not always move on', () => {
  const found: readonly (readonly [text: string, condition: string])[] = [
    [loop("if (text[i] === ' ') i++;"), 'text.length > 0 && text[0] !== " "'],
    [loop('if (text.charCodeAt(i) === 32) i++;'), 'text.length > 0 && text.charCodeAt(0) !== 32'],
    [
      loop("if (/\\s/.test(text[i])) { i++; continue; } if (text[i] === 'a') i++;"),
      'text.length > 0 && !/\\s/.test(text[0]) && text[0] !== "a"',
    ],
    ['f(list: number[]) { let i = 0; while (i < list.length) { if (list[i] > 3) i++; } return i; }', 'list.length > 0 && !(list[0] > 3)'],
  ];
  for (const [text, condition] of found)
    it(`is told where it begins: ${text}`, () => {
      assert.deepEqual(said(text), [`f fails if ${condition}: it does not end.`]);
    });

  const good: readonly string[] = [
    loop("if (text[i] === ' ') i++; else i += 2;"),
    loop("if (text[i] === ' ') { i++; continue; } break;"),
    loop("const at = i; while (text[i] === ' ') i++; if (i === at) i++;"),
    loop("if (text[i] === ' ') i++; else text = text.slice(1);"),
    "f(text: string) { let i = 0; let tries = 0; while (i < text.length) { if (text[i] === ' ') i++; else if (tries++ > 3) return -1; } return i; }",
    'f(list: number[]) { let i = 0; while (i < list.length) { if (list[i] > 3) i++; else list[i] = 4; } return i; }',
    'f(list: number[]) { let i = 0; while (i < list.length) { if (list[i] > 3) i++; else list.pop(); } return i; }',
    'f(next: () => number, n: number) { let i = 0; while (i < n) { if (next() > 3) i++; } return i; }',
  ];
  for (const text of good)
    it(`is not said of one that does: ${text}`, () => {
      assert.deepEqual(said(text), []);
    });
});
