import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../shared/api/contract.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { Told, Versions } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { metadataRecord, type SeedKey } from './seed.ts';

/** Writes whose answer gets lost on a line that is there again at once. */

const requests = withAddInSite();
const { opened, jsonOf, textOf, newKey, publish, publishBehind, versionsBehind, numbersBehind, fileBehind } = requests;

const [took, refused] = [{ receivedStatus: 200 }, { receivedStatus: 503 }];

/** The service does the next of these, and its answer gets lost after what happens meanwhile. */
function lose(id: OperationId, error: AppError, meanwhile: () => Promise<unknown> = async () => undefined): void {
  opened.site.line.changes = async (asked: OperationId, told: unknown) => {
    if (asked !== id) return told;
    opened.site.line.changes = undefined;
    await meanwhile();
    throw error;
  };
}

async function storeDraft(key: SeedKey, content: string): Promise<Told | undefined> {
  const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content } });
  const [told] = await jsonOf<Told[]>('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
  return told;
}

const release = async (key: SeedKey): Promise<Versions> =>
  jsonOf<Versions>('release', { params: key, json: { Comments: 'mine' } });

describe('A draft that was stored although its answer got lost', () => {
  it.each<readonly [ErrorCode, object]>([
    ['service-timeout', {}],
    ['answer-incomplete', took],
    ['interrupted-by-sleep', {}],
    ['unreadable-answer', took],
  ])('is answered as stored after %s, and not stored again', async (code, options) => {
    const key = newKey();
    lose('storeMetadata', new AppError(code, options));
    const told = await storeDraft(key, 'mine');
    expect(told).toMatchObject({ majorVersion: 0, minorVersion: 1 });
    expect(told?.waiting).toBeUndefined();
    await opened.site.mend();
    expect([opened.site.outbox.all(), await numbersBehind(key)]).toEqual([[], ['0.1']]);
  });

  it.each(['stored', 'listed'] as const)(
    'has the number that it got, also where a colleague went on since, of a file that was %s before',
    async (before) => {
      const key = newKey();
      if (before === 'stored') await publish(key, 'first');
      else await publishBehind(key, 'first');
      if (before === 'listed') await jsonOf<Versions>('listVersions', { params: key });
      lose('storeMetadata', new AppError('service-timeout'), () => publishBehind(key, 'of a colleague'));
      expect(await storeDraft(key, 'second')).toMatchObject({ majorVersion: 0, minorVersion: 2 });
      await opened.site.mend();
      expect(await numbersBehind(key)).toEqual(['0.3', '0.2', '0.1']);
      expect(await fileBehind(key, { majorVersion: '-1', minorVersion: '-1' })).toBe('of a colleague');
    },
  );

  it('is found later where nobody can tell at once', async () => {
    const key = newKey();
    await publish(key, 'first');
    lose('storeMetadata', new AppError('service-timeout'), async () => {
      await publishBehind(key, 'of a colleague');
      opened.site.refuseNext('findCurrentMetadata', new AppError('service-timeout'));
    });
    expect(await storeDraft(key, 'second')).toMatchObject({ minorVersion: 2, waiting: true });
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(['0.3', '0.2', '0.1']);
  });
});

describe('A draft that did not get there', () => {
  it.each<readonly [ErrorCode, object]>([
    ['service-unreachable', {}],
    ['service-unavailable', refused],
    ['answer-incomplete', {}],
    ['interrupted-by-sleep', {}],
  ])('waits after %s, and is stored once', async (code, options) => {
    const key = newKey();
    opened.site.refuseNext('storeMetadata', new AppError(code, options));
    expect(await storeDraft(key, 'mine')).toMatchObject({ waiting: true });
    await opened.site.mend();
    expect([opened.site.outbox.all(), await numbersBehind(key)]).toEqual([[], ['0.1']]);
  });
});

describe('A release that was made although its answer got lost', () => {
  it('is answered as made', async () => {
    const key = newKey();
    await publish(key, 'mine');
    lose('release', new AppError('service-timeout'));
    const { current } = await release(key);
    expect(current).toMatchObject({ major: 1 });
    expect(current?.waiting).toBeUndefined();
    expect([opened.site.outbox.all(), await numbersBehind(key)]).toEqual([[], ['1.0', '0.1']]);
  });

  it('is not made again of what a colleague stored since', async () => {
    const key = newKey();
    await publish(key, 'mine');
    lose('release', new AppError('service-timeout'), () => publishBehind(key, 'of a colleague, unfinished'));
    expect((await release(key)).current).toMatchObject({ major: 1 });
    await opened.site.mend();
    expect(await numbersBehind(key)).toEqual(['1.1', '1.0', '0.1']);
  });

  it.each([
    ['draft', false],
    ['release', true],
  ])('is answered as made, also of a draft that came after the %s that was known', async (_, isReleased) => {
    const key = newKey();
    await publish(key, 'first');
    if (isReleased) await release(key);
    await publishBehind(key, 'of a colleague, finished');
    const known = await versionsBehind(key);
    lose('release', new AppError('service-timeout'));
    const { current, versions } = await release(key);
    expect([current?.major, versions.length]).toEqual([isReleased ? 2 : 1, known.versions.length + 1]);
    expect(opened.site.outbox.all()).toEqual([]);
  });
});
