/** The build gives all private fields of what runs in programs such names (scripts/privateNames.mjs). */
const prefix = '#__whence_';

/** Whether a private field of an object is ours: what we put on objects of the program (identity.ts), which nobody is to see. */
export function isOwnField(name: string): boolean {
  for (let i = 0; i < prefix.length; i++) if (name[i] !== prefix[i]) return false;
  return true;
}
