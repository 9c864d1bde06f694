import { describe, expect, it } from 'vitest';
import { createLookRequests } from '../../../../electron/engine/application/look-requests.ts';
import type {
  ContentPlace,
  LookedBytes,
  LookedVersion,
  LooksPort,
} from '../../../../electron/engine/application/picture-ports.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

const sha256 = (of: string) => of.repeat(64);
const kept: ContentPlace = { root: '/library', path: '/library/.cadlibrary/backup/pump.rfa' };
const fetched: ContentPlace = { root: '/looks', path: '/looks/0.1' };

/** Bytes are kept where they are not any more: only what was fetched can be read. */
function lookingWith(places: readonly ContentPlace[], onAsked: () => void = () => undefined) {
  let serviceId = 'service';
  const fetches: string[] = [];
  const read: (string | undefined)[] = [];
  const readBytes = async ({ places: [place], fileName, sha256: hash }: LookedBytes): Promise<string> => {
    if (place?.path !== fetched.path) throw new AppError('file-unreadable', { detail: fileName });
    read.push(hash);
    return place.path;
  };
  const looks = {
    look: async (content: LookedBytes) => ({ sceneId: await readBytes(content), sizeBytes: 1 }),
    compare: async (before: LookedBytes, after: LookedBytes) => [await readBytes(before), await readBytes(after)],
    async fetched({ name }: LookedVersion, fetch: () => Promise<unknown>) {
      fetches.push(name);
      await fetch();
      return fetched;
    },
  } as unknown as LooksPort;
  const files = {
    placesOf: () => ({ fileName: 'pump.rfa', places: [...places] }),
    keyOf: () => ({ fileName: 'pump.rfa', key: keyOf('EC000001') }),
  };
  const views = async () => {
    onAsked();
    return { download: async () => ({ bytes: [] }) } as never;
  };
  const requests = createLookRequests({ files, looks, views, serviceId: () => serviceId });
  return { fetches, read, requests, connect: (id: string) => (serviceId = id) };
}

const older = { sha256: sha256('a'), version: '0.1' };
const newer = { sha256: sha256('b'), version: '0.2' };

describe('a version that is looked at', () => {
  it('is fetched where no place on this computer is known', async () => {
    const { fetches, requests } = lookingWith([]);
    expect(await requests.open('file', older)).toMatchObject({ sceneId: fetched.path });
    expect(fetches).toHaveLength(1);
  });

  it('is another one where the service has other bytes under its number, and is proven by their hash', async () => {
    const { fetches, read, requests } = lookingWith([]);
    await requests.open('file', older);
    await requests.open('file', { ...older, sha256: sha256('c') });
    expect(new Set(fetches).size).toBe(2);
    expect(read).toEqual([sha256('a'), sha256('c')]);
  });

  it('is fetched where its copy has other bytes by now, or is gone', async () => {
    const { fetches, requests } = lookingWith([kept]);
    expect(await requests.open('file', older)).toMatchObject({ sceneId: fetched.path });
    expect(fetches).toHaveLength(1);
  });

  it('is fetched for a comparison too, on either side', async () => {
    const { fetches, requests } = lookingWith([kept]);
    expect(await requests.compare('file', older, newer, { mayFetch: true })).toEqual([fetched.path, fetched.path]);
    expect(fetches).toHaveLength(2);
  });

  it('is not fetched from a service that was connected meanwhile, which may have other bytes under its number', async () => {
    const looking = lookingWith([], () => looking.connect('another'));
    await expect(looking.requests.open('file', older)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is not fetched where nothing may be', async () => {
    const { fetches, requests } = lookingWith([kept]);
    const compared = requests.compare('file', older, newer, { mayFetch: false });
    await expect(compared).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(fetches).toEqual([]);
  });
});

describe('bytes of which no version is named', () => {
  it('cannot be read where they are not any more', async () => {
    const { fetches, requests } = lookingWith([kept]);
    await expect(requests.open('file', { sha256: older.sha256 })).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(fetches).toEqual([]);
  });
});
