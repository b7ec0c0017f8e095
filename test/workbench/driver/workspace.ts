import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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

  /** As it was new, with other files: what is the same is not touched, since the window watches the folder. */
  reset(files: Readonly<Record<string, string>> = {}): void {
    const isWanted = (name: string): boolean => name in files || existsSync(join(examples, name));
    for (const name of filesIn(this.folder)) if (!isWanted(name)) rmSync(join(this.folder, name));
    for (const name of filesIn(examples)) this.update(name, readFileSync(join(examples, name)));
    for (const [name, text] of Object.entries(files)) this.update(name, Buffer.from(text));
  }

  private update(name: string, content: Buffer): void {
    const file = join(this.folder, name);
    if (existsSync(file) && readFileSync(file).equals(content)) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
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

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
