import type { CodeLens } from 'vscode-languageserver';
import { specifiersOf } from '../syntax/diagnosis/plainScript.js';
import { testPlaces } from '../syntax/diagnosis/testPlaces.js';
import type { DocumentText } from './documentText.js';
import { commands } from './protocol.js';

const runners: ReadonlySet<string> = new Set(['node:test', 'vitest', '@jest/globals', 'mocha']);

/** More would cover the text; whoever has so many tests finds the commands in the menus. */
const mostTests = 200;

/** The lenses above the tests of a text, which run commands of the client; none where the text is no file of tests. */
export function testLenses(uri: string, content: DocumentText): CodeLens[] {
  const { text } = content;
  if (!/[.-](?:test|spec)\.[cm]?[jt]sx?$/.test(uri) && !specifiersOf(text).some((specifier) => runners.has(specifier))) return [];
  const tests = testPlaces(text, uri).filter(({ isSuite }) => !isSuite);
  return tests.slice(0, mostTests).flatMap(({ span }) => {
    const range = content.rangeAt({ start: span.start, end: span.start });
    const lens = (title: string, command: string): CodeLens => ({ range, command: { title, command, arguments: [uri, range.start] } });
    return [
      lens('why did this fail?', commands.whyTest),
      lens('debug with Whence', commands.debugTest),
      lens('diagnose this failure', commands.diagnose),
    ];
  });
}
