import { page } from './page.js';

export function exportAll(names: readonly string[]): string[] { //! pages count from 1
  const all: string[] = [];
  for (let number = 0; number < 3; number++) all.push(...page(names, number));
  return all;
}
