import type { TraceReader } from '../reader.js';
import type { AlignedText } from './alignedTexts.js';
import type { Identities, SharedNumbers } from './identities.js';
import { IntColumn } from './pairTable.js';

type KeyNumber = (key: number) => number;

/** Of each recording: the keys of its changes by numbers that both share. */
export function sharedKeys(
  readers: readonly [TraceReader, TraceReader],
  identities: readonly [Identities, Identities],
  numbers: SharedNumbers,
  texts: readonly AlignedText[],
): readonly [KeyNumber, KeyNumber] {
  const placesOf = (run: 0 | 1) => new Map(texts.map((text, index) => [text.paths[run], { text, index }]));
  const places = [placesOf(0), placesOf(1)] as const;
  /** Where a name is declared, as both recordings say it. */
  const declared = (run: 0 | 1, path: string, offset: number): string => {
    const found = places[run].get(path);
    if (found === undefined) return `${run} ${path} ${offset}`;
    const there = run === 0 ? offset : found.text.back.startOf(offset);
    return `${found.index} ${there ?? `second ${offset}`}`;
  };
  const wordOf = (run: 0 | 1, key: string): string => {
    const [, variable = '', start] = /^variable ([\s\S]+) (\d+)$/.exec(key) ?? [];
    if (start !== undefined) return `variable ${declared(run, variable, Number(start))}`;
    const [, path = '', at, name = ''] = /^private ([\s\S]+) (\d+) (#\S+)$/.exec(key) ?? [];
    if (at !== undefined) return `private ${declared(run, path, Number(at))} ${name}`;
    const object = /^entry (?:object|function) (\d+)$/.exec(key)?.[1];
    if (object !== undefined) return `entry of ${identities[run].object(Number(object))}`;
    const symbol = /^(entry )?symbol (\d+)$/.exec(key);
    if (symbol !== null) return `${symbol[1] ?? ''}symbol ${readers[run].store.source.symbolName(Number(symbol[2]))}`;
    return `named ${key}`;
  };
  const numbered = (run: 0 | 1): KeyNumber => {
    const known = new IntColumn();
    const { source } = readers[run].store;
    return (key) => {
      if (key < 0) return key;
      let number = known.at(key);
      if (number === 0) known.put(key, (number = numbers.word(wordOf(run, source.keyOf(key)))));
      return number;
    };
  };
  return [numbered(0), numbered(1)];
}
