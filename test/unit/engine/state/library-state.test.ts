import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionPort, Database } from '../../../../electron/engine/ports.ts';
import { createLibraries } from '../../../../electron/engine/state/libraries.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createServiceSide, type ServiceSide } from '../../../../electron/engine/state/library-state.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { defaultLibrarySettings } from '../../../../shared/rpc/library-settings.ts';

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const agreed = { path: 'pump.rfa', version: { major: 1, minor: 0 }, sha256: 'a'.repeat(64) as Sha256 };

let serviceId: string | undefined;
let side: ServiceSide;
beforeEach(() => {
  const database: Database = openSqlite(':memory:');
  migrate(database);
  const programs = [{ name: 'Revit', version: '2025' }];
  const defaults = { programs, contentType: 'Template', settings: defaultLibrarySettings };
  createLibraries(database).add({ libraryId: 'pumps', name: 'pumps', root: '/pumps', ...defaults });
  type Connected = NonNullable<ReturnType<ConnectionPort['current']>>;
  const current = (): Connected | undefined =>
    serviceId === undefined ? undefined : { serviceId, service: {} as Connected['service'] };
  serviceId = undefined;
  side = createServiceSide({ database, connection: { current } }, 'pumps');
});

describe('what a library shares with a service', () => {
  it('is not known while none is connected', () => {
    expect([side.trees(), side.changes()]).toEqual([undefined, undefined]);
  });

  it('is never taken for agreed with another one, and is there again when the first one is back', () => {
    serviceId = 'first';
    side.trees()?.noteSynced(key, agreed, 1, 1);
    serviceId = 'second';
    expect(side.trees()?.synced(key)).toBeUndefined();
    serviceId = 'first';
    expect(side.trees()?.synced(key)).toMatchObject(agreed);
  });
});
