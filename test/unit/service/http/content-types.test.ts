import { describe, expect, it } from 'vitest';
import { answered, formOf, licenseCode, startService, tokenOf } from '../start-service.ts';

const request = { ProjectId: 'P-7', TicketNumber: '1' };

describe.each(['', 'json', 'text', 'application/json, text/plain', 'a b/c d', '*/*', 'text/plain; x'])(
  'a request with the content type %j',
  (contentType) => {
    it('is read as what its operation takes', async () => {
      const { service, send } = await startService();
      const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': contentType };
      const [url, payload] = ['/api/v1/ValidationRequest', JSON.stringify(request)];
      const stored = await service.inject({ method: 'POST', url, headers, payload });
      expect(answered(stored)).toMatchObject({ status: 200, text: '"1"' });
      const deleted = await service.inject({ method: 'DELETE', url: `${url}/P-7/1`, headers });
      expect(answered(deleted)).toMatchObject({ status: 200, text: 'true' });
      expect((await send('GET', '/ValidationRequest/P-7/')).json()).toEqual([]);
    });

    it('is asked for its token first', async () => {
      const { service } = await startService();
      const headers = { 'content-type': contentType };
      const answer = await service.inject({ method: 'POST', url: '/api/v1/BIMReady', headers, payload: '{}' });
      expect(answer.statusCode).toBe(401);
    });
  },
);

describe.each([
  'multipart/form-data, boundary=part',
  'Multipart/form-data boundary=part',
  '"multipart/form-data"; boundary=part',
])('a form with the broken content type %j', (contentType) => {
  it.each(['ValidationFiles', `Files/${licenseCode}`])('is refused, and never stored as the file: %s', async (path) => {
    const { service } = await startService();
    const address = await service.listen(0);
    const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': contentType };
    const { payload } = formOf('list.json', '{}');
    const announced = await service.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
    expect(answered(announced).json()).toMatchObject({ status: 400, type: 'malformed-body' });
    const body = new Blob([payload]).stream();
    const streamed = await fetch(`${address}/api/v1/${path}`, { method: 'POST', headers, body, duplex: 'half' });
    expect(await streamed.json()).toMatchObject({ status: 400, type: 'malformed-body' });
  });

  it('is no reason to refuse JSON', async () => {
    const { service } = await startService();
    const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': contentType };
    const payload = JSON.stringify(request);
    const stored = await service.inject({ method: 'POST', url: '/api/v1/ValidationRequest', headers, payload });
    expect(answered(stored)).toMatchObject({ status: 200, text: '"1"' });
  });
});

it.each(['multipart/mixed', 'Multipart/Related'])(
  'a form of another kind, %s, is never stored as the file',
  async (type) => {
    const { service } = await startService();
    const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': `${type}; boundary=part` };
    const { payload } = formOf('list.json', '{}');
    for (const path of ['ValidationFiles', `Files/${licenseCode}`]) {
      const answer = await service.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
      expect(answered(answer).json()).toMatchObject({ status: 400, type: 'no-file-sent' });
    }
  },
);

it('a compressed body is never stored as the file', async () => {
  const { service } = await startService();
  const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': 'application/json' };
  const post = async (coding: string) => {
    const all = { ...headers, 'content-encoding': coding };
    return answered(
      await service.inject({ method: 'POST', url: '/api/v1/ValidationFiles', headers: all, payload: '[]' }),
    );
  };
  for (const coding of ['gzip', 'x-gzip', 'identity, BR'])
    expect((await post(coding)).json()).toMatchObject({ status: 400, type: 'malformed-body' });
  // Some name a charset there.
  for (const coding of ['identity', 'utf-8']) expect((await post(coding)).status).toBe(200);
});
