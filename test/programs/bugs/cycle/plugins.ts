import { kinds } from './shapes.js';

const first = kinds.length; //! kinds

export function registerAll(): void {
  kinds.push(`circle${first}`);
}
