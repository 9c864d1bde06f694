import { expect, it } from 'vitest';
import { carryAgreement } from '../../../../electron/engine/moving/carry-agreement.ts';
import { createHashesThere } from '../../../../electron/engine/moving/hashes-there.ts';
import { createQueue } from '../../../../electron/engine/queue/queue.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createServiceTrees } from '../../../../electron/engine/state/service-trees.ts';
import { newSha256 } from '../../../../electron/entry/new-sha256.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { contentKeyOf, metadataIdentity } from '../../../../shared/api/content-key-of.ts';
import type { CadMetadata, CadMetadataCriteria } from '../../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatContentKey, type ContentKey, type ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { parseVersion, type Version } from '../../../../shared/model/version.ts';

const bytes = (name: string): Sha256 => name.repeat(64) as Sha256;
const numbered = (text: string): Version => parseVersion(text) ?? { major: 0, minor: 0 };

const keyOf = (number: number): ContentKey => ({
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: `EC00000${number}`,
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
  type: 'Template',
});
const textOf = (number: number): ContentKeyText => formatContentKey(keyOf(number));

/** A service with these versions of each file, oldest first: `['0.1 a', '1.0 a']`. */
function serviceWith(histories: Readonly<Record<number, readonly string[]>>): RemoteCaller {
  const byKey = new Map(Object.entries(histories).map(([number, history]) => [textOf(Number(number)), history]));
  const told = (text: string) => {
    const [version = '', name = ''] = text.split(' ');
    return { ...numbered(version), sha256: bytes(name) };
  };
  const call = (id: string, { body, params }: { body: readonly CadMetadataCriteria[]; params: object }) => {
    if (id === 'listVersions') {
      const key = formatContentKey(params as ContentKey);
      return Promise.resolve({ versions: (byKey.get(key) ?? []).map(told) });
    }
    const records = body.flatMap(({ identifier }): CadMetadata[] => {
      const { application, ETIM } = { ETIM: identifier?.etim, ...identifier };
      const key = contentKeyOf({ application, etim: ETIM, type: 'Template' });
      if (!key.ok) return [];
      const history = byKey.get(formatContentKey(key.value)) ?? [];
      return (id === 'findMetadata' ? history : history.slice(-1)).map((text) => {
        const { major, minor, sha256 } = told(text);
        return { ...metadataIdentity(key.value), majorVersion: major, minorVersion: minor, sha256 };
      });
    });
    return Promise.resolve(records);
  };
  return { asks: 'service', call } as unknown as RemoteCaller;
}

function openDatabase() {
  const database = openSqlite(':memory:');
  migrate(database);
  return database;
}

/** Libraries agreed on `agreed` with the embedded service, the last one newest; what they agreed on with the other one. */
async function carried(agreed: readonly string[], there: readonly string[], isGone = false) {
  const database = openDatabase();
  const old = createServiceTrees(database, 'library', 'embedded');
  for (const text of agreed) {
    const [version = '', name = ''] = text.split(' ');
    old.noteSynced(textOf(1), { path: 'a.rfa', version: numbered(version), sha256: bytes(name) }, 1, 1);
  }
  if (isGone) old.noteRemoval(textOf(1), { answer: 'confirmed', version: numbered('0.1') });
  await carryAgreement({
    ...{ database, libraryIds: ['library'], from: 'embedded', to: 'https://other.test', nowMs: () => 5 },
    source: { service: serviceWith({ 1: agreed }), programs: async () => [] },
    ...{ target: serviceWith(there.length > 0 ? { 1: there } : {}), signal: new AbortController().signal },
    ...{ newHash: newSha256, hashes: createHashesThere() },
  });
  const trees = createServiceTrees(database, 'library', 'https://other.test');
  const synced = trees.synced(textOf(1));
  const found = synced && `${synced.version.major}.${synced.version.minor} ${synced.sha256[0]}`;
  const removal = trees.removal(textOf(1));
  const earlier = ['a', 'b', 'c', 'f'].filter((name) => trees.earlierVersion(textOf(1), bytes(name)));
  const earlierB = trees.earlierVersion(textOf(1), bytes('b'))?.version;
  database.close();
  return { found, removal, earlier, earlierB };
}

