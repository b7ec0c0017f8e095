/** Names that hold all exports of a module, which it requires or imports whole. */
const holders = /\b(?:(?:const|let|var)\s+([\w$]+)\s*=\s*require\(\s*|import\s+(?:\*\s*as\s+)?([\w$]+)\s+from\s*)['"`]([^'"`\n]+)['"`]/g;

/** A member of what a call of `require` gives is assigned. */
const direct = /\brequire\(\s*['"`]([^'"`\n]+)['"`]\s*\)\s*(?:\.\s*[\w$]+|\[[^\]\n]*\])\s*=(?![=>])/g;

/**
 * The modules to whose exports a text may write, by what it calls them: it assigns to a member, or gives all exports, and maybe a name, to a
 * function that may do so (`Object.assign(a, …)`, `sinon.stub(a, 'b')`). One too many only makes less known.
 */
export function writtenModules(text: string): readonly string[] {
  const written = new Set<string>();
  for (const [, specifier] of text.matchAll(direct)) if (specifier !== undefined) written.add(specifier);
  const modules = new Map<string, string[]>();
  for (const [, required, imported, specifier] of text.matchAll(holders)) {
    const name = required ?? imported;
    if (name === undefined || specifier === undefined) continue;
    const known = modules.get(name);
    if (known === undefined) modules.set(name, [specifier]);
    else known.push(specifier);
  }
  if (modules.size === 0) return [...written];
  const names = [...modules.keys()].map((name) => name.replaceAll('$', '\\$')).join('|');
  const writes = new RegExp(
    `(?<![\\w$.])(?:(${names})\\s*(?:\\.\\s*[\\w$]+|\\[[^\\]\\n]*\\])\\s*(?:(?:[-+*/%&|^]|\\*\\*|&&|\\|\\||\\?\\?|<<|>>>?)?=(?![=>])|\\+\\+|--)|` +
      `(?<=(?:\\bdelete\\s|\\+\\+|--)\\s*)(${names})\\b|(?<=\\bObject\\.\\w+\\(\\s*)(${names})\\b|(?<=\\(\\s*)(${names})\\s*,\\s*['"\`])`,
    'g',
  );
  for (const [, ...found] of text.matchAll(writes))
    for (const name of found) for (const specifier of modules.get(name ?? '') ?? []) written.add(specifier);
  return [...written];
}
