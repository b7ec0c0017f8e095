import { parse, childList, optionalChild, stringField } from './syntaxTree.js';
import type { Checker, Claims } from './checker.js';
import { instrument } from './instrument.js';

/**
 * Adversaries of the harness: checkers whose claims are wrong in one way each. A harness that catches nothing would pass
 * every analysis, so it is tested on these.
 */

type Requirement = (root: string, parameters: readonly string[]) => string | null;

function claims(text: string, requirement: Requirement, extra: Partial<Claims> = {}): Claims {
  const program = instrument(text);
  return {
    findings: [],
    functions: program.roots.map((root) => ({
      name: root.name,
      file: 'program.ts',
      span: { line: root.line, column: 1, endLine: root.line, endColumn: 2 },
      root: true,
      requires: requirement(
        root.name,
        root.parameters.flatMap((parameter) => (parameter.name === null ? [] : [parameter.name])),
      ),
      inBounds: null,
      assumes: [],
      accesses: { total: 0, proven: 0 },
      complete: true,
    })),
    states: [],
    errors: [],
    ...extra,
  };
}

/** Claims nothing, and is therefore right. */
export const silent: Checker = ({ text }) => claims(text, () => null);

/** Calls every input of every root bad. */
export const condemning: Checker = ({ text }) => claims(text, () => 'false');

/** Excludes one input of `main` that another checker admits. */
export const excluding =
  (input: number): Checker =>
  ({ text }) =>
    claims(text, (root, parameters) => (root === 'main' && parameters[0] !== undefined ? `${parameters[0]} !== ${input}` : null));

/** Forgets NaN: what holds of every number but NaN. */
export const forgettingNaN: Checker = ({ text }) =>
  claims(text, (root, parameters) =>
    root === 'main' && parameters[0] !== undefined ? `typeof ${parameters[0]} !== 'number' || ${parameters[0]} <= Infinity` : null,
  );

/** Claims that every variable is exactly 12345 everywhere. */
export const constantStates: Checker = ({ text, lines }) => {
  const claimed = { show: '12345', min: 12345, max: 12345, integer: true, nan: false };
  const names = [...new Set(text.match(/\b[a-z]\w*\b/g) ?? [])];
  const environment = Object.fromEntries(names.map((name) => [name, claimed]));
  const states = lines.map((line) => ({ file: 'program.ts', line, column: 1, reachable: environment, good: environment }));
  return claims(text, () => null, { states });
};

/** Claims that nothing is ever reached. */
export const deadStates: Checker = ({ text, lines }) =>
  claims(text, () => null, { states: lines.map((line) => ({ file: 'program.ts', line, column: 1, reachable: null, good: null })) });

/** Claims an error at the first statement of `main`. */
export const erring: Checker = warning(null);

/** Claims that `main` fails unless the condition holds at its first statement; at all, where it is null. */
export function warning(condition: string | null): Checker {
  return ({ text }) => {
    const main = childList(parse(text).root, 'body')
      .map((statement) => optionalChild(statement, 'declaration'))
      .find(
        (declaration) =>
          declaration?.type === 'FunctionDeclaration' && stringField(optionalChild(declaration, 'id') ?? declaration, 'name') === 'main',
      );
    const body = main === null || main === undefined ? null : optionalChild(main, 'body');
    const first = body === null ? undefined : childList(body, 'body')[0];
    if (first === undefined) return claims(text, () => null);
    const { start, end } = first.loc;
    const span = { line: start.line, column: start.column + 1, endLine: end.line, endColumn: end.column + 1 };
    return claims(text, () => null, {
      findings: [
        {
          code: 'uncaught-exception',
          severity: condition === null ? 'error' : 'warning',
          file: 'program.ts',
          span,
          condition,
          message: 'fails',
          because: [],
          alternatives: [],
          assumes: [],
        },
      ],
    });
  };
}

/** Has forgotten `main`. */
export const forgetful: Checker = ({ text }) => {
  const all = claims(text, () => null);
  return { ...all, functions: all.functions.filter((report) => report.name !== 'main') };
};
