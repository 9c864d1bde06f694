import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import { requestToken } from '../contract/target.ts';
import { createKeychain } from '../fakes/keychain.ts';
import { ownPort } from '../own-port.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { credentials, licenseCode } from '../unit/service/service-credentials.ts';
import { addresses, openApp, startHome, until, type App } from './open-window-calls.ts';
import { queuedOf } from '../fakes/engine/queued-of.ts';

const path = 'EC011022_v7/MC000101_v2/door.step';
const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;
const secrets = { clientSecret: credentials.clientSecret, licenseCode };

const happened = ({ app }: Pick<App, 'app'>, wanted: string): number =>
  app.engine.activity.list(50).filter(({ kind }) => kind === wanted).length;

/** An app whose service went away after it had the first version of a file: a save of it and a release wait. */
async function appWithFullQueue() {
  const dataDir = temporaryFolder();
  const home = await startHome({ dataDir });
  const opened = await openApp({ keychain: createKeychain() });
  const { app, client } = opened;
  const draft = { ...addresses(home.address), clientId: credentials.clientId, secrets };
  const answers = { confirmed: false, httpAccepted: false, startWithout: false };
  await client.settings.save({ quietTimeMs: 200 });
  await client.connection.save({ ...draft, ...answers });
  const root = temporaryFolder();
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), drawing('first'));
  const { added } = await client.libraries.add({
    root,
    programs: [{ name: 'Revit', version: '2025' }],
    confirmed: false,
  });
  await until(app, () => happened(opened, 'uploaded') === 1);
  await home.close();
  writeFileSync(join(root, path), drawing('second'));
  await client.libraries.scan({ libraryId: added?.libraryId ?? '' });
  await until(app, () => queuedOf(app.engine).some(({ intent }) => intent.operation === 'upload'));
  expect(await client.publish.release({ keys: [key], comment: 'Second issue' })).toMatchObject({ refused: [] });
  const startAgain = (): ReturnType<typeof startHome> =>
    startHome({ dataDir, port: Number(new URL(home.address).port) });
  return { opened, draft, answers, startAgain };
}

const waiting = { files: [path], fileCount: 1, releases: ['door.step'], releaseCount: 1 };

it('signing out names what waits first; all of it is still there, and goes out, after signing in again', async () => {
  const { opened, draft, answers, startAgain } = await appWithFullQueue();
  const { app, client } = opened;
  const asked = await client.connection.removeSecret({ name: 'clientSecret', confirmed: false });
  expect(asked).toMatchObject({ done: false, atStake: waiting });
  expect(app.snapshot().status.connection.clientSecret).toBe('keychain');

  expect(await client.connection.removeSecret({ name: 'clientSecret', confirmed: true })).toMatchObject({ done: true });
  expect(app.snapshot().status.connection.clientSecret).toBe('none');
  const queued = queuedOf(app.engine).map(({ intent }) => intent.operation);
  expect(queued.toSorted()).toEqual(['release', 'upload']);

  await startAgain();
  // The same account is no other one: nothing is asked.
  expect(await client.connection.save({ ...draft, ...answers })).toMatchObject({ done: true });
  await until(app, () => happened(opened, 'released') === 1);
  expect(happened(opened, 'uploaded')).toBe(2);
  expect(queuedOf(app.engine)).toEqual([]);
});

it('who signs out is signed out at the next start too, where the keychain was locked at this one', async () => {
  const home = await startHome();
  const draft = { ...addresses(home.address), clientId: credentials.clientId };
  const answers = { confirmed: true, httpAccepted: false, startWithout: true };
  const first = await openApp();
  await first.client.connection.save({ ...draft, ...answers, secrets });
  await first.close();

  first.keychain.lock();
  const second = await openApp(first);
  await second.client.connection.save({ ...draft, ...answers, secrets: { clientSecret: credentials.clientSecret } });
  expect(second.app.snapshot().status.connection.clientSecret).toBe('memory');
  const signOut = () => second.client.connection.removeSecret({ name: 'clientSecret', confirmed: true });
  await expect(signOut()).rejects.toMatchObject({ data: { code: 'secret-not-removed' } });
  second.keychain.unlock();
  expect(await signOut()).toMatchObject({ done: true });
  await second.close();

  const third = await openApp(second);
  expect(third.app.snapshot().status.connection).toMatchObject({ clientSecret: 'none', licenseCode: 'keychain' });
});

