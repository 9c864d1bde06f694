import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOutboxFile } from '../../../electron/gateway/outbox/outbox-file.ts';
import { dependentsOf, openOutbox } from '../../../electron/gateway/outbox/outbox.ts';
import { versionTokenOf } from '../../../electron/gateway/outbox/provisional-ids.ts';
import type { Write } from '../../../electron/gateway/outbox/write.ts';
import { watchFlushing } from '../../fakes/watch-flushing.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const pump = {
  sizeBytes: 4,
  async *open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('pump');
  },
};

it('a write whose bytes cannot be removed yet is done all the same', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  const file = { ...(await outbox.bytes.keep(pump)), fileName: 'pump.rfa' };
  const record = {
    input: { params: {} },
    file,
    answer: 'id',
    needs: [],
    subjects: [],
    title: 'pump.rfa',
    madeBy: 'addIn' as const,
    madeMs: 1,
  };
  const writeId = outbox.add({ serviceId: 'one', operation: 'storeFile', wasTried: false, record });
  // What is in the way of removing it, on every system: a folder.
  const held = join(folder, 'bytes', file.bytesId);
  rmSync(held);
  mkdirSync(held);
  await outbox.finish(writeId, []);
  expect(outbox.all()).toEqual([]);
  outbox.close();
});

it('what waits is on the disk before anybody is told', () => {
  const database = openOutboxFile(join(temporaryFolder(), 'outbox.db'), false);
  // As SQLite counts: every commit is flushed.
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  database.close();
});

it('bytes that wait are on the disk with their name once that is told', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  const flushes = await watchFlushing(join(folder, 'bytes'));
  const { bytesId } = await outbox.bytes.keep(pump);
  const path = join(folder, 'bytes', bytesId);
  expect([flushes.hasBytesOf(path), flushes.hasNameOf(path)]).toEqual([true, true]);
  outbox.close();
});

it('what is left over and cannot be removed yet does not keep what waits from being opened', () => {
  const folder = join(temporaryFolder(), 'add-ins');
  openOutbox(folder).close();
  mkdirSync(join(folder, 'bytes', 'left over'));
  const outbox = openOutbox(folder);
  expect(outbox.all()).toEqual([]);
  outbox.close();
});

it('what is being sent is not given up, and can be once it is not sent any more', async () => {
  const outbox = openOutbox(join(temporaryFolder(), 'add-ins'));
  const record = {
    ...{ input: { params: {} }, answer: 'id', needs: [], subjects: [], title: 'Office' },
    ...{ madeBy: 'person' as const, madeMs: 1 },
  };
  const writeId = outbox.add({ serviceId: 'one', operation: 'storeStandard', wasTried: false, record });
  await outbox.sending(writeId, async () => {
    await expect(outbox.discard(writeId)).rejects.toMatchObject({ code: 'write-going-out' });
    outbox.refuse(writeId, { code: 'not-found' });
  });
  expect(outbox.all().map(({ error }) => error?.code)).toEqual(['not-found']);
  await outbox.discard(writeId);
  expect(outbox.all()).toEqual([]);
  outbox.close();
});

it('knows of each write what cannot be done without it, however far that goes', () => {
  const common = {
    input: { params: {} },
    file: undefined,
    answer: '',
    subjects: [],
    title: '',
    madeBy: 'addIn' as const,
    madeMs: 1,
    failures: 0,
  };
  const write = (writeId: number, needs: readonly string[], gives?: string): Write => ({
    ...{ ...common, writeId, needs, serviceId: 'one', operation: 'storeMetadata', wasTried: false },
    ...(gives === undefined ? {} : { gives }),
  });
  const dependents = dependentsOf([
    write(1, [], 'bytes'),
    write(2, ['bytes']),
    write(3, [versionTokenOf(2, 'line')]),
    write(12, [versionTokenOf(3, 'line'), 'bytes']),
    write(13, ['bytes of nobody']),
  ]);
  const idsOf = (writeId: number) => dependents.get(writeId)?.map((one) => one.writeId);
  expect([1, 2, 3, 12, 13].map(idsOf)).toEqual([[2, 3, 12], [3, 12], [12], [], []]);
});

it('a file that is cut short while it is read is refused, and nothing of it is kept', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  const cut = outbox.bytes.keep({ ...pump, sizeBytes: 9 });
  await expect(cut).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
  expect(readdirSync(join(folder, 'bytes'))).toEqual([]);
  outbox.close();
});

