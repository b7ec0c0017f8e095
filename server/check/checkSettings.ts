import type { CheckSettings } from './checkFile.js';
import type { Settings } from './settingsTable.js';

/** How the settings have a file checked. */
export function checkSettings({ numbers, requireTermination, arrayIndex, rounds, unfolding }: Settings): CheckSettings {
  return { integers: numbers === 'integers', termination: requireTermination, arrayIndex, rounds, unfolding, gate: true };
}
