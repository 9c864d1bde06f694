import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPrometheusMetrics } from '../../../../electron/service/prometheus-metrics.ts';
import { answered, formOf, licenseCode, startService, tokenOf } from '../start-service.ts';

type Doors = NonNullable<Parameters<typeof startService>[0]>['operatorDoors'];
const withDoors = (isReady: () => Promise<boolean> = async () => true): { operatorDoors: NonNullable<Doors> } => ({
  operatorDoors: { isReady, metrics: createPrometheusMetrics() },
});

async function open(options: Parameters<typeof startService>[0]) {
  const started = await startService(options);
  const get = async (url: string, headers: Record<string, string> = {}) =>
    answered(await started.service.inject({ method: 'GET', url, headers }));
  return { ...started, get };
}

const doors = ['/health/live', '/health/ready', '/metrics'];

describe('the doors for whoever runs a service', () => {
  it('are closed unless they were asked for', async () => {
    const { get } = await open({});
    for (const door of doors) expect((await get(door)).status).toBe(404);
  });

  it('are not there for what came through a balancer', async () => {
    const { get } = await open({ ...withDoors(), balancerHosts: ['cad.example.com'] });
    for (const door of doors) {
      expect((await get(door)).status).toBe(200);
      expect((await get(door, { host: 'cad.example.com', 'x-forwarded-for': '10.0.0.7' })).status).toBe(404);
    }
  });

  it('tell that it is alive, and whether it is ready', async () => {
    let ready: () => Promise<boolean> = async () => true;
    const { get } = await open(withDoors(() => ready()));
    expect((await get('/health/ready')).json()).toEqual({ status: 'ready' });
    for (const failing of [async () => false, async () => Promise.reject(new Error('no database'))]) {
      ready = failing;
      const answer = await get('/health/ready');
      expect([answer.status, answer.text]).toEqual([503, '{"status":"not ready"}']);
      expect((await get('/health/live')).status).toBe(200);
    }
  });

  it('count requests by operation and status, and tell nothing that was in them', async () => {
    const { get, service, storeBytes } = await open(withDoors());
    await storeBytes('a pump');
    const headers = { authorization: `Bearer ${await tokenOf(service)}` };
    await get('/api/v1/Standard', headers);
    expect((await fetch(`${await service.listen(0)}/api/v1/Standard`)).status).toBe(401);
    await get(`/somewhere/${licenseCode}?name=pump.rfa`);
    await get('/healthz', { host: 'evil.example' });
    const { text, headers: told } = await get('/metrics');
    expect(told['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      'cadsync_requests_total{operation="storeFile",status="200"} 1',
      'cadsync_requests_total{operation="getStandards",status="200"} 1',
      'cadsync_requests_total{operation="getStandards",status="401"} 1',
      'cadsync_requests_total{operation="other",status="404"} 1',
      'cadsync_requests_total{operation="other",status="400"} 1',
      'cadsync_requests_total{operation="token",status="200"} 2',
      'cadsync_request_duration_seconds_count{operation="storeFile"} 1',
      // This one.
      'cadsync_requests_under_way 1',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^cadsync_process_resident_memory_bytes \d+$/m);
    for (const secret of [licenseCode, 'unit-secret', 'pump', headers.authorization.slice(7)]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('a service that drains', () => {
  const form = formOf('pump.rfa', 'x'.repeat(1_000));

  /** An upload of which everything but the last bytes is sent. */
  async function beginUpload(address: string, token: string): Promise<{ socket: Socket; finish(): Promise<string> }> {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
    const lines = [
      `POST /api/v1/Files/${licenseCode} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${form.contentType}`,
      `Content-Length: ${form.payload.length}`,
    ];
    const [start, rest] = [form.payload.slice(0, -500), form.payload.slice(-500)];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${start}`);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    return {
      socket,
      async finish() {
        socket.write(rest);
        await once(socket, 'close');
        return text;
      },
    };
  }

  async function openUnderWay() {
    const { service } = await open(withDoors());
    const address = await service.listen(0);
    const upload = await beginUpload(address, await tokenOf(service));
    // The service has it once its metrics say so.
    for (;;) {
      const metrics = await (await fetch(`${address}/metrics`)).text();
      if (metrics.includes('cadsync_requests_under_way 2')) return { service, address, upload };
    }
  }

  it('counts what broke off as broken off, not as answered', async () => {
    const { address, upload } = await openUnderWay();
    upload.socket.destroy();
    const counted = async () => (await (await fetch(`${address}/metrics`)).text()).split('\n');
    await expect.poll(counted).toContain('cadsync_requests_total{operation="storeFile",status="499"} 1');
  });

  it('says that it is not ready first, then takes nothing new and answers what is under way', async () => {
    const { service, address, upload } = await openUnderWay();
    let drained = false;
    const draining = service.drain({ noticeMs: 150, longestMs: 60_000 }).then(() => (drained = true));
    const ready = await fetch(`${address}/health/ready`);
    expect([ready.status, await ready.json(), ready.headers.get('connection')]).toEqual([
      503,
      { status: 'ending' },
      'close',
    ]);
    await expect(refused(address)).resolves.toBe('ECONNREFUSED');
    expect(drained).toBe(false);
    expect(await upload.finish()).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*[0-9a-f-]{36}$/i);
    await draining;
    await service.close();
  });

  it('does not wait for ever', async () => {
    const { service, upload } = await openUnderWay();
    await service.drain({ noticeMs: 0, longestMs: 50 });
    const ended = once(
      upload.socket.on('error', () => undefined),
      'close',
    );
    await service.close();
    await ended;
  });

  /** Tries until nobody listens any more. */
  async function refused(address: string): Promise<string> {
    for (;;) {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
      const [event] = await Promise.race([
        once(socket, 'connect').then(() => ['connected']),
        once(socket, 'error').then(([failure]) => [(failure as NodeJS.ErrnoException).code ?? '']),
      ]).catch((failure: NodeJS.ErrnoException) => [failure.code ?? '']);
      socket.destroy();
      // What was on its way when nobody took it any more is reset.
      if (event !== 'connected' && event !== 'ECONNRESET') return event ?? '';
    }
  }
});

describe('what a balancer in front says', () => {
  const through = { host: '127.0.0.1:8080', 'x-forwarded-host': 'cad.example.com', 'x-forwarded-proto': 'https' };
  const address = async (options: Parameters<typeof startService>[0], headers: Record<string, string>) => {
    const { get } = await open(options);
    const answer = await get('/api/v1/Data', headers);
    if (answer.status !== 200) return answer.status;
    return (answer.json() as { AuthorizationServerUrl: string }).AuthorizationServerUrl;
  };
  const told = { balancerHosts: ['cad.example.com'] };

  it('is believed only of one that the service was told of', async () => {
    expect(await address({}, through)).toBe('http://127.0.0.1:8080');
    expect(await address(told, through)).toBe('https://cad.example.com');
    expect(await address(told, { host: 'cad.example.com', 'x-forwarded-proto': 'https' })).toBe(
      'https://cad.example.com',
    );
  });

  it.each([
    ['another name', { ...through, 'x-forwarded-host': 'evil.example' }],
    ['another name in front of its own', { ...through, 'x-forwarded-host': 'evil.example, cad.example.com' }],
    ['another name of the service', { host: 'evil.example' }],
    ['a page of another origin', { ...through, origin: 'https://evil.example' }],
  ])('is refused where it is %s', async (_, headers) => {
    expect(await address(told, headers)).toBe(400);
  });

  it('opens the service to pages of its own name', async () => {
    expect(await address(told, { ...through, origin: 'https://cad.example.com' })).toBe('https://cad.example.com');
    expect(await address({}, { host: 'cad.example.com' })).toBe(400);
  });
});
