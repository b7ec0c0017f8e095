import type { KeyReport } from './rows.js';

/** The key of a place as a text, the same for all events of a run. */
export function keyText(key: KeyReport): string {
  switch (key.kind) {
    case 'property':
      return key.name;
    case 'variable':
      return `variable ${key.path} ${key.declaration}`;
    case 'private':
      return `private ${key.path} ${key.declaration} ${key.name}`;
    case 'symbol':
      return `symbol ${key.number}`;
    case 'entry':
      return `entry ${key.type} ${key.text}`;
  }
}
