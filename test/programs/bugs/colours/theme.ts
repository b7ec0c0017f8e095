import { channel } from './hex.js';

export function grey(level: string): number[] { //! no channel
  const first = channel(level);
  return [first, first, channel('f')];
}
