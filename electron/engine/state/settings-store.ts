import { z } from 'zod';
import { settingsSchema, type Settings } from '../../../shared/rpc/settings.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/** Where the service is. Secrets are not here: they live in the system keychain. */
const connectionSchema = z.object({
  kind: z.enum(['none', 'embedded', 'remote']).default('none'),
  contentAddress: z.string().default(''),
  dataAddress: z.string().default(''),
  tokenAddress: z.string().default(''),
  clientId: z.string().default(''),
  /** The origins of the connection for which a person accepted plain `http:`; with any others it is asked again. */
  httpAcceptedFor: z.string().default(''),
});

export type ConnectionSettings = z.output<typeof connectionSchema>;

/** What a person set; a value that can no longer be read falls back to its default. */
export function createSettingsStore(database: Database) {
  return {
    settings: (): Settings => readAs(settingsSchema, 'settings'),
    saveSettings: (settings: Settings): void => write('settings', settings),
    connection: (): ConnectionSettings => readAs(connectionSchema, 'connection'),
    saveConnection: (connection: ConnectionSettings): void => write('connection', connection),
  };

  function readAs<S extends z.ZodType>(schema: S, name: string): z.output<S> {
    const row = database.get('SELECT value FROM setting WHERE name = ?', name);
    if (row !== undefined) {
      const result = schema.safeParse(JSON.parse(rowOf(row).text('value')));
      if (result.success) return result.data;
    }
    return schema.parse({});
  }

  function write(name: string, value: unknown): void {
    database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(value));
  }
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;
