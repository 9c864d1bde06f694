import type { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { Finding, FindingOf } from '../../shared/rpc/diagnosis.ts';
import { retryAfter } from '../client/answer-error.ts';
import type { Answer } from '../client/exchange.ts';
import { budgetAfterAnswer, requestsSpentOf, unknownBudget } from '../client/rate-budget.ts';

/** What findings are made of the answers of a service. */

/** An answer, and when it came. */
export interface Seen {
  readonly answer: Pick<Answer, 'status' | 'headers'>;
  readonly body: string;
  /** Between asking and the answer. */
  readonly ms: number;
  /** By this computer's clock, half way. */
  readonly atMs: number;
}

/** How much the clocks may differ: tokens and rate limits count in minutes. */
const offMs = 60_000;
const farOffMs = 300_000;

export function accessFinding({ answer: { status }, body, ms }: Seen): Finding {
  if (status === 429) return { code: 'signedIn', ms };
  if (status < 200 || status > 299) return { code: 'accessRefused', status };
  // A sign-in page of a network or a proxy answers everything with 200.
  return body.trimStart().startsWith('[') ? { code: 'signedIn', ms } : { code: 'answerStrange', status };
}

/** What the data area answers to where its platform is: addresses, or as JSON that it has none. */
export function dataFinding({ answer: { status }, body, ms }: Seen): Finding {
  if (status === 429) return { code: 'signedIn', ms };
  if (!body.trimStart().startsWith('{')) return { code: 'dataStrange', status };
  return status < 300 || status === 404 ? { code: 'signedIn', ms } : { code: 'accessRefused', status };
}

export function limitsIn({ answer: { status, headers }, atMs }: Seen): Finding {
  const waitMs = retryAfter(headers, atMs);
  if (status === 429) return { code: 'limitReached', waitMs: waitMs ?? 0 };
  const moment = { nowMs: atMs, steadyMs: atMs };
  const spent = requestsSpentOf(budgetAfterAnswer(unknownBudget, atMs, { headers }, moment), moment);
  if (!spent) return { code: 'limitsNone' };
  const { limit, used, resetAtMs } = spent;
  return { code: 'limitsSeen', limit, remaining: limit - used, resetInMs: Math.max(0, Math.round(resetAtMs - atMs)) };
}

export function refusal(error: AppError): Finding {
  if (error.code === 'client-secret-missing') return { code: 'secretMissing' };
  if (error.code === 'sign-in-failed') return { code: 'signInRefused', status: error.receivedStatus ?? 0 };
  const finding = unreachable(error);
  return finding.code === 'unreachable' ? { code: 'signInUnanswered', because: finding.because } : finding;
}

const reasons = ['service-unreachable', 'service-timeout', 'unreadable-answer', 'address-invalid'] as const;

const ways: readonly (readonly [FindingOf<'unreachable'>['how'], RegExp])[] = [
  ['refused', /ECONNREFUSED/],
  ['nameUnknown', /ENOTFOUND|EAI_AGAIN/],
  ['noRoute', /EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|does not answer/],
  ['certificate', /CERT|SIGNATURE/],
  ['brokenOff', /ECONNRESET|EPIPE/],
];

/** Errors that say themselves how the way to the service is cut off. */
const cutOffs: Partial<Readonly<Record<ErrorCode, FindingOf<'unreachable'>['how']>>> = {
  'no-network': 'noRoute',
  'certificate-not-trusted': 'certificate',
  'proxy-sign-in-needed': 'proxySignIn',
  'service-unavailable': 'unavailable',
};

type Unreachable = FindingOf<'unreachable'> | FindingOf<'notEncrypted'> | FindingOf<'answerStrange'>;

export function unreachable(error: AppError): Unreachable {
  if (error.code === 'address-not-encrypted') return { code: 'notEncrypted' };
  if (error.code === 'network-sign-in-needed') return { code: 'answerStrange', status: error.receivedStatus ?? 0 };
  const cutOff = cutOffs[error.code];
  if (cutOff) return { code: 'unreachable', because: 'service-unreachable', how: cutOff };
  const because = reasons.find((code) => code === error.code) ?? 'unexpected-failure';
  const how = ways.find(([, pattern]) => pattern.test(error.detail ?? ''))?.[0] ?? 'other';
  return { code: 'unreachable', because, how };
}

export function clockIn(seen: Seen | undefined): Finding {
  const dateMs = Date.parse(seen?.answer.headers['date'] ?? '');
  if (!seen || Number.isNaN(dateMs)) return { code: 'clockUnknown' };
  // A date has whole seconds.
  const away = Math.round((seen.atMs - dateMs - 500) / 1_000) * 1_000;
  const code = Math.abs(away) > farOffMs ? 'clockFarOff' : Math.abs(away) > offMs ? 'clockOff' : 'clockRight';
  return { code, offMs: away };
}
