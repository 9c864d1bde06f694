import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient, type ServiceClient } from '../../electron/client/client.ts';
import { openService } from '../../electron/service/open-service.ts';
import { formatContentKey, type ContentKey } from '../../shared/model/content-key.ts';
import { metadataIdentity } from '../../shared/api/content-key-of.ts';
import { formatVersion } from '../../shared/model/version.ts';
import { frontOf } from './front.ts';
import { startCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { service } from './sync-once.ts';
import { serviceSecrets } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const keyOf = (number: number): ContentKey => ({
  applicationName: number % 2 === 0 ? 'Revit' : 'AutoCAD',
  applicationVersion: '2025',
  etimClassCode: `EC${String(number + 1).padStart(6, '0')}`,
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
  type: 'Template',
});

const clientOf = (contentAddress: string): ServiceClient =>
  createClient({
    contentAddress,
    clientId: serviceSecrets.CADSYNC_CLIENT_ID,
    secrets: {
      clientSecret: async () => serviceSecrets.CADSYNC_CLIENT_SECRET,
      licenseCode: async () => serviceSecrets.CADSYNC_LICENSE_CODE,
    },
  });

async function sendDraft(client: ServiceClient, key: ContentKey, text: string): Promise<void> {
  const file = { fileName: 'part.step', sizeBytes: text.length, open: () => piecesOf(text) };
  const blobId = await client.upload('storeFile', { params: {} }, file);
  const record = { ...metadataIdentity(key), baseFilename: `part ${key.etimClassCode}`, fileExtension: 'step' };
  const body = [{ ...record, category: 'Parts', tags: 'a,b', ownProperty: { kept: true } }];
  await client.call('storeMetadata', { params: { blobId }, body });
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function release(client: ServiceClient, key: ContentKey, comments: string): Promise<void> {
  const { type, languageCode: _, ...cadKey } = key;
  await client.call('release', { params: { ...cadKey, type }, query: {}, body: { comments } });
}

/** What a service says of a file: every version with its bytes and its comment, the oldest first. */
async function historyAt(client: ServiceClient, key: ContentKey) {
  const { type, languageCode: _, ...cadKey } = key;
  const { versions } = await client.call('listVersions', { params: { ...cadKey, type }, query: {} });
  return versions
    .map((version) => ({ version: formatVersion(version), sha256: version.sha256, comments: version.comments }))
    .reverse();
}

/** Two drafts, a release, and one more draft of each. */
const versionsOfEach = 4;

/** A folder of a service that ended, with so many files, the histories in it, and a standard. */
async function folderWith(count: number) {
  const dataDir = temporaryFolder();
  const source = await openService({
    dataDir,
    port: 0,
    credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
    licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE],
  });
  const client = clientOf(source.address);
  const keys = Array.from({ length: count }, (_, number) => keyOf(number));
  for (const key of keys) {
    await sendDraft(client, key, `first of ${key.etimClassCode}`);
    await sendDraft(client, key, `second of ${key.etimClassCode}`);
    await release(client, key, `Issue of ${key.etimClassCode}`);
    await sendDraft(client, key, `first of ${key.etimClassCode}`);
  }
  await client.call('storeStandard', { params: {}, query: {}, body: 'Office' });
  const histories = await Promise.all(keys.map((key) => historyAt(client, key)));
  await client.close();
  await source.close();
  return { dataDir, keys, histories };
}

async function moveIn(dataDir: string, environment: NodeJS.ProcessEnv, ...more: string[]) {
  const { exitCode, output, errors } = await runCommand(['move-in', '--data', dataDir, '--json', ...more], environment);
  return { exitCode, errors, told: JSON.parse(output) as Record<string, unknown> };
}

const uploadsIn = (passed: readonly { readonly url: string }[]): number =>
  passed.filter(({ url }) => url.startsWith('/api/v1/Files/') || url.startsWith('/api/v1/files/')).length;

describe('moving in', () => {
  it('takes every version with its record and comment, tells before what it takes, and does nothing twice', async () => {
    const { dataDir, keys, histories } = await folderWith(3);
    const { environment, baseUrl } = await service();
    const front = await frontOf(baseUrl);
    const toFront = { ...environment, CADSYNC_BASE_URL: front.address };
    const preview = await moveIn(dataDir, toFront, '--preview');
    expect(preview).toMatchObject({
      exitCode: 0,
      told: { files: 3, versions: 12, requests: 22, thereCount: 0, standards: ['Office'], left: [] },
    });
    expect(uploadsIn(front.passed)).toBe(0);

    front.passed.length = 0;
    expect(await moveIn(dataDir, toFront)).toMatchObject({
      exitCode: 0,
      told: { versions: 12, standards: ['Office'], left: [], failed: [] },
    });
    // Those, and looks: before, two after, and at the standards.
    expect(front.passed.filter(({ url }) => url.startsWith('/api/')).length).toBe(22 + 4);
    const target = clientOf(baseUrl);
    expect(await Promise.all(keys.map((key) => historyAt(target, key)))).toEqual(histories);
    const [key = keyOf(0)] = keys;
    const { type: _, languageCode: _language, ...params } = key;
    const [record] = await target.call('getMetadata', { params, query: { majorVersion: '1', minorVersion: '0' } });
    const sha256 = createHash('sha256').update(`second of ${key.etimClassCode}`).digest('hex');
    const given = { category: 'Parts', tags: 'a,b', ownProperty: { kept: true }, comments: 'Issue of EC000001' };
    expect(record).toMatchObject({ ...given, sha256 });

    expect(await moveIn(dataDir, environment)).toMatchObject({ exitCode: 0, told: { versions: 0, standards: [] } });
    expect(Object.values(await target.call('getStandards', { params: {} }))).toEqual(['Office']);
    expect(await Promise.all(keys.map((one) => historyAt(target, one)))).toEqual(histories);
    await target.close();
  });

  it('killed again and again, it goes on where it was, and no version comes twice', async () => {
    const { dataDir, keys, histories } = await folderWith(6);
    const { environment, baseUrl } = await service();
    const front = await frontOf(baseUrl);
    const toFront = { ...environment, CADSYNC_BASE_URL: front.address };
    let kills = 0;
    for (const afterRequests of [4, 7, 11, 16]) {
      front.passed.length = 0;
      const command = startCadsync(['move-in', '--data', dataDir], toFront);
      const ended = command.ended;
      let isOver = false;
      void ended.then(() => (isOver = true));
      while (!isOver && front.passed.length < afterRequests) await new Promise((resolve) => setTimeout(resolve, 2));
      if (!isOver) kills += 1;
      command.kill('SIGKILL');
      await ended;
    }
    expect(kills).toBeGreaterThan(2);
    expect(await moveIn(dataDir, environment)).toMatchObject({ exitCode: 0, told: { left: [], failed: [] } });
    const target = clientOf(baseUrl);
    expect(await Promise.all(keys.map((key) => historyAt(target, key)))).toEqual(histories);
    await target.close();
  });

  it('sends only what is missing, and leaves alone what has something else there', async () => {
    const { dataDir, keys, histories } = await folderWith(5);
    const [whole = keyOf(0), half = keyOf(1), other = keyOf(2), later = keyOf(3)] = keys;
    const { environment, baseUrl } = await service();
    const target = clientOf(baseUrl);
    for (const key of [whole, half]) await sendDraft(target, key, `first of ${key.etimClassCode}`);
    await sendDraft(target, whole, `second of ${whole.etimClassCode}`);
    await release(target, whole, `Issue of ${whole.etimClassCode}`);
    await sendDraft(target, whole, `first of ${whole.etimClassCode}`);
    await sendDraft(target, other, 'of somebody else');
    await sendDraft(target, later, `second of ${later.etimClassCode}`);
    const theirs = await historyAt(target, other);

    const versions = versionsOfEach - 1 + versionsOfEach + versionsOfEach - 2;
    const expected = { files: 3, versions, thereCount: 1 };
    const preview = await moveIn(dataDir, environment, '--preview');
    const left = [`${formatContentKey(other)} (part ${other.etimClassCode}.step)`];
    const olderLeft = [`${formatContentKey(later)} (part ${later.etimClassCode}.step)`];
    expect(preview).toMatchObject({ exitCode: 2, told: { ...expected, left, olderLeft } });
    const moved = await moveIn(dataDir, environment);
    expect(moved).toMatchObject({
      exitCode: 2,
      told: { versions, left, olderLeft, failed: [] },
    });
    const now = await Promise.all(keys.map((key) => historyAt(target, key)));
    const [ofWhole, ofHalf, _, ofLater, ofLast] = histories;
    const withoutFirst = ofLater?.slice(1).map((one, index) => ({ ...one, version: ['0.1', '1.0', '1.1'][index] }));
    expect(now).toEqual([ofWhole, ofHalf, theirs, withoutFirst, ofLast]);
    expect(await moveIn(dataDir, environment)).toMatchObject({ exitCode: 2, told: { versions: 0, left, olderLeft } });
    await target.close();
  });

  it('provokes no refusal of a service that limits requests, and tells how long it takes', async () => {
    const { dataDir, keys, histories } = await folderWith(3);
    const { environment, baseUrl } = await service({ rateLimit: '60/min' });
    const front = await frontOf(baseUrl);
    const toFront = { ...environment, CADSYNC_BASE_URL: front.address };
    const preview = await moveIn(dataDir, toFront, '--preview');
    expect(preview.told).toMatchObject({ requests: 22, leastMs: 0 });
    expect(await moveIn(dataDir, toFront)).toMatchObject({ exitCode: 0 });
    expect(front.passed.filter(({ status }) => status === 429)).toEqual([]);
    // Those requests are spent: more of them would have to wait.
    const { dataDir: more } = await folderWith(20);
    const second = await moveIn(more, toFront, '--preview');
    expect(second.told.leastMs).toBeGreaterThan(60_000);
    const target = clientOf(baseUrl);
    expect(await historyAt(target, keys[1] ?? keyOf(1))).toEqual(histories[1]);
    await target.close();
  });

  it('ends at once where there is no folder to move from', async () => {
    const environment = { ...serviceSecrets, CADSYNC_BASE_URL: 'http://127.0.0.1:9' };
    const command = startCadsync(['move-in', '--data', join(temporaryFolder(), 'nothing'), '--preview'], environment);
    expect(await command.ended).toBe(1);
  });

  it('stops at a file of which the service says that it has other bytes, and moves the others', async () => {
    const { dataDir, keys, histories } = await folderWith(2);
    const { environment, baseUrl } = await service();
    const liar = await frontOf(baseUrl);
    liar.rewrite((url, text) =>
      url.includes('/Metadata/') && text.includes('EC000001')
        ? text.replaceAll(/"sha256":"[0-9a-f]{64}"/g, `"sha256":"${'0'.repeat(64)}"`)
        : text,
    );
    const { exitCode, told } = await moveIn(dataDir, { ...environment, CADSYNC_BASE_URL: liar.address });
    expect({ exitCode, told }).toMatchObject({
      exitCode: 2,
      told: {
        versions: versionsOfEach,
        failed: [{ name: `${formatContentKey(keyOf(0))} (part EC000001.step)`, code: 'bytes-differ-on-service' }],
      },
    });
    const target = clientOf(baseUrl);
    // What was stored under a lie is where it stopped.
    expect(await historyAt(target, keys[0] ?? keyOf(0))).toEqual(histories[0]?.slice(0, 1));
    expect(await historyAt(target, keys[1] ?? keyOf(1))).toEqual(histories[1]);
    await target.close();
  });

  it('is refused, and sends nothing, while the service of the folder runs', async () => {
    const { dataDir } = await folderWith(1);
    const running = await openService({
      dataDir,
      port: 0,
      credentials: { clientId: 'x', clientSecret: 'y' },
      licenseCodes: [],
    });
    const { environment } = await service();
    const refused = await moveIn(dataDir, environment);
    await running.close();
    expect(refused).toMatchObject({ exitCode: 1, told: { error: { code: 'service-data-in-use' } } });
  });
});
