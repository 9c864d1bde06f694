import { afterEach, expect, it, vi } from 'vitest';
import { json, pumpContent } from './scripted-service.ts';
import { connect, serve } from './playground.ts';

afterEach(() => vi.unstubAllEnvs());

it('a service on this computer is never asked through the proxy of the environment, which would see the secrets', async () => {
  const proxy = await serve(json({ versions: [] }));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.address);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
  const service = await serve(json({ versions: [] }));
  await connect(service).call('listVersions', { params: pumpContent });
  expect([service.signIns.length, service.requests.length]).toEqual([1, 1]);
  expect([proxy.signIns.length, proxy.requests.length]).toEqual([0, 0]);
});
