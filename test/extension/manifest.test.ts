import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageIds } from '../../extension/languages.js';
import { commands } from '../../server/lsp/protocol.js';
import { tokenTypes } from '../../server/syntax/editor/tokens.js';
import { contributedSettings } from '../support/contributedSettings.js';
import { questionKinds } from '../../adapter/querypoints/question/kinds.js';
import { codeFiles, read, root } from '../tidy/files.js';

interface Property {
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly markdownDescription?: string;
  readonly markdownEnumDescriptions?: readonly string[];
}

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Property>> };
    readonly commands: readonly { readonly command: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly key: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly semanticTokenTypes: readonly { readonly id: string }[];
    readonly semanticTokenScopes: readonly { readonly scopes: Readonly<Record<string, readonly string[]>> }[];
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  };
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const { configuration, commands: contributed, menus, keybindings, views, walkthroughs } = manifest.contributes;
const commandIds = contributed.map(({ command }) => command);
const focusCommands = Object.values(views).flatMap((group) => group.map(({ id }) => `${id}.focus`));

/** Of VS Code itself: it has no keys for them, and no titles in the palette. */
const vsCodeCommands = ['workbench.action.debug.stepBack', 'workbench.action.debug.reverseContinue'];

describe('the manifest of the extension', () => {
  it('names all that VS Code refuses without a name: one such view, and none of the others is there', () => {
    for (const view of Object.values(manifest.contributes.views).flat()) assert.match(view.id ?? '', /^whence\.\w+$/, JSON.stringify(view));
  });

  it('has the settings of the table (`npm run settings` writes them)', () => {
    const settings = Object.entries(configuration.properties).filter(([name]) => !name.includes('.trace.'));
    assert.deepEqual(Object.fromEntries(settings), contributedSettings());
  });

  it('gives the tags of assertions the scopes of the grammar, so that their colour does not change when the server has looked at them', () => {
    const { semanticTokenTypes, semanticTokenScopes } = manifest.contributes;
    assert.deepEqual(
      semanticTokenTypes.map(({ id }) => id),
      tokenTypes.filter((type) => type === 'assertionTag'),
    );
    const grammar = JSON.parse(read('syntaxes/assertions.injection.json')) as {
      readonly repository: Readonly<
        Record<'line' | 'blockTag', { readonly captures: Readonly<Record<string, { readonly name: string }>> }>
      >;
    };
    for (const { captures } of [grammar.repository.line, grammar.repository.blockTag]) {
      assert.deepEqual(semanticTokenScopes, [{ scopes: { assertionTag: [captures['1']?.name] } }]);
    }
  });

  it('has short titles in its walkthrough, which are cut where the window is narrow', () => {
    for (const { title } of walkthroughs.flatMap(({ steps }) => steps)) assert.ok(title.length <= 20, title);
  });

  it('describes every setting and every choice', () => {
    for (const [name, { markdownDescription, enum: choices, markdownEnumDescriptions }] of Object.entries(configuration.properties)) {
      assert.match(markdownDescription ?? '', /\.$/, name);
      assert.equal(markdownEnumDescriptions?.length, choices?.length, name);
    }
  });

  it('has a title in our category for every command, and code behind it', () => {
    const code = codeFiles
      .filter((file) => file.startsWith('extension/'))
      .map(read)
      .join('\n');
    const named: readonly string[] = [...Object.values(commands), ...Object.keys(questionKinds).map((kind) => `whence.${kind}`)];
    for (const { command, category } of contributed) {
      assert.equal(category, 'Whence');
      assert.ok(code.includes(`'${command}'`) || named.includes(command), `nothing registers ${command}`);
    }
    for (const command of named) assert.ok(commandIds.includes(command), `${command} has no title`);
  });

  it('puts only commands that exist into menus and on keys', () => {
    const used = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => (command === undefined ? [] : [command]));
    assert.deepEqual(
      used.filter((command) => ![...commandIds, ...focusCommands, ...vsCodeCommands].includes(command)),
      [],
    );
    assert.equal(new Set(keybindings.map(({ key }) => key)).size, keybindings.length);
  });

  it('wakes up for the languages that are analysed, and to debug', () => {
    assert.deepEqual(manifest.activationEvents, [
      ...languageIds.map((language) => `onLanguage:${language}`),
      'onDebugResolve:whence',
      'onDebugDynamicConfigurations:whence',
    ]);
  });

  it('has a walkthrough of steps with pictures, links that lead somewhere and an end', () => {
    const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.ok(steps.length >= 4);
    for (const { id, description, media, completionEvents } of steps) {
      assert.ok(existsSync(join(root, media.svg)), media.svg);
      assert.match(media.altText, /\.$/);
      const mentioned = [...description.matchAll(/command:([\w.]+)/g), ...completionEvents.join(' ').matchAll(/onCommand:([\w.]+)/g)];
      const unknown = mentioned
        .map(([, command]) => command ?? '')
        .filter((command) => command.startsWith('whence.') && ![...commandIds, ...focusCommands].includes(command));
      assert.deepEqual(unknown, [], id);
      assert.ok(completionEvents.length > 0, id);
      assert.doesNotMatch(description, /`|(?<!\*)\*[^*]/, 'walkthroughs know bold text and links only');
    }
  });

  it('has an icon of 256 by 256 pixels', () => {
    const png = readFileSync(join(root, manifest.icon));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [256, 256]);
  });
});
