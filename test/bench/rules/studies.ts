import { causeStudy } from './causeStudy.js';
import { ftpStudy } from './ftpStudy.js';

/** A program, and rules that hold in it: what they cost is all that is looked at. */
export interface Study {
  readonly name: string;
  /** The name by which the bench runs it alone, with others of the name. */
  readonly part: string;
  /** What it may cost at most, in times the plain run; null where none is set. */
  readonly bar: number | null;
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  /** Whether it talks to the server of `ftpServer.mjs`. */
  readonly hasServer: boolean;
  readonly program: string;
  readonly rules: string;
  /** How the library looks at the same by hand; null where nobody would. */
  readonly byHand: {
    /** In `node_modules`. */
    readonly file: string;
    /** What stands before its text. */
    readonly begin: string;
    readonly changes: readonly (readonly [find: RegExp, put: string])[];
  } | null;
  /** How many objects are in its extents at the end, where their size is measured. */
  readonly objects: number | null;
}

/** Documents are parsed by a parser of npm, and nodes move in them. */
const xmlDom = `const { DOMParser } = require('@xmldom/xmldom');
const item = (n) => '<item id="' + n + '"><name>n' + n + '</name><price>' + n % 97 + '</price></item>';
const text = '<list>' + Array.from({ length: 400 }, (_, n) => item(n)).join('') + '</list>';
let seen = 0;
for (let round = 0; round < 40; round++) {
  const { documentElement } = new DOMParser().parseFromString(text, 'text/xml');
  for (let n = 0; n < 200; n++) documentElement.appendChild(documentElement.firstChild);
  seen += documentElement.childNodes.length;
}
if (seen !== 16000) throw new Error(String(seen));
`;

const xmlParser = [{ name: '@xmldom/xmldom', version: '0.9.12' }];
const words = `import { extent, rule } from 'whence/rules';\n`;
const elements = `${words}import { Element } from '@xmldom/xmldom';\n`;

const objects = 200_000;
const made = (body: string): string => `class Node { constructor() { ${body} } }
const all = (globalThis.all = []);
for (let n = 0; n < ${objects}; n++) all.push(new Node());
module.exports = { Node };
`;

const domFile = '@xmldom/xmldom/lib/dom.js';
const stores = (name: string): RegExp => new RegExp(`((?:\\w+\\.)*\\w+)\\.${name} = [^;]+;`, 'g');

/** No element is its own parent: looked at behind each store. */
const byHandParent: Study['byHand'] = {
  file: domFile,
  begin: `const looked = (m) => { if (m instanceof Element && m.parentNode === m) throw new Error('own parent'); };\n`,
  changes: [[stores('parentNode'), '$& looked($1);']],
};

/** No child is the first of two elements, nor of itself: who has it is kept by the child. */
const byHandChild: Study['byHand'] = {
  file: domFile,
  begin: `const firstOf = new Map();
const looked = (a) => {
  if (!(a instanceof Element)) return;
  const c = a.firstChild;
  if (c === a) throw new Error('own child');
  if (c === null || c === undefined) return;
  const b = firstOf.get(c);
  if (b !== undefined && b !== a && b.firstChild === c && c.parentNode !== a && c.parentNode !== b) throw new Error('shared child');
  firstOf.set(c, a);
};
`,
  changes: [[stores('firstChild'), '$& looked($1);']],
};

export const studies: readonly Study[] = [
  {
    name: 'XML DOM, valid parent',
    part: 'rulesXml',
    bar: 1.4,
    packages: xmlParser,
    hasServer: false,
    program: xmlDom,
    rules: `${elements}export const validParent = rule({ check: 'change', foreach: { n: extent(Element), m: extent(Element) },
  where: ({ n, m }) => m.parentNode === n && m === n });\n`,
    byHand: byHandParent,
    objects: null,
  },
  {
    name: 'XML DOM, no shared and no own child',
    part: 'rulesXml',
    bar: 1.5,
    packages: xmlParser,
    hasServer: false,
    program: xmlDom,
    rules: `${elements}export const noShared = rule({ check: 'change', foreach: { a: extent(Element), b: extent(Element), c: extent(Element) },
  where: ({ a, b, c }) => a.firstChild === c && b.firstChild === c && a !== b && c.parentNode !== a && c.parentNode !== b });
export const noOwn = rule({ check: 'change', foreach: { n: extent(Element) }, where: ({ n }) => n.firstChild === n });\n`,
    byHand: byHandChild,
    objects: null,
  },
  ftpStudy,
  causeStudy,
  {
    name: `${objects / 1000},000 objects`,
    part: 'rulesObjects',
    bar: null,
    packages: [],
    hasServer: false,
    byHand: null,
    program: made('this.size = 1;'),
    rules: `${words}import { Node } from './main.cjs';
export const some = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.size < 0 });\n`,
    objects,
  },
  {
    name: 'the same with a container each',
    part: 'rulesObjects',
    bar: null,
    packages: [],
    hasServer: false,
    byHand: null,
    program: made('this.kids = new Set(); this.parent = null;'),
    rules: `${words}import { Node } from './main.cjs';
export const known = rule({ check: 'change', foreach: { n: extent(Node), m: extent(Node) }, where: ({ n, m }) => n.kids.has(m) && m.parent !== n });\n`,
    objects,
  },
];
