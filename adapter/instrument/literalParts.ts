/**
 * The shape of an object literal whose parts are told one by one has a sign for each part. What a part behind may write over is kept where it is
 * evaluated: a value, and a copy of what is spread, which runs getters and traps once. What was kept follows the shape.
 */
export const Part = {
  /** A property whose name the text says: the complete literal has its value. */
  fixed: '.',
  /** Its value was kept. */
  fixedKept: '=',
  /** Its value was not kept, though it may be written over: it makes a function, which V8 would name after the hidden variable, or is called `__proto__`. */
  fixedUnkept: '~',
  /** A property whose name was kept. */
  computed: '?',
  /** And its value. */
  computedKept: '#',
  computedUnkept: '!',
  /** What was spread. */
  spread: '*',
  /** A copy of it. */
  copied: '+',
} as const;
