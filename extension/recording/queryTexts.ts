/** A predicate that a file of Prolog exports. */
export interface ExportedPredicate {
  readonly name: string;
  readonly arity: number;
  readonly meaning?: string;
}

/** Whether a text is rather Prolog than Perl: its first line that says something is a comment of Prolog, a directive or a clause. */
export function looksLikeProlog(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  if (/^\s*(%[%\s]|:-|\?-)/.test(first)) return true;
  return /^[a-z]\w*\(.*\)\s*(:-|\.)/.test(first) && !/[$@;]/.test(first);
}

/** The predicates in the list of a module. */
export function exportsOf(text: string): readonly ExportedPredicate[] {
  const list = /:-\s*module\(\s*\w+\s*,\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/([a-z]\w*)\/(\d+)/g)].map(([, name = '', arity]) => ({ name, arity: Number(arity) }));
}

/** Relations that a statement of SQL reads, by the names that it gives them. */
export function relationsNamed(sql: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', alias] of sql.matchAll(/\b(?:from|join|,)\s*"?([a-z_]+)"?(?:\s+(?:as\s+)?([a-z_]\w*))?/gi)) {
    found.set(name, name.toLowerCase());
    if (alias !== undefined && !/^(on|where|left|right|join|inner|cross|order|group|limit|using|natural|as)$/i.test(alias))
      found.set(alias, name.toLowerCase());
  }
  return found;
}

/** The word that ends a text; empty where none does. */
export function wordBefore(text: string): string {
  return /[A-Za-z_]\w*$/.exec(text)?.[0] ?? '';
}
