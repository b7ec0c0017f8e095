import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparable, firstDifference, plainRun, planOfFolder, probedRun, type Behaviour } from '../../support/sameBehaviour.js';
import { installRunners, masked, runners } from './runners.js';
import { installSuites, suites } from './suites.js';

/**
 * Whether the tests of published packages, and suites of test runners, print the same and end alike with every probe:
 * `npm run soundness:packages [-- --only NAME]`. Packages and runners come from the npm registry, on first use.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = ({ name }: { readonly name: string }) => values.only === undefined || values.only === name;
let changed = 0;

async function compare(title: string, command: readonly string[], cwd: string, shown: (behaviour: Behaviour) => Behaviour): Promise<void> {
  const plain = shown(plainRun(process.execPath, command, cwd));
  const probed = shown(await probedRun(process.execPath, command, cwd, planOfFolder(cwd)));
  const difference = firstDifference(plain, probed);
  if (difference !== null) changed++;
  console.log(`${difference === null ? 'same   ' : 'CHANGED'} ${title}: exit code ${plain.code}, ${plain.out.split('\n').length} lines`);
  if (difference !== null) console.log(difference.replace(/^/gm, '        '));
}

const wantedSuites = suites.filter(isWanted);
if (wantedSuites.length > 0) {
  const folder = installSuites();
  for (const { name, version, runner, args } of wantedSuites)
    await compare(`${name}@${version}`, [join(folder, runner), ...args], join(folder, 'node_modules', name), comparable);
}
const wantedRunners = runners.filter(isWanted);
if (wantedRunners.length > 0) {
  const folder = installRunners();
  for (const runner of wantedRunners) {
    const { name, version, args } = runner;
    await compare(`${name}${version === null ? '' : `@${version}`}`, args, join(folder, name), ({ out, err, code }) => ({
      out: masked(out, runner),
      err: masked(err, runner),
      code,
    }));
  }
}
process.exitCode = changed === 0 ? 0 : 1;
