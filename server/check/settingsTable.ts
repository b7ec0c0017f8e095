/** A setting of ours: what it may be, what it is when nothing is said, and what is said of it in the settings of the editor. */
export type Setting = { readonly description: string } & (
  | { readonly kind: 'choice'; readonly default: string; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'count'; readonly default: number; readonly least: number; readonly most: number }
  | { readonly kind: 'texts'; readonly default: readonly string[] }
);

/**
 * Every setting of ours, by its name behind `whence.`: the one place from which the manifest of the extension, the language server, the
 * command's options and the debugger's conditions are made. It imports nothing.
 */
export const settingsTable = {
  numbers: {
    kind: 'choice',
    default: 'doubles',
    description: 'What a number of which nothing is known may be: a parameter, the result of unknown code.',
    choices: {
      doubles: 'Any number: fractions, `NaN`, infinities and `-0` included. Whatever is reported is true of every input.',
      integers:
        'Whole numbers that a double holds exactly. Conditions become sharper (`n > 99` instead of `!(n <= 99)`), and are only true of programs that are called with whole numbers.',
    },
  },
  requireTermination: {
    kind: 'flag',
    default: true,
    description: 'A run that never ends is a failure. Loops without any way out, such as `for (;;)` in a server, are taken to be intended.',
  },
  arrayIndex: {
    kind: 'choice',
    default: 'hint',
    description: 'What an index outside its array means.',
    choices: {
      off: 'Nothing is said: the element is `undefined`, as in JavaScript.',
      hint: 'The program goes on with `undefined`; what keeps the index inside is told as a condition of its own.',
      error: 'The run fails, as in languages that check indices.',
    },
  },
  unknownCalls: {
    kind: 'choice',
    default: 'return-or-throw',
    description: 'What code that is not seen may do beside changing all that it can reach.',
    choices: {
      'return-or-throw':
        'It returns or throws: it does not end the process and does not run for ever, and a promise that it gives, or is to settle, settles. Calls of `process.exit`, and of what is declared `never`, are ends.',
      'may-exit': 'It may also end the process or run for ever: nothing is claimed of what stands behind a call of it.',
    },
  },
  rounds: {
    kind: 'count',
    default: 1,
    least: 1,
    most: 999,
    description:
      'How often the passes of the analysis are repeated. More rounds may find sharper conditions and take longer; they are never less true.',
  },
  unfolding: {
    kind: 'flag',
    default: true,
    description:
      'Analyse a function once for each place that calls it, instead of once for all of them. Turned off, answers come sooner and say less.',
  },
  severity: {
    kind: 'choice',
    default: 'warning',
    description: 'The least severity of what is shown as a problem.',
    choices: {
      error: 'Only what fails on every run that comes there.',
      warning: 'Also what unknown inputs, callers and assertions decide. What functions ask of their callers is told by code lenses.',
      hint: 'Also what functions ask of their callers, as information.',
    },
  },
  codeLens: {
    kind: 'flag',
    default: true,
    description: 'Show above a function what it needs: `fails if n > 99`, `in bounds only if i < 3`. Needs `#editor.codeLens#`.',
  },
  accessCounts: {
    kind: 'flag',
    default: false,
    description: 'Also show above a function how many of its element accesses are proven to be inside their arrays.',
  },
  inlayHints: {
    kind: 'flag',
    default: false,
    description: 'Show behind a variable which values it may have there. Needs `#editor.inlayHints.enabled#`.',
  },
  exclude: {
    kind: 'texts',
    default: ['**/node_modules/**'],
    description:
      'Files that are not analysed: [glob patterns](https://code.visualstudio.com/docs/editor/glob-patterns) relative to their workspace folder.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settingsTable;

/** The type of a setting's value. */
type ValueOf<S extends Setting> = S extends { readonly kind: 'choice'; readonly choices: infer Choices }
  ? keyof Choices
  : S extends { readonly kind: 'flag' }
    ? boolean
    : S extends { readonly kind: 'count' }
      ? number
      : readonly string[];

/** The values of all settings, by name. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof settingsTable)[Name]> };

/** The settings of a section that somebody sent; whatever is missing or makes no sense has its default. */
export function readSettings(section: unknown): Settings {
  const given: Readonly<Record<string, unknown>> = typeof section === 'object' && section !== null ? { ...section } : {};
  const read = Object.entries<Setting>(settingsTable).map(([name, setting]) => [name, valueOf(setting, given[name])] as const);
  return Object.fromEntries(read) as unknown as Settings;
}

function valueOf(setting: Setting, given: unknown): unknown {
  switch (setting.kind) {
    case 'choice':
      return typeof given === 'string' && Object.hasOwn(setting.choices, given) ? given : setting.default;
    case 'flag':
      return typeof given === 'boolean' ? given : setting.default;
    case 'count':
      return isCount(setting, given) ? given : setting.default;
    case 'texts':
      return Array.isArray(given) ? given.filter((text) => typeof text === 'string') : setting.default;
  }
}

/** Whether a number is one that the setting may be. */
export function isCount({ least, most }: { readonly least: number; readonly most: number }, given: unknown): boolean {
  return typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most;
}
