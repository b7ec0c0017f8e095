import { Widget } from './widget.js';

export class List extends Widget {
  private readonly rows: string[] = [];

  protected render(): string {
    return this.rows.join('');
  }
}

export function emptyList(): List { //! rows
  return new List();
}
