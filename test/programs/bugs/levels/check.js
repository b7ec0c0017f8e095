const names = ['guest', 'member', 'editor'];

export function roleName(level) {
  if (!Number.isInteger(level) || level < 0 || level >= names.length) throw new RangeError('no such role');
  return names[level];
}
