import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const saidOf = (parameters: string, body: string): string =>
  checkText(`export function main(${parameters}): unknown {\n${body}\n}`)
    .findings.map(({ message }) => message.replace(/(,|:)? (either because|it throws) .*/, ''))
    .join('\n');

describe('characters of a text', () => {
  for (const [body, said] of [
    [`if (s[0] !== '#') throw new Error('x'); return s;`, 's[0] !== "#"'],
    [`if (s[0] < '0' || s[0] > '9') throw new Error('x'); return s;`, 's[0] < "0" || s[0] > "9"'],
    [`switch (s[0]) { case '+': return 1; case '-': return -1; default: throw new Error('x'); }`, 's[0] !== "+" && s[0] !== "-"'],
    [`if (s[0] === undefined) throw new Error('x'); return s;`, 's === ""'],
    [`if (s[2] === undefined) throw new Error('x'); return s;`, 's.length <= 2'],
    [`if (s.length > 0 && s[s.length - 1] === '/') throw new Error('x'); return s;`, 's.length > 0 && s[s.length - 1] === "/"'],
    [`if (s.length === 0) throw new Error('x'); if (s[0] === undefined) throw new Error('y'); return s;`, 's === ""'],
    [`if (s[0] === undefined) return ''; if (s.length === 0) throw new Error('x'); return s[0].trim();`, ''],
    [`if (s[0] === 'ab') throw new Error('x'); return s;`, ''],
  ] as const)
    it(`are written as the source does: ${body}`, () =>
      assert.equal(saidOf('s: string', body), said === '' ? '' : `main fails if ${said}`));
});
