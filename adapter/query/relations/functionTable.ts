import { isFunction, type AnyNode } from '../../instrument/tree.js';
import type { Cell } from '../../trace/relations/relation.js';
import { functionAt } from '../../trace/store/functionAt.js';
import { parameterNames } from '../callQuestions.js';
import { functionNameAt, topLevelName } from '../functionNames.js';
import type { TraceReader } from '../reader.js';
import type { SiteTable } from './siteTable.js';

/** What calls of one function have in common. */
export interface FunctionFacts {
  readonly isTop: boolean;
  /** As answers name it. */
  readonly name: string;
  readonly className: string | null;
  readonly method: string | null;
  readonly file: Cell;
  readonly line: Cell;
  readonly column: Cell;
  readonly bodyLine: Cell;
  /** Where it begins, as `FILE:LINE`; null of a top level. */
  readonly place: string | null;
  readonly parameters: readonly string[];
  /** Whether it is async or a generator: its caller goes on before it has ended. */
  readonly mayWait: boolean;
}

/** Functions by the site of their entry. Each is looked up once. */
export class FunctionTable {
  private readonly known = new Map<number, FunctionFacts | null>();

  constructor(
    private readonly reader: TraceReader,
    private readonly sites: SiteTable,
  ) {}

  /** null: the site is no entry of a function whose text is known. */
  of(site: number): FunctionFacts | null {
    let facts = this.known.get(site);
    if (facts === undefined) this.known.set(site, (facts = this.find(site)));
    return facts;
  }

  private find(site: number): FunctionFacts | null {
    const { reader } = this;
    const found = this.sites.of(site);
    const text = found === undefined ? undefined : reader.texts.text(found.path);
    if (found === undefined || text === undefined) return null;
    const node = functionAt(found, text.program);
    const place = { path: found.path, start: node?.start ?? found.site.offset };
    const isTop = node?.type === 'Program';
    const name = isTop ? topLevelName : functionNameAt(text.program, place.start, (offset) => text.sourceNameAt(offset, reader.texts));
    const {
      file = null,
      line = null,
      column = null,
    } = reader.place(reader.positionAt(place.path, place.start)) as Readonly<Record<string, Cell>>;
    return {
      isTop,
      name: reader.functionName({ ...place, name, isTop }),
      className: name.className,
      method: name.bare,
      file,
      line,
      column,
      bodyLine: reader.positionAt(place.path, bodyStart(node) ?? place.start)?.line ?? null,
      mayWait: node !== null && isFunction(node) && (node.async || node.generator),
      place: isTop ? null : reader.lineOf(place),
      parameters: node !== null && isFunction(node) ? parameterNames(reader, place) : [],
    };
  }
}

interface Statements {
  readonly start: number;
  readonly body?: unknown;
}

/** Where a function's first statement begins. */
function bodyStart(node: AnyNode | null): number | undefined {
  const body = (node as { readonly body?: Statements } | null)?.body;
  const list = Array.isArray(body) ? (body as readonly Statements[]) : (body as Statements | undefined)?.body;
  const first = Array.isArray(list) ? (list as readonly Statements[])[0] : undefined;
  return first?.start ?? (body as Statements | undefined)?.start;
}
