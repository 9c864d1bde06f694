import { isUsableProxy, proxyVariableFor } from '../client/environment-proxy.ts';
import { nameOfProxy } from '../client/route.ts';
import { createRoutes, type ProxyPort, type Routes } from '../client/routes.ts';
import type { Found } from './checks.ts';
import type { Subject } from './subject.ts';

/** What a service with an ordinary address would be asked by, where none is set up yet. */
const anyService = 'https://service.invalid';

/** What is told of several addresses that are not asked in the same way: what is in the way, then what is on the way. */
const tellingFirst = ['proxyUnreadable', 'proxyUnusable', 'proxyUsed', 'proxySystem', 'proxyNone'];

/** The proxy that requests to the service take, told without its user name and password. */
export async function proxyFinding(subject: Subject): Promise<Found> {
  const service = await subject.service();
  const texts = service ? [service.contentAddress, service.dataAddress, service.tokenAddress] : [anyService];
  const origins = new Set(texts.flatMap((text) => URL.parse(text ?? '')?.origin ?? []));
  const routes = createRoutes(
    { steadyMs: () => performance.now() },
    subject.proxies && withoutSignIns(subject.proxies),
  );
  const found = await Promise.all([...origins].map((origin) => findingFor(origin, routes)));
  const [first] = found.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (!first) return { finding: { code: 'proxyNone' } };
  const { finding, about, origin } = first;
  const isForAll = found.every((other) => other.about === about);
  return { finding, about: isForAll ? about : `${about} → ${origin}` };
}

/** Who a person says they are to a proxy is not asked for: a keychain may have to be unlocked for it. */
function withoutSignIns(proxies: ProxyPort): ProxyPort {
  return { resolve: (origin) => proxies.resolve(origin), signInFor: async () => undefined, noteAsked: () => undefined };
}

type FoundFor = Found & { readonly origin: string };

async function findingFor(origin: string, routes: Routes): Promise<FoundFor> {
  const name = proxyVariableFor(origin);
  try {
    const [route = 'direct'] = await routes.to(origin);
    if (route === 'direct') return { origin, finding: { code: 'proxyNone' } };
    if (name === undefined) return { origin, finding: { code: 'proxySystem' }, about: nameOfProxy(route) };
    const hasPassword = (route.auth?.password ?? '') !== '';
    return { origin, finding: { code: 'proxyUsed', hasPassword }, about: `${name}: ${nameOfProxy(route)}` };
  } catch {
    return { origin, ...(name === undefined ? { finding: { code: 'proxyUnusable' } } : faultIn(name)) };
  }
}

function faultIn(name: string): Found {
  const text = process.env[name]?.trim() ?? '';
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  // What cannot be read may be a password as well.
  if (!url || url.hostname === '' || isUsableProxy(url.protocol))
    return { finding: { code: 'proxyUnreadable' }, about: name };
  return { finding: { code: 'proxyUnusable' }, about: `${name}: ${url.protocol}` };
}

function rankOf({ finding: { code } }: Found): number {
  return tellingFirst.indexOf(code);
}
