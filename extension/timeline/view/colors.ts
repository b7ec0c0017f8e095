import { constraints } from '../../../adapter/dap/querypoints/protocol.js';

/** The colours of a canvas. A canvas knows no style sheet, so that they are read from elements that have them. */
export interface Colors {
  /** In the order of `constraints`. */
  readonly failed: readonly string[];
  readonly foreground: string;
}

let known: Colors | null = null;

/** Those of the theme, as long as it stays. */
export function colors(): Colors {
  known ??= read();
  return known;
}

/** Calls back when VS Code has another theme. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(() => {
    known = null;
    changed();
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  window.matchMedia('(forced-colors: active)').addEventListener('change', () => {
    known = null;
    changed();
  });
}

function read(): Colors {
  const sample = document.createElement('i');
  document.body.append(sample);
  const colorOf = (name: string) => {
    sample.className = name;
    return getComputedStyle(sample).color;
  };
  const read = { failed: constraints.map((constraint) => colorOf(`failed-${constraint}`)), foreground: colorOf('density') };
  sample.remove();
  return read;
}
