import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decisions } from '../../electron/gateway/decisions.ts';
import { contract, operationIds } from '../../shared/api/contract.ts';
import { licenseParameter } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Told, Versions } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { expectProblem, expectSuccess } from './answer-checks.ts';
import { rightRequests, validationRequest } from './right-requests.ts';
import { metadataRecord, sampleFilter } from './seed.ts';
import { send, type Ask } from './send.ts';

const { opened, ask, textOf, jsonOf, newKey, publish, behind, versionsBehind, numbersBehind, fileBehind } =
  withAddInSite();

describe('Each operation while the service is away', () => {
  const queued = operationIds.filter((id) => decisions[id].kind === 'queued');
  const mirrored = operationIds.filter((id) => decisions[id].kind === 'mirrored');
  const passed = operationIds.filter((id) => decisions[id].kind === 'passed' && id !== 'getDataInformation');

  it.each(queued)('%s is answered as the contract says, and done when the service is back', async (id) => {
    const asked = await rightRequests[id]({ target: opened.site.target, seed: opened.seeded });
    opened.site.cut();
    await expectSuccess(id, await send(opened.site.target, id, asked));
    expect(opened.site.outbox.all().map(({ operation }) => operation)).toEqual([id]);
    expect(JSON.stringify(opened.site.outbox.all())).not.toContain('somebody else’s');
    expect(JSON.stringify(opened.site.outbox.all())).not.toContain(licenseParameter);
    opened.site.line.sent.length = 0;
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(opened.site.line.sent.filter((sent) => sent === id)).toEqual([id]);
  });

  it.each(mirrored)('%s is answered as it was before', async (id) => {
    const asked = await rightRequests[id]({ target: opened.site.target, seed: opened.seeded });
    const before = await textOf(id, asked);
    opened.site.cut();
    expect(await textOf(id, asked)).toBe(before);
  });

  it.each(passed)('%s says that the service behind is away', async (id) => {
    const asked = await rightRequests[id]({ target: opened.site.target, seed: opened.seeded });
    opened.site.cut();
    const secrets = [opened.site.behind.licenseCode, opened.site.behind.token, opened.site.target.token];
    await expectProblem(await send(opened.site.target, id, asked), {
      status: 503,
      type: 'service-behind-away',
      secrets,
    });
  });

  it('getDataInformation tells its own addresses and credentials, with a token only', async () => {
    opened.site.cut();
    const open = await textOf('getDataInformation', { token: null });
    expect(open).toContain(`${opened.site.target.address}/api/v1/`);
    expect(open).not.toContain('add-in-secret');
    expect(await textOf('getDataInformation', {})).toContain('add-in-secret');
    expect(contract.getDataInformation.token).toBe('optional');
  });
});

