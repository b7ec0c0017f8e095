/** A new folder for what this process writes. Whatever ended processes left behind goes. */
export function runFolder(what: string): string;
/** Tries again while a process that is about to end still writes there. */
export function removeFolder(folder: string): void;
