import type { StatusParams } from '../server/lsp/protocol.js';

/** The state of the language server, seen from here: it may also be starting, waiting to be started again, or stopped. */
export type ServerStatus =
  | StatusParams
  | { readonly state: 'starting' }
  /** It ended by itself. */
  | { readonly state: 'restarting' }
  /** It ended too often, or someone stopped it. */
  | { readonly state: 'stopped' };

/** The text and icon in the status bar. The text says everything; the icon and the colour only repeat it. */
export interface StatusText {
  /** With VS Code's `$(icon)` notation. */
  readonly text: string;
  readonly tooltip: string;
  readonly severity: 'none' | 'warning' | 'error';
}

export function statusText(status: ServerStatus): StatusText {
  switch (status.state) {
    case 'starting':
      return { text: '$(loading~spin) Whence: starting', tooltip: 'The language server is starting.', severity: 'none' };
    case 'restarting':
      return {
        text: '$(loading~spin) Whence: restarting',
        tooltip: 'The language server has ended and is started again.',
        severity: 'warning',
      };
    case 'stopped':
      return {
        text: '$(circle-slash) Whence: stopped',
        tooltip: 'The language server does not run. Nothing is analysed.',
        severity: 'error',
      };
    case 'busy':
      return { text: '$(sync~spin) Whence: analysing', tooltip: 'What is open is being analysed.', severity: 'none' };
    case 'limited':
      if (status.reason === 'syntax')
        return { text: '$(edit) Whence', tooltip: status.message ?? 'There is a syntax error.', severity: 'none' };
      return { text: '$(warning) Whence: limited', tooltip: status.message ?? 'An analysis had to be given up.', severity: 'warning' };
    case 'idle':
      return { text: '$(check) Whence', tooltip: 'Everything that is open is analysed.', severity: 'none' };
  }
}

/** The text without the notation for icons: what a screen reader says. */
export function spokenText({ text, tooltip }: StatusText): string {
  return `${text.replace(/\$\([^)]*\)\s*/g, '')}. ${tooltip}`;
}