describe('What an add-in publishes while the service is away', () => {
  it('is read back at once, marked as waiting, with the bytes', async () => {
    const key = newKey();
    opened.site.cut();
    const { blobId, told } = await publish(key, 'offline pump');
    expect(told).toMatchObject({ majorVersion: 0, minorVersion: 1, blobId, waiting: true });
    const versions = await jsonOf<Versions>('listVersions', { params: key });
    expect(versions.versions).toMatchObject([{ major: 0, minor: 1, waiting: true }]);
    const file = await ask('getFile', { params: key });
    expect(await file.text()).toBe('offline pump');
    expect(file.headers.get('content-disposition')).toContain('pump.rfa');
    expect(file.headers.get('x-uol-file-version')).toMatch(/\.0\.1$/);
    expect(await jsonOf<Told[]>('getMetadata', { params: key })).toContainEqual(expect.objectContaining({ blobId }));
    const about = metadataRecord(key, {}) as { Application: object; Etim: object };
    const criteria = (minor: number): Ask => ({
      json: [
        {
          Identifier: { Application: about.Application, ETIM: about.Etim },
          Options: { LanguageCode: '', MajorVersion: -1, MinorVersion: minor },
        },
      ],
    });
    for (const id of ['findMetadata', 'findCurrentMetadata'] as const)
      for (const minor of [0, -1]) {
        expect(await jsonOf<Told[]>(id, criteria(minor))).toContainEqual(expect.objectContaining({ blobId }));
      }
    const all = { ...opened.seeded.key, includeMinorVersion: 'True', afterChangeDate: '' };
    expect(await jsonOf<Told[]>('listMetadata', { params: all })).toContainEqual(expect.objectContaining({ blobId }));
  });

  it('arrives once and in order, with the release that was asked for', async () => {
    const key = newKey();
    await publish(key, 'first');
    await ask('listVersions', { params: key });
    opened.site.cut();
    const second = await publish(key, 'second', { BaseVersion: '0.1' });
    expect(second.told).toMatchObject({ majorVersion: 0, minorVersion: 2 });
    const third = await publish(key, 'third', { BaseVersion: '0.2' });
    const released = await jsonOf<Versions>('release', { params: key, json: { Comments: 'from the train' } });
    expect(released.current).toMatchObject({ major: 1, waiting: true });
    expect(await (await ask('getFile', { params: key })).text()).toBe('third');
    await opened.site.mend();
    const { versions } = await versionsBehind(key);
    expect(versions.map(({ major, minor }) => `${major}.${minor}`)).toEqual(['1.0', '0.3', '0.2', '0.1']);
    expect(opened.site.events.map(({ kind }) => kind).filter((kind) => kind === 'sent').length).toBe(5);
    expect(third.blobId).not.toBe(second.blobId);
  });

  it.each([
    ['nothing', () => []],
    ['no version', () => [{}]],
  ])('is released also where the service answers %s to its metadata', async (_, answer) => {
    const key = newKey();
    opened.site.cut();
    await publish(key, 'offline');
    await ask('release', { params: key, json: { Comments: 'offline' } });
    opened.site.line.changes = (id, told) => (id === 'storeMetadata' ? answer() : told);
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(['1.0', '0.1']);
  });

  it('goes on to be known by the id that it had meanwhile', async () => {
    const key = newKey();
    opened.site.cut();
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'same pump' } });
    const filterId = await textOf('storeFilter', { json: sampleFilter() });
    const validationBlobId = await textOf('storeValidationFile', {
      raw: { body: '[1]', contentType: 'application/json' },
    });
    const standard = await jsonOf<Record<string, string>>('storeStandard', { json: `Standard ${randomUUID()}` });
    const [standardId = ''] = Object.keys(standard);
    expect(await textOf('getValidationFile', { params: { blobId: validationBlobId } })).toBe('[1]');
    const filter = { params: { filterId, type: 'interface', disableFields: '["EF000008"]' } };
    const meanwhile = await jsonOf<{ cadProducts: { properties: { selected: boolean }[] }[] }>('getFilter', filter);
    expect(meanwhile.cadProducts[0]?.properties[0]?.selected).toBe(false);
    expect(await jsonOf('getStandards', { params: { id: standardId } })).toEqual(standard);
    await opened.site.mend();
    const names = { StandardFilenames: [{ StandardId: standardId, StandardName: 'x', Filename: 'pump' }] };
    const [told] = await jsonOf<(Told & { standardFilenames: { standardId: string }[] })[]>('storeMetadata', {
      params: { blobId },
      json: [metadataRecord(key, names)],
    });
    expect(told?.waiting).toBeUndefined();
    expect(told?.standardFilenames[0]?.standardId).not.toBe(standardId);
    expect(await textOf('getFile', { params: key })).toBe('same pump');
    expect(await textOf('getValidationFile', { params: { blobId: validationBlobId } })).toBe('[1]');
    await ask('getFilter', filter);
    expect(Object.values(await jsonOf<object>('getStandards', { params: { id: standardId } }))).toEqual(
      Object.values(standard),
    );
  });

  it('is still there after the app was ended, and is done then', async () => {
    const key = newKey();
    opened.site.cut();
    const { blobId } = await publish(key, 'kept over a restart');
    await opened.site.restart();
    expect(await textOf('getFile', { params: key })).toBe('kept over a restart');
    await opened.site.mend();
    expect((await versionsBehind(key)).versions.length).toBe(1);
    expect(blobId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['storeFile', 'storeMetadata', 'release', 'storeValidationRequest', 'storeStandard'] as const)(
    '%s is done once where its answer was lost',
    async (id) => {
      const key = newKey();
      opened.site.cut();
      await publish(key, `lost ${id}`, { Comments: 'said once' });
      await jsonOf('release', { params: key, json: { Comments: 'released once' } });
      const name = `Once ${randomUUID()}`;
      await ask('storeStandard', { json: name });
      await ask('storeValidationRequest', { json: validationRequest(opened.seeded, name) });
      opened.site.line.loses = id;
      await opened.site.mend();
      expect(opened.site.outbox.all().length).toBeGreaterThan(0);
      await opened.site.restart();
      await opened.site.mend();
      expect(opened.site.outbox.all()).toEqual([]);
      const { versions } = await versionsBehind(key);
      expect(versions.map(({ major, minor }) => `${major}.${minor}`)).toEqual(['1.0', '0.1']);
      const standards = Object.values(
        (await (await behind('getStandards', { params: { id: 'all' } })).json()) as object,
      );
      expect(standards.filter((one) => one === name).length).toBe(1);
      const requests = await behind('getValidationRequests', {
        params: { projectId: opened.seeded.projectId, ticketNumber: name },
      });
      expect(((await requests.json()) as unknown[]).length).toBe(1);
    },
  );

  it('has nothing to release where that was done before the service went away', async () => {
    const key = newKey();
    await publish(key, 'released already');
    await ask('listVersions', { params: key });
    await ask('release', { params: key, json: { Comments: 'mine' } });
    opened.site.cut();
    const { current, versions } = await jsonOf<Versions>('listVersions', { params: key });
    expect([current?.major, versions.length]).toEqual([1, 2]);
    const again = await send(opened.site.target, 'release', { params: key, json: { Comments: 'again' } });
    await expectProblem(again, { status: 400, type: 'nothing-to-release', secrets: [] });
  });

  it('is one validation request where its answer was lost, also without a ticket number', async () => {
    const projectId = randomUUID();
    const request = { ...validationRequest(opened.seeded, 'none'), ProjectId: projectId, TicketNumber: null };
    opened.site.line.loses = 'storeValidationRequest';
    const told = await textOf('storeValidationRequest', { json: request });
    await opened.site.mend();
    const requests = await (await behind('getValidationRequests', { params: { projectId, ticketNumber: '' } })).json();
    expect(requests).toEqual([expect.objectContaining({ ticketNumber: told.replaceAll('"', '') })]);
  });

  it('is queued where the answer to the add-in itself was lost, and not done twice', async () => {
    const key = newKey();
    await publish(key, 'before');
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'after' } });
    opened.site.line.loses = 'storeMetadata';
    const [told] = await jsonOf<Told[]>('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(told).toMatchObject({ waiting: true });
    await opened.site.mend();
    expect((await versionsBehind(key)).versions.map(({ minor }) => minor)).toEqual([2, 1]);
  });
});

