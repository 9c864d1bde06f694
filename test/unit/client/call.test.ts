import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../electron/client/client.ts';
import { json, plain, pumpContent, pumpKey } from './scripted-service.ts';
import { connect, failureOf, serve } from './playground.ts';

const listVersions = (client: ServiceClient) => client.call('listVersions', { params: pumpContent });

describe('what a call sends', () => {
  it('puts path values, query values and the token where the operation declares them', async () => {
    const service = await serve(json({ current: null, versions: [] }));
    const client = connect(service);
    await client.call('listVersions', {
      params: { ...pumpContent, type: 'Tëst /?#%' },
      query: { languageCode: 'nl', majorVersion: undefined },
    });
    const [request] = service.requests;
    expect(request?.url).toBe(
      '/api/v1/Versions/Revit/2025/EC011524/3/MC000123/2/T%C3%ABst%20%2F%3F%23%25?languageCode=nl',
    );
    expect(request?.headers.authorization).toBe('Bearer access-token-1');
    expect(request?.headers['accept-encoding']).toBe('identity');
  });

  it('sends a body as JSON in UTF-8', async () => {
    const service = await serve(json([]));
    await connect(service).call('findMetadata', { params: {}, body: [{ options: { languageCode: 'é' } }] });
    const [request] = service.requests;
    expect(request?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(JSON.parse(String(request?.body))).toEqual([{ options: { languageCode: 'é' } }]);
  });

  it.each(['', '/', '/api', '/api/', '/api/v1/', '/API/V1', '/oauth/token'])(
    'takes a base address that ends in "%s"',
    async (ending) => {
      const service = await serve(json({}));
      await connect({ address: service.address + ending }).call('getStandards', { params: {} });
      expect(service.requests[0]?.url).toBe('/api/v1/Standard/');
    },
  );

  it('keeps the path of a base address', async () => {
    const service = await serve(json([]));
    const client = connect({ address: `${service.address}/cad/api/` }, { tokenAddress: service.address });
    await client.call('getValidationRequests', { params: { projectId: 'P 7' } });
    expect(service.requests[0]?.url).toBe('/cad/api/v1/ValidationRequest/P%207/');
  });

  it('sends each area to its own address', async () => {
    const content = await serve(json({}));
    const data = await serve(json({ SearchUrl: 'x' }));
    const client = connect(content, { dataAddress: `${data.address}/api/v1/` });
    await client.call('getStandards', { params: {} });
    await client.call('getDataInformation', { params: {} });
    expect([content.requests.length, data.requests.length]).toEqual([1, 1]);
  });

  it('puts the license code into the path and the query of the operations it guards', async () => {
    const service = await serve(json([]), json({}));
    const client = connect(service, {
      secrets: { clientSecret: async () => 'client-secret-1', licenseCode: async () => 'code /1' },
    });
    const blobId = '0f6c2f0e-1111-2222-3333-444455556666';
    await client.call('storeMetadata', { params: { blobId }, body: [] });
    await client.call('storeStandard', { params: {}, body: 'House style' });
    expect(service.requests.map(({ url }) => url)).toEqual([
      `/api/v1/Metadata/${blobId}/code%20%2F1`,
      '/api/v1/Standard/licenseCode?licenseCode=code%20%2F1',
    ]);
  });

  it('asks nothing of the service when no license code is set', async () => {
    const service = await serve(json([]));
    const client = connect(service, { secrets: { clientSecret: async () => 's', licenseCode: async () => undefined } });
    const error = await failureOf(client.call('storeStandard', { params: {}, body: 'x' }));
    expect(error).toMatchObject({ code: 'license-code-missing', action: 'enter-license-code' });
    expect(service.requests.length + service.signIns.length).toBe(0);
  });

  it.each([
    ['a class code of the wrong form', { ...pumpKey, etimClassCode: 'EC12' }, 'etimClassCode'],
    ['an empty value', { ...pumpKey, applicationName: '' }, 'applicationName'],
    [
      'dots alone, which every reader of addresses resolves away',
      { ...pumpKey, applicationName: '..' },
      'applicationName',
    ],
  ])('refuses %s before anything is sent', async (_, params, name) => {
    const service = await serve(json([]));
    const error = await failureOf(connect(service).call('getMetadata', { params }));
    expect(error.code).toBe('invalid-request');
    expect(error.faults).toMatchObject([{ in: 'path', name }]);
    expect(service.requests.length).toBe(0);
  });
});

describe('what a call reads', () => {
  it('takes names in any letter case, numbers as texts, and keeps what it does not know', async () => {
    const service = await serve(
      json({ Current: { Major: '3', MINOR: 0, CadVersion: 2020 }, VERSIONS: [{ major: 3, minor: 1, Colour: 'red' }] }),
    );
    expect(await listVersions(connect(service))).toEqual({
      current: { major: 3, minor: 0, cadversion: '2020' },
      versions: [{ major: 3, minor: 1, Colour: 'red' }],
    });
  });

  it.each(['true', 'True', ' TRUE\n'])('takes the word %j for a deletion', async (word) => {
    const service = await serve(plain(word));
    expect(
      await connect(service).call('deleteValidationRequests', { params: { projectId: 'P', ticketNumber: '1' } }),
    ).toBe(true);
  });

  it.each(['32', '"32"'])('takes a filter id as %s', async (body) => {
    const service = await serve(plain(body));
    expect(await connect(service).call('storeFilter', { params: {}, body: {} })).toBe(32);
  });

  it('keeps all digits of a ticket number that comes without quotes', async () => {
    const service = await serve(plain('637287654321098765'));
    const body = { projectId: 'P' };
    expect(await connect(service).call('storeValidationRequest', { params: {}, body })).toBe('637287654321098765');
  });

  it('keeps all digits of a ticket number that is a number in a list', async () => {
    const tickets = ['637286838000000001', '637286838000000002'];
    const list = tickets.map((ticket) => `{"ProjectId":"P","TicketNumber":${ticket},"Status":2}`);
    const service = await serve(plain(`[${list.join(', ')}]`));
    const params = { projectId: 'P', ticketNumber: '' };
    expect(await connect(service).call('getValidationRequests', { params })).toMatchObject(
      tickets.map((ticketNumber) => ({ ticketNumber })),
    );
  });

  it('says of an answer that is encoded, which nobody asked for, that it is', async () => {
    const service = await serve(plain(gzipSync('{"versions":[]}'), 200, { 'Content-Encoding': 'gzip' }));
    expect(await failureOf(listVersions(connect(service, { tries: { person: 1 } })))).toMatchObject({
      code: 'unreadable-answer',
      detail: 'The bytes are encoded as gzip, unasked.',
      receivedStatus: 200,
    });
  });

  it('takes an empty answer to a write as done, for older services say nothing there', async () => {
    const service = await serve(plain(''));
    expect(await connect(service).call('release', { params: pumpContent, body: {} })).toEqual({ versions: [] });
    expect(service.requests.length).toBe(1);
  });

  it.each(['', 'OK', '"OK"', 'true', '{}', '1', 'null', '[{"MajorVersion":"one"}]'])(
    'takes a success that says %j as done where clients of 2020 read nothing',
    async (body) => {
      const client = connect(await serve(plain(body), plain(body), plain(body), plain(body)));
      const request = { projectId: 'P', ticketNumber: '637287654321098765' };
      const blobId = '0f6c2f0e-0a4b-4b8e-9a53-0d5f6f6d1f11';
      expect(await client.call('storeMetadata', { params: { blobId }, body: [{}] })).toEqual([]);
      expect(await client.call('release', { params: pumpContent, body: {} })).toEqual({ versions: [] });
      expect(await client.call('setBimReady', { params: {}, body: { 7: true } })).toBe(true);
      expect(await client.call('storeValidationRequest', { params: {}, body: request })).toBe(request.ticketNumber);
    },
  );

  it.each(['storeMetadata', 'setBimReady'] as const)('never takes a web page for what %s says', async (id) => {
    const service = await serve(plain('<html>Welcome to the hotel</html>'));
    const params = { blobId: '0f6c2f0e-0a4b-4b8e-9a53-0d5f6f6d1f11' };
    const asking = connect(service, { tries: { person: 1 } }).call(id, { params, body: {} });
    expect((await failureOf(asking)).code).toBe('network-sign-in-needed');
  });

  it.each([
    [
      'a web page',
      plain('<html>Welcome to the hotel</html>', 200, { 'Content-Type': 'text/html' }),
      /web page/,
      'network-sign-in-needed',
    ],
    ['nothing', plain(''), /not JSON/, 'unreadable-answer'],
    ['JSON of another form', json({ versions: [{ major: 'x' }] }), /at \/versions\/0/, 'unreadable-answer'],
    [
      'a redirect',
      plain('', 302, { Location: 'https://elsewhere.example/' }),
      /redirect \(302\)/,
      'network-sign-in-needed',
    ],
  ])('says that %s is no answer of this service', async (_, reply, words, code) => {
    const service = await serve(reply);
    const error = await failureOf(listVersions(connect(service, { tries: { person: 1 } })));
    expect(error.code).toBe(code);
    expect(error.detail).toMatch(words);
    expect(error.receivedStatus).toBeTypeOf('number');
    expect(service.requests.length).toBe(1);
  });

  it('says when an answer breaks off', async () => {
    const service = await serve((response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"versions":');
      setImmediate(() => response.destroy());
    });
    expect((await failureOf(listVersions(connect(service, { tries: { person: 1 } })))).code).toBe('answer-incomplete');
  });
});

describe('the time of the service', () => {
  const timesTold = async (headers: Record<string, string>): Promise<number[]> => {
    const service = await serve(json({ current: null, versions: [] }, 200, headers));
    const told: number[] = [];
    await connect(service).call(
      'listVersions',
      { params: pumpContent },
      { onServiceTime: (timeMs) => void told.push(timeMs) },
    );
    return told;
  };

  it('is told as the answer gives it, whatever the clock of this computer says', async () => {
    expect(await timesTold({ Date: 'Tue, 03 Mar 2015 12:00:00 GMT' })).toEqual([Date.UTC(2015, 2, 3, 12)]);
  });

  it('is not made up where the answer does not give it', async () => {
    expect(await timesTold({ Date: 'yesterday' })).toEqual([]);
  });
});
