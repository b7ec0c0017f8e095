import fc from 'fast-check';
import { seedOf } from './counts.js';

/**
 * What `npm test` says of a commit depends on the commit alone: properties are tried with the same samples in every run. Who runs one file
 * of tests tries new ones (CONTRIBUTING.md).
 */
fc.configureGlobal({ seed: seedOf(20_261_121) });
