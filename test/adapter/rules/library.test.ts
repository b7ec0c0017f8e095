import assert from 'node:assert/strict';
import { watched } from '../../support/watching.js';

const model = `class Node {
  constructor(name) { this.name = name; this.kids = new Set(); this.up = null; this.list = [1]; }
  add(kid) { this.kids.add(kid); kid.up = this; }
}
class Ftp { async cwd(d) { await null; } list() { return 1; } open() {} }
module.exports = { Node, Ftp };
`;

const program = `const { Node, Ftp } = require('./model.js');
const [a, b, c] = globalThis.all = [new Node('a'), new Node('b'), new Node('c')];
a.add(b);
c.kids.add(b);
c.kids.delete(b);
b.up = null;
b.up = a; a.up = c; c.up = b;
a.list.push('x');
const f = globalThis.f = new Ftp(), g = new Ftp();
f.list();
f.open();
f.cwd('x'); g.list(); f.list();
const list = [1, 2, 3];
let i = 0;
i = 2;
list.length = 1;
list.push(5);
list.pop();
console.log(list[i]);
console.log(list[i++]);
`;

const rules = `import { acyclic, becameInevitable, elementsAre, inOrder, inverse, notWhile, oneOwner, other } from 'whence/rules/library';
import { Node, Ftp } from './model.js';
export const owner = oneOwner(Node, (n) => n.kids);
export const noCycle = acyclic(Node, ({ n }) => n.up);
export const both = inverse(
  Node,
  (n) => n.kids,
  Node,
  (m) => m.up,
);
export const numbers = elementsAre(Node, (n) => n.list, 'number');
export const noListWhileCwd = notWhile((x: Ftp) => x.list(), (x: Ftp, d: string) => x.cwd(d));
export const openFirst = inOrder((x: Ftp) => x.open(), (x: Ftp) => x.list());
export const since = becameInevitable({ file: 'prog.js', line: 19 });
export const unknown = other(1);
export const short = oneOwner(Node);
export const counted = becameInevitable({ file: 'prog.js', line: 20 });
`;

describe('the library of rules', () => {
  it('has owners, cycles, inverse fields, types of elements, order of calls, and since when an access was lost', async () => {
    const { told, rules: found } = await watched(program, rules, { files: { 'model.js': model }, options: { sweepPauseMs: 0 } });
    assert.deepEqual(told, [
      'owner: Node#2 belongs to Node#1 and to Node#3 @ prog.js:4 #1',
      'owner: Node#2 belongs to Node#3 and to Node#1 @ prog.js:4 #1',
      'both: Node#3 and Node#2 do not agree @ prog.js:4 #1',
      'both: Node#1 and Node#2 do not agree @ prog.js:6 #1',
      'both: Node#3 and Node#1 do not agree @ prog.js:7 #1',
      'noCycle: Node#3 leads to itself @ prog.js:7 #1',
      'noCycle: Node#1 leads to itself @ prog.js:7 #1',
      'noCycle: Node#2 leads to itself @ prog.js:7 #1',
      'both: Node#2 and Node#3 do not agree @ prog.js:7 #1',
      'numbers: Node#1 holds x which is no number @ prog.js:8 #1',
      'openFirst: list before open on Ftp#4 @ prog.js:10 #1',
      'openFirst: list before open on Ftp#5 @ prog.js:12 #1',
      'noListWhileCwd: list while cwd is outstanding on Ftp#4 @ prog.js:12 #1',
      'since: inevitable since prog.js:16 @ prog.js:19 #1',
      'counted: read outside of its list: since which update cannot be told @ prog.js:20 #1',
    ]);
    assert.deepEqual(
      found.flatMap(({ name, line, fault }) => (fault === null ? [] : [`${name} ${line}: ${fault}`])),
      [
        'unknown 15: line 15: whence/rules/library has no "other": it has oneOwner, acyclic, inverse, elementsAre, notWhile, inOrder, becameInevitable.',
        'short 16: line 16: oneOwner needs 2 arguments or more.',
      ],
    );
    assert.deepEqual(
      found.map(({ line }) => line),
      [3, 4, 5, 11, 12, 13, 14, 15, 16, 17],
    );
  });

  it('counts no call as outstanding when it begins', async () => {
    const { told } = await watched(
      `const { Ftp } = require('./model.js');
const f = globalThis.f = new Ftp(), g = globalThis.g = new Ftp();
f.cwd('a'); g.cwd('b');
f.cwd('c');
setTimeout(() => f.cwd('d'), 5);
`,
      `import { notWhile } from 'whence/rules/library';
import { Ftp } from './model.js';
export const oneByOne = notWhile((x: Ftp, d: string) => x.cwd(d), (x: Ftp, d: string) => x.cwd(d));
`,
      { files: { 'model.js': model } },
    );
    assert.deepEqual(told, ['oneByOne: cwd while cwd is outstanding on Ftp#1 @ prog.js:4 #1']);
  });
});
