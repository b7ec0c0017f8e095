import { types } from 'node:util';
import type { Plan } from '../../../adapter/instrument/plan.js';
import type { Site } from '../../../adapter/instrument/site.js';
import { rememberText } from '../../../adapter/runtime/traces/callSites.js';
import { hideInsertions } from '../../../adapter/runtime/realm/disguise.js';
import { installCodeProbe } from '../../../adapter/runtime/probes/generatedCode.js';
import { OwnSet } from '../../../adapter/runtime/realm/intrinsics.js';
import { watchNatives } from '../../../adapter/runtime/probes/natives.js';
import { nameFields } from '../../../adapter/runtime/rows/keyNames.js';
import { installProbes } from '../../../adapter/runtime/probes/probes.js';
import { addSites } from '../../../adapter/runtime/rows/sites.js';

/** What each realm of a test loads, so that its own natives are watched and its own globals are the probes. */
export interface InsideRealm {
  install(plan: Plan): void;
  add(path: string, firstSite: number, sites: readonly Site[], text: string): void;
}

export function install(plan: Plan): void {
  nameFields(plan.fields);
  const { elements, symbols, countsOnly } = plan;
  installProbes({
    fields: new OwnSet(plan.fields),
    elements,
    symbols,
    countsOnly,
    pause() {},
    stop() {},
    condition() {},
    isProxy: types.isProxy,
  });
  watchNatives(plan);
  installCodeProbe();
  hideInsertions();
}

export function add(path: string, firstSite: number, sites: readonly Site[], text: string): void {
  rememberText(path, text);
  addSites(firstSite, sites, path);
}
