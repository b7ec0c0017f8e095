import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nativeCompiler, root, runNode } from './process.mjs';

/** Type-checks our code and the examples; prints what is wrong and resolves to whether nothing is. */
export async function checkTypes() {
  const projects = ['.', 'extension/abstractState/view', 'extension/timeline/view', 'examples'].filter((project) =>
    existsSync(join(root, project, 'tsconfig.json')),
  );
  const results = await Promise.all(projects.map((project) => runNode([nativeCompiler, '-p', project])));
  return results.every(({ code }) => code === 0);
}
