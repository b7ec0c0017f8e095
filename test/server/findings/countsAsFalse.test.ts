import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const messages = (text: string): readonly string[] => checkText(text, {}, [], 'program.ts').findings.map(({ message }) => message);

describe('what counts as false', () => {
  it('is one condition where all of it fails', () => {
    const text = `function need(v: any) { if (!v) throw new Error('none'); }
      export const main = ({ x }: { x: string | boolean | undefined }) => { const y: string | boolean | undefined = x; need(y); return y; };`;
    assert.ok(
      messages(text).some((message) => message.includes("!x: it throws new Error('none')")),
      messages(text).join('\n'),
    );
  });

  it('is listed where zero ends well, or is not known to fail', () => {
    const guard = "if (v === false || v === '' || v == null || v !== v) throw new Error('none');";
    const of = (rest: string): readonly string[] =>
      messages(`function need(v: any) { ${guard} }\nexport const main = ({ x }: any) => { need(x); ${rest} return x; };`);
    for (const rest of ['', 'if (x === 0) process.exit(0);', "try { if (x === 0) throw new Error('zero'); } catch { return 3; }"]) {
      const [message = ''] = of(rest);
      assert.match(message, /ails if (?:x !== x \|\| )?x === false \|\| .*: it throws new Error\('none'\)/, rest);
    }
  });
});
