import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CancellationToken } from 'vscode-languageserver';
import type { FileCheck } from '../check/checkFile.js';
import type { SourceFiles } from '../check/sourceFiles.js';
import { isAtLeast } from '../findings/order.js';
import { diagnosticsOf, ReportPlaces } from './diagnostics.js';
import type { LanguageServer } from './languageServer.js';
import type { AnalyseWorkspaceResult } from './protocol.js';
import { ThreadFailure } from './sessionThread.js';

export interface Progress {
  report(percentage: number, message: string): void;
}

type Failure = AnalyseWorkspaceResult['failures'][number];

/** Checks every source file below the workspace folders, and shows what it finds; the files that are open are checked as they are. */
export async function analyseWorkspace(
  server: LanguageServer,
  token: CancellationToken,
  progress: Progress,
): Promise<AnalyseWorkspaceResult> {
  const started = performance.now();
  const found = await server.askSyntax('sourceFiles', { folders: server.folders.all() });
  if (found === null) throw new Error('The source files of the workspace could not be found: the output of Whence says why.');
  const { files } = found;
  const failures = await entryFailures(server, found.errors);
  let analysed = 0;
  let findings = 0;
  token.onCancellationRequested(() => server.review());
  for (const [index, file] of files.entries()) {
    if (token.isCancellationRequested) break;
    progress.report(Math.floor((100 * index) / files.length), `${index + 1}/${files.length} ${basename(file)}`);
    try {
      const check = await checkOne(server, file, token);
      if (check === null) continue;
      analysed++;
      const least = await server.leastOf(file);
      findings += check.findings.filter(({ severity }) => isAtLeast(severity, least)).length;
      const [error] = check.errors;
      if (error !== undefined) failures.push({ uri: server.documents.uriOf(file), message: error.message });
    } catch (failure) {
      if (!(failure instanceof ThreadFailure)) throw failure;
      failures.push({ uri: server.documents.uriOf(file), message: failure.message });
    }
  }
  return { files: analysed, findings, milliseconds: Math.round(performance.now() - started), failures };
}

/** What folders hold that cannot be looked at, but for what is excluded. */
async function entryFailures(server: LanguageServer, errors: SourceFiles['errors']): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { file, message } of errors) {
    const path = resolve(file);
    // A folder that is empty, or not there any more, is no failure.
    if (server.folders.all().includes(path)) server.log(`${path}: ${message}`);
    else if (!(await server.isLeftOut(path))) failures.push({ uri: server.documents.uriOf(path), message });
  }
  return failures;
}

/** Null: excluded or cancelled. */
async function checkOne(server: LanguageServer, file: string, token: CancellationToken): Promise<FileCheck | null> {
  const document = server.documents.ofFile(file);
  if (document !== null) return (await server.checkedDocument(document.uri))?.check ?? null;
  return checkClosedFile(server, file, () => !token.isCancellationRequested);
}

/** Checks a file that is not open and shows its diagnostics. */
export async function checkClosedFile(server: LanguageServer, file: string, isWanted: () => boolean): Promise<FileCheck | null> {
  const isClosed = (): boolean => server.documents.ofFile(file) === null;
  const check = await server.checkClosed(file, () => isWanted() && isClosed());
  if (check === null || !isClosed()) return check;
  const places = new ReportPlaces(server.documents, server.folders.cwdOf(file), file, null);
  server.publisher.showClosed(pathToFileURL(file).href, diagnosticsOf(check, places, await server.leastOf(file)));
  return check;
}
