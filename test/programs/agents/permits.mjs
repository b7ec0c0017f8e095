const roles = { admin: ['read', 'write', 'delete'], editor: ['read', 'write'], guest: ['read'] };
const users = [
  { name: 'ada', role: 'admin', until: 2030 },
  { name: 'bob', role: 'editor', until: 2024 },
  { name: 'cyd', role: 'guest', until: 2031 },
];

function isCurrent(user, year) {
  return user.until >= year;
}

function allowed(user, action, year) {
  if (!isCurrent(user, year)) return false;
  return roles[user.role].includes(action);
}

function perform(user, action, year) {
  if (!allowed(user, action, year)) throw new Error(`${user.name} may not ${action}`);
  return `${user.name} ${action}`;
}

for (let round = 0; round < 300; round++)
  for (const user of users)
    if (round % 50 === 7 && user.role !== 'guest') perform(user, 'write', 2020 + Math.floor(round / 50));
