import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createBlobShelf } from '../../../../../electron/service/blobs/blob-shelf.ts';
import { openS3Store } from '../../../../../electron/service/blobs/s3-blobs.ts';
import { readS3Address } from '../../../../../electron/service/blobs/s3/s3-address.ts';
import type { CopyEnd } from '../../../../../electron/service/copying/copy-part.ts';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../electron/service/store/postgres/open-postgres-database.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { Version } from '../../../../../shared/model/version.ts';
import { openS3Double, type S3Double } from '../../../../fakes/s3/s3-double.ts';
import { administer } from '../../../../postgres/administer.ts';
import { backUp, openArchive, untilArchived } from '../../../../postgres/back-up.ts';
import { runPostgres, type RunningPostgres } from '../../../../postgres/run-postgres.ts';
import { createShelfClock } from '../../blobs/shelf-clock.ts';
import { storeBytes } from '../../copying/copy-ends.ts';
import { draft, only } from '../stored-things.ts';

/** The office on a database and a store of files, until the test is finished. */
async function officeOn(postgres: RunningPostgres, { address, keys }: S3Double) {
  const arrivingDir = await mkdtemp(join(tmpdir(), 'cadsync-arriving-'));
  const database = await openRestored(postgres.url);
  const files = openS3Store({ address: readS3Address(address), keys, arrivingDir, firstWaitMs: 1 });
  const close = async (): Promise<void> => {
    files.close();
    await database.close();
    await rm(arrivingDir, { recursive: true, force: true });
  };
  return { store: database.storeOf('north'), blobs: files.blobsOf('north'), close };
}

/** A database that is being restored lets nobody in until it is. */
async function openRestored(url: string): Promise<PostgresDatabase> {
  for (;;) {
    try {
      return await openPostgresDatabase(url);
    } catch (thrown) {
      if (!(thrown instanceof AppError && thrown.code === 'database-unreachable')) throw thrown;
    }
  }
}

async function save(office: CopyEnd, minor: number): Promise<void> {
  const { blobId } = await storeBytes(office, `save ${minor}`);
  const version: Version = { major: 0, minor };
  const after = minor === 1 ? undefined : { major: 0, minor: minor - 1 };
  expect(await office.store.versions.append([draft(blobId, { version, after, changedAt: minor })])).toBe('appended');
}

/** What every save holds, read as a designer would. */
async function savesIn({ store, blobs }: CopyEnd): Promise<string[]> {
  const versions = await only(store.versions.listAll());
  return Promise.all(versions.map(async ({ blob }) => (await buffer(await blobs.open(blob))).toString()));
}

it(
  'an office comes back as it was at a moment, with files that were backed up after that',
  { timeout: 60_000 },
  async () => {
    const archive = await openArchive();
    const postgres = await runPostgres({ settings: archive.archiving });
    const [first, restoredFiles] = [await openS3Double(), await openS3Double()];
    const office = await officeOn(postgres, first);
    await save(office, 1);
    const admin = await administer(postgres.url);
    const filesBefore = new Map(first.objects);
    const backup = await backUp(postgres, admin);
    await save(office, 2);
    const { rows } = await admin.query<{ moment: string }>('SELECT clock_timestamp()::text AS moment');
    await save(office, 3);
    await untilArchived(admin);
    const filesAfter = new Map(first.objects);
    await office.close();
    await admin.end();
    // The computer is gone, and its disk with it.
    await postgres.remove();
    await first.close();

    const settings = archive.restoringTo(rows[0]?.moment ?? '');
    const password = new URL(postgres.url).password;
    const restored = await runPostgres({ settings, backup: { folder: backup, password } });
    onTestFinished(async () => {
      await restoredFiles.close();
      await restored.remove();
    });
    const again = await officeOn(restored, restoredFiles);
    onTestFinished(again.close);

    // Files that were copied before the moment lack what was saved until then; the database says which.
    for (const [key, object] of filesBefore) restoredFiles.objects.set(key, object);
    await expect(savesIn(again)).rejects.toMatchObject({ code: 'bytes-lost' });
    for (const [key, object] of filesAfter) restoredFiles.objects.set(key, object);
    expect(await savesIn(again)).toEqual(['save 1', 'save 2']);

    // It goes on from there, and what nobody knows any more stays.
    await save(again, 3);
    expect(await savesIn(again)).toEqual(['save 1', 'save 2', 'save 3']);
    expect(restoredFiles.objects.size).toBe(4);
    const clock = createShelfClock();
    const shelf = createBlobShelf({ blobs: again.blobs, records: again.store.blobs, ...clock });
    clock.pass(3_600_000);
    expect(await shelf.collectUnused()).toBe(0);
    clock.pass(24 * 3_600_000);
    expect(await shelf.collectUnused()).toBe(0);
    expect(restoredFiles.objects.size).toBe(4);
    expect(await savesIn(again)).toEqual(['save 1', 'save 2', 'save 3']);
  },
);
