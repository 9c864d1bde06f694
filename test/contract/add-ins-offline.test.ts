import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decisions } from '../../electron/gateway/decisions.ts';
import { contract, operationIds } from '../../shared/api/contract.ts';
import { licenseParameter } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { createAddInRequests, type Told, type Versions } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { expectProblem, expectSuccess } from './answer-checks.ts';
import { rightRequests, validationRequest } from './right-requests.ts';
import { metadataRecord, sampleFilter, seed, type Seed } from './seed.ts';
import { send, type Ask } from './send.ts';

let site: AddInSite;
let seeded: Seed;

beforeAll(async () => {
  site = await openAddInSite();
  seeded = await seed(site.target);
});

afterEach(async () => {
  expect(site.problems.splice(0)).toEqual([]);
  for (const { writeId } of site.outbox.all()) await site.outbox.discard(writeId);
  site.line.loses = undefined;
  site.line.before = undefined;
  site.line.changes = undefined;
  site.line.sent.length = 0;
  site.events.length = 0;
  await site.mend();
});

afterAll(() => site.close());

const { ask, textOf, jsonOf, newKey, publish, behind, versionsBehind, numbersBehind, fileBehind } = createAddInRequests(
  () => ({ site, seeded }),
);

describe('Each operation while the service is away', () => {
  const queued = operationIds.filter((id) => decisions[id].kind === 'queued');
  const mirrored = operationIds.filter((id) => decisions[id].kind === 'mirrored');
  const passed = operationIds.filter((id) => decisions[id].kind === 'passed' && id !== 'getDataInformation');

  it.each(queued)('%s is answered as the contract says, and done when the service is back', async (id) => {
    const asked = await rightRequests[id]({ target: site.target, seed: seeded });
    site.cut();
    await expectSuccess(id, await send(site.target, id, asked));
    expect(site.outbox.all().map(({ operation }) => operation)).toEqual([id]);
    expect(JSON.stringify(site.outbox.all())).not.toContain('somebody else’s');
    expect(JSON.stringify(site.outbox.all())).not.toContain(licenseParameter);
    site.line.sent.length = 0;
    await site.mend();
    expect(site.outbox.all()).toEqual([]);
    expect(site.line.sent.filter((sent) => sent === id)).toEqual([id]);
  });

  it.each(mirrored)('%s is answered as it was before', async (id) => {
    const asked = await rightRequests[id]({ target: site.target, seed: seeded });
    const before = await textOf(id, asked);
    site.cut();
    expect(await textOf(id, asked)).toBe(before);
  });

  it.each(passed)('%s says that the service behind is away', async (id) => {
    const asked = await rightRequests[id]({ target: site.target, seed: seeded });
    site.cut();
    const secrets = [site.behind.licenseCode, site.behind.token, site.target.token];
    await expectProblem(await send(site.target, id, asked), { status: 503, type: 'service-behind-away', secrets });
  });

  it('getDataInformation tells its own addresses and credentials, with a token only', async () => {
    site.cut();
    const open = await textOf('getDataInformation', { token: null });
    expect(open).toContain(`${site.target.address}/api/v1/`);
    expect(open).not.toContain('add-in-secret');
    expect(await textOf('getDataInformation', {})).toContain('add-in-secret');
    expect(contract.getDataInformation.token).toBe('optional');
  });
});

