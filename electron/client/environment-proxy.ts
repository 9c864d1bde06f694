import { AppError } from '../../shared/errors/app-error.ts';
import { defaultPorts, secretsOfSignIn, type Proxy, type Route } from './route.ts';

/** What addresses of proxies begin with. As the libraries of other programs do, `socks` means version 5. */
const protocols: Readonly<Record<string, Proxy['protocol']>> = {
  'http:': 'http:',
  'https:': 'https:',
  'socks:': 'socks5:',
  'socks5:': 'socks5:',
  'socks5h:': 'socks5:',
};

const names = ['http_proxy', 'https_proxy', 'all_proxy'];

/** Whether the environment names a proxy at all. */
export function hasProxy(): boolean {
  return names.some((name) => variable(name) !== '');
}

/**
 * The proxy that the environment names for an address, with the user name and password in it as they are meant and not
 * as an address writes them; direct where there is none, or where `NO_PROXY` leaves the address out.
 * @throws AppError `service-unreachable` for a proxy of another kind, or one whose address cannot be read
 */
export function environmentProxy(url: string): Route {
  const name = proxyVariableFor(url);
  if (name === undefined) return 'direct';
  const proxy = readAddress(process.env[name] ?? '');
  const kind = proxy && protocols[proxy.protocol];
  // What cannot be read may be a password as well: it is not told.
  if (!proxy || !kind) throw new AppError('service-unreachable', { detail: unusable });
  const { username, password } = proxy;
  return {
    protocol: kind,
    host: proxy.hostname,
    port: Number(proxy.port || defaultPorts[kind]),
    ...(username !== '' && { auth: { username: decoded(username), password: decoded(password) } }),
  };
}

/**
 * Name of the variable by which the environment names a proxy for an address; undefined where it names none for it, or
 * `NO_PROXY` leaves the address out.
 */
export function proxyVariableFor(url: string): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  if (isLeftOut(hostname, port || (protocol === 'https:' ? '443' : '80'))) return undefined;
  return [`${protocol.slice(0, -1)}_proxy`, 'all_proxy']
    .map((name) => (process.env[name] === undefined ? name.toUpperCase() : name))
    .find((name) => (process.env[name] ?? '') !== '');
}

const unusable =
  'The environment names a proxy that cannot be used. Name one as http://, https:// or socks5:// in HTTPS_PROXY.';

/** What says who a person is to the proxies that the environment names, to be kept out of everything that is told. */
export function environmentProxySecrets(): readonly string[] {
  return names
    .flatMap((name) => readAddress(variable(name)) ?? [])
    .filter(({ password }) => password !== '')
    .flatMap(({ username, password }) => [
      password,
      ...secretsOfSignIn({ username: decoded(username), password: decoded(password) }),
    ]);
}

/** Whether a proxy can be used whose address begins so, as in `http:`. */
export function isUsableProxy(protocol: string): boolean {
  return protocol in protocols;
}

function readAddress(named: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `http://${named}`);
  return url && url.hostname !== '' ? url : undefined;
}

/** Somebody may have written a percent sign as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of hosts, with or without a port; those that begin with a dot or a star stand for all that end so. */
function isLeftOut(hostname: string, port: string): boolean {
  return variable('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, host = '', itsPort] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
      if (host === '' || (itsPort !== undefined && itsPort !== port)) return false;
      return /^[.*]/.test(host) ? hostname.endsWith(host.replace(/^\*/, '')) : hostname === host;
    });
}

function variable(name: string): string {
  return process.env[name] ?? process.env[name.toUpperCase()] ?? '';
}
