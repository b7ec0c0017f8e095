import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isInPackage } from './packageFiles.js';
import { moduleAt, reading } from './preloaded.js';
import type { OpenSettings, SettingsRequest } from './settings.js';

/** A module that Node loads before each file of tests, and the option that says so. */
interface Preloaded {
  readonly option: string;
  readonly name: string;
}

/** The options of a command of `node --test` that say how tests are loaded. */
export function nodeSettings({ folder, words }: SettingsRequest): OpenSettings {
  const asked = preloadedBy(words);
  // What is required comes before what is imported.
  const ordered = [...asked.filter(({ option }) => isRequire(option)), ...asked.filter(({ option }) => !isRequire(option))];
  const setup: string[] = [];
  const missing: string[] = [];
  for (const { option, name } of ordered) {
    if (reading.test(name) || isBuiltin(name)) continue;
    const path = /loader$/.test(option) || name.startsWith('data:') ? null : moduleAt(pathOf(name), folder);
    if (path === null) missing.push(`loads by ${option} ${name}`);
    else if (setsHooks(path)) missing.push(`does by hooks of modules in ${name}`);
    else setup.push(path);
  }
  return {
    settings: {
      ...{ tests: [], setup, environment: { name: 'node', options: {} }, variables: {}, globals: {}, renewed: [] },
      ...{ timeoutMs: null, resolves: false, keepsMeaning: true, transformsAll: false, missing },
    },
    resolve: () => Promise.resolve(null),
    transform: () => Promise.reject(new Error('Node transforms nothing.')),
  };
}

const isRequire = (option: string): boolean => option === '-r' || option === '--require';

function preloadedBy(words: readonly string[]): readonly Preloaded[] {
  return words.flatMap((word, i) => {
    const [, option, own] = /^(-r|--require|--import|--(?:experimental-)?loader)(?:=(.*))?$/.exec(word) ?? [];
    const name = own ?? words[i + 1];
    return option === undefined || name === undefined ? [] : [{ option, name }];
  });
}

const pathOf = (name: string): string => (name.startsWith('file:') ? fileURLToPath(name) : name);

/** Whether a module of the program changes how Node loads others: that takes a thread, which the worker has not. */
const setsHooks = (path: string): boolean =>
  !isInPackage(path) &&
  /\bregister(?:Hooks)?\s*\(/.test(readFileSync(path, 'utf8')) &&
  /['"](?:node:)?module['"]/.test(readFileSync(path, 'utf8'));
