import type { Locator } from 'playwright-core';
import { contrastOf } from './contrast.js';

/** Something drawn whose colour is too near to what it stands on. */
export interface FaintMark {
  readonly what: string;
  readonly contrast: number;
}

/** What WCAG 2 asks of what is drawn, and of its texts. */
const leastContrast = { shape: 3, text: 4.5 };

/**
 * The marks below the body of the timeline whose contrast is too small: shapes, of which outline or inside must stand out; their texts;
 * and every colour on a canvas.
 */
export async function faintMarks(body: Locator): Promise<readonly FaintMark[]> {
  const { ground, marks } = await body.evaluate(marksOf);
  return marks.flatMap(({ what, kind, colors, below }) => {
    const seen = colors.filter((color) => color !== 'none');
    const contrast = Math.max(0, ...seen.map((color) => contrastOf(color, [ground, ...below])));
    return contrast < leastContrast[kind] ? [{ what, contrast: Math.round(contrast * 100) / 100 }] : [];
  });
}

interface Drawn {
  readonly what: string;
  readonly kind: 'shape' | 'text';
  readonly colors: readonly string[];
  /** What lies between it and the ground. */
  readonly below: readonly string[];
}

/** Runs in the page. The types are the few that it needs of the browser's. */
function marksOf(body: unknown): { readonly ground: string; readonly marks: readonly Drawn[] } {
  interface PageElement {
    readonly parentElement: PageElement | null;
    readonly textContent: string;
    readonly width: number;
    readonly height: number;
    getAttribute(name: string): string | null;
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
    getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray } };
  }
  interface Style {
    readonly fill: string;
    readonly stroke: string;
    readonly backgroundColor: string;
  }
  const styleOf = (globalThis as unknown as { getComputedStyle(element: PageElement): Style }).getComputedStyle;
  const root = body as PageElement;
  const marks: Drawn[] = [];
  const shapes =
    '.mark .shape, .mark .half, .mark.selected .ring, .mark.current .ring, .mark .frame, .arrows path, #arrowHead path, .overview .located, .overview .window';
  for (const shape of root.querySelectorAll(shapes)) {
    const { fill, stroke } = styleOf(shape);
    marks.push({ what: shape.parentElement?.getAttribute('class') ?? '', kind: 'shape', colors: [fill, stroke], below: [] });
  }
  for (const text of root.querySelectorAll('svg text')) {
    const isInside = text.parentElement?.getAttribute('class')?.includes('located') === true;
    const shape = isInside ? text.parentElement?.querySelector('.shape') : null;
    marks.push({ what: text.textContent, kind: 'text', colors: [styleOf(text).fill], below: !shape ? [] : [styleOf(shape).fill] });
  }
  for (const handle of root.querySelectorAll('.handle'))
    marks.push({ what: 'handle', kind: 'shape', colors: [styleOf(handle).backgroundColor], below: [] });
  for (const canvas of root.querySelectorAll('canvas')) {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colors.add(`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`);
    for (const color of colors) marks.push({ what: `canvas ${color}`, kind: 'shape', colors: [color], below: [] });
  }
  return { ground: styleOf(root).backgroundColor, marks };
}
