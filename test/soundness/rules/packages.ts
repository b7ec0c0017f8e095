import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';
import { install } from '../packages/install.js';

/**
 * `npm run rules:packages`: rules written from the documentation of five npm packages, held while the examples of that documentation run. It prints
 * what docs/rulesOfPackages.md tells of, and fails where something else is found.
 */

/** Pinned: what a version breaks another may keep. */
const versions = {
  'sorted-btree': '2.1.0',
  eventemitter3: '5.0.4',
  'generic-pool': '3.9.0',
  'lru-cache': '10.4.3',
  'javascript-state-machine': '3.1.0',
};

/** The rules that do not hold, by the file that has them. */
const broken: Readonly<Record<string, readonly string[]>> = {
  sortedBtree: ['valueForEachKey'],
  eventemitter3: ['onceIsGone'],
  genericPool: ['lentIsNotIdle', 'oneObjectOneResource'],
  lruCache: [],
  stateMachine: ['noneIsPending'],
};

interface Watched {
  readonly rules: readonly { readonly name: string; readonly fired: number; readonly fault: string | null; readonly complete: boolean }[];
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly file: string; readonly line: number }[];
}

const examples = join(root, 'examples/rules/packages');
const folder = join(root, '.cache/rulesOfPackages');

function watched(name: string): Watched {
  const args = [join(root, 'dist/whence.js'), 'watch', '--json', '--rules', `${name}.rules.ts`, '--', `${name}.cjs`];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (stdout === '') throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout) as Watched;
}

install(folder, 'rules-of-packages', versions, '');
for (const file of readdirSync(examples)) cpSync(join(examples, file), join(folder, file));
let failures = 0;
for (const [name, expected] of Object.entries(broken)) {
  const { rules, findings } = watched(name);
  for (const { name: rule, fired, fault, complete } of rules) {
    const own = findings.filter((finding) => finding.rule === rule);
    const [first] = own;
    const told = own.length > 0 || fired > 0;
    const isAsExpected = fault === null && complete && told === expected.includes(rule);
    if (!isAsExpected) failures++;
    const result = fault ?? (told ? `broken at ${first?.file}:${first?.line}: ${first?.message} (${own.length} findings)` : 'holds');
    console.log(`${isAsExpected ? ' ' : '!'} ${name} ${rule}: ${result}`);
  }
}
console.log(failures === 0 ? 'All as docs/rulesOfPackages.md says.' : `${failures} rules are not as docs/rulesOfPackages.md says.`);
process.exitCode = failures === 0 ? 0 : 1;
