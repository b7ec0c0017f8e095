/**
 * Whether a path (with `/`, relative to the folder that the globs speak of) matches one of the globs: `*` and `?` within a name, `**`
 * across folders, `{a,b}` for either, `[a-z]` for one character. A glob that names a folder covers all that is below it.
 */
export function matchesGlob(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => expressionOf(glob).test(path));
}

const expressions = new Map<string, RegExp>();

function expressionOf(glob: string): RegExp {
  const known = expressions.get(glob);
  if (known !== undefined) return known;
  let expression: RegExp;
  try {
    expression = new RegExp(`^${sourceOf(glob.replace(/^\.?\//, '').replace(/\/$/, ''))}(?:/.*)?$`);
  } catch {
    expression = /(?!)/; // A glob that cannot be understood matches nothing.
  }
  expressions.set(glob, expression);
  return expression;
}

function sourceOf(glob: string): string {
  let depth = 0;
  return glob.replace(/\*\*\/|\*\*|\*|\?|\[!?[^\]]*\]|[{},]|[^\w]/g, (part) => {
    switch (part) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        depth++;
        return '(?:';
      case '}':
        if (depth === 0) return '\\}';
        depth--;
        return ')';
      case ',':
        return depth > 0 ? '|' : ',';
      default:
        if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
        return `\\${part}`;
    }
  });
}
