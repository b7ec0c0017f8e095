type Child = Node | string | null;

interface Attributes {
  readonly class?: string;
  /** Tells an element from its siblings, so that the focus finds it again in a new page. */
  readonly key?: string;
  readonly onclick?: () => void;
  readonly onkeydown?: (event: KeyboardEvent) => void;
  readonly onchange?: () => void;
  readonly [attribute: string]: unknown;
}

/** Makes an element. Texts become text nodes, so that no source text is ever taken for a page. */
export function element(name: keyof HTMLElementTagNameMap, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  const made: HTMLElement = document.createElement(name);
  const { key, onclick, onkeydown, onchange, ...rest } = attributes;
  for (const [attribute, value] of Object.entries(rest)) {
    if (value === true) made.setAttribute(attribute, '');
    else if (value !== undefined && value !== false && value !== null) made.setAttribute(attribute, String(value));
  }
  if (key !== undefined) made.dataset['key'] = key;
  if (onclick !== undefined) made.addEventListener('click', onclick);
  if (onkeydown !== undefined) made.addEventListener('keydown', onkeydown);
  if (onchange !== undefined) made.addEventListener('change', onchange);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Puts new content into a container; the focus and the scroll positions stay with the elements of the same keys. */
export function replaceContent(container: HTMLElement, content: readonly Node[]): void {
  const focused = container.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  const scrolled = keyedElements(container).map(({ dataset, scrollLeft, scrollTop }) => ({ key: dataset['key'], scrollLeft, scrollTop }));
  container.replaceChildren(...content);
  const byKey = new Map(keyedElements(container).map((made) => [made.dataset['key'], made]));
  for (const { key, scrollLeft, scrollTop } of scrolled) {
    const made = byKey.get(key);
    if (made !== undefined && scrollLeft + scrollTop > 0) made.scrollTo(scrollLeft, scrollTop);
  }
  if (focused !== null) byKey.get(focused)?.focus({ preventScroll: true });
}

function keyedElements(container: HTMLElement): readonly HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>('[data-key]')];
}

function keyOf(focused: Element | null): string | null {
  return focused instanceof HTMLElement ? (focused.dataset['key'] ?? null) : null;
}
