import { userById } from './users.js';

export function adminGreeting(): string { //! userById|admin
  const admin = userById(0)!;
  return `Hello ${admin.name}`;
}
