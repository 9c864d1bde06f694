import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Versions } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { expectProblem } from './answer-checks.ts';
import { pump } from './sample-products.ts';
import { metadataRecord } from './seed.ts';
import { send } from './send.ts';

/** What is asked of the same thing at nearly the same time, or of one of several versions. */

const { opened, ask, jsonOf, textOf, newKey, publish, numbersBehind, fileBehind, behind } = withAddInSite();

const newest = { majorVersion: '-1', minorVersion: '-1' };

describe('The last word about a thing stays the last', () => {
  it('where an earlier save of the file got lost on its way', async () => {
    const key = newKey();
    await publish(key, 'first');
    const blobs: string[] = [];
    for (const content of ['older save', 'newer save'])
      blobs.push(await textOf('storeFile', { file: { name: 'pump.rfa', content } }));
    const [arrived, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let saves = 0;
    opened.site.line.before = async (id) => {
      if (id !== 'storeMetadata' || saves++ > 0) return;
      arrived.resolve();
      await late.promise;
      throw new AppError('service-timeout');
    };
    const save = async (blobId = '') =>
      jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    const older = save(blobs[0]);
    await arrived.promise;
    const newer = save(blobs[1]);
    // What is about something else goes on meanwhile.
    await ask('storeStandard', { json: `Standard ${randomUUID()}` });
    await publish(newKey(), 'another file');
    late.resolve();
    await Promise.all([older, newer]);
    await opened.site.mend();
    expect(await numbersBehind(key)).toEqual(['0.3', '0.2', '0.1']);
    expect(await fileBehind(key, newest)).toBe('newer save');
  });

  it('where an earlier state of the product was refused, and is tried again', async () => {
    const setReady = async (isReady: boolean) => ask('setBimReady', { json: { [String(pump.productId)]: isReady } });
    opened.site.cut();
    await setReady(true);
    opened.site.refuseNext('setBimReady', new AppError('license-code-rejected', { receivedStatus: 400 }));
    await opened.site.mend();
    expect(opened.site.outbox.all().map(({ error }) => error?.code)).toEqual(['license-code-rejected']);
    await setReady(false);
    opened.site.outbox.retry();
    await opened.site.runReplay();
    expect(opened.site.outbox.all()).toEqual([]);
    const values = await behind('getProductValues', { json: { ProductIds: [pump.productId] } });
    expect(await values.json()).toMatchObject([{ bimReady: false }]);
  });
});

describe('A release', () => {
  it('is made where its draft goes out while it is asked for, also where the service tells no versions', async () => {
    const key = newKey();
    opened.site.cut();
    await publish(key, 'mine');
    opened.site.line.changes = (id, told) => (id === 'storeMetadata' ? [] : told);
    const [planned, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    opened.site.line.before = async (id) => {
      if (id === 'storeFile') await planned.promise;
      if (id !== 'listVersions' || !isFirst) return;
      isFirst = false;
      planned.resolve();
      await sent.promise;
    };
    void opened.site.mend().then(sent.resolve, sent.reject);
    await ask('release', { params: key, json: { Comments: 'mine' } });
    await opened.site.runReplay();
    expect([opened.site.outbox.all(), await numbersBehind(key)]).toEqual([[], ['1.0', '0.1']]);
  });

  it('is of the version that is known by then, where its draft went out after the versions were listed', async () => {
    const key = newKey();
    await publish(key, 'first');
    opened.site.cut();
    await publish(key, 'second');
    const [listed, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    opened.site.line.before = (id) => (id === 'storeFile' ? listed.promise : undefined);
    opened.site.line.changes = async (id, told) => {
      if (id !== 'listVersions') return told;
      listed.resolve();
      await sent.promise;
      return told;
    };
    void opened.site.mend().then(sent.resolve, sent.reject);
    const { current, versions } = await jsonOf<Versions>('release', { params: key, json: { Comments: 'second' } });
    expect([current?.major, versions.map(({ minor }) => minor)]).toEqual([1, [0, 2, 1]]);
    await opened.site.runReplay();
    expect([opened.site.outbox.all(), await numbersBehind(key)]).toEqual([[], ['1.0', '0.2', '0.1']]);
  });

  it('of a version that is named is of no other that waits: it is refused as the service would', async () => {
    const key = newKey();
    await publish(key, 'good');
    opened.site.cut();
    await publish(key, 'unfinished');
    const asked = { params: key, query: { MajorVersion: '0', MinorVersion: '1' }, json: { Comments: 'only 0.1' } };
    const refused = await send(opened.site.target, 'release', asked);
    await expectProblem(refused, { status: 400, type: 'nothing-to-release', secrets: [] });
    await opened.site.mend();
    expect(await numbersBehind(key)).toEqual(['0.2', '0.1']);
  });

  it('of a draft that waits may name it by the number that was given for it', async () => {
    const key = newKey();
    await publish(key, 'first');
    opened.site.cut();
    await publish(key, 'finished');
    const asked = { params: key, query: { MajorVersion: '0', MinorVersion: '2' }, json: { Comments: 'finished' } };
    await ask('release', asked);
    await opened.site.mend();
    expect(await numbersBehind(key)).toEqual(['1.0', '0.2', '0.1']);
    expect(await fileBehind(key)).toBe('finished');
  });
});
