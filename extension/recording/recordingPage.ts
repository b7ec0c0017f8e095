import type { RecordingTold } from '../../adapter/dap/querypoints/protocol.js';

/** A link of the page that runs a command. */
export interface PageLink {
  readonly title: string;
  readonly command: string;
}

/** The page of a recording, or of why it cannot be shown. It has no script; whatever a recording says is escaped. */
export function recordingPage(options: {
  readonly title: string;
  readonly cspSource: string;
  readonly style: string;
  readonly told: RecordingTold | string;
  readonly links: readonly PageLink[];
}): string {
  const { title, cspSource, style, told, links } = options;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${cspSource}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${style}">
    <title>${escaped(title)}</title>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      ${typeof told === 'string' ? `<p role="alert">${escaped(told)}</p>` : content(told, links)}
    </main>
  </body>
</html>`;
}

function content(told: RecordingTold, links: readonly PageLink[]): string {
  const { program, node, began, events, threads, files, labels, outcome, missing } = told;
  const rows: readonly (readonly [string, string])[] = [
    ['Program', program.join(' ')],
    ['How it ended', outcome],
    ['Recorded', began === null ? 'at an unknown time' : new Date(began).toLocaleString()],
    ['Node', node],
    ['Events', events.toLocaleString('en')],
    ['Threads', threads.join(', ')],
    ...Object.entries(labels),
  ];
  return `
      <nav aria-label="What to do with it">
        <ul class="links">${links.map(({ title, command }) => `<li><a href="command:${command}">${escaped(title)}</a></li>`).join('')}</ul>
      </nav>
      <dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
      ${missing.length === 0 ? '' : `<h2>What may be missing</h2><ul>${missing.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`}
      <h2>Files</h2>
      <ul>${files
        .slice(0, mostFiles)
        .map((file) => `<li><code>${escaped(file)}</code></li>`)
        .join('')}${files.length > mostFiles ? `<li>and ${files.length - mostFiles} more</li>` : ''}</ul>`;
}

const mostFiles = 200;

/** A text as HTML shows it. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}
