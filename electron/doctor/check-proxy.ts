import type { Found } from './checks.ts';
import type { Subject } from './subject.ts';

const names = ['https_proxy', 'http_proxy', 'all_proxy'];

/** The proxy that requests take, told without its user name and password. */
export function proxyFinding({ environment }: Subject): Found {
  const name = names.flatMap((one) => [one, one.toUpperCase()]).find((one) => (environment[one] ?? '') !== '');
  const text = name === undefined ? undefined : environment[name]?.trim();
  if (name === undefined || text === undefined) return { finding: { code: 'proxyNone' } };
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  // What cannot be read may be a password as well.
  if (!url || url.hostname === '') return { finding: { code: 'proxyUnreadable' }, about: name };
  return { finding: { code: 'proxyUsed', hasPassword: url.password !== '' }, about: `${name}: ${url.host}` };
}
