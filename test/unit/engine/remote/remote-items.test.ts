import { afterEach, expect, it } from 'vitest';
import { findRemoteItems, listRemoteItems, versionsIn } from '../../../../electron/engine/remote/remote-items.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { metadataIdentity } from '../../../../shared/api/content-key-of.ts';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKey } from '../../../../shared/model/content-key.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

function keyIn(classCode: string): ContentKey {
  const key = parseContentKey(keyOf(classCode));
  if (!key.ok) throw new Error(key.fault.detail);
  return key.value;
}

const [told, untold] = [keyIn('EC000001'), keyIn('EC000002')];
const records: readonly CadMetadata[] = [
  { ...metadataIdentity(told), version: 'nl.1.1.2025.1.0' },
  { ...metadataIdentity(untold) },
];
const { signal } = new AbortController();

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

/** A service that lists these records, and says of no file which versions it has. */
const service = {
  call: async (id: string) => {
    if (id === 'findCurrentMetadata') return records;
    throw new AppError('not-found', { receivedStatus: 404 });
  },
  callUnlessSeen: async () => ({ answer: records, seen: undefined }),
} as unknown as RemoteCaller;

it('a file of which no versions are found takes no other file out of the list of its program', async () => {
  const program = { name: told.applicationName, version: told.applicationVersion };
  const listing = { afterDate: undefined, seen: undefined };
  const { items } = await listRemoteItems(service, program, listing, { signal, onServiceTime: () => undefined });
  expect([...(items?.keys() ?? [])]).toEqual([keyOf('EC000001')]);
});

it('a file of which no versions are found takes no other file its answer before it is sent', async () => {
  expect([...(await findRemoteItems(service, [told, untold], signal)).keys()]).toEqual([keyOf('EC000001')]);
});

it('a version is of the same moment wherever the computer is, also where its date names no zone', async () => {
  const [record] = records;
  const dated = { call: async () => [{ ...record, changeDate: '2026-06-25T09:30:00' }] } as unknown as RemoteCaller;
  for (const place of ['Europe/Amsterdam', 'America/New_York']) {
    process.env['TZ'] = place;
    const items = await findRemoteItems(dated, [told], signal);
    expect(items.get(keyOf('EC000001'))?.changedMs).toBe(Date.UTC(2026, 5, 25, 9, 30));
  }
});

it('of two versions that are listed under one number the last one counts', () => {
  const versions = ['a', 'b'].map((of) => ({ major: 0, minor: 1, sha256: of.repeat(64) }));
  expect(versionsIn({ versions }, told)[0]?.sha256).toBe('b'.repeat(64));
});
