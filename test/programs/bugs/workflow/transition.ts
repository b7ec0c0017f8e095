export type State = 'draft' | 'review' | 'published';

const next: Record<State, readonly State[]> = { draft: ['review'], review: ['draft', 'published'], published: [] };

export function transition(from: State, to: State): State {
  if (!next[from].includes(to)) throw new Error(`${from} cannot become ${to}`);
  return to;
}
