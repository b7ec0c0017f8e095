const head = '(function (exports, require, module, __filename, __dirname, __whence, __whenceMeta) {';

/** The function that a script of CommonJS is in a worker. */
export const moduleText = (script: string): string => `${head}${script}\n})`;

/** Columns before the first line of a script. */
export const columnsBefore = head.length;
