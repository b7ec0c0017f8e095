import type { ThreadAbout } from '../runtime/channel/messages.js';

/** Whether a program only starts others, which are followed: it is not asked itself. */
export function onlyStartsOthers(program: string): boolean {
  return /[\\/](?:npm|npx|pnpm|pnpx|yarn|corepack)(?:[\\/]|-cli\.c?js$|\.c?js$|$)/.test(program);
}

/** A process, as its main thread was started, and the thread of it where it is not the main one. */
export function processWords({ thread }: ThreadAbout, { program, args }: ThreadAbout, cwd: string): string {
  const isInside = program.startsWith(cwd) && /^[\\/]/.test(program.slice(cwd.length));
  const words = ['node', isInside ? program.slice(cwd.length + 1) : program, ...args].join(' ').trim();
  return `${words.length > longestWords ? `${words.slice(0, longestWords)}…` : words}${thread === 0 ? '' : `, worker thread ${thread}`}`;
}

const longestWords = 120;
