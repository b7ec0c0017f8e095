import type { SyntaxNode } from './syntaxTree.js';

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Among insertions at one offset: ends of inner nodes, ends of outer ones, starts of outer ones, starts of inner ones. */
  readonly rank: number;
}

/** Beyond every depth. */
export const assertionRank = 1e6;
/** Beyond assertions. */
export const lastRank = 2e6;

/** Text that is put into a program; what is written there keeps its order and its lines. */
export class Insertions {
  private readonly all: Insertion[] = [];

  insert(at: number, text: string, rank: number): void {
    this.all.push({ at, text, rank });
  }

  open(node: SyntaxNode | number, text: string, depth: number): void {
    this.insert(typeof node === 'number' ? node : node.range[0], text, depth);
  }

  close(node: SyntaxNode | number, text: string, depth: number): void {
    this.insert(typeof node === 'number' ? node : node.range[1], text, -depth);
  }

  appliedTo(text: string): string {
    const ordered = this.all
      .map((insertion, order) => ({ ...insertion, order }))
      .sort((a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order);
    let result = '';
    let done = 0;
    for (const { at, text: inserted } of ordered) {
      result += text.slice(done, at) + inserted;
      done = at;
    }
    return result + text.slice(done);
  }
}
