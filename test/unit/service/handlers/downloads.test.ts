import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { diskPlace, s3Place } from '../blobs/blob-places.ts';
import { answered, credentials, formOf, licenseCode, pumpPath, startService, tokenOf } from '../start-service.ts';

const file = `/api/v1/Files/${pumpPath}/Template`;

async function startWithFile(content: string, more: object = {}) {
  const started = await startService();
  await started.storeDraft(await started.storeBytes(content), more);
  const authorization = `Bearer ${await tokenOf(started.service)}`;
  const get = async (headers: Record<string, string> = {}) =>
    answered(await started.service.inject({ method: 'GET', url: file, headers: { authorization, ...headers } }));
  return { ...started, get, authorization };
}

describe('a download', () => {
  it('says its length, name, hash and version', async () => {
    const { get } = await startWithFile('0123456789', { BaseFilename: 'pümp', FileExtension: '.rfa' });
    const sha256 = createHash('sha256').update('0123456789').digest('hex');
    const answer = await get();
    expect(answer).toMatchObject({ status: 200, text: '0123456789' });
    expect(answer.headers).toMatchObject({
      'content-length': '10',
      'content-disposition': `attachment; filename="pump.rfa"; filename*=UTF-8''p%C3%BCmp.rfa`,
      etag: `"${sha256}"`,
      'accept-ranges': 'bytes',
      'x-uol-file-version': '.3.2.2025.0.1',
    });
  });

  it('is run by no browser, whatever its uploader called it', async () => {
    const { get } = await startWithFile('<script>', { BaseFilename: 'pump', FileExtension: '.html' });
    const { headers } = await get();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('goes on where it stopped, and starts anew when the content is another', async () => {
    const { get } = await startWithFile('0123456789');
    const part = await get({ range: 'bytes=4-' });
    expect(part).toMatchObject({ status: 206, text: '456789' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 4-9/10', 'content-length': '6' });
    expect(await get({ range: 'bytes=4-', 'if-range': '"another"' })).toMatchObject({
      status: 200,
      text: '0123456789',
    });
    const beyond = await get({ range: 'bytes=10-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers).toMatchObject({ 'content-range': 'bytes */10' });
    expect(beyond.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it('is not sent again to a caller that says it has these bytes', async () => {
    const { get, storeBytes, storeDraft } = await startWithFile('0123456789');
    const tag = String((await get()).headers['etag']);
    for (const known of [tag, `"other", W/${tag}`, '*']) {
      const answer = await get({ 'if-none-match': known, range: 'bytes=4-' });
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag: tag } });
      expect(Object.keys(answer.headers)).not.toContain('content-type');
      expect(answer.headers['x-uol-file-version']).toBe('.3.2.2025.0.1');
    }
    expect(await get({ 'if-none-match': '"other"' })).toMatchObject({ status: 200, text: '0123456789' });
    await storeDraft(await storeBytes('other'));
    expect(await get({ 'if-none-match': tag })).toMatchObject({ status: 200, text: 'other' });
  });

  it('is asked for by HEAD to know what GET would say, without its bytes', async () => {
    const content = 'long'.repeat(50_000);
    const { get, service, authorization, problems } = await startWithFile(content);
    const address = await service.listen(0);
    const head = async (path: string, more: Record<string, string> = {}) => {
      const answer = await fetch(address + path, { method: 'HEAD', headers: { authorization, ...more } });
      return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) };
    };
    const { headers } = await get();
    const answer = await head(file);
    expect(answer).toMatchObject({ status: 200, text: '' });
    const { 'content-length': length, etag, 'content-disposition': name } = headers;
    expect(answer.headers).toMatchObject({ 'content-length': length, etag, 'content-disposition': name });
    expect(await head(file, { range: 'bytes=4-' })).toMatchObject({
      status: 200,
      headers: { 'content-length': length },
    });
    const known = await head(file, { 'if-none-match': String(etag) });
    expect(known).toMatchObject({ status: 304, headers: { etag } });
    expect(known.headers).not.toHaveProperty('content-length');
    expect(await head(file.replace('Template', 'Other'))).toMatchObject({ status: 404, text: '' });
    expect(await head('/API/v1/metadatabulk/Revit/2025/True/')).toMatchObject({ status: 200, text: '' });
    expect(await head('/healthz')).toMatchObject({ status: 200, text: '' });
    expect(problems).toEqual([]);
  });

  it('is found under the names it was stored with, white space around them too', async () => {
    const { send, storeBytes, storeDraft } = await startService();
    const Application = { Name: 'Revit ', Version: ' 2021' };
    await storeDraft(await storeBytes('x'), { Application, Type: 'Template ' });
    const key = 'Revit%20/%202021/EC011524/3/MC000123/2';
    expect((await send('GET', `/Versions/${key}/Template%20`)).json()).toMatchObject({ versions: [{ minor: 1 }] });
    expect((await send('GET', `/Files/${key}/Template%20`)).text).toBe('x');
    expect((await send('GET', `/Metadata/${key}`)).json()).toHaveLength(1);
    expect((await send('GET', '/MetadataBulk/Revit%20/%202021/True/')).json()).toHaveLength(1);
  });

  it('of a version whose texts no header can hold still succeeds', async () => {
    const { send, storeBytes, storeDraft, problems } = await startService();
    const Application = { Name: 'Révit', Version: '20 25\n泵' };
    await storeDraft(await storeBytes('x'), { Application, BaseFilename: 'a\r\nb', LanguageCode: 'nl' });
    const [name, version] = [encodeURIComponent('Révit'), encodeURIComponent('20 25\n泵')];
    const answer = await send('GET', `/Files/${name}/${version}/EC011524/3/MC000123/2/Template`);
    expect(answer).toMatchObject({ status: 200, text: 'x' });
    expect(problems).toEqual([]);
  });

  it('of bytes the disk lost says which and what to do, is reported, and comes back with the same bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cadsync-lost-'));
    const blobs = await createDiskBlobs(folder);
    const { send, service, storeBytes, storeDraft, problems } = await startService({ blobs });
    onTestFinished(async () => {
      await service.close();
      blobs.close();
      await rm(folder, { recursive: true });
    });
    for (const content of ['short', 'long'.repeat(50_000)]) {
      await storeDraft(await storeBytes(content));
      const sha256 = createHash('sha256').update(content).digest('hex') as Sha256;
      await blobs.remove({ sha256 });
      const answer = await send('GET', `/Files/${pumpPath}/Template`);
      expect(answer.status).toBe(500);
      expect(answer.json()).toEqual({
        type: 'bytes-lost',
        title: 'The service has lost the bytes of this file.',
        detail: `The bytes with the SHA-256 ${sha256} are not where they were stored. Upload the file again from a computer that has it, or ask whoever runs the service to restore its files from a backup.`,
        status: 500,
        instance: `/api/v1/Files/${pumpPath}/Template`,
      });
      expect(answer.headers['content-disposition']).toBeUndefined();
      expect(problems.at(-1)).toMatchObject({ operation: 'getFile', status: 500, cause: { code: 'bytes-lost' } });
      await storeBytes(content);
      expect(await send('GET', `/Files/${pumpPath}/Template`)).toMatchObject({ status: 200, text: content });
    }
  });

  it('of a file that became shorter on the disk says that it was lost, and does not begin', async () => {
    const place = await diskPlace();
    const { send, storeBytes, storeDraft, problems } = await startService({ blobs: await place.open() });
    const content = 'long'.repeat(50_000);
    await storeDraft(await storeBytes(content));
    const sha256 = createHash('sha256').update(content).digest('hex') as Sha256;
    await place.spoil({ sha256, sizeBytes: content.length, blobId: '' }, content.slice(0, 1_000));
    const answer = await send('GET', `/Files/${pumpPath}/Template`);
    expect([answer.status, answer.json()]).toMatchObject([500, { type: 'bytes-lost' }]);
    expect(problems).toMatchObject([{ operation: 'getFile', status: 500, cause: { code: 'bytes-lost' } }]);
  });

  it('that breaks off because the store of files goes away is reported', async () => {
    const place = await s3Place();
    const { service, storeBytes, storeDraft, problems } = await startService({ blobs: await place.open() });
    await storeDraft(await storeBytes('long'.repeat(50_000)));
    const [address, token] = [await service.listen(0), await tokenOf(service)];
    const asked = place.double.asked.length;
    place.double.fault = () =>
      place.double.asked.length === asked + 1
        ? { kind: 'cut', afterBytes: 1_000 }
        : { kind: 'refuse', status: 503, code: '' };
    const answer = await fetch(address + file, { headers: { authorization: `Bearer ${token}` } });
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(problems).toMatchObject([{ operation: 'getFile', status: 200, cause: { code: 'file-store-away' } }]);
  });

  it('that the disk refuses for another reason is not told as lost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cadsync-refused-'));
    const blobs = await createDiskBlobs(folder);
    onTestFinished(async () => {
      blobs.close();
      await rm(folder, { recursive: true });
    });
    const sha256 = 'ab'.repeat(32) as Sha256;
    await writeFile(join(folder, 'ab'), 'a file where a folder belongs');
    await expect(blobs.open({ sha256, sizeBytes: 1 })).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

describe('an upload', () => {
  it('larger than the service accepts is refused with the limit, announced or not', async () => {
    const { service } = await startService({ maxFileBytes: 100 });
    const token = await tokenOf(service);
    const post = async (content: string) => {
      const { payload, contentType } = formOf('pump.rfa', content);
      const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
      return answered(await service.inject({ method: 'POST', url: `/api/v1/Files/${licenseCode}`, headers, payload }));
    };
    expect((await post('x'.repeat(100))).status).toBe(200);
    for (const length of [101, 200_000]) {
      const answer = await post('x'.repeat(length));
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ type: 'body-too-large', detail: 'At most 100 bytes are accepted.' });
    }
  });

  it('keeps the name and content type of a validation file', async () => {
    const { service } = await startService();
    const authorization = `Bearer ${await tokenOf(service)}`;
    const url = '/api/v1/ValidationFiles';
    const raw = { authorization, 'content-type': 'text/html; charset=utf-8' };
    const stored = await service.inject({ method: 'POST', url, headers: raw, payload: '<p>fine</p>' });
    expect(stored.headers['content-type']).toMatch(/^text\/plain/);
    const answer = await service.inject({
      method: 'GET',
      url: `${url}/${stored.body.toUpperCase()}`,
      headers: { authorization },
    });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toBe('<p>fine</p>');
  });
});