it('bytes that a service took without a version of them stay for a day, and until they are found too old twice', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const kept = (): readonly string[] => readdirSync(join(folder, 'bytes'));
  let nowMs = 0;
  let outbox = openOutbox(folder, () => nowMs);
  const beginAnew = (hours: number): void => {
    nowMs += hours * 3_600_000;
    outbox.close();
    outbox = openOutbox(folder, () => nowMs);
  };
  await outbox.sentBytes.keep({ serviceId: 'one', blobId: 'A1' }, { ...pump, fileName: 'pump.rfa' });
  beginAnew(20);
  const file = outbox.sentBytes.find({ serviceId: 'one', blobId: 'a1' });
  expect(file).toMatchObject({ fileName: 'pump.rfa', sizeBytes: 4 });
  expect(outbox.sentBytes.find({ serviceId: 'another', blobId: 'a1' })).toBeUndefined();
  // They went there again, so that its day begins again.
  await outbox.sentBytes.keep({ serviceId: 'one', blobId: 'A1' }, { ...pump, fileName: 'again.rfa' });
  expect(kept()).not.toContain(file?.bytesId);
  beginAnew(20);
  expect(kept()).toHaveLength(1);
  expect(outbox.sentBytes.find({ serviceId: 'one', blobId: 'a1' })?.fileName).toBe('again.rfa');
  beginAnew(20);
  expect(kept()).toHaveLength(1);
  beginAnew(24);
  expect(kept()).toEqual([]);
  expect(outbox.sentBytes.find({ serviceId: 'one', blobId: 'a1' })).toBeUndefined();
  outbox.close();
});

it.each([
  ['ahead for a while', 30, -30],
  ['behind until now', 400, 0],
])('bytes that a service took a minute ago outlive a start with a clock that is %s', async (_, setDays, backDays) => {
  const folder = join(temporaryFolder(), 'add-ins');
  const blob = { serviceId: 'one', blobId: 'A1' };
  let nowMs = Date.parse('2026-03-04T09:12:00');
  const begin = (laterDays: number) => {
    nowMs += 60_000 + laterDays * 86_400_000;
    return openOutbox(folder, () => nowMs);
  };
  let outbox = begin(0);
  await outbox.sentBytes.keep(blob, { ...pump, fileName: 'pump.rfa' });
  outbox.close();
  begin(setDays).close();
  outbox = begin(backDays);
  expect(outbox.sentBytes.find(blob)).toBeDefined();
  outbox.close();
});

it('bytes that a service took go in time, also where a clock was far ahead at some start', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const blob = { serviceId: 'one', blobId: 'A1' };
  const begin = (days: number) => openOutbox(folder, () => days * day);
  let outbox = begin(0);
  await outbox.sentBytes.keep(blob, { ...pump, fileName: 'pump.rfa' });
  outbox.close();
  for (const days of [400, 30]) begin(days).close();
  outbox = begin(31);
  expect(outbox.sentBytes.find(blob)).toBeUndefined();
  outbox.close();
});

it('that bytes were taken away by somebody else is told to whoever reads them, however late', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  const { bytesId } = await outbox.bytes.keep(pump);
  rmSync(join(folder, 'bytes', bytesId));
  const bytes = outbox.bytes.read(bytesId);
  await new Promise((resolve) => bytes.once('close', resolve));
  await expect(bytes.toArray()).rejects.toMatchObject({ code: 'ENOENT' });
  outbox.close();
});

const standard = {
  ...{ input: { params: {} }, answer: 'id', needs: [], subjects: [], title: 'Office' },
  ...{ madeBy: 'person' as const, madeMs: 1 },
};

/** Has SQLite fail as on a disk that does not do what it is asked, from now on. */
function failAs(code: string, method: 'pragma' | 'prepare'): void {
  const failing = vi.spyOn(BetterSqlite3.prototype, method).mockImplementation(() => {
    throw Object.assign(new Error('disk I/O error'), { code });
  });
  onTestFinished(() => failing.mockRestore());
}

it.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR_SHMSIZE', 'state-out-of-reach'],
  ['SQLITE_CORRUPT', 'writes-unreadable'],
  ['SQLITE_ERROR', 'writes-unreadable'],
])('what waits and cannot be opened (%s) is told as %s', (code, told) => {
  const folder = join(temporaryFolder(), 'add-ins');
  failAs(code, 'pragma');
  expect(() => openOutbox(folder)).toThrow(expect.objectContaining({ code: told }));
});

it.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR_WRITE', 'state-out-of-reach'],
])('a write that cannot wait (%s) is told as %s', (code, told) => {
  const outbox = openOutbox(join(temporaryFolder(), 'add-ins'));
  onTestFinished(() => outbox.close());
  failAs(code, 'prepare');
  const add = () => outbox.add({ serviceId: 'one', operation: 'storeStandard', wasTried: false, record: standard });
  expect(add).toThrow(expect.objectContaining({ code: told }));
});

