import { isFunction, pathTo, type AnyNode, type Program } from '../../instrument/tree.js';
import type { PlacedSite } from './recordingFile.js';

/** The function, or the program, whose entry a site reports; null when its text has no such function. */
export function functionAt({ site: { offset, key } }: PlacedSite, program: Program): AnyNode | null {
  if (key === 'program') return program;
  return pathTo(program, offset).findLast((node) => isFunction(node) && (node.start === offset || node.id?.start === offset)) ?? null;
}
