import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../median.js';
import { table } from '../speed/table.js';

/** What one update of a join costs when there are ten thousand objects, and a million. */

const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));
const sizes = [10_000, 1_000_000] as const;
const runs = 3;

/** Joins that find few: by a field, and by what a container holds. */
const joins = {
  'two fields': 'm.parent === n && m.level < n.level',
  'a container and a field': 'n.kids.has(m) && m.parent !== n',
} as const;

/** What is changed, and back: `o` is one object, `p` another. */
const updates = {
  'two fields': 'o.parent = p;',
  'a container and a field': 'if (p.kids.has(o)) p.kids.delete(o); else { o.parent = p; p.kids.add(o); }',
} as const;

/** Times a thousand updates at once, a hundred times, and tells the median of one, in microseconds. */
const program = (size: number, join: keyof typeof joins): string => `
const noKids = new Set();
class Node { constructor(level) { this.level = level; this.parent = null; this.kids = ${join === 'two fields' ? 'noKids' : 'level < 2000 ? new Set() : noKids'}; } }
const all = (globalThis.all = []);
for (let n = 0; n < ${size}; n++) all.push(new Node(n));
const some = Array.from({ length: 1000 }, (_, n) => [all[n + 1000], all[n]]);
const update = (o, p) => { ${updates[join]} };
const times = [];
for (let batch = 0; batch < 120; batch++) {
  const began = process.hrtime.bigint();
  for (let n = 0; n < some.length; n++) update(some[n][0], ${join === 'two fields' ? 'batch % 2 === 0 ? some[n][1] : null' : 'some[n][1]'});
  if (batch >= 20) times.push(Number(process.hrtime.bigint() - began) / 1000 / some.length);
}
require('node:fs').writeFileSync(process.env.WHENCE_BENCH_USAGE, JSON.stringify(times.sort((a, b) => a - b)[times.length >> 1]));
module.exports = { Node };
`;

/** Prints what an update costs, without rules and under them, at both sizes. */
export function printRuleUpdates(print: (text: string) => void): void {
  print('An update of a join, in microseconds (medians); wanted: under 1, and at a million objects at most twice that at ten thousand\n\n');
  const rows = (Object.keys(joins) as (keyof typeof joins)[]).map((join) => {
    const [few, many] = sizes.map((size) => timesOf(size, join));
    const slope = ((many?.ours ?? NaN) / (few?.ours ?? NaN)).toFixed(2);
    return [join, ...[few, many].flatMap((time) => [shown(time?.plain), shown(time?.ours)]), slope];
  });
  const columns = sizes.flatMap((size) => [`plain at ${size.toLocaleString('en')}`, `ours at ${size.toLocaleString('en')}`]);
  print(table(['join', ...columns, 'times'], rows));
}

const shown = (time = NaN): string => time.toFixed(2);

function timesOf(size: number, of: keyof typeof joins): { readonly plain: number; readonly ours: number } {
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-updates-'));
  const told = join(folder, 'told.json');
  const rules = `import { extent, rule } from 'whence/rules';\nimport { Node } from './main.cjs';
export const joined = rule({ check: 'change', foreach: { n: extent(Node), m: extent(Node) }, where: ({ n, m }) => ${joins[of]} });\n`;
  try {
    writeFileSync(join(folder, 'main.cjs'), program(size, of));
    writeFileSync(join(folder, 'main.rules.ts'), rules);
    const once = (args: readonly string[]): number => {
      const env = { ...process.env, WHENCE_BENCH_USAGE: told };
      execFileSync(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
      return JSON.parse(readFileSync(told, 'utf8')) as number;
    };
    const times = Array.from({ length: runs }, () => ({
      plain: once(['main.cjs']),
      ours: once([whence, 'watch', '--rules', 'main.rules.ts', '--no-sweep', '--timeout', '600', '--', 'main.cjs']),
    }));
    return { plain: median(times.map(({ plain }) => plain)), ours: median(times.map(({ ours }) => ours)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
