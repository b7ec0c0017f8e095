import type { CheckSettings } from './checkFile.js';
import type { Settings } from './settingsTable.js';

/** The options of a check, as the settings ask for them. */
export function checkSettings({ numbers, requireTermination, arrayIndex, rounds, unfolding }: Settings): CheckSettings {
  return { integers: numbers === 'integers', termination: requireTermination, arrayIndex, rounds, unfolding, gate: true };
}
