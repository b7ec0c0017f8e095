import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { openRegularFile } from './regularFile.js';

/** Why a source file that a folder holds is not checked. */
export type SkipReason = 'ignored by Git' | 'generated' | 'minified';

/** The files among some (absolute) of one folder that nobody writes by hand or keeps, each with the reason. */
export function skippedAmong(folder: string, files: readonly string[]): ReadonlyMap<string, SkipReason> {
  const skipped = new Map<string, SkipReason>();
  for (const file of ignoredByGit(folder, files)) skipped.set(file, 'ignored by Git');
  for (const file of declaredGenerated(folder, files)) if (!skipped.has(file)) skipped.set(file, 'generated');
  for (const file of files) {
    if (skipped.has(file)) continue;
    const reason = reasonOfText(file);
    if (reason !== null) skipped.set(file, reason);
  }
  return skipped;
}

/** Nothing outside of a repository, or without Git. */
function ignoredByGit(folder: string, files: readonly string[]): readonly string[] {
  return git(folder, ['check-ignore', '-z', '--stdin'], files).filter((file) => file !== '');
}

/** `linguist-generated` in a .gitattributes file. */
function declaredGenerated(folder: string, files: readonly string[]): readonly string[] {
  const parts = git(folder, ['check-attr', '-z', '--stdin', 'linguist-generated'], files);
  const found: string[] = [];
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [file = '', , value] = parts.slice(i, i + 3);
    if (value === 'set' || value === 'true') found.push(file);
  }
  return found;
}

const gitTimeoutMs = 10_000;

/** Git's answer about files, part by part. No hook and no program that a repository names is run for it. */
function git(folder: string, words: readonly string[], files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const options = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-C', folder];
  try {
    const answer = execFileSync('git', [...options, ...words], {
      input: files.map((file) => `${file}\0`).join(''),
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 64_000_000,
      timeout: gitTimeoutMs,
    });
    return answer.toString('utf8').split('\0');
  } catch {
    return []; // 1: none is ignored; 128: no repository; ENOENT: no Git
  }
}

const headBytes = 16_384;
const tailBytes = 512;

/** Lines of more characters than this, on average, are not written by hand. */
const longestMean = 200;

function reasonOfText(file: string): SkipReason | null {
  if (/[.-]min\.[cm]?js$/.test(basename(file))) return 'minified';
  const [head, tail] = endsOf(file);
  if (isGenerated(head, tail)) return 'generated';
  const lines = head.split('\n').length;
  return head.length > 5 * longestMean && head.length / lines > longestMean ? 'minified' : null;
}

/** The marks that generators leave in comments before the code, and compilers behind it. */
function isGenerated(head: string, tail: string): boolean {
  const comments = /^(?:#![^\n]*\n|\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$)|['"]use strict['"];?)*/.exec(head)?.[0] ?? '';
  const isMarked = /@generated\b|\bDO NOT (?:EDIT|MODIFY)\b|\b(?:auto-?|automatically )generated\b|webpackBootstrap/i.test(comments);
  return isMarked || /\n\/\/[#@] sourceMappingURL=\S+\s*$/.test(tail);
}

/** The beginning and the end of a file's text; empty when it is not to be read, which is reported where it is checked. */
function endsOf(file: string): readonly [string, string] {
  let descriptor: number | null = null;
  try {
    descriptor = openRegularFile(file);
    const head = Buffer.alloc(headBytes);
    const read = readSync(descriptor, head, 0, headBytes, 0);
    const start = head.subarray(0, read).toString('utf8');
    if (read < headBytes) return [start, start.slice(-tailBytes)];
    return [start, lastBytes(descriptor).toString('utf8')];
  } catch {
    return ['', ''];
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function lastBytes(descriptor: number): Buffer {
  const { size } = fstatSync(descriptor);
  const tail = Buffer.alloc(tailBytes);
  return tail.subarray(0, readSync(descriptor, tail, 0, tailBytes, Math.max(0, size - tailBytes)));
}
