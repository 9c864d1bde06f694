/** A proxy, and who asks it, where that is known. */
export interface Proxy {
  readonly protocol: 'http:' | 'https:' | 'socks5:';
  readonly host: string;
  readonly port: number;
  readonly auth?: { readonly username: string; readonly password: string };
}

/** Texts by which somebody could say who they are to a proxy: the password, and what HTTP makes of it with the user name. */
export function secretsOfSignIn({ username, password }: NonNullable<Proxy['auth']>): readonly string[] {
  return [password, Buffer.from(`${username}:${password}`).toString('base64')];
}

/** One way to an address. */
export type Route = 'direct' | Proxy;

export const defaultPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;
const protocols: Readonly<Record<string, Proxy['protocol']>> = {
  PROXY: 'http:',
  HTTP: 'http:',
  HTTPS: 'https:',
  SOCKS5: 'socks5:',
};

/**
 * The ways to an address in the order in which they are to be tried, as a system or a PAC file names them:
 * `PROXY office.test:8080; DIRECT`. Proxies of other kinds (SOCKS 4) are left out; without a word the way is direct.
 */
export function routesFrom(proxies: string): readonly Route[] {
  const entries = proxies
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return ['direct'];
  return entries.flatMap((entry) => routeFrom(entry) ?? []);
}

function routeFrom(entry: string): Route | undefined {
  const [kind = '', place = ''] = entry.split(/\s+/);
  if (kind.toUpperCase() === 'DIRECT') return 'direct';
  const protocol = protocols[kind.toUpperCase()];
  const url = protocol && URL.parse(`${protocol}//${place}`);
  if (!protocol || !url || url.hostname === '') return undefined;
  return { protocol, host: url.hostname, port: Number(url.port || defaultPorts[protocol]) };
}

/** A proxy as it is told and as its sign-in is kept: `proxy.test:8080`. */
export function nameOfProxy({ host, port }: Proxy): string {
  return `${host}:${port}`;
}