describe('What an add-in publishes while the service is away', () => {
  it('is read back at once, marked as waiting, with the bytes', async () => {
    const key = newKey();
    site.cut();
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
    const all = { ...seeded.key, includeMinorVersion: 'True', afterChangeDate: '' };
    expect(await jsonOf<Told[]>('listMetadata', { params: all })).toContainEqual(expect.objectContaining({ blobId }));
  });

  it('arrives once and in order, with the release that was asked for', async () => {
    const key = newKey();
    await publish(key, 'first');
    await ask('listVersions', { params: key });
    site.cut();
    const second = await publish(key, 'second', { BaseVersion: '0.1' });
    expect(second.told).toMatchObject({ majorVersion: 0, minorVersion: 2 });
    const third = await publish(key, 'third', { BaseVersion: '0.2' });
    const released = await jsonOf<Versions>('release', { params: key, json: { Comments: 'from the train' } });
    expect(released.current).toMatchObject({ major: 1, waiting: true });
    expect(await (await ask('getFile', { params: key })).text()).toBe('third');
    await site.mend();
    const { versions } = await versionsBehind(key);
    expect(versions.map(({ major, minor }) => `${major}.${minor}`)).toEqual(['1.0', '0.3', '0.2', '0.1']);
    expect(site.events.map(({ kind }) => kind).filter((kind) => kind === 'sent').length).toBe(5);
    expect(third.blobId).not.toBe(second.blobId);
  });

  it.each([
    ['nothing', () => []],
    ['no version', () => [{}]],
  ])('is released also where the service answers %s to its metadata', async (_, answer) => {
    const key = newKey();
    site.cut();
    await publish(key, 'offline');
    await ask('release', { params: key, json: { Comments: 'offline' } });
    site.line.changes = (id, told) => (id === 'storeMetadata' ? answer() : told);
    await site.mend();
    expect(site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(['1.0', '0.1']);
  });

  it('goes on to be known by the id that it had meanwhile', async () => {
    const key = newKey();
    site.cut();
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
    await site.mend();
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
    site.cut();
    const { blobId } = await publish(key, 'kept over a restart');
    await site.restart();
    expect(await textOf('getFile', { params: key })).toBe('kept over a restart');
    await site.mend();
    expect((await versionsBehind(key)).versions.length).toBe(1);
    expect(blobId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['storeFile', 'storeMetadata', 'release', 'storeValidationRequest', 'storeStandard'] as const)(
    '%s is done once where its answer was lost',
    async (id) => {
      const key = newKey();
      site.cut();
      await publish(key, `lost ${id}`, { Comments: 'said once' });
      await jsonOf('release', { params: key, json: { Comments: 'released once' } });
      const name = `Once ${randomUUID()}`;
      await ask('storeStandard', { json: name });
      await ask('storeValidationRequest', { json: validationRequest(seeded, name) });
      site.line.loses = id;
      await site.mend();
      expect(site.outbox.all().length).toBeGreaterThan(0);
      await site.restart();
      await site.mend();
      expect(site.outbox.all()).toEqual([]);
      const { versions } = await versionsBehind(key);
      expect(versions.map(({ major, minor }) => `${major}.${minor}`)).toEqual(['1.0', '0.1']);
      const standards = Object.values(
        (await (await behind('getStandards', { params: { id: 'all' } })).json()) as object,
      );
      expect(standards.filter((one) => one === name).length).toBe(1);
      const requests = await behind('getValidationRequests', {
        params: { projectId: seeded.projectId, ticketNumber: name },
      });
      expect(((await requests.json()) as unknown[]).length).toBe(1);
    },
  );

  it('has nothing to release where that was done before the service went away', async () => {
    const key = newKey();
    await publish(key, 'released already');
    await ask('listVersions', { params: key });
    await ask('release', { params: key, json: { Comments: 'mine' } });
    site.cut();
    const { current, versions } = await jsonOf<Versions>('listVersions', { params: key });
    expect([current?.major, versions.length]).toEqual([1, 2]);
    const again = await send(site.target, 'release', { params: key, json: { Comments: 'again' } });
    await expectProblem(again, { status: 400, type: 'nothing-to-release', secrets: [] });
  });

  it('is one validation request where its answer was lost, also without a ticket number', async () => {
    const projectId = randomUUID();
    const request = { ...validationRequest(seeded, 'none'), ProjectId: projectId, TicketNumber: null };
    site.line.loses = 'storeValidationRequest';
    const told = await textOf('storeValidationRequest', { json: request });
    await site.mend();
    const requests = await (await behind('getValidationRequests', { params: { projectId, ticketNumber: '' } })).json();
    expect(requests).toEqual([expect.objectContaining({ ticketNumber: told.replaceAll('"', '') })]);
  });

  it('is queued where the answer to the add-in itself was lost, and not done twice', async () => {
    const key = newKey();
    await publish(key, 'before');
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'after' } });
    site.line.loses = 'storeMetadata';
    const [told] = await jsonOf<Told[]>('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(told).toMatchObject({ waiting: true });
    await site.mend();
    expect((await versionsBehind(key)).versions.map(({ minor }) => minor)).toEqual([2, 1]);
  });
});

describe('What the service refuses of it', () => {
  it('stays with its bytes until a person decides, and holds up only what is about the same', async () => {
    const [key, other] = [newKey(), newKey()];
    await publish(key, 'first');
    await publish(key, 'of somebody else');
    site.cut();
    const refused = await publish(key, 'mine', { BaseVersion: '0.1' });
    await ask('release', { params: key, json: { Comments: 'mine' } });
    await publish(other, 'of another file');
    await site.mend();
    const left = site.outbox.all().map(({ operation, error }) => [operation, error?.code]);
    expect(left).toEqual([
      ['storeMetadata', 'base-version-outdated'],
      ['release', undefined],
    ]);
    expect(site.events.filter(({ kind }) => kind === 'refused').length).toBe(1);
    expect((await versionsBehind(other)).versions.length).toBe(1);
    expect((await versionsBehind(key)).versions.length).toBe(2);
    expect(await textOf('getFile', { params: key, query: { majorVersion: '1', minorVersion: '0' } })).toBe('mine');
    expect(refused.told.waiting).toBe(true);
    const [write] = site.outbox.all();
    site.outbox.retry(write?.writeId);
    await site.runReplay();
    expect(site.outbox.all()[0]?.error?.code).toBe('base-version-outdated');
    await site.outbox.discard(write?.writeId ?? 0);
    expect(site.outbox.all()).toEqual([]);
  });

  it.each(['storeMetadata', 'release'] as const)('is not overtaken by a later %s of the same file', async (id) => {
    const [key, other] = [newKey(), newKey()];
    await publish(key, 'first');
    site.cut();
    await publish(key, 'old save');
    site.refuseNext('storeMetadata', new AppError('license-code-rejected', { receivedStatus: 400 }));
    await site.mend();
    if (id === 'release') await ask('release', { params: key, json: { Comments: 'later' } });
    else await publish(key, 'newer save');
    await publish(other, 'of another file');
    await site.runReplay();
    expect([await numbersBehind(key), await numbersBehind(other)]).toEqual([['0.1'], ['0.1']]);
    site.outbox.retry();
    await site.runReplay();
    expect(site.outbox.all()).toEqual([]);
    expect(await numbersBehind(key)).toEqual(id === 'release' ? ['1.0', '0.2', '0.1'] : ['0.3', '0.2', '0.1']);
    const query = { majorVersion: '-1', minorVersion: '-1' };
    expect(await fileBehind(key, query)).toBe(id === 'release' ? 'old save' : 'newer save');
  });

  it('is not sent again where only the answer to the add-in could not be read', async () => {
    site.line.sent.length = 0;
    site.refuseNext('storeFilter', new AppError('unreadable-answer', { receivedStatus: 200 }));
    expect((await send(site.target, 'storeFilter', { json: sampleFilter() })).status).toBe(503);
    await site.runReplay();
    expect(site.outbox.all()).toEqual([]);
    expect(site.line.sent).toEqual(['storeFilter']);
  });

  it('is why what is about it cannot be done, and the service does not count as away for it', async () => {
    const { params } = await rightRequests.exportFilter({ target: site.target, seed: seeded });
    site.cut();
    const unknown = { ...sampleFilter(), CADProducts: [{ ProductId: 999_999_999, EtimClassCode: 'EC999999' }] };
    const filterId = await textOf('storeFilter', { json: unknown });
    await site.mend();
    const [refused] = site.outbox.all();
    const answer = await send(site.target, 'exportFilter', { params: { ...params, filterId } });
    expect(await answer.json()).toMatchObject({ type: refused?.error?.code, status: 400 });
  });
});
