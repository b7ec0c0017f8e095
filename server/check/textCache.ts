/** What was computed from the texts of files, one text for each; the longest unused goes first when the texts become too long. */
export class TextCache<T> {
  private readonly entries = new Map<string, { readonly text: string; readonly value: T }>();
  private characters = 0;

  constructor(private readonly maxCharacters: number) {}

  of(file: string, text: string, compute: () => T): T {
    const known = this.entries.get(file);
    const value = known?.text === text ? known.value : compute();
    this.remove(file);
    this.entries.set(file, { text, value });
    this.characters += text.length;
    for (const [oldest] of this.entries) {
      if (this.characters <= this.maxCharacters || oldest === file) break;
      this.remove(oldest);
    }
    return value;
  }

  private remove(file: string): void {
    const known = this.entries.get(file);
    if (known === undefined) return;
    this.entries.delete(file);
    this.characters -= known.text.length;
  }
}
