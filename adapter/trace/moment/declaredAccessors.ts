import { pathTo, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import type { RunTexts } from '../../querypoints/text/texts.js';

const none: ReadonlySet<string> = new Set();

/** The getters and setters that texts give to classes themselves, and to object literals. */
export class Accessors {
  private classes: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  private readonly literals = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly texts: RunTexts,
    private readonly paths: readonly string[],
  ) {}

  /** The static ones of a class. */
  ofClass(name: string | null): ReadonlySet<string> {
    this.classes ??= this.findClasses();
    return name === null ? none : (this.classes.get(name) ?? none);
  }

  /** Those of the literal that begins at a place. */
  ofLiteral(place: { readonly path: string; readonly start: number } | null): ReadonlySet<string> {
    const program = place === null ? undefined : this.texts.text(place.path)?.program;
    if (place === null || program === undefined) return none;
    const key = `${place.start}:${place.path}`;
    let found = this.literals.get(key);
    if (found === undefined) {
      const node = pathTo(program, place.start).findLast(({ type, start }) => type === 'ObjectExpression' && start === place.start);
      found = node?.type === 'ObjectExpression' ? new Set(node.properties.flatMap((property) => accessorName(property))) : none;
      this.literals.set(key, found);
    }
    return found;
  }

  private findClasses(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, ReadonlySet<string>>();
    for (const path of this.paths) {
      const program = this.texts.text(path)?.program;
      if (program === undefined) continue;
      walk(program, (node) => {
        if ((node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') || !node.id) return;
        const names = node.body.body.flatMap((member) => ('static' in member && member.static ? accessorName(member) : []));
        if (names.length > 0) found.set(node.id.name, new Set(names));
      });
    }
    return found;
  }
}

/** The name of a member, where it is a getter or setter. */
function accessorName(node: AnyNode): readonly string[] {
  if ((node.type !== 'Property' && node.type !== 'MethodDefinition') || (node.kind !== 'get' && node.kind !== 'set')) return [];
  const key = writtenKey(node.key, node.computed);
  return key === undefined ? [] : [key];
}
