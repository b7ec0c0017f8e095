import { roleName } from './check.js';

export function ownerBadge() { //! no such role
  return `<b>${roleName(3)}</b>`;
}
