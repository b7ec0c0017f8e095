import { parse } from 'acorn';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Before the names of our private fields, as adapter/runtime/realm/ownFields.ts knows them. */
const prefix = '#__whence_';

/**
 * A plugin of esbuild that makes the private names of a bundle ours: some are put on objects of the program, of which a debugger tells all
 * private fields. esbuild shortens them to names that a program may have, too.
 *
 * @type {import('esbuild').Plugin}
 */
export const ownPrivateNames = {
  name: 'own private names',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      const { absWorkingDir = process.cwd() } = initialOptions;
      for (const output of Object.keys(metafile?.outputs ?? {})) if (output.endsWith('.cjs')) rename(join(absWorkingDir, output));
    });
  },
};

function rename(path) {
  const text = readFileSync(path, 'utf8');
  const places = [];
  parse(text, {
    ecmaVersion: 'latest',
    onToken: ({ type, start }) => {
      if (type.label === 'privateId') places.push(start);
    },
  });
  let renamed = '';
  let from = 0;
  for (const start of places) {
    renamed += text.slice(from, start) + prefix;
    from = start + 1;
  }
  writeFileSync(path, renamed + text.slice(from));
}
