export abstract class Widget {
  readonly html: string;

  constructor() {
    this.html = this.render();
  }

  protected abstract render(): string;
}
