import { contract } from '../../shared/api/contract.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { FindingOf } from '../../shared/rpc/diagnosis.ts';
import { retryAfter } from '../client/answer-error.ts';
import { openConnection, type Connection } from '../client/connection.ts';
import type { Answer, OutgoingRequest } from '../client/exchange.ts';
import { operationUrl } from '../client/operation-url.ts';
import { budgetAfterAnswer, unknownBudget } from '../client/rate-budget.ts';
import { jsonPayload } from '../client/request-plan.ts';
import type { Found } from './checks.ts';
import type { ExaminedState } from '../engine/application/examined-state.ts';
import type { SessionAddress } from '../engine/application/host-ports.ts';
import type { Subject } from './subject.ts';

const timeouts = { connectMs: 8_000, answerMs: 10_000, idleMs: 5_000 } as const;
/** A token and a call after it. */
const networkMs = 20_000;
const longestAnswerBytes = 1 << 16;

/** How much the clocks may differ: tokens and rate limits count in minutes. */
const offMs = 60_000;
const farOffMs = 300_000;

/** The service, as three requests find it: one without secrets to each address, a token, and one cheap call. */
export interface ServiceVisit {
  reach(): Promise<Found>;
  signIn(): Promise<Found>;
  limits(): Promise<Found>;
  clock(): Promise<Found>;
  embedded(state: () => Promise<ExaminedState | undefined>): Promise<Found>;
  close(): void;
}

interface Seen {
  readonly answer: Pick<Answer, 'status' | 'headers'>;
  readonly body: string;
  /** Between asking and the answer. */
  readonly ms: number;
  /** By this computer's clock, half way. */
  readonly atMs: number;
}

/** Prepares the requests; each is made once, when the first check asks for it. */
export function createServiceVisit(subject: Subject): ServiceVisit {
  const opened = once(async () => openFor(await subject.service()));
  const first = once(async () => {
    const at = await opened();
    return at && (await ask(at.connection, { method: 'GET', url: `${at.origins[0]}/`, headers: { Accept: '*/*' } }));
  });
  const access = once(async () => {
    const at = await opened();
    return at && (await callService(at.connection));
  });
  let connection: Connection | undefined;

  async function openFor(service: SessionAddress | undefined) {
    if (!service) return undefined;
    connection = openConnection({ ...service, timeouts });
    const all = [service.contentAddress, service.dataAddress, service.tokenAddress].flatMap((text) => text || []);
    return { service, connection, origins: [...new Set(all.map((text) => new URL(text).origin))] };
  }

  return {
    async reach() {
      const found = await serviceOr(opened);
      if ('instead' in found) return found.instead;
      const service = found.at;
      for (const [place, origin] of service.origins.entries()) {
        const url = { method: 'GET', url: `${origin}/`, headers: { Accept: '*/*' } };
        const seen = await (place === 0 ? first() : ask(service.connection, url)).catch(toAppError);
        if (seen instanceof AppError) return { finding: unreachable(seen), about: origin };
      }
      return { finding: { code: 'reached', ms: (await first())?.ms ?? 0 }, about: service.origins.join(', ') };
    },

    async signIn() {
      const found = await serviceOr(opened);
      if ('instead' in found) return found.instead;
      const service = found.at;
      const about = new URL(service.service.tokenAddress || service.service.contentAddress).origin;
      const seen = await access().catch(toAppError);
      if (seen instanceof AppError) return { finding: refusal(seen), about };
      return { finding: seen ? accessFinding(seen) : { code: 'notConnected' }, about };
    },

    async limits() {
      const seen = await access().catch(() => undefined);
      return { finding: seen ? limitsIn(seen) : { code: 'limitsUnknown' } };
    },

    async clock() {
      const seen = await first().catch(() => undefined);
      const dateMs = Date.parse(seen?.answer.headers['date'] ?? '');
      if (!seen || Number.isNaN(dateMs)) return { finding: { code: 'clockUnknown' } };
      // A date has whole seconds.
      const away = Math.round((seen.atMs - dateMs - 500) / 1_000) * 1_000;
      const code = Math.abs(away) > farOffMs ? 'clockFarOff' : Math.abs(away) > offMs ? 'clockOff' : 'clockRight';
      return { finding: { code, offMs: away } };
    },

    async embedded(state) {
      const address = subject.embeddedAddress();
      if (address === undefined) {
        const kind = (await state().catch(() => undefined))?.connection.kind;
        return { finding: { code: kind === 'embedded' ? 'embeddedRests' : 'embeddedUnused' } };
      }
      const port = Number(new URL(address).port);
      const seen = await first().catch(() => undefined);
      return { finding: { code: seen ? 'embeddedAnswers' : 'embeddedSilent', port }, about: address };
    },

    close: () => connection?.exchanger.close(),
  };
}

