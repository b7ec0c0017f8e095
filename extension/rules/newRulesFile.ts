import { basename, dirname, relative } from 'node:path';
import { FileType, Uri, commands, window, workspace } from 'vscode';
import type { Disposable, ExtensionContext } from 'vscode';
import { label, requests } from '../../server/lsp/protocol.js';
import type { NewRulesParams, NewRulesResult } from '../../server/lsp/protocol.js';
import type { Server } from '../languageServer.js';
import { isAnalysed } from '../languages.js';
import { placeOfCursor } from '../reveal.js';
import { freeName, referenceTo, typesName } from './rulesFileNames.js';

/** *Whence: New Rules File*: an example beside the file in front, or in a folder of the explorer, with the types that TypeScript needs for it. */
export function registerNewRulesFile(context: ExtensionContext, server: Server): Disposable {
  return commands.registerCommand('whence.newRulesFile', async (resource?: unknown) => {
    try {
      await newRulesFile(context, server, resource instanceof Uri ? resource : null);
    } catch (error) {
      void window.showErrorMessage(label(error instanceof Error ? error.message : String(error)));
    }
  });
}

async function newRulesFile(context: ExtensionContext, server: Server, resource: Uri | null): Promise<void> {
  const about = resource ?? window.activeTextEditor?.document.uri ?? null;
  const folder = await folderFor(about);
  const file = about === null || folder.path === about.path ? null : about;
  const asked = await aboutFile(file);
  await server.started;
  const result = await server.request<NewRulesResult>(requests.newRules, asked);
  if (result === null) throw new Error('The language server of Whence does not answer: the rules file was not written.');
  const types = (await typesInWorkspace(folder)) ?? (await writeTypes(context, folder));
  const names = (await workspace.fs.readDirectory(folder)).map(([name]) => name);
  const target = Uri.joinPath(folder, freeName(file === null ? 'program' : basename(file.path), names));
  const text = `${referenceTo(relative(folder.fsPath, types.fsPath))}\n${result.text}`;
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  await window.showTextDocument(target, { preview: false });
}

/** What the server is asked about a source file; of what is none, an example is written. */
async function aboutFile(file: Uri | null): Promise<NewRulesParams> {
  if (file === null || !/\.[cm]?[jt]sx?$/.test(file.path)) return {};
  const document = await workspace.openTextDocument(file);
  if (!isAnalysed(document)) return {};
  const editor = window.activeTextEditor;
  return editor?.document === document ? placeOfCursor(editor) : { textDocument: { uri: document.uri.toString() } };
}

async function folderFor(about: Uri | null): Promise<Uri> {
  if (about?.scheme === 'file') {
    const { type } = await workspace.fs.stat(about);
    return (type & FileType.Directory) === 0 ? Uri.file(dirname(about.fsPath)) : about;
  }
  const [first] = workspace.workspaceFolders ?? [];
  if (first === undefined) throw new Error('Open a file or a folder: the rules file is written beside it.');
  return first.uri;
}

/** A file of the workspace that already declares `whence/rules`. */
async function typesInWorkspace(folder: Uri): Promise<Uri | null> {
  if (workspace.getWorkspaceFolder(folder) === undefined) return null;
  const found = await workspace.findFiles('**/{whence*,*rules*}.d.ts', '**/node_modules/**', 100);
  for (const uri of found.sort((a, b) => a.path.length - b.path.length)) {
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    if (/declare module ['"]whence\/rules['"]/.test(text)) return uri;
  }
  return null;
}

async function writeTypes(context: ExtensionContext, folder: Uri): Promise<Uri> {
  const types = Uri.joinPath(folder, typesName);
  await workspace.fs.copy(Uri.file(context.asAbsolutePath('dist/rules.d.ts')), types, { overwrite: false });
  return types;
}
