import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsSection } from '../../server/lsp/protocol.js';
import { settingsTable, type Setting } from '../../server/check/settingsTable.js';

type Property = Readonly<Record<string, unknown>>;

/** What the manifest of the extension says of the settings, as the table has them. */
export function contributedSettings(): Readonly<Record<string, Property>> {
  const properties = Object.entries<Setting>(settingsTable).map(([name, setting], index) => {
    const { default: initial, description } = setting;
    const common = { default: initial, order: index + 1, scope: 'resource' };
    return [`${settingsSection}.${name}`, { ...typeOf(setting), ...common, ...choicesOf(setting), markdownDescription: description }];
  });
  return Object.fromEntries(properties) as Readonly<Record<string, Property>>;
}

function typeOf(setting: Setting): Property {
  switch (setting.kind) {
    case 'choice':
      return { type: 'string', enum: Object.keys(setting.choices) };
    case 'flag':
      return { type: 'boolean' };
    case 'count':
      return { type: 'integer', minimum: setting.least, maximum: setting.most };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
  }
}

function choicesOf(setting: Setting): Property {
  return setting.kind === 'choice' ? { markdownEnumDescriptions: Object.values(setting.choices) } : {};
}

/** `npm run settings` puts them into the manifest. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileURLToPath(new URL('../../package.json', import.meta.url));
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { contributes: { configuration: { properties: Record<string, Property> } } };
  const { configuration } = manifest.contributes;
  const others = Object.entries(configuration.properties).filter(([name]) => name.includes('.trace.'));
  configuration.properties = { ...contributedSettings(), ...Object.fromEntries(others) };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
