import type { CheckControl, CheckSettings, FileCheck } from '../check/checkFile.js';
import { readIfThere } from '../files/regularFile.js';
import type { ErrorReport } from '../findings/result.js';
import { reportPath } from '../findings/reportPath.js';
import { Project, type ReadProblem } from '../check/project.js';
import { DocumentSession } from '../check/session.js';
import { EditorSource } from '../syntax/editor/editorSource.js';
import type { Buffer } from './tasks.js';

/** An open document as a thread knows it. */
class KnownDocument {
  version = 0;
  text = '';
  /** The version that the session has checked, or begun to. */
  checkedVersion: number | null = null;
  private session: { readonly project: Project; readonly of: DocumentSession } | null = null;
  private parsed: EditorSource | null = null;

  constructor(readonly file: string) {}

  /** The forward passes of the newest text: what is wrong with it; null: cancelled. */
  begin(project: Project, cwd: string, settings: CheckSettings, control: CheckControl): readonly ErrorReport[] | null {
    this.checkedVersion = this.version;
    return this.sessionIn(project, cwd).begin(this.text, settings, control);
  }

  /** The check of the newest text; null: cancelled. */
  check(project: Project, cwd: string, settings: CheckSettings, control: CheckControl): FileCheck | null {
    this.checkedVersion = this.version;
    return this.sessionIn(project, cwd).check(this.text, settings, control);
  }

  /** The workspace folders decide in which project a document is; they may change. */
  sessionIn(project: Project, cwd: string): DocumentSession {
    if (this.session?.project !== project) {
      this.session = { project, of: new DocumentSession(reportPath(cwd, this.file), project.file(this.file)) };
    }
    return this.session.of;
  }

  /** The newest text, parsed; a text is parsed once. */
  source(): EditorSource {
    if (this.parsed?.text !== this.text) this.parsed = new EditorSource(this.text, this.file);
    return this.parsed;
  }
}

/** The open documents as a thread knows them, and the files that they import: where both are, the document counts. */
export class KnownDocuments {
  private readonly documents = new Map<string, KnownDocument>();
  /** By the folder that reports name files relative to. */
  private readonly projects = new Map<string, Project>();
  private readonly stale = new Set<string>();

  get(file: string): KnownDocument | null {
    return this.documents.get(file) ?? null;
  }

  projectIn(cwd: string): Project {
    const known = this.projects.get(cwd);
    if (known !== undefined) return known;
    const host = { readIfPresent: (file: string) => this.documents.get(file)?.text ?? readIfThere(file) };
    const project = new Project(host, cwd);
    this.projects.set(cwd, project);
    return project;
  }

  /** A document was opened, edited or closed, or a file changed on the disk. */
  update({ file, content }: Buffer): void {
    if (content === null) {
      this.documents.delete(file);
    } else {
      const document = this.documents.get(file) ?? new KnownDocument(file);
      this.documents.set(file, document);
      document.version = content.version;
      document.text = content.text;
    }
    for (const project of this.projects.values()) this.findStale(project, file);
  }

  /** The open documents whose last check has read something that is another one now; each is named once. */
  takeStale(): readonly string[] {
    const files = [...this.stale];
    this.stale.clear();
    return files;
  }

  /** Files that were imported, are there and could not be read, since the last time. */
  takeUnreadable(): readonly ReadProblem[] {
    return [...this.projects.values()].flatMap((project) => project.takeUnreadable());
  }

  private findStale(project: Project, changed: string): void {
    const isWide = changesWidely(project, changed);
    for (const { file, checkedVersion } of this.documents.values()) {
      if (file === changed || checkedVersion === null) continue;
      const read = project.dependenciesOf(file);
      // A new or removed file, or another tsconfig, may change where any import leads.
      if (read !== null && (read.texts.has(changed) || (isWide && (read.outlines.has(changed) || !this.documents.has(changed))))) {
        this.stale.add(file);
      }
    }
  }
}

/** A text that is nested too deeply to be parsed must not end the task that it comes with, which is about another document. */
function changesWidely(project: Project, file: string): boolean {
  try {
    return project.changed(file);
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}
