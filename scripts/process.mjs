import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The compiler of our own code: TypeScript 7, beside the TypeScript 6 whose API the product calls. */
export const nativeCompiler = join(root, 'node_modules/typescript-native/bin/tsc');

/**
 * Runs a Node script of the project and shows its output; resolves to its exit code (1 when a signal ended it) and,
 * with `keep`, to what it printed.
 */
export function runNode(args, { keep = false, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const piped = keep || quiet;
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', piped ? 'pipe' : 'inherit', 'inherit'] });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (!quiet) process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
