import assert from 'node:assert/strict';
import type { Expression } from '../../../../server/ir/expression.js';
import { Forms } from '../../../../server/semantics/relational/form.js';
import type { Oracle } from '../../../../server/semantics/relational/oracle.js';
import type { Activation } from '../../../../server/semantics/scope.js';
import { emptyState } from '../../../../server/semantics/state.js';

describe('the form of an expression', () => {
  /** How often parts of a text of so many parts are looked at. */
  const looks = (parts: number): number => {
    let looked = 0;
    const part = (): Expression => ({
      get kind() {
        looked++;
        return 'constant' as const;
      },
      value: { kind: 'string', value: '' },
    });
    let text = part();
    for (let n = 1; n < parts; n++) text = { kind: 'binary', operator: '+', left: text, right: part() };
    assert.equal(new Forms({ state: emptyState } as Oracle, {} as Activation).of(text), null);
    return looked;
  };

  it('looks at each part of a long template a few times, however many there are', () => {
    const [some, many] = [looks(400), looks(1600)];
    assert.ok(many < 4.5 * some, `${some} for 400 and ${many} for 1600`);
  });
});
