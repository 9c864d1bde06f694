import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDiskBlobs } from '../../../electron/service/blobs/disk-blobs.ts';
import { createService, type ServiceOptions } from '../../../electron/service/create-service.ts';
import type { ServiceProblem } from '../../../electron/service/http/send-problem.ts';
import type { ServiceServer } from '../../../electron/service/service-server.ts';
import type { Store } from '../../../electron/service/store/store.ts';
import { openTestStore } from './open-test-store.ts';
import { credentials, licenseCode } from './service-credentials.ts';
import { metadataRecord, type SeedKey } from '../../contract/seed.ts';

export { credentials, licenseCode };

export const pumpKey: SeedKey = {
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '3',
  etimModelCode: 'MC000123',
  etimModelCodeVersion: '2',
  type: 'Template',
};

/** The key as it stands in paths. */
export const pumpPath = 'Revit/2025/EC011524/3/MC000123/2';

/** A service on a store that ends with the test, spoken to without a network. */
export interface StartedService {
  readonly service: ServiceServer;
  readonly store: Store;
  readonly problems: readonly ServiceProblem[];
  /** Sends a request with a valid token; `json` becomes its body. */
  readonly send: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) => Promise<Answered>;
  /** Stores bytes and answers their blob id. */
  readonly storeBytes: (content: string) => Promise<string>;
  /** Stores metadata for bytes and answers the stored records. */
  readonly storeDraft: (blobId: string, more?: object, key?: SeedKey) => Promise<Answered>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body read as JSON, for tests to look into. */
  readonly json: () => unknown;
}

export async function startService(options: Partial<ServiceOptions> = {}): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-service-'));
  const store = options.store ?? (await openTestStore());
  const problems: ServiceProblem[] = [];
  const service = await createService({
    store,
    blobs: await createDiskBlobs(folder),
    credentials,
    licenseCodes: [licenseCode],
    onProblem: (problem) => problems.push(problem),
    failedLoginGapMs: 0,
    ...options,
  });
  onTestFinished(async () => {
    await service.close();
    await store.close();
    await rm(folder, { recursive: true });
  });
  const authorize = async () => ({ authorization: `Bearer ${await tokenOf(service)}` });

  const send: StartedService['send'] = async (method, path, json) => {
    const payload = json === undefined ? {} : { payload: JSON.stringify(json) };
    const headers = { ...(await authorize()), 'content-type': 'application/json' };
    return answered(await service.inject({ method, url: `/api/v1${path}`, headers, ...payload }));
  };
  return {
    service,
    store,
    problems,
    send,
    async storeBytes(content) {
      const { payload, contentType } = formOf('pump.rfa', content);
      const headers = { ...(await authorize()), 'content-type': contentType };
      const answer = await service.inject({ method: 'POST', url: `/api/v1/Files/${licenseCode}`, headers, payload });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.body;
    },
    storeDraft: (blobId, more = {}, key = pumpKey) =>
      send('POST', `/Metadata/${blobId}/${licenseCode}`, [metadataRecord(key, more)]),
  };
}

export async function tokenOf(service: ServiceServer): Promise<string> {
  const answer = await service.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&client_id=unit&client_secret=unit-secret',
  });
  return answer.json<{ access_token: string }>().access_token;
}

export function formOf(fileName: string, content: string): { payload: string; contentType: string } {
  const lines = ['--part', `Content-Disposition: form-data; name="file"; filename="${fileName}"`, '', content];
  return { payload: [...lines, '--part--', ''].join('\r\n'), contentType: 'multipart/form-data; boundary=part' };
}

interface Injected {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export function answered({ statusCode, headers, body }: Injected): Answered {
  return { status: statusCode, headers, text: body, json: () => JSON.parse(body) as unknown };
}
