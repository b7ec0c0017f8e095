import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layExtension } from './extension.mjs';
import { removeFolder, runFolder } from './runs.mjs';

/**
 * Serves an installed workbench on 127.0.0.1, on a free port, to whoever knows the token. All that it writes is in a folder of
 * its own, which `stop` removes.
 *
 * @param workbench what `ensureWorkbench` returned
 * @param settings the user's settings
 * @param options `extension`: whether ours is installed in it; `trust`: whether it asks which folders are trusted;
 *   `flags`: further words of the command line
 */
export async function serve(workbench, settings, { extension = true, trust = false, flags = [] } = {}) {
  const folder = runFolder('server');
  const userFolder = join(folder, 'user/User');
  const extensions = join(folder, 'extensions');
  const tokenFile = join(folder, 'token');
  const token = randomBytes(16).toString('hex');
  mkdirSync(userFolder, { recursive: true });
  mkdirSync(extensions);
  writeFileSync(join(userFolder, 'settings.json'), JSON.stringify(settings, null, 2));
  writeFileSync(tokenFile, token, { mode: 0o600 });
  if (extension) layExtension(extensions);

  const folders = ['--server-data-dir', join(folder, 'server'), '--user-data-dir', join(folder, 'user'), '--extensions-dir', extensions];
  const access = ['--host', '127.0.0.1', '--port', '0', '--connection-token-file', tokenFile, '--accept-server-license-terms'];
  const manners = ['--telemetry-level', 'off', '--disable-telemetry', ...(trust ? [] : ['--disable-workspace-trust']), ...flags];
  const child = spawn(workbench.node, [workbench.main, ...folders, ...access, ...manners], {
    cwd: folder,
    env: serverEnvironment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl+C in a terminal goes to a whole group: it is ours to end the server in order
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const killWithUs = () => child.kill('SIGKILL'); // should we end without having called `stop`
  process.once('exit', killWithUs);
  const stop = async () => {
    process.off('exit', killWithUs);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
    removeFolder(folder);
  };
  try {
    const port = await portOf(child, ended);
    return { port, token, pid: child.pid, folder, origin: `http://127.0.0.1:${port}`, stop, ended };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The address at which a browser shows a folder, or the one that `--default-folder` named. `payload` are pairs that the
 * workbench reads: `openFile` for one.
 */
export function addressOf({ origin, token, port }, folder, payload = []) {
  const query = new URLSearchParams({ tkn: token });
  if (folder !== undefined) query.set('folder', folder);
  if (payload.length > 0) query.set('payload', JSON.stringify(payload.map(([key, value]) => [key, remote(port, value)])));
  return `${origin}/?${query}`;
}

/** Absolute paths are places on the server; everything else is itself. */
function remote(port, value) {
  return value.startsWith('/') ? `vscode-remote://127.0.0.1:${port}${value}` : value;
}

/** Resolves to the port when the server listens; rejects with its last words when it ends instead. */
function portOf(child, ended) {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk) => {
      output = (output + chunk).slice(-10_000);
      const port = /listening on (\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    ended.then(() => reject(new Error(`The workbench's server did not start: ${output.trim().split('\n').slice(-3).join(' ')}`)));
  });
}

/**
 * Without what npm, Node's options or a surrounding VS Code would tell a server that is none of theirs. An identifier of the
 * machine, which would go to the home folder, stays here; and no gallery of extensions is asked for anything.
 */
function serverEnvironment(folder) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name));
  return { ...Object.fromEntries(kept), XDG_CACHE_HOME: join(folder, 'cache'), EXTENSIONS_GALLERY: '{"serviceUrl":""}' };
}
