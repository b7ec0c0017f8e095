import { isAbsolute, relative, sep } from 'node:path';

/** A file as every report names it: relative to the working directory, with `/`; absolute on another Windows drive. */
export function reportPath(cwd: string, file: string): string {
  const path = isAbsolute(file) ? relative(cwd, file) : file;
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
