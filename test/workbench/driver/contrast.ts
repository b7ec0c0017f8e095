import type { Locator } from 'playwright-core';

/** A text whose colour is too near to what it stands on. */
export interface FaintText {
  readonly text: string;
  readonly contrast: number;
}

/** What WCAG 2 asks of ordinary text. The second colour of VS Code's own high contrast reaches no more than 5.5. */
const leastContrast = 4.5;

/** The texts below an element of a view whose contrast is too small. */
export async function faintTexts(root: Locator): Promise<readonly FaintText[]> {
  const texts = await root.evaluate(textColors);
  return texts
    .map(({ text, color, grounds }) => ({ text, contrast: Math.round(contrastOf(color, grounds) * 100) / 100 }))
    .filter(({ contrast }) => contrast < leastContrast);
}

interface TextColors {
  readonly text: string;
  /** As CSS writes it, like the others. */
  readonly color: string;
  /** What lies under the text, from the bottom upwards; what is transparent shows what lies below. */
  readonly grounds: readonly string[];
}

/** Runs in the page, where nothing but its own body is known. The types are the few that it needs of the browser's. */
function textColors(root: unknown): TextColors[] {
  interface PageElement {
    readonly parentElement: PageElement | null;
    readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string }>;
    querySelectorAll(selector: string): Iterable<PageElement>;
  }
  interface Style {
    readonly color: string;
    readonly backgroundColor: string;
    getPropertyValue(name: string): string;
  }
  const page = globalThis as unknown as { document: { body: PageElement }; getComputedStyle(element: PageElement): Style };
  const found: TextColors[] = [];
  for (const element of (root as PageElement).querySelectorAll('*')) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    const text = own
      .map(({ textContent }) => textContent)
      .join('')
      .trim();
    if (text === '') continue;
    const grounds: string[] = [];
    for (let at: PageElement | null = element; at !== null; at = at.parentElement) {
      grounds.unshift(page.getComputedStyle(at).backgroundColor);
    }
    grounds.unshift(page.getComputedStyle(page.document.body).getPropertyValue('--vscode-sideBar-background'));
    found.push({ text, color: page.getComputedStyle(element).color, grounds });
  }
  return found;
}

/** Red, green, blue and opacity, each from 0 to 1. */
type Color = readonly [number, number, number, number];

const white: Color = [1, 1, 1, 1];

/** As WCAG 2 counts it, of a colour before what lies under it, from the bottom upwards. */
export function contrastOf(color: string, grounds: readonly string[]): number {
  const ground = grounds.map(parseColor).reduce((below, above) => blend(above, below), white);
  const [dark = 0, light = 0] = [blend(parseColor(color), ground), ground].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function blend([red, green, blue, opacity]: Color, below: Color): Color {
  const mix = (above: number, ground: number): number => above * opacity + ground * (1 - opacity);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

function luminance([red, green, blue]: Color): number {
  const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)` and `color(srgb …)`. */
function parseColor(text: string): Color {
  const hex = /^\s*#([0-9a-f]{6})([0-9a-f]{2})?\s*$/i.exec(text);
  if (hex !== null) {
    const pair = (at: number): number => parseInt(`${hex[1] ?? ''}${hex[2] ?? 'ff'}`.slice(at, at + 2), 16) / 255;
    return [pair(0), pair(2), pair(4), pair(6)];
  }
  const [red = 0, green = 0, blue = 0, opacity = 1] = (text.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const most = text.includes('srgb') ? 1 : 255;
  return [red / most, green / most, blue / most, opacity];
}
