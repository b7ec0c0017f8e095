import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRulesFile } from '../../server/rules/rulesFile.js';

/** So many folders are looked through. */
const mostFolders = 20_000;

/** Every rules file below a folder, in the order of their paths; what packages bring along is left out. */
export function rulesFilesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let at = 0; at < pending.length && at < mostFolders; at++) {
    const here = pending[at] ?? '';
    let entries;
    try {
      entries = readdirSync(here, { withFileTypes: true });
    } catch {
      continue; // a folder that nobody may read has no rules of ours
    }
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) pending.push(join(here, entry.name));
      if (entry.isFile() && isRulesFile(entry.name)) found.push(join(here, entry.name));
    }
  }
  return found.sort();
}
