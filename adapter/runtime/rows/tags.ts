/** The kind of value in an event's row; its payload is the number, or an index. */
export const Tag = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  number: 4,
  string: 5,
  object: 6,
  bigint: 7,
  symbol: 8,
  absent: 9,
  /** A text of which only the length is known: it is long, or there are too many. */
  longString: 10,
  /** The row says the key of the event in the next row. */
  key: 11,
  /** The value was not told: most events of a long run are dropped. */
  untold: 12,
  /** No event: how many events of the site came since its last row, which nobody asks about, is where others have their subject. */
  passed: 13,
  /** An object that can be called. */
  function: 14,
  /** No event: the next row is a call, and this is the site of the calling expression; its subject is that call's activation. */
  caller: 15,
} as const;
