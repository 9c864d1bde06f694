import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedApiVersion } from '../../shared/api/contract.ts';
import { expectProblem } from './answer-checks.ts';
import { criterion } from './right-requests.ts';
import { metadataRecord, seed, type Seed } from './seed.ts';
import { send } from './send.ts';
import { openTarget, type Target } from './target.ts';

let target: Target;
let seeded: Seed;

beforeAll(async () => {
  target = await openTarget();
  seeded = await seed(target);
});
afterAll(() => target.close());

const boundary = 'a-boundary';

/** A form as older clients write it: the name of the field as a text first, then the file; names without quotes. */
function oldForm(fileName: string, content: string): string {
  return [
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Disposition: form-data; name=fileToUpload',
    '',
    'fileToUpload',
    `--${boundary}`,
    `Content-Disposition: form-data; name=fileToUpload; filename=${fileName}`,
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

const formType = `multipart/form-data; boundary="${boundary}"`;

function expectRefusal(answer: Response, type: string, status = 400) {
  return expectProblem(answer, { status, type, secrets: [target.licenseCode, target.token] });
}

describe('an upload', () => {
  it('is taken in the form that older clients send', async () => {
    const body = oldForm('"=?utf-8?B?cMO8bXA=?="', 'bytes');
    const answer = await send(target, 'storeFile', { raw: { body, contentType: formType } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('of the same bytes gives the same blob', async () => {
    const ids = ['a.rfa', 'b.rfa'].map(async (name) =>
      (await send(target, 'storeFile', { file: { name, content: 'same' } })).text(),
    );
    const [first, second] = await Promise.all(ids);
    expect(first).toBe(second);
  });

  it('that ends in the middle of the file is refused', async () => {
    const body = oldForm('pump.rfa', 'many bytes').slice(0, -30);
    await expectRefusal(await send(target, 'storeFile', { raw: { body, contentType: formType } }), 'malformed-body');
  });

  it('whose form says no boundary is refused', async () => {
    const raw = { body: oldForm('pump.rfa', 'bytes'), contentType: 'multipart/form-data' };
    await expectRefusal(await send(target, 'storeFile', { raw }), 'malformed-body');
  });

  it('without a part that has a file name is refused', async () => {
    const body = `--${boundary}\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--${boundary}--\r\n`;
    await expectRefusal(await send(target, 'storeFile', { raw: { body, contentType: formType } }), 'no-file-sent');
  });

  it('with thousands of parts is refused', async () => {
    const part = `--${boundary}\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n`;
    const body = `${part.repeat(5_000)}--${boundary}--\r\n`;
    const answer = await send(target, 'storeFile', { raw: { body, contentType: formType } });
    expect((await expectRefusal(answer, 'malformed-body')).detail).toContain('at most 20 parts');
  });
});

it('a file with a name as long as no header may be is downloaded', async () => {
  const [key, name] = [{ ...seeded.key, applicationName: 'Long names' }, 'n'.repeat(20_000)];
  for (const more of [{ BaseFilename: name }, { attachmentName: name }]) {
    const params = { blobId: seeded.blobId };
    await send(target, 'storeMetadata', { params, json: metadataRecord(key, more) });
  }
  for (const id of ['getFile', 'getAttachment'] as const)
    expect((await send(target, id, { params: key })).headers.get('content-disposition')).toMatch(/"n{250}/);
});

describe('a JSON body', () => {
  const sendCriteria = (body: string) =>
    send(target, 'findMetadata', { raw: { body, contentType: 'application/json' } });

  it('may start with a byte order mark and say any content type', async () => {
    const body = `\uFEFF${JSON.stringify([criterion(seeded)])}`;
    const answer = await send(target, 'findMetadata', { raw: { body, contentType: 'application/octet-stream' } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveLength(1);
  });

  it.each(['', ' ', 'nothing', '{"a":', '[1,]', '\u0000', '[]]'])('that is no JSON is refused: %j', async (body) => {
    await expectRefusal(await sendCriteria(body), 'malformed-body');
  });

  it('that nests without end is refused', async () => {
    await expectRefusal(await sendCriteria('['.repeat(200_000) + ']'.repeat(200_000)), 'malformed-body');
    await expectRefusal(await sendCriteria('{"a":'.repeat(100_000)), 'malformed-body');
  });

  it.each(['"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}'])(
    'with %s in it is refused',
    async (harmful) => {
      const text = JSON.stringify([{ ...criterion(seeded), a: { b: 1 } }]).replace('"b":1', harmful);
      await expectRefusal(await sendCriteria(text), 'malformed-body');
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  it('that is longer than its operation takes is refused with the limit', async () => {
    const raw = { body: ' '.repeat(2 * 1024 ** 2), contentType: 'application/json' };
    const { detail } = await expectRefusal(await send(target, 'getProductValues', { raw }), 'body-too-large');
    expect(detail).toContain('1048576');
  });

  it.each([
    ['findMetadata', new Array<object>(10_001).fill({}), ''],
    ['findCurrentMetadata', new Array<object>(10_001).fill({}), ''],
    ['findProducts', new Array<object>(10_001).fill({}), ''],
    ['getProductValues', new Array<number>(10_001).fill(1), ''],
    ['getProductValues', { ProductIds: new Array<number>(10_001).fill(1) }, '/productIds'],
    ['setBimReady', Object.fromEntries(Array.from({ length: 10_001 }, (_, id) => [id, true])), ''],
    ['exportProducts', new Array<object>(10_001).fill({}), ''],
    ['storeFilter', { CADProducts: new Array<object>(10_001).fill({}) }, '/cadProducts'],
    ['storeFilter', { CADProducts: [{ Properties: new Array<object>(10_001).fill({}) }] }, '/cadProducts/0/properties'],
  ] as const)('of %s with a list that is too long is refused with the limit', async (id, json, pointer) => {
    const query: Record<string, string> = id === 'storeFilter' ? { beautifyErrors: '1' } : {};
    const params = { application: 'Revit', applicationVersion: '2025' };
    const answer = await send(target, id, { json, params, query });
    const { errors, detail } = await expectRefusal(answer, 'invalid-request');
    expect(errors).toMatchObject([{ pointer, detail: 'at most 10000 are accepted, and 10001 came' }]);
    expect(detail).toContain('10000');
  });

  it('names where its faults stand', async () => {
    const answer = await send(target, 'storeMetadata', {
      params: { blobId: seeded.blobId },
      json: [metadataRecord(seeded.key, {}), metadataRecord(seeded.key, { StandardFilenames: 'none', Size: 1.5 })],
    });
    const { errors } = await expectRefusal(answer, 'invalid-request');
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/1/standardFilenames', '/1/size']);
  });
});

describe('a path', () => {
  it('is found in any letter case, its values are not changed', async () => {
    const key = Object.values(seeded.key).map(encodeURIComponent).join('/');
    const headers = { authorization: `Bearer ${target.token}` };
    for (const words of ['files', 'FILES', 'Files']) {
      const answer = await fetch(`${target.address}/API/v${servedApiVersion}/${words}/${key}`, { headers });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    const other = await fetch(`${target.address}/api/v1/files/${key.toLowerCase()}`, { headers });
    await expectRefusal(other, 'not-found', 404);
  });

  it('keeps its place in values that get longer in lower case', async () => {
    const key = {
      ...seeded.key,
      applicationName: 'İİİ',
      applicationVersion: 'x',
      etimModelCodeVersion: '2',
      type: 'T',
    };
    const answer = await send(target, 'listVersions', { params: key });
    expect(await answer.json()).toEqual({ versions: [] });
    const stored = await send(target, 'storeMetadata', {
      params: { blobId: seeded.blobId },
      json: metadataRecord(key, {}),
    });
    expect(stored.status).toBe(200);
    expect((await send(target, 'getFile', { params: key })).status).toBe(200);
  });

  it('may stand behind the address of the service, as some proxies send it', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const headers = { authorization: `Bearer ${target.token}` };
    const { hostname, port } = new URL(target.address);
    request({ hostname, port, path: `${target.address}/API/v1/standard`, headers }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on('error', reject)
      .end();
    expect(await promise).toBe(200);
  });

  it('may leave its optional end away, with a slash or without', async () => {
    const headers = { authorization: `Bearer ${target.token}` };
    const { applicationName, applicationVersion } = seeded.key;
    const start = `${target.address}/api/v1/metadatabulk/${encodeURIComponent(applicationName)}/${applicationVersion}`;
    for (const end of ['/True', '/True/', '/true/null', '/TRUE/?languageCode=']) {
      const answer = await fetch(start + end, { headers });
      expect(await answer.json()).toHaveLength(1);
    }
  });

  it.each(['/', '/api', '/api/v1/nothing', '/api/v1/files', '/api/v1/%2e%2e/secret'])('%s is unknown', async (path) => {
    await expectRefusal(await fetch(target.address + path), 'unknown-operation', 404);
  });

  it.each(['x1', '11', '-1', '1'])('under /api/%s, which is no version, is unknown', async (segment) => {
    const headers = { authorization: `Bearer ${target.token}` };
    const answer = await fetch(`${target.address}/api/${segment}/standard`, { headers });
    await expectRefusal(answer, 'unknown-operation', 404);
  });

  it('with the license code in an unknown place hides it', async () => {
    const answer = await fetch(`${target.address}/api/v1/file/${target.licenseCode}`, { method: 'POST', body: '' });
    await expectRefusal(answer, 'unknown-operation', 404);
  });

  it('with more values behind it than any operation has is refused', async () => {
    const query = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, '1']));
    const { detail } = await expectRefusal(await send(target, 'getDataInformation', { query }), 'invalid-request');
    expect(detail).toContain('100');
  });

  it('that cannot be decoded is refused with a status the operation lists', async () => {
    const headers = { authorization: `Bearer ${target.token}` };
    await expectRefusal(await fetch(`${target.address}/api/v1/ProductDataGTIN/%zz`, { headers }), 'invalid-request');
    await expectRefusal(await fetch(`${target.address}/api/v1/standard/%zz`, { headers }), 'invalid-request', 404);
  });
});

describe.skipIf(process.env['CONTRACT_TARGET'])('a request under a name that is not of this machine', () => {
  it.each([{ host: 'evil.example' }, { origin: 'https://evil.example' }])('is refused: %j', async (headers) => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    request(`${target.address}/healthz`, { headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
    expect(await promise).toBe(400);
  });
});
