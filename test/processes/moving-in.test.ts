import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { createClient, type ServiceClient } from '../../electron/client/client.ts';
import { readRateLimits } from '../../electron/entry/commands/read-rate-limits.ts';
import { parseContentKey, type ContentKey } from '../../shared/model/content-key.ts';
import type { MoveRecord } from '../../shared/rpc/move-records.ts';
import { createKeychain } from '../fakes/keychain.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { credentials, licenseCode } from '../unit/service/service-credentials.ts';
import { frontOf } from './front.ts';
import { addresses, openApp, startHome, until, type App } from './open-window-calls.ts';

const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;
const pathOf = (number: number): string => `EC0110${number + 10}_v7/MC000101_v2/part ${number}.step`;
const keyOf = (number: number): string => `Revit/2025/EC0110${number + 10}/7/MC000101/2/Template`;

const embedded = { kind: 'embedded', httpAcceptedFor: '', ...addresses(''), clientId: '' } as const;

/** An app on the embedded service, with a library of so many files that are there. */
async function appWith(count: number, dataDir = temporaryFolder(), keychain = createKeychain()) {
  const opened = await openApp({ dataDir, keychain });
  const root = temporaryFolder();
  await opened.app.connection.connect(embedded);
  await opened.client.settings.save({ quietTimeMs: 200 });
  for (let number = 0; number < count; number += 1) saveIn(root, number, `first of ${number}`);
  await opened.client.libraries.add({ root, programs: [{ name: 'Revit', version: '2025' }], confirmed: false });
  await until(opened.app, () => sentFrom(opened) === count);
  return { ...opened, root };
}

function saveIn(root: string, number: number, text: string): void {
  mkdirSync(dirname(join(root, pathOf(number))), { recursive: true });
  writeFileSync(join(root, pathOf(number)), drawing(text));
}

const sentFrom = ({ app }: Pick<App, 'app'>): number =>
  app.engine.activity.list(50).filter(({ kind }) => kind === 'uploaded').length;

/** Saves a file and has the library look at once. */
async function saveAndScan(
  { client, root }: App & { readonly root: string },
  number: number,
  text: string,
): Promise<void> {
  saveIn(root, number, text);
  const [library] = (await client.snapshot()).status.libraries;
  await client.libraries.scan({ libraryId: library?.libraryId ?? '' });
}

const moveOf = ({ app }: Pick<App, 'app'>): MoveRecord | undefined => app.snapshot().status.move;

const clientOf = (contentAddress: string): ServiceClient =>
  createClient({
    contentAddress,
    clientId: credentials.clientId,
    secrets: { clientSecret: async () => credentials.clientSecret, licenseCode: async () => licenseCode },
  });

/** `0.1 first of 2`, oldest first: what a service says of a file, told by texts that a test knows. */
async function versionsAt(contentAddress: string, number: number, texts: readonly string[]): Promise<string[]> {
  const client = clientOf(contentAddress);
  const key = parseContentKey(keyOf(number));
  if (!key.ok) throw new Error(keyOf(number));
  const { type, languageCode: _, ...params }: ContentKey = key.value;
  const { versions } = await client.call('listVersions', { params: { ...params, type }, query: {} });
  await client.close();
  const textOf = (sha256: string | undefined): string | undefined =>
    texts.find((text) => createHash('sha256').update(drawing(text)).digest('hex') === sha256);
  return versions
    .map(({ major, minor, sha256, comments }) =>
      [`${major}.${minor}`, textOf(sha256), comments].filter(Boolean).join(' '),
    )
    .reverse();
}

const draftTo = (address: string) => ({
  ...addresses(address),
  clientId: credentials.clientId,
  secrets: { clientSecret: credentials.clientSecret, licenseCode },
  httpAccepted: false,
});