interface Opened {
  readonly service: SessionAddress;
  readonly connection: Connection;
  readonly origins: readonly string[];
}

/** The opened service, or why none can be asked. */
async function serviceOr(
  opened: () => Promise<Opened | undefined>,
): Promise<{ readonly at: Opened } | { readonly instead: Found }> {
  try {
    const at = await opened();
    return at ? { at } : { instead: { finding: { code: 'notConnected' } } };
  } catch (error) {
    return { instead: { finding: unreachable(toAppError(error)) } };
  }
}

async function ask({ exchanger, clock }: Connection, request: OutgoingRequest): Promise<Seen> {
  const fromMs = performance.now();
  const startedMs = clock.now();
  const outcome = await exchanger.send(request);
  if (outcome.kind === 'failed') throw outcome.error;
  const ms = Math.round(performance.now() - fromMs);
  const body = await outcome.answer.body.text(longestAnswerBytes).catch(() => '');
  return { answer: outcome.answer, body, ms, atMs: startedMs + ms / 2 };
}

/** A token, and with it the newest versions of nothing: the cheapest question there is. */
async function callService(connection: Connection): Promise<Seen> {
  const operation = contract.findCurrentMetadata;
  const token = await connection.tokens.get(AbortSignal.timeout(networkMs));
  return ask(connection, {
    method: operation.method,
    url: operationUrl(connection.addresses.content, operation, { params: {}, query: {} }),
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    payload: jsonPayload(operation, []),
  });
}

function accessFinding({ answer: { status }, body, ms }: Seen): Found['finding'] {
  if (status === 429) return { code: 'signedIn', ms };
  if (status < 200 || status > 299) return { code: 'accessRefused', status };
  // A sign-in page of a network or a proxy answers everything with 200.
  return body.trimStart().startsWith('[') ? { code: 'signedIn', ms } : { code: 'answerStrange', status };
}

function limitsIn({ answer: { status, headers }, atMs }: Seen): Found['finding'] {
  const waitMs = retryAfter(headers, atMs);
  if (status === 429) return { code: 'limitReached', waitMs: waitMs ?? 0 };
  const { limit, remaining, resetAt } = budgetAfterAnswer(unknownBudget, { headers }, atMs);
  if (limit === undefined || remaining === undefined) return { code: 'limitsNone' };
  return { code: 'limitsSeen', limit, remaining, resetInMs: Math.max(0, Math.round((resetAt ?? atMs) - atMs)) };
}

function refusal(error: AppError): Found['finding'] {
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

function unreachable(error: AppError): FindingOf<'unreachable'> | FindingOf<'notEncrypted'> {
  if (error.code === 'address-not-encrypted') return { code: 'notEncrypted' };
  const because = reasons.find((code) => code === error.code) ?? 'unexpected-failure';
  const how = ways.find(([, pattern]) => pattern.test(error.detail ?? ''))?.[0] ?? 'other';
  return { code: 'unreachable', because, how };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
}
