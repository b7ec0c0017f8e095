import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparable, firstDifference, plainRun, planOfFolder, probedRun } from '../../support/sameBehaviour.js';
import { installSuites, suites } from './suites.js';

/**
 * Whether the tests of published packages print the same and end alike with every probe: `npm run soundness:packages [-- --only NAME]`.
 * The packages come from the npm registry, on first use.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const folder = installSuites();
let changed = 0;
for (const { name, version, runner, args } of suites.filter((suite) => values.only === undefined || suite.name === values.only)) {
  const cwd = join(folder, 'node_modules', name);
  const command = [join(folder, runner), ...args];
  const plain = plainRun(process.execPath, command, cwd);
  const probed = await probedRun(process.execPath, command, cwd, planOfFolder(cwd));
  const difference = firstDifference(comparable(plain), comparable(probed));
  if (difference !== null) changed++;
  const size = plain.out.split('\n').length;
  console.log(`${difference === null ? 'same   ' : 'CHANGED'} ${name}@${version}: exit code ${plain.code}, ${size} lines`);
  if (difference !== null) console.log(difference.replace(/^/gm, '        '));
}
process.exitCode = changed === 0 ? 0 : 1;
