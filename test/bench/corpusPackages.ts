/** A published package whose sources are checked as real code. Chosen, and its version fixed, before anything was measured on it. */
export interface CorpusPackage {
  readonly name: string;
  /** Exact. */
  readonly version: string;
  /** `types`: TypeScript sources as published; `none`: JavaScript as published, neither compiled from types nor minified. */
  readonly kind: 'types' | 'none';
  /** Folders and files of the package that hold its sources. */
  readonly sources: readonly string[];
  /** Paths that are left out: what repeats other sources of the package. Tests, declarations and minified files always are. */
  readonly without?: RegExp;
}

export const corpusPackages: readonly CorpusPackage[] = [
  { name: 'rxjs', version: '7.8.2', kind: 'types', sources: ['src'] },
  // The translations are tables of messages, and `mini` is the classic interface once more.
  { name: 'zod', version: '4.6.7', kind: 'types', sources: ['src/v4'], without: /\/(locales|mini)\// },
  { name: 'ajv', version: '8.20.0', kind: 'types', sources: ['lib'] },
  { name: 'mobx', version: '6.16.1', kind: 'types', sources: ['src'] },
  { name: 'immer', version: '10.2.0', kind: 'types', sources: ['src'] },
  { name: 'reselect', version: '5.3.0', kind: 'types', sources: ['src'] },
  { name: '@tanstack/table-core', version: '8.21.3', kind: 'types', sources: ['src'] },
  { name: '@tanstack/query-core', version: '5.108.0', kind: 'types', sources: ['src'] },
  { name: '@noble/curves', version: '1.9.7', kind: 'types', sources: ['src'] },
  { name: '@noble/hashes', version: '1.8.0', kind: 'types', sources: ['src'] },
  // The other files of the package are this one, cut up.
  { name: 'lodash', version: '4.18.1', kind: 'none', sources: ['lodash.js'] },
  { name: 'terser', version: '5.51.2', kind: 'none', sources: ['lib'] },
  { name: 'mocha', version: '11.8.0', kind: 'none', sources: ['lib'] },
  { name: 'ramda', version: '0.32.0', kind: 'none', sources: ['src'] },
  { name: 'jquery', version: '4.0.0', kind: 'none', sources: ['src'] },
  { name: 'acorn', version: '8.19.0', kind: 'none', sources: ['dist/acorn.mjs'] },
  { name: 'moment', version: '2.31.0', kind: 'none', sources: ['src/lib', 'src/moment.js'] },
  { name: 'handlebars', version: '4.7.10', kind: 'none', sources: ['lib'] },
  { name: 'ws', version: '8.23.0', kind: 'none', sources: ['lib'] },
  { name: 'express', version: '5.3.0', kind: 'none', sources: ['lib', 'index.js'] },
];