it.each(['""', '"a/"', '" "'])('a validation file that came as %s is downloaded under a name', async (fileName) => {
  const { service } = await startService();
  const authorization = `Bearer ${await tokenOf(service)}`;
  const url = '/api/v1/ValidationFiles';
  const lines = ['--part', `Content-Disposition: form-data; name=f; filename=${fileName}`, '', '{}', '--part--', ''];
  const headers = { authorization, 'content-type': 'multipart/form-data; boundary=part' };
  const stored = await service.inject({ method: 'POST', url, headers, payload: lines.join('\r\n') });
  const answer = await service.inject({ method: 'GET', url: `${url}/${stored.body}`, headers: { authorization } });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="ValidationFile"');
});

describe('an attachment', () => {
  it('is found by name, by the id of its bytes, or as the first of its type', async () => {
    const { send, storeBytes, storeDraft } = await startService();
    const drawing = await storeBytes('drawing');
    await storeDraft(await storeBytes('file'));
    await storeDraft(drawing, { attachmentName: 'drawing.pdf' });
    await storeDraft(await storeBytes('photo'), { attachmentName: 'photo.png' });
    const get = async (query: string) => send('GET', `/Attachments/${pumpPath}/Template${query}`);
    expect((await get('?attachmentNameOrId=photo.png')).text).toBe('photo');
    expect((await get(`?attachmentNameOrId=${drawing}`)).text).toBe('drawing');
    expect((await get('?attachmentNameOrId=')).text).toBe('drawing');
    expect((await get('')).headers['content-disposition']).toBe('attachment; filename="drawing.pdf"');
    expect((await get('?attachmentNameOrId=none')).status).toBe(404);
    await storeDraft(await storeBytes('drawing 2'), { attachmentName: 'drawing.pdf' });
    expect((await get(`?attachmentNameOrId=${drawing}`)).text).toBe('drawing');
    expect((await get(`?attachmentNameOrId=${drawing}&MajorVersion=0&MinorVersion=2`)).text).toBe('drawing 2');
    expect((await get('?attachmentNameOrId=drawing.pdf')).text).toBe('drawing 2');
    await storeDraft(await storeBytes('leaflet'), { attachmentName: ' leaflet.pdf ' });
    for (const name of ['leaflet.pdf', '%20leaflet.pdf%20'])
      expect((await get(`?attachmentNameOrId=${name}`)).text).toBe('leaflet');
    expect((await get('?attachmentNameOrId=%20')).text).toBe('drawing 2');
    // The file itself is none of them, and they are no versions of it.
    expect((await send('GET', `/Files/${pumpPath}/Template`)).text).toBe('file');
    expect((await send('GET', `/Metadata/${pumpPath}`)).json()).toHaveLength(1);
  });
});

