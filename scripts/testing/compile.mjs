import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../process.mjs';
import { compiledFile, compiledFolder } from './compiledFile.mjs';

const known = join(compiledFolder, 'digests.json');
const rooms = ['server', 'adapter', 'extension', 'test'];
let compiling;

/**
 * TypeScript as the bundles load it. Node's `import` compiles a file of CommonJS twice and looks through it for names, which takes longer
 * than all else that a process of tests loads; here V8's code for it is kept.
 */
const typescript = join(compiledFolder, 'typescript.js');
const keptTypeScript = `import { createRequire } from "node:module";
import { keepCode, requireKept } from "./server/files/keptCode.js";
process.once("exit", keepCode);
export default requireKept(createRequire(import.meta.url).resolve("typescript"));
`;

/**
 * Compiles the sources and tests that differ from what was compiled, a file for each, and removes what has no source any more. A process of
 * tests loads them at once, where a loader would compile and resolve each file anew. They have no call in each closure that keeps its name.
 */
export function compile() {
  return (compiling ??= compileAll());
}

async function compileAll() {
  const { transform, version } = await import('esbuild'); // the scripts that install packages import this file
  const before = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {};
  const sources = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true })
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.startsWith('test/programs/')),
  );
  const digests = {};
  const rules = readFileSync(join(root, 'scripts/testing/compile.mjs'), 'utf8');
  await Promise.all(
    sources.map(async (source) => {
      const text = readFileSync(join(root, source), 'utf8');
      digests[source] = createHash('sha256').update(`${version}\n${root}\n${rules}\n${text}`).digest('hex');
      if (digests[source] !== before[source] || !existsSync(compiledFile(source))) await compileOne(source, text, transform);
    }),
  );
  for (const source of Object.keys(before)) if (digests[source] === undefined) rmSync(compiledFile(source), { force: true });
  put(typescript, keptTypeScript);
  put(known, JSON.stringify(digests));
}

/** A file that does not compile becomes one that cannot be loaded: it fails the tests that import it, and no others. */
async function compileOne(source, text, transform) {
  const code = await compiledText(source, text, transform).catch(({ message }) => `throw new SyntaxError(${JSON.stringify(message)});`);
  put(compiledFile(source), code);
}

/** A file reads what is beside its source, and finds what it imports beside its JavaScript, except what is JavaScript already. */
async function compiledText(source, text, transform) {
  const path = join(root, source);
  const { code } = await transform(text, {
    logLevel: 'silent',
    loader: 'ts',
    format: 'esm',
    target: 'node20.19',
    sourcefile: path,
    sourcemap: 'inline',
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(path).href),
      'import.meta.dirname': JSON.stringify(dirname(path)),
    },
  });
  const imported = code.replaceAll(
    /^(import \w+ from )"typescript";/gm,
    (_, before) => `${before}${JSON.stringify(pathToFileURL(typescript).href)};`,
  );
  return imported.replaceAll(/^((?:import|export) .*from )"(\.\.\/[^"]*\.(?:mjs|json))"/gm, (whole, before, to) => {
    const target = join(dirname(path), to);
    return existsSync(target) ? `${before}${JSON.stringify(pathToFileURL(target).href)}` : whole;
  });
}

/** Another run of tests in the same folder sees a whole file, old or new. */
function put(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
