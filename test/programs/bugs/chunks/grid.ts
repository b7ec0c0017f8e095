import { chunk } from './chunk.js';

const pageSize = 3;
const columns = 4;

export function rows(): string[][] { //! end
  return chunk(['a', 'b', 'c', 'd', 'e'], Math.floor(pageSize / columns));
}
