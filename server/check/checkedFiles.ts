import type { CheckHost } from './check.js';
import type { CheckSettings, FileCheck } from './checkFile.js';
import { reportPath } from '../findings/reportPath.js';
import type { ModuleIr } from '../ir/program.js';
import { Project } from './project.js';
import { DocumentSession } from './session.js';

/** A file that was checked, of which more can be asked. */
export interface CheckedFile {
  readonly text: string;
  /** As reports name it. */
  readonly shown: string;
  readonly check: FileCheck;
  readonly session: DocumentSession;
}

/** Files of one working directory that are checked once for each of their texts, whatever is asked of them. */
export class CheckedFiles {
  readonly project: Project;
  private readonly files = new Map<string, CheckedFile & { readonly settings: CheckSettings }>();

  constructor(
    private readonly host: CheckHost,
    readonly cwd: string,
  ) {
    this.project = new Project(host, cwd);
  }

  /** Throws when the file (absolute) cannot be read. */
  checked(file: string, settings: CheckSettings): CheckedFile {
    const text = this.host.readFile(file);
    const known = this.files.get(file);
    if (known?.text === text && JSON.stringify(known.settings) === JSON.stringify(settings)) return known;
    const shown = reportPath(this.cwd, file);
    const session = new DocumentSession(shown, this.project.file(file));
    const check = session.check(text, settings, { cancelled: () => false });
    if (check === null) throw new Error(`${shown}: The check was cancelled.`);
    const checked = { text, shown, check, session, settings };
    this.files.set(file, checked);
    return checked;
  }

  /** The program of a file and what it imports, without a check; its own variables have the first numbers. Throws when the file (absolute) cannot be read, or is no program. */
  linked(file: string): { readonly module: ModuleIr; readonly ownVariables: number; readonly shown: string } {
    const shown = reportPath(this.cwd, file);
    const own = this.project.file(file);
    const lowered = own.lower(this.host.readFile(file));
    if (lowered.kind !== 'module') throw new Error(`${shown}: The program has a syntax error, or is too large.`);
    return { module: own.link(lowered.module), ownVariables: lowered.module.variables.length, shown };
  }
}
