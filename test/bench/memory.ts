import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requests, type AnalyseWorkspaceResult } from '../../server/lsp/protocol.js';
import { LanguageClient } from '../support/languageServer.js';
import { corpusPackages } from './corpusPackages.js';
import { install, sourcesOf } from './corpusSources.js';

/**
 * The memory of the built language server (Linux: what its process holds, all threads together) while it analyses the sources of all
 * twenty packages as one workspace, and when it has been idle for a while afterwards.
 */
const idleMs = 10_000;

function megabytes(pid: number, what: 'VmHWM' | 'VmRSS'): number {
  const found = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(found?.[1] ?? NaN) / 1024);
}

install(corpusPackages);
const client = await LanguageClient.start();
try {
  let lines = 0;
  for (const wanted of corpusPackages) {
    for (const source of sourcesOf(wanted)) {
      const text = readFileSync(source.path, 'utf8');
      lines += text.split('\n').length;
      client.write(join(wanted.name, source.name), text);
    }
  }
  await client.initialize();
  const started = performance.now();
  const result = await client.connection.sendRequest<AnalyseWorkspaceResult>(requests.analyseWorkspace, {});
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const peak = megabytes(client.pid, 'VmHWM');
  await pause(idleMs);
  console.log(`${lines} lines: ${JSON.stringify(result)} in ${seconds} s; peak ${peak} MB, idle ${megabytes(client.pid, 'VmRSS')} MB`);
} finally {
  await client.stop();
}
