import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LanguageClient } from '../support/languageServer.js';
import { corpusPackages } from './corpusPackages.js';
import { folderOf, install } from './corpusSources.js';

/**
 * Replays recorded editing sessions, key by key, against the built language server: the time from an edit to the diagnostics of
 * its version, the server's own waiting included. Each key is typed when the answer to the one before has come, so that every edit
 * is a single one.
 */
interface Session {
  readonly package: string;
  readonly file: string;
  readonly steps: readonly Step[];
}

/** Types after a piece of the text, or in place of it; the piece is there once. */
type Step = { readonly type: string } & ({ readonly after: string } | { readonly remove: string });

/** One key, or one deletion of a selection. */
interface Key {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const sessions = ['query', 'jquery', 'lodash'];

function keysOf(step: Step, text: string): readonly Key[] {
  const piece = 'after' in step ? step.after : step.remove;
  const found = text.indexOf(piece);
  if (found < 0 || text.includes(piece, found + 1)) throw new Error(`${JSON.stringify(piece)} is not there once`);
  const start = 'after' in step ? found + piece.length : found;
  const deletion = 'after' in step ? [] : [{ start, end: start + piece.length, text: '' }];
  return [...deletion, ...[...step.type].map((key, index) => ({ start: start + index, end: start + index, text: key }))];
}

function positionOf(text: string, offset: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length - 1, character: offset - lineStart };
}

function quantile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(0);
}

async function replay(name: string): Promise<void> {
  const session = JSON.parse(readFileSync(new URL(`editing/${name}.json`, import.meta.url), 'utf8')) as Session;
  let text = readFileSync(join(folderOf(session.package), session.file), 'utf8');
  const lines = text.split('\n').length;
  const document = `edited${session.file.slice(session.file.lastIndexOf('.'))}`;
  const client = await LanguageClient.start();
  try {
    await client.initialize();
    const opened = performance.now();
    await client.open(document, text, document.endsWith('.ts') ? 'typescript' : 'javascript');
    await client.diagnostics(document, 1);
    const first = performance.now() - opened;
    const times: number[] = [];
    for (const step of session.steps) {
      for (const { start, end, text: typed } of keysOf(step, text)) {
        const range = { start: positionOf(text, start), end: positionOf(text, end) };
        text = text.slice(0, start) + typed + text.slice(end);
        const sent = performance.now();
        const version = await client.change(document, typed, range);
        await client.diagnostics(document, version);
        times.push(performance.now() - sent);
      }
    }
    times.sort((a, b) => a - b);
    console.log(
      `${session.package}/${session.file}: ${lines} lines, opened in ${first.toFixed(0)} ms; ${times.length} edits: ` +
        `median ${quantile(times, 0.5)} ms, 75 % within ${quantile(times, 0.75)} ms, 95 % within ${quantile(times, 0.95)} ms, ` +
        `slowest ${quantile(times, 1)} ms`,
    );
  } finally {
    await client.stop();
  }
}

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? sessions : wanted;
install(corpusPackages);
for (const name of chosen) await replay(name);
