import { readdirSync, readFileSync } from 'node:fs';

/** More are not looked for. */
const most = 10_000;

/** The processes that a process has started, and those that these have, as far as the system shows them (Linux). */
export function descendantsOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (let next = [pid]; next.length > 0 && found.length < most;) {
    next = next.flatMap(childrenOf);
    found.push(...next);
  }
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    const folder = `/proc/${pid}/task`;
    return readdirSync(folder).flatMap((thread) =>
      readFileSync(`${folder}/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return []; // it has ended, or the system keeps no such lists
  }
}
