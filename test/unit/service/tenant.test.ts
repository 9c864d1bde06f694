import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openS3Store } from '../../../electron/service/blobs/s3-blobs.ts';
import { readS3Address } from '../../../electron/service/blobs/s3/s3-address.ts';
import { openSqliteStore } from '../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { createTenant } from '../../../electron/service/tenant.ts';
import { openS3Double } from '../../fakes/s3/s3-double.ts';
import { createShelfClock } from './blobs/shelf-clock.ts';

it(
  'a tenant is closed at once while its collector waits for a store that says nothing',
  { timeout: 10_000 },
  async () => {
    const double = await openS3Double();
    const asked = Promise.withResolvers<void>();
    double.fault = () => (asked.resolve(), { kind: 'hang' });
    const folder = await mkdtemp(join(tmpdir(), 'cadsync-tenant-'));
    const { address, keys } = double;
    const files = openS3Store({ address: readS3Address(address), keys, arrivingDir: join(folder, 'arriving') });
    const store = openSqliteStore(':memory:');
    onTestFinished(async () => {
      files.close();
      await store.close();
      await double.close();
      await rm(folder, { recursive: true });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const problems: unknown[] = [];
    const clock = createShelfClock();
    const tenant = createTenant({
      store,
      blobs: files.blobsOf('north'),
      credentials: undefined,
      ...clock,
      onProblem: (problem) => problems.push(problem),
    });
    clock.pass(3_600_000);
    vi.advanceTimersToNextTimer();
    vi.useRealTimers();
    await asked.promise;
    await tenant.close();
    expect(problems).toEqual([]);
  },
);