it('an attachment that is not named is the first of its type in the language asked', async () => {
  const { send, storeBytes, storeDraft } = await startService();
  await storeDraft(await storeBytes('English'), { attachmentName: 'a.png', LanguageCode: 'en' });
  await storeDraft(await storeBytes('Dutch'), { attachmentName: 'b.png', LanguageCode: 'nl' });
  const get = async (query: string) => send('GET', `/Attachments/${pumpPath}/Template${query}`);
  expect((await get('?languageCode=NL')).text).toBe('Dutch');
  expect((await get('?languageCode=')).text).toBe('English');
  expect((await get('?languageCode=de')).status).toBe(404);
});

it('the platform’s credentials are told to those who have a token only', async () => {
  const { service, send } = await startService();
  const open = await service.inject({ method: 'GET', url: '/api/v1/data' });
  expect(open.statusCode).toBe(200);
  expect(open.body).not.toContain(credentials.clientSecret);
  const addresses = open.json<Record<string, string>>();
  expect(addresses['AuthorizationServerUrl']).toMatch(/^http:/);
  // A client of 2020 appends it to the address of its validator; where there is none, nothing may be appended.
  expect(addresses['ValidationFunctionCode']).toBe('');
  const search = new URL(addresses['SearchUrl'] ?? '');
  const page = await service.inject({ method: 'GET', url: `${search.pathname}?interface=32&interfaceObjectId=1` });
  expect(page).toMatchObject({ statusCode: 200, body: expect.stringContaining('no page to search on') as string });
  expect((await send('GET', '/Data')).json()).toMatchObject({ ClientSecret: credentials.clientSecret });
  const authorization = 'Bearer of-yesterday';
  const late = await service.inject({ method: 'GET', url: '/api/v1/data', headers: { authorization } });
  expect(late).toMatchObject({ statusCode: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
});
