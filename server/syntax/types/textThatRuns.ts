import nodeModule from 'node:module';
import { eraseTypes } from './eraseTypes.js';

/** The text that Node runs for a file: of TypeScript what is left without its types. null: it cannot be read. */
export async function textThatRuns(text: string, path: string, format: 'module' | 'commonjs'): Promise<string | null> {
  if (!/\.[cm]?ts$/.test(path)) return text;
  const { stripTypeScriptTypes } = nodeModule as { readonly stripTypeScriptTypes?: (code: string) => string };
  if (stripTypeScriptTypes === undefined) return eraseTypes(text, path, format);
  try {
    return stripTypeScriptTypes(text);
  } catch {
    return null;
  }
}
