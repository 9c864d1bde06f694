import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';

/** System codes of failed connections: what they mean here, and the words for it. */
const failures: Readonly<Record<string, { readonly code: ErrorCode; readonly words: string }>> = {
  ECONNREFUSED: { code: 'service-unreachable', words: 'refused the connection' },
  ECONNRESET: { code: 'service-unreachable', words: 'broke the connection off' },
  EPIPE: { code: 'service-unreachable', words: 'broke the connection off' },
  ENOTFOUND: { code: 'service-unreachable', words: 'is not known by this name' },
  EAI_AGAIN: { code: 'service-unreachable', words: 'cannot be looked up at the moment' },
  EHOSTUNREACH: { code: 'service-unreachable', words: 'cannot be reached from this network' },
  ENETUNREACH: { code: 'service-unreachable', words: 'cannot be reached from this network' },
  ENETDOWN: { code: 'service-unreachable', words: 'cannot be reached: the network is down' },
  ETIMEDOUT: { code: 'service-unreachable', words: 'does not answer' },
};

/**
 * The error for a request that got no answer.
 * @param host of the address that was asked, for the wording
 */
export function connectionError(thrown: unknown, host: string): AppError {
  const systemCode = systemCodeOf(thrown);
  if (systemCode === 'UND_ERR_CONNECT_TIMEOUT') return notConnectedInTime(host);
  const known = failures[systemCode];
  if (known) return new AppError(known.code, { detail: `${host} ${known.words} (${systemCode}).`, cause: thrown });
  const suffix = systemCode === '' ? '' : ` (${systemCode})`;
  // Undici's parser has no code for what it cannot read.
  if (systemCode.startsWith('HPE_') || (thrown instanceof Error && thrown.name === 'HTTPParserError')) {
    return new AppError('unreadable-answer', { detail: `${host} does not answer in HTTP${suffix}.`, cause: thrown });
  }
  if (/CERT|SIGNATURE/.test(systemCode)) {
    return new AppError('service-unreachable', {
      detail: `The certificate of ${host} is not trusted (${systemCode}).`,
      cause: thrown,
    });
  }
  return new AppError('service-unreachable', { detail: `The connection to ${host} failed${suffix}.`, cause: thrown });
}

/** The error for a connection that did not come about in the time it may take: nobody is there, as far as one can tell. */
export function notConnectedInTime(host: string): AppError {
  return new AppError('service-unreachable', { detail: `${host} does not answer.` });
}

/** Undici's own codes for what the system and Node's parser have names for. */
const undiciCodes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
};

function systemCodeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return undiciCodes[code] ?? code;
}
