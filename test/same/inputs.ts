import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { corpusPackages } from '../bench/corpusPackages.js';
import { folderOf, install, sourcesOf } from '../bench/corpusSources.js';
import { assign } from '../soundness/queries/examine.js';
import { programSeed } from '../soundness/random.js';
import { root } from '../tidy/files.js';

/** One run of the command, whose output two builds must agree on. */
export interface Input {
  /** A file name. */
  readonly name: string;
  readonly args: readonly string[];
  /** What it is run in: a folder that exists, or the files of a new one. */
  readonly place: string | Readonly<Record<string, string>>;
  /** Changes with everything that the output may depend on. */
  readonly key: string;
}

/** `check --json` over the corpus, a package at a time, and over the programs of the repository. */
export function checkInputs(): readonly Input[] {
  install(corpusPackages);
  const packages = corpusPackages.map((wanted) => ({
    name: wanted.name.replaceAll('/', '-'),
    place: folderOf(wanted.name),
    files: sourcesOf(wanted).map(({ path }) => path),
  }));
  const own = ['examples', 'test/programs/syntox', 'test/programs/accesses'].map((folder) => {
    const place = join(root, folder);
    const files = readdirSync(place).filter((file) => /\.[cm]?[jt]s$/.test(file));
    return { name: folder.replaceAll('/', '-'), place, files: files.map((file) => join(place, file)) };
  });
  return [...packages, ...own]
    .filter(({ files }) => files.length > 0)
    .map(({ name, place, files }) => {
      const args = ['check', '--json', ...files];
      return {
        name: `check-${name}`,
        args,
        place,
        key: keyOf([args, files.map((file) => [statSync(file).size, readFileSync(file, 'utf8')])]),
      };
    });
}

/** `why --json` about random programs, always the same ones, of every subject and delivery. */
export function whyInputs(count: number): readonly Input[] {
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const about = index % 4 === 3 ? 'outside' : undefined;
    const { delivered, stopLine, hit, questions } = assign(programSeed(18, index), undefined, about);
    if (questions.length === 0) return [];
    const program = Object.keys(delivered.files)[0] ?? '';
    const asks = questions.flatMap(({ ask }) => ['--ask', ask]);
    const args = ['why', '--json', '--stop', `${delivered.source}:${stopLine}`, '--hit', `${hit}`, ...asks, '--', program];
    return [{ name: `why-${index}`, args, place: delivered.files, key: keyOf([args, delivered.files]) }];
  });
}

function keyOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
