import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeFolder, runFolder } from '../../../scripts/workbench/runs.mjs';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));

/** A folder to be opened in a workbench: a copy of the examples, and what a test adds. */
export class Workspace {
  readonly folder: string;

  constructor(files: Readonly<Record<string, string>> = {}, settings: Readonly<Record<string, unknown>> = {}) {
    this.folder = join(runFolder('workspace'), 'examples');
    cpSync(examples, this.folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    if (Object.keys(settings).length > 0) this.write('.vscode/settings.json', JSON.stringify(settings));
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
