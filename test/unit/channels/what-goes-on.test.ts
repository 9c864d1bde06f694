import { describe, expect, it } from 'vitest';
import { honestStatus } from '../../../shared/rpc/honest-status.ts';
import { eventually } from '../../eventually.ts';
import { openClient } from './open-client.ts';

const patienceMs = 30_000;

describe('what the status counts as waiting', () => {
  it('leaves out what a paused library holds, which nobody can wait for', async () => {
    const { client, app } = await openClient();
    await client.demo.start();
    await eventually(async () => {
      const { queue, counts, libraries } = (await client.snapshot()).status;
      expect(queue).toMatchObject({ waiting: 0, running: 0 });
      expect(counts.drafts).toBeGreaterThan(0);
      // Before they are queued, and between two lots, nothing waits either.
      expect(libraries.filter(({ state }) => state === 'scanning' || state === 'working')).toEqual([]);
      expect(libraries.filter(({ standings }) => (standings.underWay ?? 0) > 0)).toEqual([]);
    }, patienceMs);
    const [runner] = app.engine.runners();
    const trees = runner?.context.trees();
    const key = trees?.agreedKeys().find((one) => trees.synced(one)?.version.major === 0);
    const libraryId = runner?.context.library.libraryId ?? '';
    await client.libraries.saveSettings({ libraryId, settings: { isPaused: true }, confirmed: true });
    await client.publish.release({ keys: [key ?? ''], comment: '' });
    expect(app.engine.queue.counts().waiting).toBe(1);
    const { status } = await client.snapshot();
    expect(status.queue).toMatchObject({ waiting: 0, running: 0 });
    expect(honestStatus(status, Date.now(), true)).toMatchObject({ kind: 'pausedByPerson' });
  });

  it('leaves out what was written for another service than the one that is connected', async () => {
    const { client } = await openClient({
      get: async () => 'a secret',
      set: async () => undefined,
      placeOf: async () => 'keychain',
      probe: async () => 'works',
      keychain: 'works',
    });
    await client.connection.save({
      ...{ contentAddress: 'http://127.0.0.1:9', tokenAddress: '', dataAddress: '', clientId: 'office' },
      secrets: { clientSecret: 'a secret' },
      ...{ confirmed: true, httpAccepted: true, startWithout: true },
    });
    await client.standards.add({ name: 'House style' });
    expect((await client.snapshot()).status.queue.waiting).toBe(1);
    await client.demo.start();
    await eventually(async () => expect((await client.snapshot()).status.connection.state).toBe('online'), patienceMs);
    await eventually(async () => expect((await client.snapshot()).status.queue.waiting).toBe(0), patienceMs);
    expect(await client.writes.list()).toMatchObject([{ otherService: 'http://localhost:9' }]);
  });
});
