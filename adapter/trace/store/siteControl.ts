import { endsAsync } from '../../instrument/recordedActivities.js';
import { parseEither } from '../../instrument/parse.js';
import { homeAt, isFunction, memberOf, pathTo, writtenKey, type AnyNode, type Program } from '../../instrument/tree.js';
import type { Site } from '../../instrument/site.js';
import { functionAt } from './functionAt.js';

/** A property that an object literal gives a name. */
export interface LiteralName {
  readonly name: string;
  readonly isAccessor: boolean;
}

/** What the text around a site says of where control goes on. Texts are parsed when they are asked about. */
export class SiteControl {
  private readonly programs = new Map<string, Program | null>();
  private readonly generators = new Map<number, boolean>();
  private readonly delegations = new Map<number, boolean>();
  private readonly ends = new Map<number, boolean>();
  private readonly entries = new Map<number, boolean>();
  private readonly accessors = new Map<number, boolean>();
  private readonly returns = new Map<number, boolean>();
  private readonly literals = new Map<number, readonly LiteralName[]>();

  constructor(
    private readonly siteOf: (number: number) => { readonly path: string; readonly site: Site } | undefined,
    private readonly sourceOf: (path: string) => string | undefined,
  ) {}

  /** Whether a site lies in a generator that waits for nobody. */
  isInGenerator(site: number): boolean {
    return known(this.generators, site, () => {
      const [home] = this.around(site);
      return home !== undefined && isFunction(home) && home.generator && !home.async;
    });
  }

  /** Whether two sites lie in different functions. */
  areApart(site: number, other: number): boolean {
    const [one, another] = [this.siteOf(site), this.siteOf(other)];
    if (one === undefined || another === undefined) return false;
    const program = this.program(one.path);
    return one.path !== another.path || (program !== null && homeAt(program, one.site.offset) !== homeAt(program, another.site.offset));
  }

  /** Whether a site is what `yield*` hands over to. */
  isDelegation(site: number): boolean {
    return known(this.delegations, site, () => {
      const found = this.siteOf(site);
      const [, inside = []] = found?.site.key === 'yield' ? this.around(site) : [];
      return inside.some((node) => node.type === 'YieldExpression' && node.delegate && node.argument?.start === found?.site.offset);
    });
  }

  /** Whether what is thrown at a site leaves its function, and that is async: its promise is rejected, and nobody above ends. */
  endsAsync(site: number): boolean {
    return known(this.ends, site, () => {
      const found = this.siteOf(site);
      const program = found === undefined ? null : this.program(found.path);
      // Where nothing is written, as of an exception of Node's own, nothing is known.
      return found !== undefined && program !== null && found.site.offset !== found.site.end && endsAsync(program, found.site.offset);
    });
  }

  /** Whether a site is where an async function is entered. */
  entersAsync(site: number): boolean {
    return known(this.entries, site, () => {
      const found = this.siteOf(site);
      const program = found === undefined ? null : this.program(found.path);
      const entered = found === undefined || program === null ? null : functionAt(found, program);
      return entered !== null && isFunction(entered) && entered.async;
    });
  }

  /** Whether a site is where a method `return` is entered: of an iterator that is ended. */
  entersReturn(site: number): boolean {
    return known(this.returns, site, () => {
      const found = this.siteOf(site);
      const program = found === undefined ? null : this.program(found.path);
      const entered = found === undefined || program === null ? null : functionAt(found, program);
      const member = program === null || entered === null ? null : memberOf(program, entered);
      return member !== null && writtenKey(member.key, member.computed) === 'return';
    });
  }

  /** Whether a site is where a getter or a setter is entered. */
  entersAccessor(site: number): boolean {
    return known(this.accessors, site, () => {
      const found = this.siteOf(site);
      const program = found === undefined ? null : this.program(found.path);
      const entered = found === undefined || program === null ? null : functionAt(found, program);
      const kind = program === null || entered === null ? undefined : memberOf(program, entered)?.kind;
      return kind === 'get' || kind === 'set';
    });
  }

  /** The properties of the object literal that a site is, in its order, as far as their names are written. */
  namesOfLiteral(site: number): readonly LiteralName[] {
    return known(this.literals, site, () => {
      const found = this.siteOf(site);
      const program = found === undefined ? null : this.program(found.path);
      if (found === undefined || program === null) return [];
      const { offset } = found.site;
      const node = pathTo(program, offset).findLast(({ type, start }) => type === 'ObjectExpression' && start === offset);
      if (node?.type !== 'ObjectExpression') return [];
      return node.properties.flatMap((one) => {
        const name = one.type === 'Property' ? writtenKey(one.key, one.computed) : undefined;
        return one.type === 'Property' && name !== undefined ? [{ name, isAccessor: one.kind !== 'init' }] : [];
      });
    });
  }

  /** The function around a site, and the nodes from there to it. */
  private around(site: number): readonly [home: AnyNode, inside: readonly AnyNode[]] | readonly [] {
    const found = this.siteOf(site);
    const program = found === undefined ? null : this.program(found.path);
    if (found === undefined || program === null) return [];
    const { offset, end } = found.site;
    // Where nothing is written, as of an exception of Node's own, nothing is known.
    if (offset === end) return [];
    const home = homeAt(program, offset);
    const path = pathTo(program, offset);
    return [home, path.slice(path.indexOf(home) + 1)];
  }

  private program(path: string): Program | null {
    return known(this.programs, path, () => {
      const source = this.sourceOf(path);
      return source === undefined ? null : parseEither(source);
    });
  }
}

function known<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = make()));
  return value;
}
