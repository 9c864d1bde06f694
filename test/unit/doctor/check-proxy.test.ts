import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { examine } from '../../../electron/doctor/run-checks.ts';
import type { Subject } from '../../../electron/doctor/subject.ts';
import { fine, found, listen, serving } from './answering.ts';
import { serviceAt, subjectWith } from './subjects.ts';

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
});

const office = 'https://cad.office.test';
const password = 'swordfish';
const withPassword = `http://bakker:${password}@proxy.test:8080`;

/** What the check of the proxy tells, where the environment has these variables. */
async function proxyWith(environment: Readonly<Record<string, string>>, more: Partial<Subject> = {}) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const diagnosis = await examine(subjectWith({ service: async () => serviceAt(office), ...more }));
  expect(JSON.stringify(diagnosis)).not.toMatch(/bakker|swordfish/);
  const { finding, about } = diagnosis.checks.find(({ check }) => check === 'proxy') ?? {};
  return [finding, about];
}

describe('the proxy of the environment', () => {
  it('is told without its user name and password', async () => {
    expect(await proxyWith({ HTTPS_PROXY: withPassword })).toEqual([
      { code: 'proxyUsed', hasPassword: true },
      'HTTPS_PROXY: proxy.test:8080',
    ]);
  });

  it('is told before a service is set up', async () => {
    const [finding] = await proxyWith({ https_proxy: 'proxy.test:8080' }, { service: async () => undefined });
    expect(finding).toEqual({ code: 'proxyUsed', hasPassword: false });
  });

  it.each([
    ['the service is left out by NO_PROXY', { HTTPS_PROXY: withPassword, NO_PROXY: '.office.test' }, office],
    ['it is for another kind of address', { HTTP_PROXY: withPassword }, office],
    ['the service is on this computer', { HTTP_PROXY: withPassword, ALL_PROXY: withPassword }, 'http://127.0.0.1:1'],
    ['the service is left out, and it is of no use', { ALL_PROXY: `socks4://${password}`, NO_PROXY: '.test' }, office],
  ])('is not told where %s', async (_name, environment, address) => {
    const service = async () => serviceAt(address);
    expect(await proxyWith(environment, { service })).toEqual([{ code: 'proxyNone' }, undefined]);
  });

  it('is told with the address that takes it, where others do not', async () => {
    const service = async () => ({ ...serviceAt(office), tokenAddress: 'https://login.test/oauth' });
    expect(await proxyWith({ ALL_PROXY: withPassword, NO_PROXY: 'login.test' }, { service })).toEqual([
      { code: 'proxyUsed', hasPassword: true },
      'ALL_PROXY: proxy.test:8080 → https://cad.office.test',
    ]);
  });

  it.each([
    ['http://swordfish@:x', { code: 'proxyUnreadable' }, 'https_proxy'],
    ['socks4://bakker:swordfish@proxy.test', { code: 'proxyUnusable' }, 'https_proxy: socks4:'],
  ])('is told as what is wrong with it: %s', async (https_proxy, finding, about) => {
    expect(await proxyWith({ https_proxy })).toEqual([finding, about]);
  });
});

it('the proxy that the system names for the service is the one which its requests take', async () => {
  const proxy = await listen(serving(fine));
  const origins: string[] = [];
  const named = (ways: string) => ({
    service: async () => ({ ...serviceAt('http://content.test'), allowHttp: true }),
    proxies: {
      resolve: async (origin: string) => (origins.push(origin), ways),
      signInFor: async () => undefined,
      noteAsked: () => undefined,
    },
  });
  const diagnosis = await examine(subjectWith(named(`PROXY ${new URL(proxy).host}`)));
  expect(diagnosis.checks.find(({ check }) => check === 'proxy')).toMatchObject({
    finding: { code: 'proxySystem' },
    about: new URL(proxy).host,
  });
  expect(found(diagnosis, 'reach')?.code).toBe('reached');
  expect(new Set(origins)).toEqual(new Set(['http://content.test']));
  expect(await proxyWith({}, named('SOCKS a.test:1080'))).toEqual([{ code: 'proxyUnusable' }, undefined]);
});
