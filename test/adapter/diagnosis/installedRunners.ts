import { join } from 'node:path';
import { install } from '../../soundness/packages/install.js';
import { root } from '../../tidy/files.js';

/** Where runners with `expect` are, and what their tests need: from npm on first use. */
export function installedRunners(): string {
  const folder = join(root, '.cache/diagnosisRunners');
  const own = { vitest: '4.1.12', jest: '30.5.2', chai: '6.3.0' };
  install(folder, 'diagnosis-runners', { ...own, 'happy-dom': '20.0.0', 'jest-environment-jsdom': '30.5.2' }, '');
  return folder;
}
