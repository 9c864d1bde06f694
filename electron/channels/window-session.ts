import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { proofFragment, windowProtocol } from '../../shared/rpc/window-socket.ts';

/** Who may use the window of one running app. */
export interface WindowSession {
  /** Opens once. */
  readonly token: string;
  /**
   * Trades the token for both halves of the key.
   * @returns the headers that bring them to the browser; `undefined` when the token is wrong or was used already
   */
  redeem(given: string): { readonly 'Set-Cookie': string; readonly Location: string } | undefined;
  /** Resolves when somebody has traded it. */
  readonly redeemed: Promise<void>;
  hasCookie(request: IncomingMessage): boolean;
  /** Whether the request has the cookie and, as a subprotocol or a bearer token, the proof. */
  isLetIn(request: IncomingMessage): boolean;
}

/**
 * Makes the key of the window: a cookie no script can read, and a proof no browser sends by itself. Browsers send a
 * cookie to every port of this computer and scripts can leak what they read, so neither half opens anything alone.
 * @param port in the name of the cookie, so that two instances do not overwrite each other's
 */
export function createWindowSession(port: number): WindowSession {
  const [token, cookie, proof] = [newSecret(), newSecret(), newSecret()];
  const cookieName = `cadsync-window-${port}`;
  const redeemed = Promise.withResolvers<void>();
  let isUsed = false;

  function hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((text) => text.trim());
    return cookies.some(
      (text) => text.startsWith(`${cookieName}=`) && isSame(text.slice(cookieName.length + 1), cookie),
    );
  }

  return {
    token,
    redeem(given) {
      if (isUsed || !isSame(given, token)) return undefined;
      isUsed = true;
      redeemed.resolve();
      return {
        'Set-Cookie': `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`,
        Location: `/${proofFragment}${proof}`,
      };
    },
    redeemed: redeemed.promise,
    hasCookie,
    isLetIn: (request) => hasCookie(request) && isSame(proofIn(request), proof),
  };
}

function proofIn({ headers }: IncomingMessage): string {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered.find((name) => name !== windowProtocol && name !== '') ?? bearerIn(headers.authorization);
}

function bearerIn(authorization = ''): string {
  return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that tells nothing of where texts of the same length differ. */
function isSame(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
