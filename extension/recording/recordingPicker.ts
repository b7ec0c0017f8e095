import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { QuickPickItemKind, Uri, window, workspace } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { recordingsFolder } from '../../adapter/operations/recording/recordingsFolder.js';

/** So many recordings of each kind are offered, the newest. */
const mostOffered = 50;

/** A recording, or another way to name one. */
type Choice = QuickPickItem & { readonly uri?: Uri };

interface Found {
  readonly uri: Uri;
  readonly changed: number;
}

/** Lets the user choose a recording: of the workspace, of those that were kept by themselves, or any file. `but`: one that is not offered. */
export async function pickRecording(title: string, but: Uri | null): Promise<Uri | undefined> {
  const isOffered = ({ uri }: Found) => uri.toString() !== but?.toString();
  const own = (await foundIn(await workspace.findFiles('**/*.trace', '**/node_modules/**', 1000))).filter(isOffered);
  const known = new Set(own.map(({ uri }) => uri.fsPath));
  const kept = (await foundIn(await keptRecordings())).filter((one) => isOffered(one) && !known.has(one.uri.fsPath));
  const browse: Choice = { label: '$(folder-opened) Choose a file…' };
  const choices: readonly Choice[] = [
    ...section('in the workspace', own, (uri) => workspace.asRelativePath(uri)),
    ...section('recorded before', kept, (uri) => basename(uri.fsPath)),
    ...(own.length + kept.length === 0 ? [] : [{ label: '', kind: QuickPickItemKind.Separator }]),
    browse,
  ];
  const chosen = choices.length === 1 ? browse : await window.showQuickPick(choices, { title, placeHolder: 'A recording' });
  if (chosen !== browse) return chosen?.uri;
  const [file] = (await window.showOpenDialog({ title, filters: { Recordings: ['trace'] } })) ?? [];
  return file;
}

function section(title: string, found: readonly Found[], nameOf: (uri: Uri) => string): readonly Choice[] {
  if (found.length === 0) return [];
  const newest = [...found].sort((a, b) => b.changed - a.changed).slice(0, mostOffered);
  return [
    { label: title, kind: QuickPickItemKind.Separator },
    ...newest.map(({ uri, changed }): Choice => ({ label: nameOf(uri), description: new Date(changed).toLocaleString(), uri })),
  ];
}

/** Files in the folder of recordings, and in the folders of runs with several processes. */
async function keptRecordings(): Promise<readonly Uri[]> {
  const folder = recordingsFolder();
  try {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.trace'));
    return names.map((name) => Uri.file(join(folder, name)));
  } catch {
    return []; // nothing was recorded yet
  }
}

async function foundIn(files: readonly Uri[]): Promise<readonly Found[]> {
  const found = files.map(async (uri): Promise<readonly Found[]> => {
    try {
      return [{ uri, changed: (await stat(uri.fsPath)).mtimeMs }];
    } catch {
      return []; // it has gone
    }
  });
  return (await Promise.all(found)).flat();
}
