import { describe, expect, it } from 'vitest';
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
