import type { AxiosProxyConfig } from 'axios';

/** Whether the environment names a proxy at all. */
export function hasProxy(): boolean {
  return ['http', 'https', 'all'].some((scheme) => variable(`${scheme}_proxy`) !== '');
}

/**
 * The proxy that the environment names for an address, with the user name and password in it as they are meant and not
 * as an address writes them; `false` for none, or where `NO_PROXY` leaves the address out.
 */
export function environmentProxy(url: string): AxiosProxyConfig | false {
  const { protocol, hostname, port } = new URL(url);
  const named = variable(`${protocol.slice(0, -1)}_proxy`) || variable('all_proxy');
  if (named === '' || isLeftOut(hostname, port || (protocol === 'https:' ? '443' : '80'))) return false;
  const proxy = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `http://${named}`);
  const { username, password } = proxy;
  return {
    protocol: proxy.protocol,
    host: proxy.hostname,
    port: Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80)),
    ...(username !== '' && {
      auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    }),
  };
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
