/** The global that holds what a thread is given with its start, while our files are loaded. */
export const threadStartKey = Symbol.for('whence.thread');
