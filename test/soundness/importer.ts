import { check } from '../../server/check/check.js';
import { printed } from '../../server/findings/reportJson.js';
import type { Checker } from './checker.js';

/** `export function main(a: number, b: number)`, as the generators write it. */
const exportedFunction = /^export (async )?function (\w+)\(([^)]*)\)/gm;

/**
 * Whence as it sees a program from outside: another file imports its functions and only calls them. What is required there must be
 * true of the program's own runs.
 */
export const importer: Checker = ({ file, text, integers }) => {
  const caller = [...text.matchAll(exportedFunction)].map(([, isAsync = '', name = '', parameters = '']) =>
    callOf(file, name, parameters, isAsync),
  );
  const texts: Readonly<Record<string, string>> = { [`/soundness/${file}`]: text, '/soundness/caller.ts': caller.join('') };
  const result = check(
    {
      files: ['/soundness/caller.ts'],
      cwd: '/soundness',
      settings: {
        integers,
        termination: true,
        arrayIndex: 'hint',
        unknownCalls: 'return-or-throw',
        rounds: 1,
        unfolding: true,
        gate: false,
        verify: true,
      },
      at: [],
    },
    { readFile: (path) => texts[path] ?? '', readIfPresent: (path) => texts[path], progress: () => undefined },
  );
  const functions = printed(result)
    .functions.filter(({ root }) => root)
    .map((report) => ({ ...report, file }));
  return { findings: [], functions, states: [], errors: result.errors };
};

function callOf(file: string, name: string, parameters: string, isAsync: string): string {
  const args = parameters.split(',').map((parameter) => parameter.replace(/[:=].*$/, '').trim());
  const call = `inner_${name}(${args.filter((argument) => argument !== '').join(', ')})`;
  return `import { ${name} as inner_${name} } from './${file.replace(/\.[jt]s$/, '')}';
export ${isAsync}function ${name}(${parameters}) { return ${isAsync === '' ? '' : 'await '}${call}; }
`;
}