it('changing the account names what goes out as the other one, and changes nothing without a yes', async () => {
  const { opened, draft, answers } = await appWithFullQueue();
  const { app, client } = opened;
  const other = { ...draft, clientId: 'somebody-else' };
  const asked = await client.connection.save({ ...other, ...answers });
  expect(asked).toMatchObject({ done: false, atStake: waiting });
  expect(app.snapshot().status.connection.clientId).toBe(credentials.clientId);
  const changed = await client.connection.save({ ...other, ...answers, confirmed: true });
  expect(changed).toMatchObject({ done: true });
  expect(app.snapshot().status.connection.clientId).toBe('somebody-else');
  expect(queuedOf(app.engine)).toHaveLength(2);
});

it('what an add-in wrote is named too, and has the service tried soon', async () => {
  const home = await startHome();
  const opened = await openApp({ keychain: createKeychain() });
  const { app, client } = opened;
  const draft = { ...addresses(home.address), clientId: credentials.clientId, secrets };
  const answers = { confirmed: false, httpAccepted: false, startWithout: false };
  await client.connection.save({ ...draft, ...answers });
  await client.addIns.turn({ on: true, port: await ownPort() });
  const made = await client.addIns.renew();
  const { address = '' } = await client.addIns.state();
  await home.close();
  const token = await requestToken(address, made.clientId, made.clientSecret);
  const written = await fetch(`${address}/api/v1/Standard/licenseCode?licenseCode=${made.licenseCode}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify('House style'),
  });
  expect(written.status).toBe(200);
  const asked = await client.connection.removeSecret({ name: 'clientSecret', confirmed: false });
  expect(asked).toMatchObject({ done: false, atStake: { written: ['House style'], writtenCount: 1 } });
  const other = await client.connection.save({ ...draft, clientId: 'somebody-else', ...answers });
  expect(other).toMatchObject({ done: false, atStake: { writtenCount: 1 } });
  // Somebody waits: whatever was guessed of the outage, the next try is at most ten seconds away.
  const { gate } = app.engine;
  const waits = Array.from({ length: 20 }, () => {
    gate.noteFailure(new AppError('service-unreachable'));
    return (app.snapshot().status.connection.nextTryAtMs ?? Infinity) - Date.now();
  });
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
});

it('a file that waits to be saved is named too, and is there when the service is asked again', async () => {
  const dataDir = temporaryFolder();
  const home = await startHome({ dataDir });
  const { app, client } = await openApp({ keychain: createKeychain() });
  const draft = { ...addresses(home.address), clientId: credentials.clientId, secrets };
  const answers = { confirmed: false, httpAccepted: false, startWithout: false };
  await client.connection.save({ ...draft, ...answers });
  await home.close();
  expect(await client.saving.start({ kind: 'productsTable', productIds: [1], languageCode: 'en' })).toEqual({
    isStarted: true,
  });
  await until(app, () => app.snapshot().saving?.state === 'waiting');
  const asked = await client.connection.removeSecret({ name: 'clientSecret', confirmed: false });
  expect(asked).toMatchObject({ done: false, atStake: { exports: [expect.stringMatching(/\.csv$/)], exportCount: 1 } });
  expect(await client.connection.removeSecret({ name: 'clientSecret', confirmed: true })).toMatchObject({ done: true });
  expect(app.snapshot().saving?.state).toBe('waiting');
});
