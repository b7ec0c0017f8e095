import type { CheckSettings } from './checkFile.js';
import type { Settings } from './settingsTable.js';

/** The options of a check, as the settings ask for them. */
export function checkSettings({ numbers, requireTermination, arrayIndex, unknownCalls, rounds, unfolding }: Settings): CheckSettings {
  return { integers: numbers === 'integers', termination: requireTermination, arrayIndex, unknownCalls, rounds, unfolding, gate: true };
}
