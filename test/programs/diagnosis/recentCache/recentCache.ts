/** Keeps the values that were used last. */
export class RecentCache {
  private readonly values = new Map<string, number>();
  constructor(private readonly most: number) {}
  get(key: string): number | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.set(key, value);
    return value;
  }
  set(key: string, value: number): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
