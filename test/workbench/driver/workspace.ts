import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeFolder, runFolder } from '../../../scripts/workbench/runs.mjs';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));

/** A folder to be opened in a workbench: a copy of the examples, and what a test adds. */
export class Workspace {
  readonly folder: string;

  constructor(files: Readonly<Record<string, string>> = {}, settings: Readonly<Record<string, unknown>> = {}) {
    this.folder = join(runFolder('workspace'), 'examples');
    this.reset(files);
    if (Object.keys(settings).length > 0) this.write('.vscode/settings.json', JSON.stringify(settings));
  }

  /** As it was new, with other files: who watches the folder sees it change, and not vanish. */
  reset(files: Readonly<Record<string, string>> = {}): void {
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true, force: true });
    cpSync(examples, this.folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  remove(): void {
    removeFolder(dirname(this.folder));
  }
}
