import { secretsOfSignIn } from '../client/route.ts';
import type { ProxyPort } from '../client/routes.ts';
import type { Redactor } from '../client/redactor.ts';
import type { ProxySignIns, SecretsPort } from '../engine/application/connection-ports.ts';

type SignIn = NonNullable<Awaited<ReturnType<ProxyPort['signInFor']>>>;

/** Keeps who a person is to each proxy among the secrets of this computer, and which of the proxies asks. */
export function createProxySignIns(
  secrets: SecretsPort,
  redactor: Redactor,
): ProxySignIns & Pick<ProxyPort, 'signInFor' | 'noteAsked'> {
  // Every request asks, and the secrets may be in another process; until the proxy asks, what they said before counts.
  const known = new Map<string, Promise<SignIn | undefined>>();
  const asked = new Set<string>();
  let asking: string | undefined;

  async function read(proxy: string): Promise<SignIn | undefined> {
    const kept = await secrets.get('proxySignIn', proxy);
    return kept === undefined ? undefined : hiddenBy(redactor, fromText(kept));
  }

  return {
    asking: () => asking,
    async signIn(proxy, { username, password }) {
      if (!asked.has(proxy)) return;
      hiddenBy(redactor, { username, password });
      await secrets.set('proxySignIn', `${username}:${password}`, proxy);
      known.delete(proxy);
    },
    signInFor(proxy) {
      // Where it cannot be read now the proxy is asked without, which asks then.
      const signIn = known.get(proxy) ?? read(proxy).catch(() => undefined);
      known.set(proxy, signIn);
      return signIn;
    },
    noteAsked(proxy) {
      asking = proxy;
      asked.add(proxy);
      // The keychain may have refused the question, and be open for the next one: it knows when a person is asked again.
      known.delete(proxy);
    },
  };
}

/** As HTTP writes it: no user name has a colon in it. */
function fromText(kept: string): SignIn {
  const colon = kept.indexOf(':');
  return { username: kept.slice(0, colon), password: kept.slice(colon + 1) };
}

function hiddenBy(redactor: Redactor, signIn: SignIn): SignIn {
  for (const secret of secretsOfSignIn(signIn)) redactor.remember(secret);
  return signIn;
}
