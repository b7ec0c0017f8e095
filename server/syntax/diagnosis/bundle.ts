import { specifiersOf } from './plainScript.js';
import { moduleExpression, type BundledModule, type Imported, type ModuleForm, type NotBundled } from './moduleExpression.js';

/** Several modules as one text that imports nothing: each is a function, and its own text stands in it as it was. */
export interface Bundle {
  readonly text: string;
  /** Where the text of each module begins in the bundle. */
  readonly offsets: ReadonlyMap<string, number>;
}

/** What stands for modules of Node, by their names without `node:`; each text is an expression. */
export type ModelledModules = ReadonlyMap<string, string>;

/** A module that is neither the program's nor modelled: the interpreter knows nothing of it. */
const outside = 'const $outside = ($name) => require($name);\n';

const modelForm: ModuleForm = { kind: 'exports', changing: new Set(), isSloppy: false };

/**
 * Joins modules, each behind those that it imports, unless something stands in the way: a circle, an import of what changes later, or
 * a form of import or export that is not known. `before` and `behind` are texts beside all of them.
 */
export function bundle(
  entries: readonly string[],
  modules: ReadonlyMap<string, BundledModule>,
  models: ModelledModules,
  { before, behind }: { readonly before: string; readonly behind: string },
): Bundle | NotBundled {
  const order = inOrder(entries, modules);
  if ('why' in order) return order;
  let text = outside + [...models].map(([name, model]) => `const ${modelName(name)} = ${model};\n`).join('') + before;
  const offsets = new Map<string, number>();
  const done = new Map<string, NonNullable<Imported>>();
  for (const path of order) {
    const module = modules.get(path);
    if (module === undefined) return { why: `the module ${path}` };
    const importedBy = (specifier: string): Imported => {
      const ownPath = module.own[specifier];
      if (ownPath !== undefined) return done.get(ownPath) ?? null;
      const name = specifier.replace(/^node:/, '');
      return models.has(name) ? { variable: modelName(name), form: modelForm } : null;
    };
    const written = moduleExpression(module, importedBy, specifiersOf(module.text));
    if ('why' in written) return written;
    const variable = `$module${done.size}`;
    done.set(path, { variable, form: written.form });
    text += `const ${variable} = ${written.head}`;
    offsets.set(path, text.length);
    text += `${written.body}\n${written.foot};\n`;
  }
  const isSloppy = [...done.values()].some(({ form }) => form.isSloppy);
  if (isSloppy && order.some((path) => /\.[cm]?tsx?$/.test(path))) return { why: 'code that is not strict beside TypeScript' };
  // A text with an export is strict as a whole.
  return { text: `${text}${behind}\n${isSloppy ? '' : 'export {};\n'}`, offsets };
}

const modelName = (name: string): string => `$node_${name.replaceAll(/\W/g, '_')}`;

function inOrder(entries: readonly string[], modules: ReadonlyMap<string, BundledModule>): readonly string[] | NotBundled {
  const order: string[] = [];
  const open = new Set<string>();
  /** What stands in the way. */
  const visit = (path: string): string | null => {
    if (order.includes(path)) return null;
    if (open.has(path)) return 'modules that import each other';
    open.add(path);
    const module = modules.get(path);
    if (module === undefined) return `the module ${path}`;
    for (const own of Object.values(module.own)) {
      const why = visit(own);
      if (why !== null) return why;
    }
    order.push(path);
    return null;
  };
  for (const entry of entries) {
    const why = visit(entry);
    if (why !== null) return { why };
  }
  return order;
}
