/** Whether a file is of a package that the program uses, and not the program's own. */
export function isOfPackage(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}
