/** The function that a script of CommonJS is in a worker. */
export const moduleText = (script: string): string =>
  `(function (exports, require, module, __filename, __dirname, __whence, __whenceMeta) {${script}\n})`;