it('what waits is not opened where its bytes cannot be, and that is told in words', () => {
  const folder = join(temporaryFolder(), 'add-ins');
  openOutbox(folder).close();
  rmSync(join(folder, 'bytes'), { recursive: true });
  writeFileSync(join(folder, 'bytes'), '');
  expect(() => openOutbox(folder)).toThrow(expect.objectContaining({ code: 'state-out-of-reach' }));
  rmSync(join(folder, 'bytes'));
  openOutbox(folder).close();
});

it('bytes that the disk does not keep are told in words, and those who give them in their own', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  onTestFinished(() => outbox.close());
  const cutOff = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  const broken = outbox.bytes.keep({
    ...pump,
    async *open() {
      yield* pump.open();
      throw cutOff;
    },
  });
  await expect(broken).rejects.toBe(cutOff);
  rmSync(join(folder, 'bytes'), { recursive: true });
  await expect(outbox.bytes.keep(pump)).rejects.toMatchObject({ code: 'state-out-of-reach' });
});

const day = 86_400_000;
const bytesIn = (folder: string) => readdirSync(join(folder, 'bytes')).toSorted();

/** Files that wait to be stored. */
async function addFiles(folder: string, names: readonly string[]): Promise<void> {
  const outbox = openOutbox(folder);
  for (const title of names) {
    const file = { ...(await outbox.bytes.keep(pump)), fileName: title };
    const record = {
      ...{ input: { params: {} }, file, answer: 'id', needs: [], subjects: [], title },
      ...{ madeBy: 'addIn' as const, madeMs: 1 },
    };
    outbox.add({ serviceId: 'one', operation: 'storeFile', wasTried: false, record });
  }
  outbox.close();
}

it.each<[string, (file: string) => void]>([
  ['gone', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
  ['cut off', (file) => writeFileSync(file, 'S')],
  [
    'of a version that notes writes otherwise',
    (file) => {
      const database = new BetterSqlite3(file);
      database.exec(`UPDATE write SET record = '{}' WHERE write_id = 1`);
      database.close();
    },
  ],
])('bytes that wait stay, and that is told, where their database is %s', async (_, spoil) => {
  const folder = join(temporaryFolder(), 'add-ins');
  const file = join(folder, 'outbox.db');
  await addFiles(folder, ['pump.rfa', 'valve.rfa']);
  const before = bytesIn(folder);
  copyFileSync(file, join(folder, 'aside'));
  spoil(file);
  for (let start = 0; start < 2; start += 1) {
    const detail = expect.stringContaining(file) as string;
    expect(() => openOutbox(folder)).toThrow(expect.objectContaining({ code: 'writes-unreadable', detail }));
  }
  expect(bytesIn(folder)).toEqual(before);
  renameSync(join(folder, 'aside'), file);
  const outbox = openOutbox(folder);
  expect(outbox.all().map(({ title }) => title)).toEqual(['pump.rfa', 'valve.rfa']);
  outbox.close();
});

it('bytes of which an earlier database that was put back says nothing stay until that was found on thirty more days', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const file = join(folder, 'outbox.db');
  await addFiles(folder, ['pump.rfa']);
  copyFileSync(file, join(folder, 'yesterday'));
  await addFiles(folder, ['valve.rfa', 'boiler.rfa']);
  const all = bytesIn(folder);
  copyFileSync(file, join(folder, 'today'));
  copyFileSync(join(folder, 'yesterday'), file);
  const nowMs = Date.now();
  const startOnDays = (from: number, to: number): void => {
    for (let days = from; days <= to; days += 1) openOutbox(folder, () => nowMs + days * day).close();
  };
  startOnDays(0, 29);
  expect(bytesIn(folder)).toHaveLength(3);
  copyFileSync(join(folder, 'today'), file);
  const outbox = openOutbox(folder, () => nowMs + 29 * day);
  expect(
    outbox
      .all()
      .map(({ file: kept }) => kept?.bytesId ?? '')
      .toSorted(),
  ).toEqual(all);
  expect(bytesIn(folder)).toEqual(all);
  outbox.close();
  copyFileSync(join(folder, 'yesterday'), file);
  startOnDays(30, 59);
  expect(bytesIn(folder)).toHaveLength(3);
  startOnDays(60, 60);
  expect(bytesIn(folder)).toHaveLength(1);
});

