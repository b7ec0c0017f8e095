/** The page that a view's script fills in. Nothing is loaded from elsewhere, and no script runs but ours. */
export function webviewPage(options: {
  readonly title: string;
  readonly nonce: string;
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
}): string {
  const { title, nonce, cspSource, script, style } = options;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${style}">
    <title>${title}</title>
  </head>
  <body>
    <main id="content"></main>
    <div id="announcement" role="status" aria-live="polite"></div>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>`;
}