describe('What the service refuses of it', () => {
  it('stays with its bytes until a person decides, and holds up only what is about the same', async () => {
    const [key, other] = [newKey(), newKey()];
    await publish(key, 'first');
    await publish(key, 'of somebody else');
    opened.site.cut();
    const refused = await publish(key, 'mine', { BaseVersion: '0.1' });
    await ask('release', { params: key, json: { Comments: 'mine' } });
    await publish(other, 'of another file');
    await opened.site.mend();
    const left = opened.site.outbox.all().map(({ operation, error }) => [operation, error?.code]);
    expect(left).toEqual([
      ['storeMetadata', 'base-version-outdated'],
      ['release', undefined],
    ]);
    expect(opened.site.events.filter(({ kind }) => kind === 'refused').length).toBe(1);
    expect((await versionsBehind(other)).versions.length).toBe(1);
    expect((await versionsBehind(key)).versions.length).toBe(2);
    expect(await textOf('getFile', { params: key, query: { majorVersion: '1', minorVersion: '0' } })).toBe('mine');
    expect(refused.told.waiting).toBe(true);
    const [write] = opened.site.outbox.all();
    opened.site.outbox.retry(write?.writeId);
    await opened.site.runReplay();
    expect(opened.site.outbox.all()[0]?.error?.code).toBe('base-version-outdated');
    await opened.site.outbox.discard(write?.writeId ?? 0);
    expect(opened.site.outbox.all()).toEqual([]);
  });

  it.each(['storeMetadata', 'release'] as const)('is not overtaken by a later %s of the same file', async (id) => {
    const [key, other] = [newKey(), newKey()];
    await publish(key, 'first');
    opened.site.cut();
    await publish(key, 'old save');
    opened.site.refuseNext('storeMetadata', new AppError('license-code-rejected', { receivedStatus: 400 }));
    await opened.site.mend();
    if (id === 'release') await ask('release', { params: key, json: { Comments: 'later' } });
    else await publish(key, 'newer save');
    await publish(other, 'of another file');
    await opened.site.runReplay();
    expect([await numbersBehind(key), await numbersBehind(other)]).toEqual([['0.1'], ['0.1']]);
    opened.site.outbox.retry();
    await opened.site.runReplay();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(id === 'release' ? ['1.0', '0.2', '0.1'] : ['0.3', '0.2', '0.1']);
    const query = { majorVersion: '-1', minorVersion: '-1' };
    expect(await fileBehind(key, query)).toBe(id === 'release' ? 'old save' : 'newer save');
  });

  it('is not sent again where only the answer to the add-in could not be read', async () => {
    opened.site.line.sent.length = 0;
    opened.site.refuseNext('storeFilter', new AppError('unreadable-answer', { receivedStatus: 200 }));
    expect((await send(opened.site.target, 'storeFilter', { json: sampleFilter() })).status).toBe(503);
    await opened.site.runReplay();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(opened.site.line.sent).toEqual(['storeFilter']);
  });

  it('is why what is about it cannot be done, and the service does not count as away for it', async () => {
    const { params } = await rightRequests.exportFilter({ target: opened.site.target, seed: opened.seeded });
    opened.site.cut();
    const unknown = { ...sampleFilter(), CADProducts: [{ ProductId: 999_999_999, EtimClassCode: 'EC999999' }] };
    const filterId = await textOf('storeFilter', { json: unknown });
    await opened.site.mend();
    const [refused] = opened.site.outbox.all();
    const answer = await send(opened.site.target, 'exportFilter', { params: { ...params, filterId } });
    expect(await answer.json()).toMatchObject({ type: refused?.error?.code, status: 400 });
  });
});
