import type { z } from 'zod';
import {
  passingTokenFailures,
  receivedToken,
  receivedTokenFailure,
  tokenPath,
  type tokenRequest,
} from '../../shared/api/token.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readRecord } from '../../shared/api/read-record.ts';
import { errorOfAnswer } from './answer-error.ts';
import { parseJson } from './parse-json.ts';
import { untilAborted } from './until-aborted.ts';
import { isWebPage, webPage } from './web-page.ts';
import type { Clock } from './clock.ts';
import type { Answer, Exchanger } from './exchange.ts';

/** Keeps one access token fresh for all calls. */
export interface TokenSource {
  /**
   * A token that is valid for a while yet.
   * @throws AppError `sign-in-failed` when the endpoint refuses the id and secret, `client-secret-missing` when no secret
   * is set and the service could be reached, else why it could not be asked; `cancelled` on abort, which does not stop
   * the request others wait for.
   */
  get(signal: AbortSignal): Promise<string>;
  /**
   * Says that the service refused a token. `true`: the next `get` gives another one. `false`: this one was fetched
   * because of such a refusal moments ago, so yet another one would not help.
   */
  refused(token: string): boolean;
  /** Forgets the token and that a sign-in failed: address, id or secret changed. */
  forget(): void;
}

interface TokenSourceOptions {
  readonly exchanger: Exchanger;
  /** As `serviceAddress` gives it. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: () => Promise<string | undefined>;
  /** Throws why the service cannot be reached; sends nothing secret. */
  readonly assertReachable: () => Promise<void>;
  /** Told every token before it is used. */
  readonly rememberToken: (token: string) => string;
  readonly clock: Clock;
}

interface Token {
  readonly text: string;
  readonly refreshAt: number;
  readonly expiresAt: number;
}

/** Fetched this long before it expires, or earlier by chance, so that many machines do not come at the same second. */
const aheadMs = 60_000;
const jitterMs = 30_000;
/** After a refusal: so long every call fails at once instead of asking again. */
const refusalMs = 30_000;
const longestAnswerBytes = 1 << 20;

/** Makes a token source that has asked for nothing yet. */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { clock } = options;
  let token: Token | undefined;
  let refusal: { readonly error: AppError; readonly until: number } | undefined;
  let flight: Promise<Token> | undefined;
  let replacedAt = -Infinity;

  const fetchOnce = (): Promise<Token> => {
    if (flight) return flight;
    const mine = (flight = fetchToken(options));
    // One that was forgotten on its way lands nowhere.
    const land = (keep: () => void): void => {
      if (flight !== mine) return;
      flight = undefined;
      keep();
    };
    const noteFailure = (error: unknown): void => {
      if (isSignInRefused(error)) refusal = { error, until: clock.steadyMs() + refusalMs };
    };
    mine.then(
      (fetched) => land(() => (token = fetched)),
      (error: unknown) => land(() => noteFailure(error)),
    );
    return mine;
  };

  return {
    async get(signal) {
      const now = clock.steadyMs();
      if (token && now < token.refreshAt) return token.text;
      if (refusal && now < refusal.until) throw refusal.error;
      const old = token;
      try {
        return (await untilAborted(fetchOnce(), signal)).text;
      } catch (error) {
        // Fetching ahead failed, but the old one still serves.
        const usable = old !== undefined && old === token && clock.steadyMs() < old.expiresAt;
        if (usable && error instanceof AppError && error.retryable) return old.text;
        throw error;
      }
    },
    refused(text) {
      if (token?.text !== text) return true;
      if (clock.steadyMs() - replacedAt < refusalMs) return false;
      replacedAt = clock.steadyMs();
      token = undefined;
      return true;
    },
    forget() {
      token = refusal = flight = undefined;
      replacedAt = -Infinity;
    },
  };
}

/** Whether the endpoint itself said no; that no secret is set may change at any moment. */
function isSignInRefused(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'sign-in-failed' && error.receivedStatus !== undefined;
}

async function fetchToken(options: TokenSourceOptions): Promise<Token> {
  const secret = await options.clientSecret();
  if (secret === undefined || secret === '') {
    // Whoever mistyped the address learns that first, and gives no secret to it.
    await options.assertReachable();
    throw new AppError('client-secret-missing', {
      detail: `The address is ${new URL(options.address).origin}.`,
    });
  }
  const fields: Required<z.output<typeof tokenRequest>> = {
    grant_type: 'client_credentials',
    client_id: options.clientId,
    client_secret: secret,
  };
  const outcome = await options.exchanger.send({
    method: 'POST',
    url: options.address + tokenPath,
    headers: { Accept: 'application/json' },
    isPrompt: true,
    payload: {
      kind: 'bytes',
      contentType: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(new URLSearchParams(fields).toString()),
    },
  });
  if (outcome.kind === 'failed') throw outcome.error;
  return readToken(outcome.answer, options);
}

async function readToken(answer: Answer, { address, clock, rememberToken }: TokenSourceOptions): Promise<Token> {
  const body = await answer.body.text(longestAnswerBytes);
  const { status } = answer;
  if (status < 200 || status > 299) throw signInError({ ...answer, url: address + tokenPath }, body, clock.now());
  if (isWebPage(body)) throw webPage(status);
  const answered = parseJson(body);
  const read = readRecord(receivedToken, answered);
  // Some services refuse with a status that says all is well.
  const failure = read.success ? undefined : failureOf(answered);
  if (failure !== undefined) throw new AppError(failure.code, { detail: failure.reason, receivedStatus: status });
  if (!read.success || !/^bearer$/i.test(read.data.token_type) || !/^[\x21-\x7e]+$/.test(read.data.access_token)) {
    throw new AppError('unreadable-answer', {
      detail: 'The sign-in did not answer with a token.',
      receivedStatus: status,
    });
  }
  const lifetime = read.data.expires_in * 1000;
  const ahead = Math.min(aheadMs + clock.random() * jitterMs, lifetime / 2);
  const now = clock.steadyMs();
  return { text: rememberToken(read.data.access_token), refreshAt: now + lifetime - ahead, expiresAt: now + lifetime };
}

/** RFC 6749, section 5.2: a refusal is a 400 or 401; of the other statuses 403 and 404 do not pass by themselves either. */
function signInError(answer: Answer & { readonly url: string }, body: string, now: number): AppError {
  const { status } = answer;
  const usual = errorOfAnswer({ ...answer, operation: undefined }, { text: body, isWhole: true }, now);
  const isOfOther = usual.code === 'network-sign-in-needed' || usual.code === 'service-unavailable';
  if (isOfOther || ![400, 401, 403, 404].includes(status)) return usual;
  if (status === 404) {
    return new AppError('sign-in-failed', { detail: 'There is no sign-in at this address.', receivedStatus: status });
  }
  const { code, reason = usual.detail } = failureOf(parseJson(body)) ?? { code: 'sign-in-failed' };
  return new AppError(code, { detail: reason, receivedStatus: status, retryAfterMs: usual.retryAfterMs });
}

interface SignInFailure {
  readonly code: 'sign-in-failed' | 'service-unavailable';
  readonly reason?: string;
}

/** Why the endpoint gives no token, where it says so in the form of RFC 6749. */
function failureOf(answered: unknown): SignInFailure | undefined {
  const failure = readRecord(receivedTokenFailure, answered);
  if (!failure.success) return undefined;
  const { error, error_description: reason } = failure.data;
  return { code: passingTokenFailures.has(error) ? 'service-unavailable' : 'sign-in-failed', reason: reason ?? error };
}
