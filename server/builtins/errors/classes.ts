/** The classes of errors that the language itself throws. */
export const errorClasses = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'] as const;

const names: ReadonlySet<string> = new Set(errorClasses);

export const isErrorClass = (name: string): boolean => names.has(name);

/** The error class whose prototype the built-in object is, by the object's name; null when it is none. */
export function errorClassOfPrototype(name: string): string | null {
  const of = name.endsWith('.prototype') ? name.slice(0, -'.prototype'.length) : '';
  return isErrorClass(of) ? of : null;
}
