import { describe, expect, it } from 'vitest';
import { listValidationRequests } from '../../../electron/engine/ask/validation.ts';
import type { ViewCaller } from '../../../shared/api/caller.ts';
import { listLimits } from '../../../shared/api/limits.ts';
import { connect, failureOf, serve } from './playground.ts';
import { json, plain, pumpContent } from './scripted-service.ts';

const listVersions = (client: ReturnType<typeof connect>) => client.call('listVersions', { params: pumpContent });

describe('an answer in which something is left out', () => {
  it.each(['', 'false', '"deleted"', '{}'])('takes %j for no deletion', async (body) => {
    const client = connect(await serve(plain(body), plain(body)));
    const params = { projectId: 'P', projectName: 'House', ticketNumber: '1' };
    for (const id of ['deleteValidationRequests', 'deleteNamedValidationRequests'] as const) {
      const error = await failureOf(client.call(id, { params }));
      expect([error.code, error.detail]).toEqual(['request-rejected', 'The service did not delete it.']);
    }
  });

  it.each(['false', 'False'])('takes %s for products that were not set BIM-ready', async (body) => {
    const client = connect(await serve(plain(body)));
    const error = await failureOf(client.call('setBimReady', { params: {}, body: { 7: true } }));
    expect([error.code, error.detail]).toEqual(['request-rejected', 'The service did not set it.']);
  });

  it.each(['{"TicketNumber":"1"}', '{"ProjectId":null,"TicketNumber":"1"}'])(
    'takes a request of a project that is not named again: %s',
    async (request) => {
      const client = connect(await serve(plain(`[${request}]`), plain(`[${request}]`)));
      const params = { projectId: 'P', projectName: 'House', ticketNumber: '' };
      for (const id of ['getValidationRequests', 'getNamedValidationRequests'] as const)
        expect(await client.call(id, { params })).toMatchObject([{ ticketNumber: '1' }]);
    },
  );

  it('takes a version number that is left out for 0', async () => {
    const service = await serve(plain('{"current":{"major":3},"versions":[{"major":3},{"minor":1},{"major":""}]}'));
    const { current, versions } = await listVersions(connect(service));
    expect([current, ...versions]).toMatchObject([
      { major: 3, minor: 0 },
      { major: 3, minor: 0 },
      { major: 0, minor: 1 },
      { major: 0, minor: 0 },
    ]);
  });

  it.each(['0x10', '3.0', 'three'])('takes no %s for a version number', async (major) => {
    const service = await serve(json({ versions: [{ major, minor: 0 }] }));
    expect((await failureOf(listVersions(connect(service, { tries: { person: 1 } })))).code).toBe('unreadable-answer');
  });

  it('leaves out texts that are null, and takes numbers as texts', async () => {
    const told = plain('{"AuthorizationServerUrl":"http://a","RedirectUrl":null,"SearchUrl":5}');
    const client = connect(await serve(told, plain('{"1":null,"2":"A","3":true}')));
    expect(await client.call('getDataInformation', { params: {} })).toEqual({
      AuthorizationServerUrl: 'http://a',
      SearchUrl: '5',
    });
    expect(await client.call('getStandards', { params: {} })).toEqual({ 2: 'A', 3: 'true' });
  });

  it('takes null for a list without items', async () => {
    const client = connect(await serve(...Array.from({ length: 4 }, () => plain('null'))));
    const params = { projectId: 'P', ticketNumber: '' };
    expect(await client.call('getValidationRequests', { params })).toEqual([]);
    expect(await client.call('findMetadata', { params: {}, body: [] })).toEqual([]);
    expect(await client.call('getProductValues', { params: {}, body: [1] })).toEqual([]);
    expect(await listVersions(client)).toEqual({ versions: [] });
  });
});

describe('an answer with more than a request may carry', () => {
  it('is read: a filter with all its products', async () => {
    const count = listLimits.products + 1;
    const client = connect(await serve(json({ CADProducts: Array(count).fill({ Name: 'pump' }) })));
    const { cadProducts } = await client.call('getFilter', { params: { filterId: '1', type: 'interface' } });
    expect(cadProducts).toHaveLength(count);
  });

  it('is read: a record with a name for each of many standards', async () => {
    const standardFilenames = Array(listLimits.standardFilenames + 1).fill({ filename: 'pump' });
    const client = connect(await serve(json([{ standardFilenames }])));
    expect(await client.call('findMetadata', { params: {}, body: [] })).toMatchObject([{ standardFilenames }]);
  });
});

describe('an answer with a value that is not known', () => {
  it('is read: a request in a status of a later service, which stays as it came', async () => {
    const told =
      '[{"TicketNumber":"1","Status":"Succeeded"},{"TicketNumber":"2","Status":"Cancelled","ResultInCAD":3}]';
    const client = connect(await serve(plain(told)));
    const { requests } = await listValidationRequests(client as unknown as ViewCaller, { projectId: 'P' });
    expect(requests).toMatchObject([{ state: 'succeeded' }, { state: 'notSaid' }]);
    const params = { projectId: 'P', ticketNumber: '' };
    expect(await client.call('getValidationRequests', { params })).toMatchObject([
      { status: 2 },
      { status: 'Cancelled', resultInCad: 3 },
    ]);
  });

  it.each(['', 'yesterday', '25-06-2026'])('is read: a record of which the date is %j', async (ChangeDate) => {
    const client = connect(await serve(json([{ ChangeDate, BaseFilename: 'pump' }, { BaseFilename: 'valve' }])));
    const records = await client.call('findMetadata', { params: {}, body: [] });
    expect(records).toMatchObject([{ baseFilename: 'pump' }, { baseFilename: 'valve' }]);
    expect(records.map(({ changeDate }) => changeDate)).toEqual([undefined, undefined]);
  });

  it('is read: a product with GTINs that are numbers', async () => {
    const client = connect(await serve(json({ Gtins: [8719900100018] })));
    const params = { gtin: '8719900100018' };
    expect(await client.call('getProductByGtin', { params })).toMatchObject({ gtins: ['8719900100018'] });
  });
});

describe.each([
  ['no content', plain('', 204)],
  ['null', plain('null')],
])('an answer that says that there is nothing: %s', (_how, nothing) => {
  it('is a list, a history or a dictionary without entries', async () => {
    const client = connect(await serve(nothing));
    const params = { applicationName: 'Revit', applicationVersion: '2025', includeMinorVersion: 'True' };
    expect(await client.call('listMetadata', { params })).toEqual([]);
    expect(await client.call('getValidationRequests', { params: { projectId: 'P', ticketNumber: '' } })).toEqual([]);
    expect(await listVersions(client)).toEqual({ versions: [] });
    expect(await client.call('getStandards', { params: {} })).toEqual({});
  });

  it('is no product: none was found', async () => {
    const client = connect(await serve(nothing));
    const found = client.call('getProductByGtin', { params: { gtin: '8719900100018' } });
    expect((await failureOf(found)).code).toBe('not-found');
  });
});

it('an answer of which nothing came, though it has content, is not taken for an empty list', async () => {
  const client = connect(await serve(plain('')), { tries: { person: 1 } });
  const error = await failureOf(client.call('getValidationRequests', { params: { projectId: 'P', ticketNumber: '' } }));
  expect(error.code).toBe('unreadable-answer');
});
