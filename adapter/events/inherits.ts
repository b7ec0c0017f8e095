/**
 * What an object inherits from, as one number of 32 bits: the number of an object, one of these, or from `firstSeen` on the number of a prototype
 * that was no object of the run's when it was met (`SeenPrototype`).
 */
export const Inherits = {
  /** It was not told. */
  unknown: 0,
  firstSeen: 0x8000_0000,
  /** A prototype of the language. */
  language: 0xffff_fffe,
  /** null. */
  nothing: 0xffff_ffff,
} as const;
