import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One test of test262: its text, and what its front matter says of how it is run. */
export interface SuiteTest {
  readonly path: string;
  readonly text: string;
  readonly includes: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** The error that it must end with. */
  readonly negative: { readonly isRuntime: boolean; readonly type: string } | null;
}

/** How a test is run; a script that says nothing is run twice. */
export type Variant = 'sloppy' | 'strict' | 'module';

/** The tests in a folder and below, in the order of their names; what they import is none. */
export function testsBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return testsBelow(path);
      return name.endsWith('.js') && !name.includes('_FIXTURE') ? [path] : [];
    });
}

export function readTest(path: string): SuiteTest {
  const text = readFileSync(path, 'utf8');
  const front = /\/\*---([\s\S]*?)---\*\//.exec(text)?.[1] ?? '';
  const negative = /^negative:\s*\r?\n((?:[ \t]+.*\r?\n?)+)/m.exec(front)?.[1];
  return {
    path,
    text,
    includes: listIn(front, 'includes'),
    flags: new Set(listIn(front, 'flags')),
    negative:
      negative === undefined
        ? null
        : { isRuntime: /phase:\s*runtime/.test(negative), type: /type:\s*(\w+)/.exec(negative)?.[1] ?? 'Error' },
  };
}

/** A list of the front matter: in brackets, or a line for each. */
function listIn(front: string, name: string): readonly string[] {
  const inline = new RegExp(`^${name}:\\s*\\[([^\\]]*)\\]`, 'm').exec(front)?.[1];
  const lines = new RegExp(`^${name}:\\s*\\r?\\n((?:[ \\t]+-.*\\r?\\n?)+)`, 'm').exec(front)?.[1];
  const items = inline === undefined ? (lines ?? '').split('\n').map((line) => line.replace(/^\s*-/, '')) : inline.split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

export function variantsOf({ flags }: SuiteTest): readonly Variant[] {
  if (flags.has('module')) return ['module'];
  if (flags.has('onlyStrict')) return ['strict'];
  return flags.has('noStrict') || flags.has('raw') ? ['sloppy'] : ['sloppy', 'strict'];
}
