import { contract } from '../../shared/api/contract.ts';
import type { OperationShape } from '../../shared/api/operation.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { openConnection, type Connection } from '../client/connection.ts';
import type { OutgoingRequest } from '../client/exchange.ts';
import { operationUrl } from '../client/operation-url.ts';
import { addressOf, jsonPayload } from '../client/request-plan.ts';
import type { Found } from './checks.ts';
import { once } from './once.ts';
import { accessFinding, clockIn, dataFinding, limitsIn, refusal, unreachable, type Seen } from './judge-answers.ts';
import type { ExaminedState } from '../engine/application/examined-state.ts';
import type { SessionAddress } from '../engine/application/connection-ports.ts';
import type { Subject } from './subject.ts';

const timeouts = { connectMs: 8_000, answerMs: 10_000, idleMs: 5_000 } as const;
/** A token and a call after it. */
const networkMs = 20_000;
const longestAnswerBytes = 1 << 16;

/** The service, as a few requests find it: one without secrets to each address, a token, and one cheap call of each area. */
export interface ServiceVisit {
  reach(): Promise<Found>;
  signIn(): Promise<Found>;
  limits(): Promise<Found>;
  clock(): Promise<Found>;
  embedded(state: () => Promise<ExaminedState | undefined>): Promise<Found>;
  close(): void;
}

/** Prepares the requests; each is made once, when the first check asks for it. */
export function createServiceVisit(subject: Subject): ServiceVisit {
  const requests = prepareRequests(subject);
  return {
    reach: () => reachFinding(requests),
    signIn: () => signInFinding(requests),
    async limits() {
      const seen = await requests.access().catch(() => undefined);
      return { finding: seen ? limitsIn(seen) : { code: 'limitsUnknown' } };
    },
    async clock() {
      return { finding: clockIn(await requests.first().catch(() => undefined)) };
    },
    async embedded(state) {
      const address = subject.embeddedAddress();
      if (address === undefined) {
        const kind = (await state().catch(() => undefined))?.connection.kind;
        return { finding: { code: kind === 'embedded' ? 'embeddedRests' : 'embeddedUnused' } };
      }
      const seen = await requests.first().catch(() => undefined);
      const code = seen ? 'embeddedAnswers' : 'embeddedSilent';
      return { finding: { code, port: Number(new URL(address).port) }, about: address };
    },
    close: requests.close,
  };
}

interface Opened {
  readonly service: SessionAddress;
  readonly connection: Connection;
  readonly origins: readonly string[];
}

type Requests = ReturnType<typeof prepareRequests>;

function prepareRequests(subject: Subject) {
  let connection: Connection | undefined;
  const opened = once(async (): Promise<Opened | undefined> => {
    const service = await subject.service();
    if (!service) return undefined;
    connection = openConnection({ ...service, timeouts, proxies: subject.proxies });
    const all = [service.contentAddress, service.dataAddress, service.tokenAddress].flatMap((text) => text || []);
    return { service, connection, origins: [...new Set(all.map((text) => new URL(text).origin))] };
  });
  return {
    opened,
    first: once(async () => {
      const at = await opened();
      return at && (await ask(at.connection, greeting(at.origins[0] ?? '')));
    }),
    /** With the token the newest versions of nothing: the cheapest question there is. */
    access: once(async () => {
      const at = await opened();
      return at && (await call(at.connection, contract.findCurrentMetadata, []));
    }),
    /** Where the platform behind the data is, as cheap a question; nothing where one address serves both areas. */
    dataAccess: once(async () => {
      const at = await opened();
      const isAnother = at && at.connection.addresses.data !== at.connection.addresses.content;
      return isAnother ? call(at.connection, contract.getDataInformation) : undefined;
    }),
    close: (): void => connection?.exchanger.close(),
  };
}

/** A request without a secret; whatever answers it will do. */
function greeting(origin: string): OutgoingRequest {
  return { method: 'GET', url: `${origin}/`, headers: { Accept: '*/*' } };
}

async function reachFinding({ opened, first }: Requests): Promise<Found> {
  const found = await serviceOr(opened);
  if ('instead' in found) return found.instead;
  const { origins, connection } = found.at;
  for (const [place, origin] of origins.entries()) {
    const seen = await (place === 0 ? first() : ask(connection, greeting(origin))).catch(toAppError);
    if (seen instanceof AppError) return { finding: unreachable(seen), about: origin };
  }
  return { finding: { code: 'reached', ms: (await first())?.ms ?? 0 }, about: origins.join(', ') };
}

async function signInFinding({ opened, access, dataAccess }: Requests): Promise<Found> {
  const found = await serviceOr(opened);
  if ('instead' in found) return found.instead;
  const { tokenAddress, contentAddress } = found.at.service;
  const about = new URL(tokenAddress || contentAddress).origin;
  const [seen, dataSeen] = await Promise.all([access().catch(toAppError), dataAccess().catch(toAppError)]);
  if (seen instanceof AppError) return { finding: refusal(seen), about };
  const finding: Found['finding'] = seen ? accessFinding(seen) : { code: 'notConnected' };
  if (finding.code !== 'signedIn' || dataSeen === undefined) return { finding, about };
  const inData = dataSeen instanceof AppError ? unreachable(dataSeen) : dataFinding(dataSeen);
  return inData.code === 'signedIn'
    ? { finding, about }
    : { finding: inData, about: found.at.connection.addresses.data };
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

/** What a service is asked with a token. */
async function call(connection: Connection, operation: OperationShape, body?: unknown): Promise<Seen> {
  const { addresses, tokens } = connection;
  const token = await tokens.get(AbortSignal.timeout(networkMs));
  return ask(connection, {
    method: operation.method,
    url: operationUrl(addressOf(operation.area, addresses), operation, { params: {}, query: {} }),
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    payload: jsonPayload(operation, body),
  });
}
