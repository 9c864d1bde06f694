import { inspect } from 'node:util';
import { environmentProxySecrets } from './environment-proxy.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** What stands where a secret stood. */
const hidden = '•••';

const rememberedTokens = 16;
const longestDetail = 500;
const deepestCause = 4;
/** Shorter secrets are hidden only where they stand as a word, or no sentence could be read any more. */
const shortestInsideWords = 4;

/** Hides every secret in a text, in each form it may have there: as it is, in an address, in a form, in JSON. */
export function redact(text: string, secrets: Iterable<string>): string {
  const forms = [...new Set([...secrets].filter((secret) => secret !== '').flatMap(formsOf))];
  if (forms.length === 0) return text;
  // Longest first, so that a secret that begins another one does not leave the rest of it.
  const pattern = forms.sort((a, b) => b.length - a.length).map(patternOf);
  return text.replace(new RegExp(pattern.join('|'), 'giu'), hidden);
}

/** Knows the secrets of this process and keeps them out of everything that leaves the client. */
export interface Redactor {
  /** Takes a secret into the list for good: a service may still name one that was replaced. Gives the secret back. */
  remember(secret: string): string;
  /** As `remember` for a token. They come and go all day, so the oldest ones leave the list. */
  rememberToken(token: string): string;
  redact(text: string): string;
  /** Any thrown thing as an `AppError` that holds no secret: message, detail, faults, stack and causes included. */
  clean(thrown: unknown): AppError;
}

/** Makes a redactor that knows no secret yet but those for proxies that the environment names. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>(environmentProxySecrets());
  const tokens = new Set<string>();
  const redactKnown = (text: string): string => redact(text, [...secrets, ...tokens]);
  return {
    remember(secret) {
      secrets.add(secret);
      return secret;
    },
    rememberToken(token) {
      tokens.add(token);
      const [oldest] = tokens;
      if (oldest !== undefined && tokens.size > rememberedTokens) tokens.delete(oldest);
      return token;
    },
    redact: redactKnown,
    clean: (thrown) => cleanError(thrown, redactKnown),
  };
}

function cleanError(thrown: unknown, redactText: (text: string) => string): AppError {
  const error = thrown instanceof AppError ? thrown : new AppError('unexpected-failure', { cause: thrown });
  const shorten = (text: string): string => {
    // Hidden first: half a secret at the cut would no longer be recognised.
    const safe = redactText(text);
    return safe.length > longestDetail ? `${safe.slice(0, longestDetail)}…` : safe;
  };
  const clean = new AppError(error.code, {
    detail: error.detail === undefined ? undefined : shorten(error.detail),
    faults: error.faults.map((fault) => ({
      in: fault.in,
      ...(fault.name === undefined ? {} : { name: shorten(fault.name) }),
      ...(fault.pointer === undefined ? {} : { pointer: shorten(fault.pointer) }),
      detail: shorten(fault.detail),
    })),
    retryAfterMs: error.retryAfterMs,
    receivedStatus: error.receivedStatus,
    cause: cleanCause(error.cause, shorten, 0),
  });
  if (error.stack) clean.stack = redactText(error.stack);
  return clean;
}

/** Name, message and system code of a cause; an axios error would carry the address, the headers and the body along. */
function cleanCause(cause: unknown, shorten: (text: string) => string, depth: number): Error | undefined {
  if (cause === undefined || depth === deepestCause) return undefined;
  if (!(cause instanceof Error)) return new Error(shorten(typeof cause === 'string' ? cause : inspect(cause)));
  const inner = cleanCause(cause.cause, shorten, depth + 1);
  const clean = new Error(shorten(cause.message), inner === undefined ? undefined : { cause: inner });
  clean.name = cause.name;
  const code = 'code' in cause && typeof cause.code === 'string' ? shorten(cause.code) : undefined;
  return code === undefined ? clean : Object.assign(clean, { code });
}

function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const encoded = encodeURIComponent(wellFormed);
  const inAddresses = [
    encoded,
    // What encodeURIComponent leaves and a form or another writer of URLs encodes.
    new URLSearchParams({ '': wellFormed }).toString().slice(1),
    encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  ];
  // An address may be quoted in another one: `ReturnUrl=%2FFiles%2Fcode`.
  const inQuoted = inAddresses.map(encodeURIComponent);
  return [secret, wellFormed, ...inAddresses, ...inQuoted, JSON.stringify(secret).slice(1, -1)];
}

/** Nothing, or what is no part of a word; the end of an encoded character looks like one. */
const beginsWord = String.raw`(?<=%(?:25)*[\da-f]{2}|(?<![\p{L}\p{N}]))`;

function patternOf(form: string): string {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return form.length < shortestInsideWords ? `${beginsWord}${escaped}(?![\\p{L}\\p{N}])` : escaped;
}
