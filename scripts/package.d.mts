/** Puts what VS Code installs into a file, and resolves to its path. */
export function packageExtension(packagePath?: string): Promise<string>;
