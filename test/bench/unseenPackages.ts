import type { CorpusPackage } from './corpusPackages.js';

/**
 * Packages on which words are measured (`npm run corpus -- --unseen`). Chosen by kind and size alone, before any of them was checked, and
 * not exchanged because of what was found.
 */
export const unseenPackages: readonly CorpusPackage[] = [
  { name: 'react-redux', version: '9.3.1', kind: 'types', sources: ['src'] },
  { name: 'react-dropzone', version: '19.3.0', kind: 'types', sources: ['src'] },
  { name: 'prosemirror-view', version: '1.42.9', kind: 'types', sources: ['src'] },
  { name: 'prosemirror-model', version: '1.25.13', kind: 'types', sources: ['src'] },
  { name: '@trpc/server', version: '11.25.2', kind: 'types', sources: ['src'] },
  { name: 'chevrotain', version: '11.2.0', kind: 'types', sources: ['src'] },
  { name: 'axios', version: '1.21.1', kind: 'none', sources: ['lib'] },
  { name: 'pg', version: '8.23.1', kind: 'none', sources: ['lib'] },
  { name: 'postcss', version: '8.5.33', kind: 'none', sources: ['lib'] },
  { name: 'joi', version: '18.3.2', kind: 'none', sources: ['lib'] },
  { name: 'css-tree', version: '3.2.1', kind: 'none', sources: ['lib'] },
  { name: 'express-session', version: '1.19.0', kind: 'none', sources: ['index.js', 'session'] },
  { name: 'leaflet', version: '1.9.4', kind: 'none', sources: ['src'] },
  { name: 'ejs', version: '7.0.2', kind: 'none', sources: ['ejs.js'] },
  { name: 'qs', version: '6.17.1', kind: 'none', sources: ['lib'] },
  { name: 'multer', version: '2.5.0', kind: 'none', sources: ['index.js', 'lib', 'storage'] },
  { name: 'jsonwebtoken', version: '9.0.3', kind: 'none', sources: ['index.js', 'decode.js', 'sign.js', 'verify.js', 'lib'] },
  { name: 'superagent', version: '10.4.2', kind: 'none', sources: ['lib'] },
  { name: 'papaparse', version: '5.7.1', kind: 'none', sources: ['papaparse.js'] },
  { name: 'fast-xml-parser', version: '5.12.1', kind: 'none', sources: ['src'] },
];
