import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOfficeFiles, type OpenedFiles } from '../../../../electron/service/office-files.ts';
import { readS3Address } from '../../../../electron/service/blobs/s3/s3-address.ts';
import {
  checkPairing,
  pairFiles,
  pairingName,
  type KnownFile,
  type PairedDatabase,
} from '../../../../electron/service/pairing/pair-files.ts';
import { watchPairing } from '../../../../electron/service/pairing/watch-pairing.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { openS3Double } from '../../../fakes/s3/s3-double.ts';
import { bytesOf, kept } from '../blobs/blob-places.ts';

const [ours, theirs] = ['0b7a2c9e-0000-4000-8000-000000000001', '0b7a2c9e-0000-4000-8000-000000000002'];

interface FakeDatabase extends PairedDatabase {
  isPaired: boolean;
  readonly known: KnownFile[];
}

/** A database of this process alone. */
function database(id = ours, known: KnownFile[] = []): FakeDatabase {
  let last: Promise<unknown> = Promise.resolve();
  const fake: FakeDatabase = {
    isPaired: false,
    known,
    read: async () => ({ id, isPaired: fake.isPaired }),
    notePaired: async () => void (fake.isPaired = true),
    inTurn(work) {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    someFiles: async () => known,
  };
  return fake;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-pairing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Place {
  readonly files: OpenedFiles;
  /** Puts what is there in the place of the id, or takes it away. */
  write(text: string | undefined): Promise<void>;
  readId(): Promise<string | undefined>;
}

async function inFolder(): Promise<Place> {
  const folder = join(await temporaryFolder(), 'files');
  const files = openOfficeFiles({ kind: 'folder', folder });
  onTestFinished(() => files.close());
  const path = join(folder, pairingName);
  return {
    files,
    write: (text) => (text === undefined ? rm(path) : writeFile(path, text)),
    readId: () => readFile(path, 'utf8').catch(() => undefined),
  };
}

async function openStore() {
  const double = await openS3Double();
  const store = { address: readS3Address(double.address), keys: double.keys, workDir: await temporaryFolder() };
  const files = openOfficeFiles({ kind: 'store', ...store });
  onTestFinished(async () => {
    await files.close();
    await double.close();
  });
  return { double, files, store };
}

async function inStore(): Promise<Place> {
  const { double, files } = await openStore();
  const key = `office/${pairingName}`;
  return {
    files,
    async write(text) {
      if (text === undefined) double.objects.delete(key);
      else double.objects.set(key, { bytes: Buffer.from(text), storedAt: 0, tag: '"t"' });
    },
    readId: async () => double.objects.get(key)?.bytes.toString(),
  };
}

/** Bytes of a tenant, as the service keeps them. */
async function storedIn({ files }: Place, text: string): Promise<KnownFile> {
  const blobs = await files.blobsOf('north');
  return { tenantId: 'north', blob: await kept(await blobs.receive(bytesOf(text), 1_000_000)) };
}

const notOurs = (says: string): Error =>
  expect.objectContaining({
    code: 'files-of-another-database',
    detail: expect.stringContaining(says) as string,
  }) as Error;

describe.each([
  ['in a folder', inFolder],
  ['in S3', inStore],
])('files %s', (_where, open) => {
  it('that are new get the id of a new database, and are its own from then on', async () => {
    const [place, fresh] = [await open(), database()];
    await checkPairing(fresh, place.files.paired);
    expect(await place.readId()).toBeUndefined();
    await pairFiles(fresh, place.files.paired);
    expect([await place.readId(), fresh.isPaired]).toEqual([`${ours}\n`, true]);
    await storedIn(place, 'a pump');
    await pairFiles(fresh, place.files.paired);
    await expect(pairFiles(database(theirs), place.files.paired)).rejects.toThrow(notOurs(ours));
    expect(await place.readId()).toBe(`${ours}\n`);
  });

  it('get it once where several processes begin at the same moment', async () => {
    const [place, fresh] = [await open(), database()];
    await Promise.all([1, 2, 3].map(() => pairFiles(fresh, place.files.paired)));
    expect(await place.readId()).toBe(`${ours}\n`);
  });

  it('of a database from before there were ids get it, where one of its files is there', async () => {
    const place = await open();
    const lost = { tenantId: 'north', blob: { blobId: crypto.randomUUID(), sha256: 'a'.repeat(64), sizeBytes: 9 } };
    const known = [lost as KnownFile, await storedIn(place, 'long '.repeat(20_000))];
    await pairFiles(database(ours, known), place.files.paired);
    expect(await place.readId()).toBe(`${ours}\n`);
  });

  it('are another’s where none of the files is there that the database speaks of', async () => {
    const place = await open();
    const known = [await storedIn(await open(), 'elsewhere')];
    await expect(pairFiles(database(ours, known), place.files.paired)).rejects.toThrow(notOurs('there is none'));
    expect(await place.readId()).toBeUndefined();
  });

  it('are another’s where there are some and the database speaks of none', async () => {
    const place = await open();
    await storedIn(place, 'whose?');
    await expect(pairFiles(database(), place.files.paired)).rejects.toThrow(notOurs('speaks of none'));
  });

  it('without an id are none of a database that has had files, until somebody writes the id there', async () => {
    const [place, used] = [await open(), database()];
    used.isPaired = true;
    const { idPlace } = place.files.paired;
    await expect(pairFiles(used, place.files.paired)).rejects.toThrow(notOurs(`write that id into ${idPlace}`));
    await place.write(ours);
    await pairFiles(used, place.files.paired);
  });

  it('of the database that this one was made of are not its own, until somebody writes its id there', async () => {
    const [place, made] = [
      await open(),
      { ...database(), read: async () => ({ id: ours, isPaired: true, madeOf: theirs }) },
    ];
    await pairFiles(database(theirs), place.files.paired);
    const toDo = `If no other database uses these files any more, write ${ours} into ${place.files.paired.idPlace}`;
    await expect(pairFiles(made, place.files.paired)).rejects.toThrow(notOurs(toDo));
    await place.write(ours);
    await pairFiles(made, place.files.paired);
    await expect(checkPairing(database(theirs), place.files.paired)).rejects.toThrow(notOurs(ours));
  });

  it.each([
    ['else', 'hunter2 is no id'],
    ['empty', ''],
  ])('with something %s in the place of the id are refused with a way on, and it is not repeated', async (_, text) => {
    const place = await open();
    await place.write(text);
    const toDo = `If they are its own, write that id into ${place.files.paired.idPlace}.`;
    const failure = await pairFiles(database(), place.files.paired).catch((thrown: unknown) => thrown as AppError);
    expect(failure).toEqual(notOurs(toDo));
    expect(String((failure as AppError).detail)).toContain(ours);
    expect(String((failure as AppError).detail)).not.toContain('hunter2');
    await place.write(ours);
    await pairFiles(database(), place.files.paired);
  });
});

describe('files in S3', () => {
  it('of two databases that begin at the same moment are those of one', async () => {
    const { files, double } = await openStore();
    // Both have seen that there is no id before either puts one.
    double.gate = ({ method }) =>
      method === 'PUT' ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, 5));
    const outcomes = await Promise.allSettled(
      [database(ours), database(theirs)].map((one) => pairFiles(one, files.paired)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('are not taken for empty where the bucket is not there, or the keys are wrong', async () => {
    const { double, store } = await openStore();
    const refusedWith = async (more: Partial<typeof store>) => {
      const files = openOfficeFiles({ kind: 'store', ...store, workDir: await temporaryFolder(), ...more });
      onTestFinished(() => files.close());
      return pairFiles(database(), files.paired).catch((thrown: unknown) => (thrown as AppError).detail);
    };
    const address = { ...store.address, bucket: 'drawnigs' };
    expect(await refusedWith({ address })).toContain('no such bucket');
    const keys = { ...double.keys, secretAccessKey: 'wrong' };
    expect(await refusedWith({ keys })).toContain('The secret is wrong');
    expect(double.objects.size).toBe(0);
  });
});

describe('a watch over database and files', () => {
  it('says no while the files are another’s or refused, tells it once, and yes while they are only away', async () => {
    const place = await inFolder();
    const ready = database();
    await pairFiles(ready, place.files.paired);
    let failure: AppError | undefined;
    const failing = {
      ...place.files.paired,
      readId: () => (failure ? Promise.reject(failure) : place.files.paired.readId()),
    };
    const problems: unknown[] = [];
    const watch = watchPairing(ready, failing, { onProblem: (cause) => problems.push(cause), againAfterMs: 0 });
    expect(watch.isPaired()).toBe(true);
    failure = new AppError('file-store-away');
    await expect.poll(() => (watch.isPaired(), problems.length)).toBe(1);
    expect(watch.isPaired()).toBe(true);
    failure = new AppError('file-store-refused');
    await expect.poll(() => watch.isPaired()).toBe(false);
    failure = undefined;
    await expect.poll(() => watch.isPaired()).toBe(true);
    await place.write(theirs);
    await expect.poll(() => watch.isPaired()).toBe(false);
    await place.write(ours);
    await expect.poll(() => watch.isPaired()).toBe(true);
    expect(problems).toMatchObject([
      { code: 'file-store-away' },
      { code: 'file-store-refused' },
      { code: 'files-of-another-database' },
    ]);
  });
});
