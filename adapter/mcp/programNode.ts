/** The Node that runs programs: ours; where the server runs in an editor's own program, the one that the user's path names. */
export const programNode = process.versions['electron'] === undefined ? process.execPath : 'node';
