import { weakTopologicalOrder, type WtoElement } from '../fixpoint/weakTopologicalOrder.js';

/**
 * Which files import each other in a circle. Files are numbered as they are met; what has been found of one stays, because
 * everything that it imports has been looked at with it.
 */
export class ImportGraph {
  private readonly componentOf = new Map<string, number>();
  private components = 0;

  constructor(
    /** The files that loading a file loads with it. */
    private readonly importsOf: (file: string) => readonly string[],
    /** Files beyond which no more are looked at. */
    private readonly maxFiles: number,
  ) {}

  /**
   * Whether `imported`, which `file` imports directly or not, is evaluated before it wherever a run starts: it does not import `file`.
   * False also when there are too many files to know.
   */
  isBefore(imported: string, file: string): boolean {
    if (!this.componentOf.has(file)) this.explore(file);
    const own = this.componentOf.get(file);
    const other = this.componentOf.get(imported);
    return own !== undefined && other !== undefined && own !== other;
  }

  /** Everything that loading the file loads, the file itself included. */
  closureOf(file: string): ReadonlySet<string> {
    const found = new Set([file]);
    for (const each of found) {
      for (const imported of this.importsOf(each)) if (found.size < this.maxFiles) found.add(imported);
    }
    return found;
  }

  private explore(start: string): void {
    const files: string[] = [];
    const numbers = new Map<string, number>();
    const number = (file: string): number => {
      let known = numbers.get(file);
      if (known === undefined) {
        numbers.set(file, (known = files.length));
        files.push(file);
      }
      return known;
    };
    number(start);
    const successors: number[][] = [];
    for (let next = 0; next < files.length; next++) {
      if (files.length > this.maxFiles) return;
      const fresh = this.importsOf(files[next] ?? '').filter((imported) => !this.componentOf.has(imported));
      successors.push(fresh.map(number));
    }
    for (const element of weakTopologicalOrder(files.length, [0], (file) => successors[file] ?? [])) {
      const component = this.components++;
      for (const member of membersOf(element)) this.componentOf.set(files[member] ?? '', component);
    }
  }
}

/** An outermost component of the order is a strongly connected one. */
function membersOf(element: WtoElement): readonly number[] {
  return typeof element === 'number' ? [element] : [element.head, ...element.body.flatMap(membersOf)];
}
