import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Versions } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';

/** What a colleague does at the service while an add-in is cut off from it. */

const requests = withAddInSite();
const { opened, ask, jsonOf, textOf, newKey, publish, publishBehind, numbersBehind, fileBehind } = requests;

describe('The number of a version that waits', () => {
  it.each(['at once', 'after it waited', 'before the app was begun anew'])(
    'follows on the one that was stored %s, also where nobody asked for versions',
    async (when) => {
      const key = newKey();
      if (when === 'after it waited') opened.site.cut();
      await publish(key, 'first');
      await opened.site.mend();
      if (when === 'before the app was begun anew') await opened.site.restart();
      opened.site.cut();
      expect((await publish(key, 'second')).told).toMatchObject({ majorVersion: 0, minorVersion: 2, waiting: true });
    },
  );

  it('follows on its base where nothing else is known', async () => {
    const key = newKey();
    await publishBehind(key, 'of a colleague');
    opened.site.cut();
    const { told } = await publish(key, 'mine', { BaseVersion: '0.1' });
    expect(told).toMatchObject({ majorVersion: 0, minorVersion: 2, waiting: true });
    await opened.site.mend();
    expect(await numbersBehind(key)).toEqual(['0.2', '0.1']);
  });

  it('follows on the release that was made, although an older list is known', async () => {
    const key = newKey();
    await publish(key, 'first');
    await jsonOf<Versions>('listVersions', { params: key });
    await ask('release', { params: key, json: { Comments: 'mine' } });
    opened.site.cut();
    expect((await publish(key, 'second')).told).toMatchObject({ majorVersion: 1, minorVersion: 1, waiting: true });
  });
});

describe('A version that a colleague stored under the number of one that waits', () => {
  it('is what is given for that number', async () => {
    const key = newKey();
    await publish(key, 'first');
    await jsonOf<Versions>('listVersions', { params: key });
    opened.site.cut();
    expect((await publish(key, 'mine')).told).toMatchObject({ minorVersion: 2, waiting: true });
    await publishBehind(key, 'of a colleague');
    opened.site.refuseNext('storeMetadata', new AppError('base-version-outdated'));
    await opened.site.mend();
    expect(opened.site.outbox.all()).toHaveLength(1);
    const exactly = { params: key, query: { MajorVersion: '0', MinorVersion: '2' } };
    expect(await textOf('getFile', exactly)).toBe('of a colleague');
  });
});

describe('A release of a draft that waited, where the service tells neither versions nor hashes', () => {
  it('is left to a person where a colleague was as quick: nobody knows whose draft is whose', async () => {
    const key = newKey();
    await publish(key, 'first');
    await jsonOf<Versions>('listVersions', { params: key });
    opened.site.cut();
    await publish(key, 'mine');
    await ask('release', { params: key, json: { Comments: 'mine' } });
    opened.site.line.changes = (id, told) => {
      if (id === 'storeMetadata') return publishBehind(key, 'of a colleague').then(() => []);
      if (id !== 'listVersions') return told;
      const { versions } = told as Versions;
      return { versions: versions.map(({ major, minor }) => ({ major, minor })) };
    };
    await opened.site.mend();
    expect(await numbersBehind(key)).toEqual(['0.3', '0.2', '0.1']);
    expect(opened.site.outbox.all().map(({ operation }) => operation)).toEqual(['release']);
  });
});

describe('A draft whose answer was lost', () => {
  it.each(['with its bytes here', 'with its bytes at the service'])(
    'was stored, and is not put over what a colleague stored since, %s',
    async (where) => {
      const key = newKey();
      await publish(key, 'first');
      if (where === 'with its bytes here') opened.site.cut();
      else opened.site.line.loses = 'storeMetadata';
      await publish(key, 'mine');
      if (where === 'with its bytes here') {
        opened.site.line.loses = 'storeMetadata';
        await opened.site.mend();
      }
      await publishBehind(key, 'of a colleague');
      await opened.site.mend();
      expect(opened.site.outbox.all()).toEqual([]);
      expect(await numbersBehind(key)).toEqual(['0.3', '0.2', '0.1']);
      expect(await fileBehind(key, { majorVersion: '-1', minorVersion: '-1' })).toBe('of a colleague');
    },
  );

  it('is stored where only an older version than the known one has its bytes', async () => {
    const key = newKey();
    await publish(key, 'as it was');
    await publish(key, 'changed');
    opened.site.cut();
    await publish(key, 'as it was');
    await publishBehind(key, 'of a colleague');
    // It is lost on its way there.
    opened.site.line.before = (id) => {
      if (id === 'storeMetadata') opened.site.cut();
      if (id === 'storeMetadata') throw new AppError('service-timeout');
    };
    await opened.site.mend();
    opened.site.line.before = undefined;
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(['0.4', '0.3', '0.2', '0.1']);
  });
});

describe('A release that waits', () => {
  it('was made where its answer was lost, also when a colleague went on since', async () => {
    const key = newKey();
    await publish(key, 'mine');
    opened.site.line.loses = 'release';
    await ask('release', { params: key, json: { Comments: 'mine' } });
    await publishBehind(key, 'of a colleague, unfinished');
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(['1.1', '1.0', '0.1']);
  });

  it('is of the version that was known, and of none that a colleague stored since', async () => {
    const key = newKey();
    await publish(key, 'mine');
    opened.site.cut();
    await ask('release', { params: key, json: { Comments: 'mine' } });
    await publishBehind(key, 'of a colleague, unfinished');
    await opened.site.mend();
    expect(opened.site.outbox.all().map(({ error }) => error?.code)).toEqual(['nothing-to-release']);
    expect(await numbersBehind(key)).toEqual(['0.2', '0.1']);
    expect(await textOf('getFile', { params: key })).toBe('mine');
  });
});
