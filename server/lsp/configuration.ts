import type { Connection } from 'vscode-languageserver';
import type { Client } from './client.js';
import { settingsSection } from './protocol.js';
import { readSettings, type Settings } from '../check/settingsTable.js';

/** The user's settings, which may differ from document to document. */
export class Configuration {
  private readonly byScope = new Map<string, Promise<Settings>>();
  /** Of clients that send settings instead of answering for them. */
  private sent: unknown = undefined;

  constructor(
    private readonly connection: Connection,
    private readonly client: Client,
  ) {}

  /** Of a document or folder. */
  of(uri: string): Promise<Settings> {
    if (!this.client.hasConfiguration) return Promise.resolve(readSettings(this.sent));
    const known = this.byScope.get(uri);
    if (known !== undefined) return known;
    // A client that cannot answer gets the defaults.
    const asked = this.connection.workspace
      .getConfiguration({ scopeUri: uri, section: settingsSection })
      .then(readSettings, () => readSettings({}));
    this.byScope.set(uri, asked);
    return asked;
  }

  /** `settings` is all that a client sent with the notification. */
  changed(settings: unknown): void {
    this.byScope.clear();
    if (typeof settings === 'object' && settings !== null && settingsSection in settings) this.sent = settings[settingsSection];
  }

  forget(uri: string): void {
    this.byScope.delete(uri);
  }
}
