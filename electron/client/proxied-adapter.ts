import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { AxiosResponse } from 'axios';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Adapter } from './adapter.ts';
import type { Attempt, Timeouts } from './attempt.ts';
import { proxySignInNeeded } from './proxy-sign-in.ts';
import type { Proxy } from './route.ts';

/** Connections that axios' own adapter makes, by way of a proxy. */
export interface ProxiedAgents {
  readonly httpAgent: http.Agent;
  readonly httpsAgent: https.Agent;
}

/** @param limits `timeout`: how long a connection may lie idle, in milliseconds; with 0 none is kept */
export function proxiedAgents(limits: { readonly maxSockets: number; readonly timeout: number }): ProxiedAgents {
  const options = { ...limits, keepAlive: limits.timeout > 0, keepAliveMsecs: probeAfterMs };
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) };
}

/** What axios sets for every request. The agent's own value differs, and each change between the two costs eight calls to the system. */
const probeAfterMs = 60_000;

/** The adapter of axios itself, with the phases of each request told to its attempt: alone it has one time-out for all. */
export function proxiedAdapter(agents: ProxiedAgents, proxy: Proxy, attempt: Attempt, timeouts: Timeouts): Adapter {
  return async (request) => {
    // Few are behind a proxy, and the whole of axios takes a tenth of the start of a command, and 9 MB.
    const { default: axios, AxiosHeaders } = await import('axios');
    // Axios would send what was taken back meanwhile, and nobody could take that back any more.
    request.signal.throwIfAborted();
    const send = axios.getAdapter('http');
    const response = (await send({
      ...request,
      headers: new AxiosHeaders(request.headers),
      ...agents,
      proxy,
      // A redirect would carry the license code in the path to another place; it is an answer like any other.
      maxRedirects: 0,
      // Lengths, ranges and hashes speak of the bytes as they are sent.
      decompress: false,
      maxBodyLength: Infinity,
      maxContentLength: -1,
      responseType: 'stream',
      validateStatus: () => true,
      transport: watchedTransport(attempt, timeouts, request.data !== undefined),
    })) as AxiosResponse<Readable>;
    if (isOfProxyAlone(response)) throw noWayThrough(proxy, response);
    return response;
  };
}

/**
 * Whether a proxy makes no way to a service that is asked by TLS: no word of that came through it. Who is asked to sign
 * in, to the proxy or to the network, is told so by the answer.
 */
function isOfProxyAlone({ config, request, status, headers }: AxiosResponse): boolean {
  const isTunnelled = config.url?.startsWith('https:') === true;
  if (!isTunnelled || (request as ClientRequest).socket instanceof TLSSocket) return false;
  // Proxies say with pages of their own what they cannot do; a portal forbids everything.
  const isForbidding = status === 403 && /^text\/html/i.test(String(headers['content-type']));
  const isPortal = (status >= 300 && status < 400) || status === 511 || isForbidding;
  return status !== proxySignInNeeded && !isPortal;
}

function noWayThrough({ host, port }: Proxy, response: AxiosResponse<Readable>): AppError {
  response.data.destroy();
  return new AppError('service-unreachable', {
    detail: `The proxy ${host}:${port} makes no way to it (status ${response.status}).`,
  });
}

/** What axios calls to start a request. */
interface Transport {
  request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest;
}

function watchedTransport(attempt: Attempt, timeouts: Timeouts, hasBody: boolean): Transport {
  return {
    request(options, onAnswer) {
      const secure = options.protocol === 'https:';
      const agent = endingWith(options.agent, attempt.signal);
      const request = (secure ? https : http).request({ ...options, agent }, onAnswer);
      watchPhases(request, attempt, timeouts, { secure, hasBody });
      return request;
    },
  };
}

/**
 * The agent of axios for tunnels hands a connection out once the proxy has answered: until then nobody else can end it,
 * and one that never answers would hold it for ever. Each request has a tunnel of its own.
 */
function endingWith(agent: RequestOptions['agent'], signal: AbortSignal): RequestOptions['agent'] {
  if (typeof agent !== 'object' || !('proxy' in agent)) return agent;
  return Object.create(agent, { proxy: { value: { ...(agent.proxy as object), signal } } }) as http.Agent;
}

function watchPhases(
  request: ClientRequest,
  attempt: Attempt,
  timeouts: Timeouts,
  { secure, hasBody }: { readonly secure: boolean; readonly hasBody: boolean },
): void {
  const onConnected = (): void => {
    attempt.markConnected();
    attempt.arm(hasBody ? timeouts.idleMs : timeouts.answerMs);
  };
  // A tunnel is made for each request before it is given a socket; the proxy may close instead of saying that it cannot.
  if (secure) attempt.arm(timeouts.connectMs);
  // Waiting for a free socket has no limit of its own: those who hold one have theirs.
  request.once('socket', (socket) => {
    // Not `reusedSocket`: one that is handed over from a request to the next in line does not count as reused.
    if (isConnected(socket, secure)) return onConnected();
    attempt.arm(timeouts.connectMs);
    socket.once(secure ? 'secureConnect' : 'connect', onConnected);
  });
  request.once('finish', () => {
    attempt.markSent();
    if (!attempt.answered()) attempt.arm(timeouts.answerMs);
  });
  request.once('response', () => attempt.markAnswered());
}

function isConnected(socket: Socket, secure: boolean): boolean {
  if (socket.connecting) return false;
  if (!secure) return true;
  // Node's own word for a handshake that is under way; its types do not have it.
  return socket instanceof TLSSocket && !('secureConnecting' in socket && socket.secureConnecting === true);
}
