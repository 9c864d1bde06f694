import type Database from 'better-sqlite3';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import type { ToldVersion } from './told-versions.ts';

/** The newest versions that services told of, in a database; durable when it returns. */
export function createToldRows(database: Database.Database) {
  return {
    noteVersion: (serviceId: string, { key, version }: ToldVersion): void =>
      void database
        .prepare('INSERT OR REPLACE INTO told_version VALUES (?, ?, ?, ?)')
        .run(serviceId, fileOf(key), key.languageCode ?? '', JSON.stringify(version)),
    toldVersions: (serviceId: string, key: ContentKey): readonly CadContentVersion[] =>
      database
        .prepare('SELECT version FROM told_version WHERE service_id = ? AND file = ?')
        .pluck()
        .all(serviceId, fileOf(key))
        .map((version) => JSON.parse(version as string) as CadContentVersion),
  };
}

/** In whatever language. */
function fileOf(key: ContentKey): string {
  return formatContentKey({ ...key, languageCode: undefined });
}
