import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import type { IRawGrammar } from 'vscode-textmate';
import { root } from '../tidy/files.js';

/** The grammars of the host languages, as VS Code has them, by scope. */
const hostGrammars: Readonly<Record<string, string>> = {
  'source.ts': 'typescript',
  'source.tsx': 'tsx',
  'source.js': 'javascript',
  'source.js.jsx': 'jsx',
};

export const hostScopes = Object.keys(hostGrammars);

const injectionScope = 'whence.assertions.injection';
const require = createRequire(import.meta.url);

/** A piece of a line and its scopes, the outermost first. */
export interface Token {
  readonly line: number;
  readonly text: string;
  readonly scopes: readonly string[];
}

let registry: textmate.Registry | null = null;

/** How a text is coloured in one of the host languages, our grammar injected as package.json says. */
export async function tokensOf(hostScope: string, text: string): Promise<readonly Token[]> {
  registry ??= await createRegistry();
  const grammar = await registry.loadGrammar(hostScope);
  if (grammar === null) throw new Error(`There is no grammar for ${hostScope}.`);
  let stack = textmate.INITIAL;
  return text.split('\n').flatMap((line, index) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({ line: index, text: line.slice(startIndex, endIndex), scopes }));
  });
}

async function createRegistry(): Promise<textmate.Registry> {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm);
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: oniguruma.createOnigScanner,
      createOnigString: oniguruma.createOnigString,
    }),
    loadGrammar: (scope) => Promise.resolve(readGrammar(scope)),
    getInjections: (scope) => (injectedInto(scope) ? [injectionScope] : []),
  });
}

function readGrammar(scope: string): IRawGrammar | null {
  const name = hostGrammars[scope];
  if (scope !== injectionScope && name === undefined) return null;
  const file = name === undefined ? join(root, 'syntaxes/assertions.injection.json') : require.resolve(`tm-grammars/grammars/${name}.json`);
  return textmate.parseRawGrammar(readFileSync(file, 'utf8'), file);
}

interface Manifest {
  readonly contributes: { readonly grammars: readonly { readonly scopeName: string; readonly injectTo: readonly string[] }[] };
}

function injectedInto(scope: string): boolean {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  return manifest.contributes.grammars.some(({ scopeName, injectTo }) => scopeName === injectionScope && injectTo.includes(scope));
}
