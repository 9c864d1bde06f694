import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { openDatabase } from '../../../../electron/service/store/sqlite/open-database.ts';
import { createSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { describeError } from '../../../../shared/errors/app-error.ts';
import { namesIn } from '../blobs/blob-places.ts';
import { formOf, licenseCode, startService, tokenOf, type StartedService } from '../start-service.ts';

const told = {
  type: 'service-full',
  title:
    'The disk on which the service keeps its files is full. Where this app runs the service itself, it is a disk of this computer.',
  status: 500,
  detail: 'Nothing is lost. Free some space on the disk.',
};

async function openBlobs() {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-full-'));
  const blobs = await createDiskBlobs(folder);
  onTestFinished(async () => {
    blobs.close();
    await rm(folder, { recursive: true });
  });
  return { folder, blobs };
}

async function upload({ service }: StartedService, content: string) {
  const { payload, contentType } = formOf('pump.rfa', content);
  const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': contentType };
  return service.inject({ method: 'POST', url: `/api/v1/Files/${licenseCode}`, headers, payload });
}

it.each([
  ['of the disk', { code: 'ENOSPC' }],
  ['of the user', { code: 'Unknown system error', errno: -constants.errno.EDQUOT }],
  ['of the database', { code: 'SQLITE_FULL' }],
])('a file for which there is no room %s is refused for that', async (_, failure) => {
  const { blobs } = await openBlobs();
  const receive = () => Promise.reject(Object.assign(new Error('/home/anna is full'), failure));
  const started = await startService({ blobs: { ...blobs, receive } });
  const answer = await upload(started, 'a pump');
  expect(answer.json()).toEqual({ ...told, instance: '/api/v1/Files/***' });
  expect(started.problems).toMatchObject([
    { operation: 'storeFile', status: 500, cause: { code: 'service-full', cause: { code: failure.code } } },
  ]);
  expect(describeError({ code: 'service-full', detail: told.detail })).toBe(`${told.title} ${told.detail}`);
});

it('a database without room is told of, leaves no bytes behind, and takes them when there is some', async () => {
  const { folder, blobs } = await openBlobs();
  const database = openDatabase(':memory:');
  const started = await startService({ blobs, store: createSqliteStore(database) });
  const content = 'long'.repeat(20_000);
  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${pages}`);
  // The records of some fit into the pages that are there.
  let [answer, keptCount] = [await upload(started, content), 0];
  for (; answer.statusCode === 200; keptCount += 1) answer = await upload(started, `${keptCount} ${content}`);
  expect(answer.json()).toMatchObject(told);
  expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  expect(await namesIn(blobs)).toHaveLength(keptCount);
  database.pragma(`max_page_count = ${pages + 100}`);
  expect((await upload(started, `now ${content}`)).statusCode).toBe(200);
});
