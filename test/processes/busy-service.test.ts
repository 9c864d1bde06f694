import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchEtimClass, benchModellingClass, productAt } from '../../build/bench/bench-products.ts';
import { classCodeAt, fillWithFiles, fillWithMetadata } from '../../build/bench/bench-files.ts';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import { openDataStore } from '../../electron/service/store/open-data-store.ts';
import { listLimits } from '../../shared/api/limits.ts';
import { requestToken } from '../contract/target.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { credentials } from '../unit/service/service-credentials.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cadsync-busy-'));
  await fillWithMetadata(dataDir, listLimits.criteria);
  await fillWithFiles(dataDir, [{ etimClassCode: 'EC900000', type: 'Large', bytes: Buffer.alloc(64 * 1024 ** 2) }]);
  const store = await openDataStore(dataDir);
  const staged = await store.stageProductData();
  await staged.classes.putEtimClasses([benchEtimClass]);
  await staged.classes.putModellingClasses([benchModellingClass]);
  for (let start = 0; start < listLimits.productIds; start += 2_000) {
    await staged.products.putProducts(Array.from({ length: 2_000 }, (_, index) => productAt(start + index)));
  }
  await staged.show();
  await store.close();
}, 240_000);

afterAll(async () => {
  await rm(dataDir, { recursive: true });
});

const upTo = <Item>(length: number, make: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => make(index));

const criteria = upTo(listLimits.criteria, (index) => ({
  Identifier: {
    Application: { Name: 'Revit', Version: '2025' },
    ETIM: { ClassCode: classCodeAt(index + 1), ClassCodeVersion: '1', ModelCode: 'MC000001', ModelCodeVersion: '1' },
  },
  Options: { LanguageCode: '', MajorVersion: -1, MinorVersion: -1 },
}));

const largest: readonly (readonly [path: string, body: unknown])[] = [
  [
    '/Export/Revit/2025',
    upTo(listLimits.products, (index) => ({
      etimClassCode: classCodeAt(index + 1),
      modellingClassCode: 'MC000001',
      properties: upTo(4, (place) => ({ code: `EF0000${10 + place}`, value: { numericValue: index } })),
    })),
  ],
  ['/MetadataBulk', criteria],
  ['/MetadataCurrentBulk', criteria],
  ['/BIMReady', Object.fromEntries(upTo(listLimits.bimReadyStates, (index) => [index + 1, index % 2 === 0]))],
  [
    '/ProductData',
    upTo(listLimits.productPairs, (index) => ({ ManufacturerGLN: '8712345000004', ProductCode: `P-${index}` })),
  ],
  ['/ProductValues', upTo(listLimits.productIds, (index) => index + 1)],
  // What used to keep everybody else out for minutes.
  ['/ProductValues', upTo(3_000_000, (index) => 900_000 + index)],
];

/** Products with everything that older clients write out, as long together as a body may be. */
const described = upTo(26, (index) => ({
  EtimClassCode: benchEtimClass.code,
  ModellingClassCode: benchModellingClass.code,
  Name: `P-${index}`,
  Properties: upTo(listLimits.properties / 10, (place) => ({
    Code: `EF${String(place).padStart(6, '0')}`,
    Description: 'What it is called by those who classify it, at some length'.repeat(5),
    Type: 'N',
    Value: { Code: null, LogicalValue: null, NumericValue: index, RangeValue: null, CoordinateValue: null },
    UserDefinedValue: null,
  })),
}));

const longest: readonly (readonly [method: string, path: string, status: number, body: object | string | undefined])[] =
  [
    ['POST', '/Products', 200, { CADProducts: described }],
    ['GET', '/Products/1/interface/', 200, undefined],
    ['POST', '/ValidationRequest', 200, { ProjectId: 'P', TicketNumber: '1', CADProducts: described }],
    ['POST', '/ValidationRequest', 200, { ProjectId: 'P', TicketNumber: '1', CADProducts: described }],
    ['GET', '/ValidationRequest/P/', 200, undefined],
    ['POST', '/Products', 400, `{${upTo(850_000, (index) => `"name${index}":1`).join()}}`],
    ['POST', '/Products', 400, `{"${'name'.repeat(2_900_000)}":1}`],
  ];

