import { isUsableProxy } from '../client/environment-proxy.ts';
import { nameOfProxy, routesFrom } from '../client/route.ts';
import type { Found } from './checks.ts';
import type { Subject } from './subject.ts';

const names = ['https_proxy', 'http_proxy', 'all_proxy'];

/** The proxy that requests take, told without its user name and password. The environment wins over the system. */
export async function proxyFinding(subject: Subject): Promise<Found> {
  const { environment } = subject;
  const name = names.flatMap((one) => [one, one.toUpperCase()]).find((one) => (environment[one] ?? '') !== '');
  const text = name === undefined ? undefined : environment[name]?.trim();
  if (name === undefined || text === undefined) return systemFinding(subject);
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  // What cannot be read may be a password as well.
  if (!url || url.hostname === '') return { finding: { code: 'proxyUnreadable' }, about: name };
  if (!isUsableProxy(url.protocol)) return { finding: { code: 'proxyUnusable' }, about: `${name}: ${url.protocol}` };
  return { finding: { code: 'proxyUsed', hasPassword: url.password !== '' }, about: `${name}: ${url.host}` };
}

/** What the system, or its PAC file, names for the service. */
async function systemFinding(subject: Subject): Promise<Found> {
  const { proxies } = subject;
  const address = (await subject.service())?.contentAddress;
  const origin = address === undefined ? undefined : URL.parse(address)?.origin;
  if (!proxies || origin === undefined) return { finding: { code: 'proxyNone' } };
  const routes = routesFrom(await proxies.resolve(origin));
  const [first] = routes;
  if (first === undefined) return { finding: { code: 'proxyUnusable' } };
  if (first === 'direct') return { finding: { code: 'proxyNone' } };
  return { finding: { code: 'proxySystem' }, about: nameOfProxy(first) };
}
