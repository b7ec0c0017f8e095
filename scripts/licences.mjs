import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/** The licences of the packages that are in bundles, one after the other; what esbuild says of the bundles says which they are. `copied`: folders of packages that are beside the bundles. */
export function licencesOf(metafiles, copied = []) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const bundled = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter((folder) => folder !== undefined);
  const folders = new Set([...bundled, ...copied]);
  return [...folders].sort().map(licenceOf).join('\n\n');
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), 'utf8').trim();
  return `${'='.repeat(80)}\n${name} ${version}\n${'='.repeat(80)}\n\n${text}`;
}
