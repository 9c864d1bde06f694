import type { AnswerHeaders } from './rate-budget.ts';

/** The status with which a proxy asks who asks. */
export const proxySignInNeeded = 407;

/** Whether a proxy asks for a kind of sign-in other than user name and password, and for no other. */
export function asksOnlyOtherwise(headers: AnswerHeaders): boolean {
  const asked = headers['proxy-authenticate'];
  return asked !== undefined && !/(?:^|[\s,])basic\b/i.test(asked);
}

/** How a proxy asks, in words. */
export function describeProxySignIn(headers: AnswerHeaders): string {
  return asksOnlyOtherwise(headers)
    ? 'The proxy asks for another sign-in than user name and password, which this app cannot do.'
    : `A sign-in is asked for first (${proxySignInNeeded}).`;
}
