import { defaults } from './defaults.js';

export function retriesOf(name) { //! retry
  const { limit } = defaults.retry;
  return `${name}: ${limit}`;
}
