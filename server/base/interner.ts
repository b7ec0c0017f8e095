/** Gives equal strings equal small numbers, so that maps keyed by strings can be `IntMap`s. */
export class Interner {
  private readonly ids = new Map<string, number>();
  private readonly names: string[] = [];

  idOf(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const id = this.names.length;
    this.names.push(name);
    this.ids.set(name, id);
    return id;
  }

  nameOf(id: number): string {
    return this.names[id] ?? '?';
  }
}