describe('changing from the embedded service to another one', () => {
  it('asks about what the embedded one has, moves it, and finds everything in step there', async () => {
    const opened = await appWith(3);
    const { app, client } = opened;
    await saveAndScan(opened, 0, 'second of 0');
    await until(app, () => sentFrom(opened) === 4);
    expect(await client.publish.release({ keys: [keyOf(0)], comment: 'First issue' })).toMatchObject({ refused: [] });
    await until(app, () => app.snapshot().status.counts.drafts === 2);
    const home = await startHome();
    const front = await frontOf(home.address);
    const draft = draftTo(front.address);

    const asked = await client.connection.save({ ...draft, confirmed: false, startWithout: false });
    expect(asked).toMatchObject({ done: false, canMoveIn: true });
    expect((await client.snapshot()).status.connection.kind).toBe('embedded');
    expect(await client.move.preview(draft)).toMatchObject({
      files: 3,
      versions: 5,
      requests: 9,
      left: [],
      thereCount: 0,
    });

    await client.move.start(draft);
    await until(app, () => moveOf(opened)?.state === 'ended');
    expect(moveOf(opened)).toMatchObject({ versions: { done: 5, total: 5 }, left: [], failed: [] });
    expect(app.snapshot().status.connection.kind).toBe('remote');
    expect(await versionsAt(home.address, 0, ['first of 0', 'second of 0'])).toEqual([
      '0.1 first of 0',
      '0.2 second of 0',
      '1.0 second of 0 First issue',
    ]);
    await until(app, () => app.snapshot().status.libraries.every(({ standings }) => standings.inStep === 3));
    const uploads = (): number => front.passed.filter(({ url }) => url.startsWith('/api/v1/Metadata/')).length;
    const sent = uploads();

    // What is saved from now on follows what was moved.
    await saveAndScan(opened, 1, 'second of 1');
    await until(app, () => sentFrom(opened) === 5);
    expect(uploads()).toBe(sent + 1);
    expect(await versionsAt(home.address, 1, ['first of 1', 'second of 1'])).toEqual([
      '0.1 first of 1',
      '0.2 second of 1',
    ]);
    await client.move.end();
    expect(moveOf(opened)).toBeUndefined();
  });

  it('takes standards and saved selections along, once, and tells what the other one does not take', async () => {
    const { app, client } = await openApp();
    await app.connection.connect(embedded);
    await app.host.embedded.loadDemoProducts();
    for (const name of ['House style', 'There already']) await client.standards.add({ name });
    const { structures, products } = makeDemoCatalogue();
    const [known, unknown] = [products[0]?.productId ?? 0, products.at(-1)?.productId ?? 0];
    const plantRoom = await client.selections.store({ name: 'Plant room', productIds: [known] });
    await client.selections.store({ name: 'Unknown there', productIds: [unknown] });
    const home = await startHome();
    await home.importProducts(structures.slice(0, 1), products.slice(0, 1));
    const other = clientOf(home.address);
    await other.call('storeStandard', { params: {}, query: {}, body: 'There already' });
    const draft = draftTo(home.address);

    expect(await client.move.preview(draft)).toMatchObject({
      ...{ files: 0, standardCount: 1, selectionCount: 2, requests: 5 },
    });
    await client.move.start(draft);
    await until(app, () => moveOf({ app })?.state === 'refused');
    expect(moveOf({ app })?.failed.map(({ name }) => name)).toEqual(['Unknown there']);
    await client.move.resume({ withoutFailed: true });
    await until(app, () => moveOf({ app })?.state === 'ended');
    const standards = await other.call('getStandards', { params: {} });
    expect(Object.values(standards).sort()).toEqual(['House style', 'There already']);
    const [moved, ...more] = await client.selections.list();
    expect([moved?.name, more]).toEqual([plantRoom.name, []]);
    const opened = { filterId: moved?.filterId ?? '', kind: 'interface', disabledFields: [] } as const;
    const detail = await client.selections.open({ ...opened, disabledFields: [] });
    expect(detail.products.map(({ productCode }) => productCode)).toEqual([products[0]?.productCode]);
    await other.close();
  });

  it('goes on after the app was closed in the middle, and after a pause', async () => {
    const [dataDir, keychain] = [temporaryFolder(), createKeychain()];
    const first = await appWith(8, dataDir, keychain);
    const home = await startHome();
    const front = await frontOf(home.address);
    const hang = (): undefined => undefined;
    front.answerInstead(hang, 12);
    await first.client.move.start(draftTo(front.address));
    await until(first.app, () => (moveOf(first)?.versions.done ?? 0) > 1);
    await first.close();

    front.answerInstead(hang, 6);
    const second = await openApp({ dataDir, keychain });
    expect(moveOf(second)?.state).toMatch(/comparing|sending/);
    await second.client.move.pause();
    expect(moveOf(second)).toMatchObject({ state: 'paused' });
    front.answerInstead(undefined);
    const passed = front.passed.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(front.passed.length).toBe(passed);
    await second.client.move.resume({ withoutFailed: false });
    await until(second.app, () => moveOf(second)?.state === 'ended');
    expect(second.app.snapshot().status.connection.kind).toBe('remote');
    for (let number = 0; number < 8; number += 1) {
      expect(await versionsAt(home.address, number, [`first of ${number}`])).toEqual([`0.1 first of ${number}`]);
    }
  });

  it('waits where the service is gone or the license is missing, says why, and goes on', async () => {
    const opened = await appWith(2);
    const home = await startHome();
    const front = await frontOf(home.address);
    front.answerInstead((response) => response.destroy(), 3);
    const { secrets: _, ...draft } = draftTo(front.address);
    await opened.client.move.start({ ...draft, secrets: { clientSecret: credentials.clientSecret } });
    await until(opened.app, () => moveOf(opened)?.state === 'waiting');
    expect(moveOf(opened)?.error?.code).toMatch(/service-unreachable|license-code-missing/);
    front.answerInstead(undefined);
    await opened.client.move.resume({ withoutFailed: false });
    await until(opened.app, () => moveOf(opened)?.error?.code === 'license-code-missing');
    expect(moveOf(opened)?.nextTryAtMs).toBeUndefined();
    expect(opened.app.snapshot().status.connection.kind).toBe('embedded');
    await opened.client.move.start(draftTo(front.address));
    await until(opened.app, () => moveOf(opened)?.state === 'ended');
  });

  it('leaves a file alone that has something else there: both are in conflict then, and nothing is lost', async () => {
    const opened = await appWith(2);
    const home = await startHome();
    const other = await appWith(0);
    await other.client.connection.save({ ...draftTo(home.address), confirmed: true, startWithout: true });
    await saveAndScan(other, 1, 'of somebody else');
    await until(other.app, () => sentFrom(other) === 1);
    await opened.client.move.start(draftTo(home.address));
    await until(opened.app, () => moveOf(opened)?.state === 'ended');
    expect(moveOf(opened)).toMatchObject({ left: ['part 1.step'], leftCount: 1, failed: [] });
    await until(opened.app, () =>
      opened.app.snapshot().status.libraries.some(({ standings }) => standings.needsYou === 1),
    );
    expect(await versionsAt(home.address, 1, ['of somebody else', 'first of 1'])).toEqual(['0.1 of somebody else']);
  });

  it('goes over at once, and moves nothing, where a person says that it stays', async () => {
    const { app, client } = await appWith(1);
    const home = await startHome({ rateLimits: readRateLimits('1000/min') });
    const answer = await client.connection.save({ ...draftTo(home.address), confirmed: true, startWithout: true });
    expect(answer).toMatchObject({ done: true, canMoveIn: false });
    expect(app.snapshot().status).toMatchObject({ connection: { kind: 'remote' }, move: undefined });
  });
});
