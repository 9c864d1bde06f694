import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openServiceFolder } from '../../../electron/service/open-service-folder.ts';
import { eventually } from '../../eventually.ts';
import { openClient } from './open-client.ts';

describe('the service inside the app, whose data another process had at the start', () => {
  async function openWhileItIsHeld() {
    const first = await openClient();
    await first.client.demo.start();
    await first.app.close();
    const held = await openServiceFolder(join(first.dataDir, 'service'));
    const { client } = await openClient(undefined, first.dataDir);
    const connection = async () => (await client.snapshot()).status.connection;
    expect(await connection()).toMatchObject({ state: 'serviceDown', error: { code: 'service-data-in-use' } });
    return { client, held, connection };
  }

  it('is opened by itself once they are free', async () => {
    const { held, connection } = await openWhileItIsHeld();
    await held.close();
    await eventually(async () => expect((await connection()).state).toBe('online'), 60_000);
  });

  it('is opened at once where a person tests the connection', async () => {
    const { client, held } = await openWhileItIsHeld();
    expect(await client.connection.test()).toMatchObject({ ok: false, error: { code: 'service-data-in-use' } });
    await held.close();
    expect(await client.connection.test()).toMatchObject({ ok: true });
  });
});
