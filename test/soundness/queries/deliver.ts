import { transformSync } from 'esbuild';
import type { Subject } from './subject.js';

/** How a program reaches Node: as it is, or as something else that stands for the same source. */
export const deliveries = ['commonjs', 'module', 'typescript', 'minified', 'lowered'] as const;
export type Delivery = (typeof deliveries)[number];

export interface Delivered {
  /** The first is run. */
  readonly files: Readonly<Record<string, string>>;
  /** Which of them the user has written: its lines are the program's. */
  readonly source: string;
  /** Whether what a question names is still there. */
  canAsk(ask: string): boolean;
}

export function deliver({ text, helpers }: Subject, delivery: Delivery): Delivered {
  const canAsk = () => true;
  const others = { [helpers.name]: helpers.text };
  switch (delivery) {
    case 'commonjs':
      return { files: { 'program.cjs': text, ...others }, source: 'program.cjs', canAsk };
    case 'module':
      return { files: { 'program.mjs': asModule(text), ...others }, source: 'program.mjs', canAsk };
    case 'typescript':
      return { files: { 'program.ts': withTypes(text), ...others }, source: 'program.ts', canAsk };
    case 'minified': {
      // Expressions stay apart: a statement that was joined with others is none that one can stop at.
      const options = { minifyWhitespace: true, minifyIdentifiers: true, sourcemap: 'inline', format: 'cjs' } as const;
      const { code } = transformSync(text, { ...options, sourcefile: 'source.cjs' });
      return { files: { 'program.cjs': code, 'source.cjs': text, ...others }, source: 'source.cjs', canAsk };
    }
    case 'lowered': {
      const { code, map } = transformSync(text, { target: 'es2018', sourcemap: true, sourcefile: '../source.cjs', format: 'cjs' });
      const files = {
        'out/program.cjs': `${code}//# sourceMappingURL=program.cjs.map\n`,
        'out/program.cjs.map': map,
        'source.cjs': text,
        [`out/${helpers.name}`]: helpers.text,
      };
      return { files, source: 'source.cjs', canAsk: (ask) => !ask.includes('#') };
    }
  }
}

function asModule(text: string): string {
  return text.replace(/^const (\{.*?\}) = require\((.*?)\);/, 'import helpers from $2; const $1 = helpers;');
}

function withTypes(text: string): string {
  return text.replace(/\b(let|const) (\w+) = (?=n\()/g, '$1 $2: number = ');
}
