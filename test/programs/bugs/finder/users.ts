export interface User { readonly id: number; readonly name: string }

const users: readonly User[] = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Grace' },
];

export function userById(id: number): User | undefined {
  for (const user of users) if (user.id === id) return user;
  return undefined;
}
