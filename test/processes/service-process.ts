import { ownPort } from '../own-port.ts';
import { startCadsync, type RunningProcess } from './processes.ts';

/** A service that answers on an address, and the environment that points commands at it. */
export interface RunningService {
  readonly environment: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** A fresh access token. */
  getToken(): Promise<string>;
  /** Bytes and status of a GET with a token. */
  get(path: string): Promise<{ readonly status: number; readonly bytes: Buffer; readonly headers: Headers }>;
  getJson(path: string): Promise<unknown>;
}

/** The same in a process of its own. */
export interface ServiceProcess extends RunningService {
  readonly process: RunningProcess;
}

export const serviceSecrets = {
  CADSYNC_CLIENT_ID: 'test-client',
  CADSYNC_CLIENT_SECRET: 'test-secret-0123456789',
  CADSYNC_LICENSE_CODE: 'test-license-0123456789',
} as const;

interface ServiceOptions {
  readonly demo?: boolean;
  readonly port?: number;
  readonly rateLimit?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startService(dataDir: string, options: ServiceOptions = {}): Promise<ServiceProcess> {
  const args = [
    'serve',
    '--port',
    String(options.port ?? (await ownPort())),
    '--data',
    dataDir,
    '--json',
    ...(options.demo ? ['--demo'] : []),
    ...(options.rateLimit === undefined ? [] : ['--rate-limit', options.rateLimit]),
  ];
  const process = startCadsync(args, { ...serviceSecrets, ...options.environment });
  const [line] = await process.waitFor(/^\{.*\}$/m);
  const { baseUrl, authUrl } = JSON.parse(line) as { baseUrl?: string; authUrl: string };
  if (baseUrl === undefined) throw new Error(`The service did not start: ${line}`);
  return { ...serviceAt(baseUrl, authUrl), process };
}

/** What tests ask a service at an address. */
export function serviceAt(baseUrl: string, authUrl = baseUrl): RunningService {
  const environment = { CADSYNC_BASE_URL: baseUrl, CADSYNC_AUTH_URL: authUrl, ...serviceSecrets };
  const get: RunningService['get'] = (path) => getWithToken(baseUrl, environment, path);
  return {
    environment,
    baseUrl,
    getToken: () => requestToken(baseUrl, environment),
    get,
    getJson: async (path) => JSON.parse((await get(path)).bytes.toString('utf8')) as unknown,
  };
}

/** One request with a fresh token, by nothing but fetch: an independent witness of what the service holds. */
export async function getWithToken(baseUrl: string, credentials: Readonly<Record<string, string>>, path: string) {
  const headers = { Authorization: `Bearer ${await requestToken(baseUrl, credentials)}` };
  const response = await fetch(`${baseUrl}${path}`, { headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

async function requestToken(baseUrl: string, credentials: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials['CADSYNC_CLIENT_ID'] ?? '',
      client_secret: credentials['CADSYNC_CLIENT_SECRET'] ?? '',
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}
