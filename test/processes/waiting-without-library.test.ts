import { expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { createKeychain } from '../fakes/keychain.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { credentials, licenseCode } from '../unit/service/service-credentials.ts';
import { addresses, openApp, startHome, until, type App } from './open-window-calls.ts';

const embedded = { kind: 'embedded', httpAcceptedFor: '', ...addresses(''), clientId: '' } as const;
const { structures, products } = makeDemoCatalogue();

/** An app without a library: nothing but what people ask for is asked of the service. */
async function openConnected() {
  const dataDir = temporaryFolder();
  const home = await startHome({ dataDir });
  await home.importProducts(structures, products);
  const kept = { dataDir: temporaryFolder(), keychain: createKeychain() };
  const opened = await openApp(kept);
  const draft = {
    ...addresses(home.address),
    ...{ clientId: credentials.clientId, secrets: { clientSecret: credentials.clientSecret, licenseCode } },
    httpAccepted: false,
  };
  await opened.client.connection.save({ ...draft, confirmed: true, startWithout: false });
  const comeBack = () => startHome({ dataDir, port: Number(new URL(home.address).port) });
  return { ...opened, ...{ home, draft, kept, comeBack } };
}

const untilAllIsSent = ({ app }: Pick<App, 'app'>): Promise<void> =>
  until(app, () => app.addIns.writes.list().length === 0);

const named = (standards: readonly { readonly name: string; readonly waits?: true | undefined }[]) =>
  standards.map(({ name, waits }) => [name, waits]);

it('what waits goes out after the app was started again, although no library asks the service', async () => {
  const { client, close, home, kept, comeBack } = await openConnected();
  await home.close();
  await client.standards.add({ name: 'Office' });
  await close();
  await comeBack();
  const again = await openApp(kept);
  await untilAllIsSent(again);
  expect(named((await again.client.standards.list()).standards)).toEqual([['Office', undefined]]);
});

it('what waits for a service is done there once the embedded one has moved in, next to what came along', async () => {
  const { app, client, home, draft, comeBack } = await openConnected();
  const [found] = await client.products.lookup({ queries: [{ by: 'gtin', gtin: products[0]?.gtins[0] ?? '' }] });
  await home.close();
  await client.selections.store({ name: 'Plant room', productIds: [found?.product?.productId ?? 0] });
  await client.standards.add({ name: 'Office' });
  await app.connection.connect(embedded);
  // What waited may be looked at while its service is not the one that is connected.
  app.addIns.writes.retry();
  for (const name of ['House style', 'Office']) await client.standards.add({ name });
  // Nothing of what waits elsewhere is said of this one.
  const both = [
    ['House style', undefined],
    ['Office', undefined],
  ];
  expect(named((await client.standards.list()).standards)).toEqual(both);
  expect(await client.selections.list()).toEqual([]);

  await comeBack();
  await client.move.start(draft);
  await until(app, () => app.snapshot().status.move?.state === 'ended');
  await untilAllIsSent({ app });
  expect(named((await client.standards.list()).standards)).toEqual(both);
  const [plantRoom, ...others] = await client.selections.list();
  expect([plantRoom?.name, plantRoom?.waits, others]).toEqual(['Plant room', undefined, []]);
  const opened = { filterId: plantRoom?.filterId ?? '', kind: 'interface' } as const;
  expect((await client.selections.open({ ...opened, disabledFields: [] })).productCount).toBe(1);
});
