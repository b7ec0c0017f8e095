import type { Study } from './studies.js';

/** Figure 4: lists that a parser of npm has made are gone through by an index; the rule knows from which update on an access is out of range. */
export const causeStudy: Study = {
  name: 'cause of an exception',
  part: 'rulesCause',
  bar: 1.5,
  packages: [{ name: '@xmldom/xmldom', version: '0.9.12' }],
  hasServer: false,
  program: `const { DOMParser } = require('@xmldom/xmldom');
const item = (n) => '<item id="' + n + '"><name>n' + n + '</name><price>' + n % 97 + '</price></item>';
const text = '<list>' + Array.from({ length: 400 }, (_, n) => item(n)).join('') + '</list>';
let total = 0;
let list = [];
let index = 0;
for (let round = 0; round < 40; round++) {
  const { documentElement } = new DOMParser().parseFromString(text, 'text/xml');
  list = [];
  for (let at = documentElement.firstChild; at !== null; at = at.nextSibling) list.push(at.textContent);
  index = 0;
  while (index < list.length) {
    total += list[index].length;
    index++;
  }
}
if (total === 0) throw new Error('nothing was read');
`,
  rules: `import { changes, here, match, of, report, rule } from 'whence/rules';
let list: unknown[] | null = null;
let index: number | null = null;
let since: string | null = null;
const look = (place: string): void => {
  const isBad = list !== null && index !== null && index >= list.length;
  if (!isBad) since = null;
  else since ??= place;
};
export const inevitable = rule({
  metavariables: { L: of<unknown[]>(), R: of<number>() },
  at: [
    changes(({ L }) => L, { after: ({ L }) => { list = L; look(here); } }),
    changes(({ R }) => R, { after: ({ R }) => { index = R; look(here); } }),
    match(({ L, R }) => L[R], { in: { file: 'main.cjs', line: 13 }, before: ({ L, R }) => { if (R >= L.length) report('inevitable since', since); } }),
  ],
});
`,
  byHand: null,
  objects: null,
};
