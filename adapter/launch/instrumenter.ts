import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateKept } from '../../server/files/keptCode.js';
import type * as Instrumenting from '../instrument/instrument.js';

type Instrument = (typeof Instrumenting)['instrument'];

let loaded: Instrument | undefined;

/**
 * What puts probes into texts. The instrumenter with its parser, which are most of what is built, is a file of its own
 * (`dist/instrumenter.cjs`), loaded for the first text that was not instrumented before. It takes our own file's name, so that no frame of
 * it is the program's. V8's code of what the first text needs is kept from one run to the next.
 */
export function instrumenter(): Instrument {
  if (loaded !== undefined) return loaded;
  const { instrument, keep } = load();
  loaded = instrument;
  return (source, plan, firstSite) => {
    const instrumented = instrument(source, plan, firstSite);
    keep();
    return instrumented;
  };
}

function load(): { readonly instrument: Instrument; readonly keep: () => void } {
  const file = join(__dirname, 'instrumenter.cjs');
  const text = `(function (module) {${readFileSync(file, 'utf8')}\n})`;
  const { value, keep } = evaluateKept(file, text, __filename);
  const module = { exports: {} };
  (value as (module: object) => void)(module);
  return { instrument: (module.exports as typeof Instrumenting).instrument, keep };
}
