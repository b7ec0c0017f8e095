import { ownJson } from '../realm/ownJson.js';
import { each, flatMapped, mapped } from '../../maintain/ownLists.js';
import { OwnMap } from '../realm/intrinsics.js';
import { isObject } from '../realm/identity.js';
import { ownWork } from '../realm/ownWork.js';
import { causeOf, passages } from './causes.js';
import type { RunningRules } from './runningRules.js';

const { keys } = Object;
type Values = Readonly<Record<string, unknown>>;

/** Holds the assertion comments of the program against its run. */
export class HeldAssertions {
  /** By rule that the last passage has broken, what was told: it is told again for other values, or when it has held in between. */
  private readonly broken = new OwnMap<number, string>();

  constructor(private readonly rules: RunningRules) {}

  /** The functions that the program calls where an assertion is to hold; `holds` is its text. */
  readonly probes = {
    __w_assertHere: (site: number, rule: number, holds: () => unknown, shown: () => Values): void => this.meet(site, rule, holds, shown),
    __w_assertAfter: (site: number, rule: number, value: unknown, holds: () => unknown, shown: () => Values): unknown => {
      this.meet(site, rule, holds, shown);
      return value;
    },
    __w_assertResult: (
      site: number,
      rule: number,
      value: unknown,
      holds: (result: unknown) => unknown,
      shown: (result: unknown) => Values,
    ): unknown => {
      this.meet(
        site,
        rule,
        () => holds(value),
        () => shown(value),
      );
      return value;
    },
  };

  private meet(site: number, rule: number, holds: () => unknown, shown: () => Values): void {
    passages[site] = (passages[site] ?? 0) + 1;
    if (isHeld(holds)) {
      this.broken.delete(rule);
      return;
    }
    const values = valuesOf(shown);
    const key = ownJson.stringify(mapped(keys(values), (name) => shortOf(values[name], this.rules)));
    if (this.broken.get(rule) === key) return;
    this.broken.set(rule, key);
    const told = flatMapped(keys(values), (name, at) => [`${at === 0 ? 'where' : 'and'} ${name} =`, values[name]]);
    const cause = ownWork(() => causeOf(site, null));
    const { name } = this.rules.run.rules[rule] ?? { name: '' };
    this.rules.telling.at(
      rule,
      () => cause,
      values,
      () => this.rules.telling.report([name, 'does not hold', ...each(told)]),
    );
  }
}

const shortOf = (value: unknown, rules: RunningRules): unknown => (isObject(value) ? rules.objects.thing(value).number : String(value));

/** An assertion that throws is false; one that reads what has no value yet says nothing. */
function isHeld(holds: () => unknown): boolean {
  try {
    return Boolean(holds());
  } catch (error) {
    return error instanceof ReferenceError;
  }
}

function valuesOf(shown: () => Values): Values {
  try {
    return shown();
  } catch {
    return {};
  }
}
