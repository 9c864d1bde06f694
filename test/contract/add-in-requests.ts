import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../shared/api/contract.ts';
import type { AddInSite } from './add-in-site.ts';
import { metadataRecord, type Seed, type SeedKey } from './seed.ts';
import { send, type Ask } from './send.ts';
import type { Target } from './target.ts';

/** What is told of a draft that was stored. */
export interface Told {
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly blobId: string;
  readonly baseFilename: string;
  readonly waiting?: boolean;
}

export interface Versions {
  readonly current?: { readonly major: number; readonly waiting?: boolean };
  readonly versions: {
    readonly major: number;
    readonly minor: number;
    readonly sha256: string;
    readonly waiting?: boolean;
  }[];
}

/** What an add-in asks of the site, and what others see at the service behind. */
export function createAddInRequests(opened: () => { readonly site: AddInSite; readonly seeded: Seed }) {
  const asks = async (target: Target, id: OperationId, asked: Ask): Promise<Response> => {
    const answer = await send(target, id, asked);
    if (!answer.ok) throw new Error(`${id} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const ask = async (id: OperationId, asked: Ask): Promise<Response> => asks(opened().site.target, id, asked);
  const behind = async (id: OperationId, asked: Ask): Promise<Response> => send(opened().site.behind, id, asked);
  const publishAt = async (target: Target, key: SeedKey, content: string, more: object = {}) => {
    const blobId = await (await asks(target, 'storeFile', { file: { name: 'pump.rfa', content } })).text();
    const asked = { params: { blobId }, json: [metadataRecord(key, more)] };
    const [told] = (await (await asks(target, 'storeMetadata', asked)).json()) as Told[];
    if (!told) throw new Error('No record was answered.');
    return { blobId, told };
  };
  const versionsBehind = async (key: SeedKey): Promise<Versions> =>
    (await (await behind('listVersions', { params: key })).json()) as Versions;
  return {
    ask,
    behind,
    textOf: async (id: OperationId, asked: Ask): Promise<string> => (await ask(id, asked)).text(),
    jsonOf: async <T>(id: OperationId, asked: Ask): Promise<T> => (await ask(id, asked)).json() as Promise<T>,
    newKey: (): SeedKey => ({ ...opened().seeded.key, type: randomUUID() }),
    /** As add-ins publish: bytes, then what they are. */
    publish: async (key: SeedKey, content: string, more?: object) =>
      publishAt(opened().site.target, key, content, more),
    /** As a colleague does, whom no line is cut for. */
    publishBehind: async (key: SeedKey, content: string, more?: object) =>
      publishAt(opened().site.behind, key, content, more),
    versionsBehind,
    /** The versions of the service, the newest first. */
    numbersBehind: async (key: SeedKey): Promise<string[]> =>
      (await versionsBehind(key)).versions.map(({ major, minor }) => `${major}.${minor}`),
    fileBehind: async (key: SeedKey, query: Ask['query'] = {}): Promise<string> =>
      (await behind('getFile', { params: key, query })).text(),
  };
}
