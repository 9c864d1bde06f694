import { networkInterfaces } from 'node:os';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { isLoopback } from '../../shared/model/service-address.ts';

/** System codes of failed connections: what they mean here, and the words for it. */
const failures: Readonly<Record<string, { readonly code: ErrorCode; readonly words: string }>> = {
  ECONNREFUSED: { code: 'service-unreachable', words: 'refused the connection' },
  ECONNRESET: { code: 'service-unreachable', words: 'broke the connection off' },
  EPIPE: { code: 'service-unreachable', words: 'broke the connection off' },
  ENOTFOUND: { code: 'service-unreachable', words: 'is not known by this name' },
  EHOSTUNREACH: { code: 'service-unreachable', words: 'cannot be reached from this network' },
  ETIMEDOUT: { code: 'service-unreachable', words: 'does not answer' },
  // No name can be looked up and no way is known: it is not the service that is missing.
  EAI_AGAIN: { code: 'no-network', words: 'cannot be looked up at the moment' },
  ENETUNREACH: { code: 'no-network', words: 'cannot be reached: there is no way to its network' },
  ENETDOWN: { code: 'no-network', words: 'cannot be reached: the network is down' },
  EADDRNOTAVAIL: { code: 'no-network', words: 'cannot be reached: this computer has no address to ask from' },
};

/** Undici's own codes for what the system and Node's parser have names for. */
const undiciCodes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'HPE_UNEXPECTED_CONTENT_LENGTH',
};

/**
 * The error for a request that got no answer.
 * @param url that was asked
 * @param isOnNetwork whether this computer is on any network
 */
export function connectionError(thrown: unknown, url: string, isOnNetwork = isOnAnyNetwork): AppError {
  if (thrown instanceof AppError) return thrown;
  const { host } = new URL(url);
  const systemCode = systemCodeOf(thrown);
  if (systemCode === 'UND_ERR_CONNECT_TIMEOUT') return notConnectedInTime(url, isOnNetwork);
  if (/^UND_ERR_SOCKS5_AUTH_(REJECTED|FAILED)$/.test(systemCode)) {
    return new AppError('proxy-sign-in-needed', { cause: thrown });
  }
  const known = failures[systemCode];
  const suffix = systemCode === '' ? '' : ` (${systemCode})`;
  const failed = (code: ErrorCode, detail: string): AppError => new AppError(code, { detail, cause: thrown });
  if (known?.code === 'service-unreachable' && !isLoopback(url) && !isOnNetwork()) {
    return failed('no-network', `${host} cannot be reached${suffix}.`);
  }
  if (known) return failed(known.code, `${host} ${known.words}${suffix}.`);
  // Undici's parser has no code for what it cannot read.
  if (systemCode.startsWith('HPE_') || (thrown instanceof Error && thrown.name === 'HTTPParserError')) {
    return failed('unreadable-answer', `${host} does not answer in HTTP${suffix}.`);
  }
  if (/^ERR_SSL_|^EPROTO$/.test(systemCode)) {
    return failed('unreadable-answer', `${host} does not answer in TLS${suffix}.`);
  }
  if (/CERT|SIGNATURE/.test(systemCode)) {
    return failed('certificate-not-trusted', `The certificate of ${host} is not trusted${suffix}.`);
  }
  return failed('service-unreachable', `The connection to ${host} failed${suffix}.`);
}

/** The error for a connection that did not come about in the time it may take: nobody is there, as far as one can tell. */
export function notConnectedInTime(url: string, isOnNetwork = isOnAnyNetwork): AppError {
  const code = isLoopback(url) || isOnNetwork() ? 'service-unreachable' : 'no-network';
  return new AppError(code, { detail: `${new URL(url).host} does not answer.` });
}

/** Whether this computer has an address that others could know it by; one that it gave itself leads nowhere. */
function isOnAnyNetwork(): boolean {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address));
}

/** Of several addresses of one name each failed for a reason of its own: one that somebody was there for says most. */
function systemCodeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    const codes = thrown.errors.map(systemCodeOf);
    return codes.find((code) => failures[code]?.code !== 'no-network') ?? codes[0] ?? '';
  }
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return undiciCodes[code] ?? code;
}