it('bytes of which a database says nothing go in time, also where the clock was far ahead at the first start', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  await addFiles(folder, ['pump.rfa']);
  for (const name of readdirSync(folder).filter((one) => one.startsWith('outbox'))) rmSync(join(folder, name));
  renameSync(join(folder, 'bytes'), join(folder, 'aside'));
  openOutbox(folder).close();
  renameSync(join(folder, 'aside'), join(folder, 'bytes'));
  const nowMs = Date.now();
  for (const days of [400, ...Array.from({ length: 31 }, (_, index) => index)])
    openOutbox(folder, () => nowMs + days * day).close();
  expect(bytesIn(folder)).toEqual([]);
});

it('what a newer app keeps waiting is left to that', () => {
  const folder = join(temporaryFolder(), 'add-ins');
  openOutbox(folder).close();
  const newer = new BetterSqlite3(join(folder, 'outbox.db'));
  newer.pragma('user_version = 2');
  newer.close();
  expect(() => openOutbox(folder)).toThrow(expect.objectContaining({ code: 'writes-unreadable' }));
});

it.each([
  ['behind at the first start', [-400, 0, 0]],
  ['ahead at the second start', [0, 31, 0, 31]],
  ['ahead at the first start', [400, 0, 31, 100]],
])('bytes of which a database says nothing do not go because the clock was %s', async (_, starts) => {
  const folder = join(temporaryFolder(), 'add-ins');
  const file = join(folder, 'outbox.db');
  await addFiles(folder, ['pump.rfa']);
  copyFileSync(file, join(folder, 'yesterday'));
  await addFiles(folder, ['valve.rfa']);
  const all = bytesIn(folder);
  copyFileSync(file, join(folder, 'today'));
  copyFileSync(join(folder, 'yesterday'), file);
  const nowMs = Date.now();
  for (const days of starts) openOutbox(folder, () => nowMs + days * day).close();
  copyFileSync(join(folder, 'today'), file);
  openOutbox(folder).close();
  expect(bytesIn(folder)).toEqual(all);
});

it.skipIf(process.platform === 'win32')(
  'an earlier database is not mixed with the log of the one after it',
  async () => {
    const folder = join(temporaryFolder(), 'add-ins');
    const file = join(folder, 'outbox.db');
    await addFiles(folder, ['pump.rfa']);
    copyFileSync(file, join(folder, 'yesterday'));
    const outbox = openOutbox(folder);
    outbox.add({ serviceId: 'one', operation: 'storeStandard', wasTried: false, record: standard });
    linkSync(`${file}-wal`, join(folder, 'log'));
    outbox.close();
    rmSync(file);
    renameSync(join(folder, 'log'), `${file}-wal`);
    copyFileSync(join(folder, 'yesterday'), file);
    const restored = openOutbox(folder);
    expect(restored.all().map(({ title }) => title)).toEqual(['pump.rfa']);
    restored.close();
    expect(readdirSync(folder).filter((name) => /^outbox\.replaced-.*-wal$/.test(name))).toHaveLength(1);
  },
);

it('an earlier database in a copied folder is not mixed with a log of which nobody knows whose it is', async () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const first = openOutbox(folder);
  const add = (outbox: typeof first, title: string) =>
    outbox.add({
      ...{ serviceId: 'one', operation: 'storeStandard', wasTried: false },
      record: { ...standard, title, input: { params: {}, body: 'x'.repeat(300) } },
    });
  for (let write = 0; write < 200; write += 1) add(first, `of yesterday ${write}`);
  first.close();
  copyFileSync(join(folder, 'outbox.db'), join(folder, 'yesterday'));
  const second = openOutbox(folder);
  for (const { writeId } of second.all().slice(0, 100)) await second.discard(writeId);
  for (let write = 0; write < 50; write += 1) add(second, `of this morning ${write}`);
  second.close();
  const third = openOutbox(folder);
  add(third, 'of a run that was killed');
  const copy = join(temporaryFolder(), 'add-ins');
  cpSync(folder, copy, { recursive: true });
  third.close();
  const file = join(copy, 'outbox.db');
  copyFileSync(join(copy, 'yesterday'), file);
  expect(() => openOutbox(copy)).toThrow(expect.objectContaining({ code: 'writes-unreadable' }));
  expect(readFileSync(file).equals(readFileSync(join(copy, 'yesterday')))).toBe(true);
});

it('what waits in a folder that was copied after its run was killed is all there', () => {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  outbox.add({ serviceId: 'one', operation: 'storeStandard', wasTried: false, record: standard });
  const copy = join(temporaryFolder(), 'add-ins');
  cpSync(folder, copy, { recursive: true });
  outbox.close();
  const copied = openOutbox(copy);
  expect(copied.all()).toMatchObject([{ title: standard.title }]);
  copied.close();
});
