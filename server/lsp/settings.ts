import type { CheckSettings } from '../checkFile.js';
import { defaultSettings, type Settings } from './protocol.js';

/** What a client sent as our section; whatever is missing or makes no sense has its default. */
export function readSettings(section: unknown): Settings {
  const given: Readonly<Record<string, unknown>> = typeof section === 'object' && section !== null ? { ...section } : {};
  const oneOf = <T extends string>(name: string, choices: readonly T[], otherwise: T): T =>
    choices.find((choice) => choice === given[name]) ?? otherwise;
  const flag = (name: string, otherwise: boolean): boolean => (typeof given[name] === 'boolean' ? given[name] : otherwise);
  const { rounds, exclude } = given;
  return {
    numbers: oneOf('numbers', ['doubles', 'integers'], defaultSettings.numbers),
    requireTermination: flag('requireTermination', defaultSettings.requireTermination),
    arrayIndex: oneOf('arrayIndex', ['off', 'hint', 'error'], defaultSettings.arrayIndex),
    rounds: typeof rounds === 'number' && Number.isInteger(rounds) && rounds >= 1 && rounds <= 999 ? rounds : defaultSettings.rounds,
    unfolding: flag('unfolding', defaultSettings.unfolding),
    codeLens: flag('codeLens', defaultSettings.codeLens),
    inlayHints: flag('inlayHints', defaultSettings.inlayHints),
    exclude: Array.isArray(exclude) ? exclude.filter((glob) => typeof glob === 'string') : defaultSettings.exclude,
  };
}

export function checkSettings({ numbers, requireTermination, arrayIndex, rounds, unfolding }: Settings): CheckSettings {
  return { integers: numbers === 'integers', termination: requireTermination, arrayIndex, rounds, unfolding, gate: true };
}