/** Sends a body that is written already, and drops the answer. */
function send(url: string, method: string, token: string, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': body.length };
    request(url, { method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
}

/**
 * The most that this thread worked without a turn for others, milliseconds. Work and not time: how often the machine
 * takes the processor away is not the service's doing.
 */
async function longestStretch(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let busy = true;
  void work.finally(() => (busy = false));
  while (busy) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  return longest;
}

/** What the limit of 100 ms is measured by: text that is parsed in 12 ms where nothing else is done. */
const measureMs = 12;
const measure = JSON.stringify(upTo(40_000, (index) => ({ Code: `EF${index}`, Value: { NumericValue: index } })));

/** How much longer work takes on this machine, and beside what else it does at this moment. */
function slowness(): number {
  const tookMs = upTo(3, () => {
    const before = process.threadCpuUsage();
    JSON.parse(measure);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...tookMs) / measureMs);
}

/**
 * Nobody waits 100 ms while this is answered. Work takes more of a processor's time while others fill its caches, so what
 * is longer once is asked again: what the service does in one go is as long each time.
 */
async function expectTurns(ask: () => Promise<number | undefined>, status: number): Promise<void> {
  let stretchMs = Infinity;
  for (let tries = 0; tries < 3 && stretchMs >= 100; tries += 1) {
    const slowBefore = slowness();
    const answer = ask();
    const longestMs = await longestStretch(answer);
    expect(await answer).toBe(status);
    stretchMs = Math.min(stretchMs, longestMs / Math.max(slowBefore, slowness()));
  }
  expect(stretchMs).toBeLessThan(100);
}

describe('while the largest list is answered', () => {
  let service: OpenedService;
  let token: string;

  beforeAll(async () => {
    service = await openService({ dataDir, port: 0, credentials, licenseCodes: [] });
    token = await requestToken(service.address, credentials.clientId, credentials.clientSecret);
  });
  afterAll(() => service.close());

  it.each(largest)('by %s, others are answered within 100 ms', async (path, json) => {
    const body = Buffer.from(JSON.stringify(json));
    const status = Array.isArray(json) && json.length > listLimits.products ? 400 : 200;
    await expectTurns(() => send(`${service.address}/api/v1${path}`, 'POST', token, body), status);
  });

  it.each(longest)('by %s %s (%i), others are answered within 100 ms', async (method, path, status, json) => {
    const body = Buffer.from(typeof json === 'object' ? JSON.stringify(json) : (json ?? ''));
    await expectTurns(() => send(`${service.address}/api/v1${path}`, method, token, body), status);
  });
});

describe('a service that is told to end', () => {
  let service: ServiceProcess;
  let token: string;

  beforeAll(async () => {
    service = await startService(dataDir);
    token = await service.getToken();
  });
  afterAll(async () => {
    service.process.kill('SIGKILL');
    await service.process.ended;
  });

  const lines = (...texts: string[]): string => texts.join('\r\n');

  async function open(text: string): Promise<Socket> {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  const head = (start: string, ...more: string[]) =>
    lines(`${start} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...more, '', '');

  it('ends within seconds, whatever it is doing', async () => {
    const license = service.environment['CADSYNC_LICENSE_CODE'];
    const body = JSON.stringify(upTo(listLimits.productIds, (index) => index + 1));
    const form = lines('--part', 'Content-Disposition: form-data; name=file; filename=a.rfa', '', 'x'.repeat(200_000));
    const posted = `Content-Length: ${body.length}`;
    const uploads = [
      await open(
        head(
          `POST /api/v1/Files/${license}`,
          'Content-Length: 900000',
          'Content-Type: multipart/form-data; boundary=part',
        ) + form,
      ),
      await open(head('POST /api/v1/ProductValues', 'Content-Length: 900000') + '[1,'),
      await open(head('GET /healthz')),
      await open('GET /healthz HTTP/1.1\r\nHost'),
    ];
    // Nobody reads on: what is answered waits in the service.
    const answers = [
      await open(head('POST /api/v1/ProductValues', posted) + body),
      await open(head('GET /api/v1/Files/Revit/2025/EC900000/1/MC000001/1/Large')),
      await open(head('GET /api/v1/MetadataBulk/Revit/2025/true/')),
    ];
    for (const socket of answers) {
      await once(socket, 'readable');
      socket.pause();
    }
    const busy = await open(head('POST /api/v1/ProductValues', posted) + body);
    const start = performance.now();
    service.process.kill('SIGTERM');
    expect(await service.process.ended).toBe(0);
    // Three are for what is under way, some for the work of a busy machine; what is not cut off takes a minute.
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(service.process.errors()).toBe('');
    for (const socket of [...uploads, ...answers, busy]) socket.destroy();
    // Nothing of the upload is anywhere but where the next start removes it.
    expect((await readdir(join(dataDir, 'blobs', 'arriving'))).length).toBeLessThanOrEqual(1);
  });
});
