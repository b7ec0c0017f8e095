import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateKept } from '../../server/files/keptCode.js';
import type * as Instrumenting from '../instrument/instrument.js';
import type { Plan } from '../instrument/plan.js';

type Instrument = (typeof Instrumenting)['instrument'];

let loaded: Instrument | undefined;

/**
 * The text with its probes. The instrumenter with its parser, which are most of what is built, is a file of its own
 * (`dist/instrumenter.cjs`), loaded for the first text that was not instrumented before. It takes our own file's name, so that no frame of
 * it is the program's. V8's code of what the first text needs is kept from one run to the next.
 */
export const instrument: Instrument = (source, plan, firstSite) => {
  if (loaded !== undefined) return loaded(source, plan, firstSite);
  const { instrument, keep } = load(plan);
  loaded = instrument;
  const instrumented = instrument(source, plan, firstSite);
  keep();
  return instrumented;
};

function load({ keepsVariables }: Plan): { readonly instrument: Instrument; readonly keep: () => void } {
  const file = join(__dirname, 'instrumenter.cjs');
  const text = `(function (module) {${readFileSync(file, 'utf8')}\n})`;
  const { value, keep } = evaluateKept(file, text, __filename, keepsVariables ? 'keeps variables' : '');
  const module = { exports: {} };
  (value as (module: object) => void)(module);
  return { instrument: (module.exports as typeof Instrumenting).instrument, keep };
}
