import { EventEmitter, workspace } from 'vscode';
import type { DebugSession, Disposable, Memento } from 'vscode';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chain } from '../../adapter/dap/querypoints/protocol.js';
import { filesOf, outliving, withChain, type KeptChain, type Now } from './keptChain.js';

const key = 'whence.keptChains';

/** The chains that outlive their sessions, in the memory of the workspace. */
export class ChainStore implements Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private kept: readonly KeptChain[];
  private current: Now = { changed: new Set(), revision: null };
  private readonly saving: Disposable = workspace.onDidSaveTextDocument(() => void this.look());

  constructor(private readonly memory: Memento) {
    this.kept = memory.get<readonly KeptChain[]>(key) ?? [];
    void this.look();
  }

  dispose(): void {
    this.saving.dispose();
    this.changed.dispose();
  }

  /** Newest first. */
  get all(): readonly KeptChain[] {
    return this.kept;
  }

  /** What is now where they were asked, as far as it was looked at. */
  get now(): Now {
    return this.current;
  }

  /** A chain of a session as it is now; of chains without an answer nothing is kept. */
  async keep(session: DebugSession, chain: Chain): Promise<void> {
    if (chain.points.length < 2) return;
    const plain = outliving(chain);
    const digests = await Promise.all(filesOf(plain).map(async (file) => [file, await digestOf(file)] as const));
    await this.put(
      withChain(this.kept, {
        id: idOf(session, chain),
        chain: plain,
        title: null,
        program: session.name,
        time: Date.now(),
        revision: await revisionOf(session.workspaceFolder?.uri.fsPath ?? ''),
        isPinned: false,
        notes: {},
        texts: Object.fromEntries(digests.filter((pair): pair is [string, string] => pair[1] !== null)),
      }),
    );
  }

  /** One that comes from a file. */
  add(chain: KeptChain): Promise<void> {
    return this.put(withChain(this.kept, chain));
  }

  update(id: string, change: Partial<KeptChain>): Promise<void> {
    return this.put(this.kept.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  remove(id: string): Promise<void> {
    return this.put(this.kept.filter((one) => one.id !== id));
  }

  private async put(kept: readonly KeptChain[]): Promise<void> {
    this.kept = kept;
    await this.memory.update(key, kept);
    await this.look();
  }

  /** Looks at the files of all chains, and at the revision. */
  private async look(): Promise<void> {
    const changed = new Set<string>();
    for (const { texts } of this.kept)
      for (const [file, digest] of Object.entries(texts)) if ((await digestOf(file)) !== digest) changed.add(file);
    this.current = { changed, revision: await revisionOf(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '') };
    this.changed.fire();
  }
}

export const idOf = (session: DebugSession, chain: Chain): string => `${session.id}/${chain.id}`;

/** Null: there is no such file. */
async function digestOf(file: string): Promise<string | null> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('base64');
  } catch {
    return null;
  }
}

/** The commit that a folder is at; null where it is none of Git. */
async function revisionOf(folder: string): Promise<string | null> {
  const read = async (name: string): Promise<string> => (await readFile(join(folder, '.git', name), 'utf8')).trim();
  try {
    const head = await read('HEAD');
    const [, reference] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
    if (reference === undefined) return head;
    return await read(reference).catch(async () => {
      const line = (await read('packed-refs')).split('\n').find((one) => one.endsWith(` ${reference}`));
      return line?.split(' ')[0] ?? null;
    });
  } catch {
    return null;
  }
}
