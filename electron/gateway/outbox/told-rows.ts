import type Database from 'better-sqlite3';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey } from '../../../shared/model/content-key.ts';
import type { ToldVersion } from './told-versions.ts';

/** The newest versions that services told of, in a database; durable when it returns. */
export function createToldRows(database: Database.Database) {
  return {
    noteVersion: (serviceId: string, { version, ...told }: ToldVersion): void =>
      void database
        .prepare('INSERT OR REPLACE INTO told_version VALUES (?, ?, ?, ?)')
        .run(serviceId, fileOf(told), told.key.languageCode ?? '', JSON.stringify(version)),
    toldVersions: (serviceId: string, of: Told): readonly CadContentVersion[] =>
      database
        .prepare('SELECT version FROM told_version WHERE service_id = ? AND file = ?')
        .pluck()
        .all(serviceId, fileOf(of))
        .map((version) => JSON.parse(version as string) as CadContentVersion),
  };
}

type Told = Pick<ToldVersion, 'key' | 'attachmentName'>;

/** In whatever language. */
function fileOf({ key, attachmentName }: Told): string {
  const file = formatContentKey({ ...key, languageCode: undefined });
  return attachmentName === '' ? file : `${file}\n${attachmentName}`;
}