it.each([
  ['the newest version there, under its number there', ['0.1 a'], ['0.1 f', '0.2 a'], '0.2 a'],
  ['the release of the same bytes', ['0.1 a'], ['0.1 a', '1.0 a'], '1.0 a'],
  ['an older version, where somebody is ahead there', ['0.1 a'], ['0.1 a', '0.2 f'], '0.1 a'],
  ['what was agreed on before, where the last save is not there yet', ['0.1 a', '0.2 b'], ['0.1 a'], '0.1 a'],
  ['what was sent last, where somebody went back there', ['0.1 a', '0.2 b'], ['0.1 a', '0.2 b', '0.3 a'], '0.2 b'],
  ['it too where a release is missing', ['0.1 a', '0.2 b', '1.0 b'], ['0.1 a', '0.2 b', '0.3 a'], '0.2 b'],
  [
    'what was left, where the way back to it is not there yet',
    ['0.1 a', '0.2 b', '0.3 a'],
    ['0.1 a', '0.2 b'],
    '0.2 b',
  ],
  ['nothing, where it has other bytes', ['0.1 a'], ['0.1 f'], undefined],
  ['nothing, where it does not know the file', ['0.1 a'], [], undefined],
])('a library agrees with the other service on %s', async (_, agreed, there, expected) => {
  expect((await carried(agreed, there)).found).toBe(expected);
});

it('nothing is carried over while the other service does not find a list of what it has', async () => {
  const database = openDatabase();
  createServiceTrees(database, 'library', 'embedded').noteSynced(
    textOf(1),
    { path: 'a.rfa', version: numbered('0.1'), sha256: bytes('a') },
    ...([1, 1] as const),
  );
  const target = serviceWith({ 1: ['0.1 a'] });
  const carrying = carryAgreement({
    ...{ database, libraryIds: ['library'], from: 'embedded', to: 'https://other.test', nowMs: () => 5 },
    source: { service: serviceWith({ 1: ['0.1 a'] }), programs: async () => [] },
    target: {
      ...target,
      call: async (id: never, ...asked: [never, never]) => {
        if (id === 'findCurrentMetadata') throw new AppError('not-found', { receivedStatus: 404 });
        return target.call(id, ...asked);
      },
    } as unknown as RemoteCaller,
    ...{ signal: new AbortController().signal, newHash: newSha256, hashes: createHashesThere() },
  });
  await expect(carrying).rejects.toMatchObject({ code: 'service-unavailable' });
  database.close();
});

it('what was agreed on before is known of the other service too, as far as that has it below', async () => {
  const agreed = ['0.1 a', '0.2 b', '0.3 c'];
  const there = ['0.1 f', '0.2 b', '0.3 c', '0.4 a'];
  const { found, earlier, earlierB } = await carried(agreed, there.slice(0, 3));
  expect([found, earlier, earlierB]).toEqual(['0.3 c', ['b'], numbered('0.2')]);
  // Somebody went back there.
  expect(await carried(agreed, there)).toMatchObject({ found: '0.3 c', earlier: ['b'] });
});

it('what a person said of a file that is gone is known of the other service too', async () => {
  const { removal } = await carried(['0.1 a'], ['0.1 f', '0.2 a'], true);
  expect(removal).toEqual({ answer: 'confirmed', version: { major: 0, minor: 2 } });
});

it('releases that wait for one service are asked of the other one, but those that may have been sent', () => {
  const database = openDatabase();
  const queue = createQueue(database, { steadyMs: () => 0, now: () => 0 }, () => 'embedded');
  queue.putRelease('library', textOf(1), { operation: 'release', comment: 'waits' });
  queue.putRelease('library', textOf(2), { operation: 'release', comment: 'sent', sentFromMajor: 0 });
  expect(queue.releasesAskedOf('embedded')).toBe(1);
  queue.handOverReleases('embedded', 'https://other.test');
  const ofService = (key: ContentKeyText): string | undefined =>
    queue.releases('library').find((entry) => entry.key === key)?.serviceId;
  expect([ofService(textOf(1)), ofService(textOf(2))]).toEqual(['https://other.test', 'embedded']);
  database.close();
});
