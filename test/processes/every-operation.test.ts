import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCountingProxy, type CountingProxy, type Exchange } from '../../build/bench/sync/counting-proxy.ts';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import type { SecretsPort } from '../../electron/engine/application/connection-ports.ts';
import type { ViewName } from '../../renderer/state/route.ts';
import { contract, operationIds, type OperationId } from '../../shared/api/contract.ts';
import type { OperationShape } from '../../shared/api/operation.ts';
import { noSecrets } from '../fakes/no-secrets.ts';
import { openClient } from '../unit/channels/open-client.ts';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { libraryWith, service } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Where a person comes to each operation, in the window and on the command line: one that has no place does not compile. */
const places: { readonly [Id in OperationId]: { readonly view: ViewName; readonly command: string } } = {
  getAttachment: { view: 'products', command: 'attachments save' },
  exportFilter: { view: 'exports', command: 'export' },
  exportProducts: { view: 'exports', command: 'export' },
  getFile: { view: 'library', command: 'sync' },
  storeFile: { view: 'library', command: 'sync' },
  getMetadata: { view: 'products', command: 'attachments files' },
  storeMetadata: { view: 'library', command: 'sync' },
  listMetadata: { view: 'library', command: 'sync' },
  findMetadata: { view: 'products', command: 'attachments files' },
  findCurrentMetadata: { view: 'settings', command: 'sync' },
  getStandards: { view: 'exports', command: 'standards list' },
  storeStandard: { view: 'exports', command: 'standards add' },
  getValidationFile: { view: 'validation', command: 'validate report' },
  storeValidationFile: { view: 'validation', command: 'validate add' },
  getValidationRequests: { view: 'validation', command: 'validate list' },
  deleteValidationRequests: { view: 'validation', command: 'validate delete' },
  storeValidationRequest: { view: 'validation', command: 'validate add' },
  getNamedValidationRequests: { view: 'validation', command: 'validate list' },
  deleteNamedValidationRequests: { view: 'validation', command: 'validate delete' },
  listVersions: { view: 'versions', command: 'versions' },
  release: { view: 'publish', command: 'release' },
  setBimReady: { view: 'products', command: 'bim-ready' },
  getDataInformation: { view: 'settings', command: 'platform' },
  getProduct: { view: 'products', command: 'lookup' },
  findProducts: { view: 'products', command: 'lookup' },
  getProductByGtin: { view: 'products', command: 'lookup' },
  getProductValues: { view: 'products', command: 'lookup' },
  getFilter: { view: 'exports', command: 'filter show' },
  storeFilter: { view: 'exports', command: 'filter add' },
  getStructure: { view: 'validation', command: 'validate check' },
};

const classes = {
  etimClassCode: 'EC011022',
  etimClassCodeVersion: '7',
  etimModelCode: 'MC000101',
  etimModelCodeVersion: '2',
};
const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
const folder = 'EC011022_v7/MC000101_v2';
const revit = { name: 'Revit', version: '2025' };
const languageCode = 'en';

/** Too long to go along with its metadata. */
const longDrawing = sampleDrawing('step/as1-oc-214.stp');

/** A keychain that has the secrets of the test's service. */
const secretsOfTest: SecretsPort = {
  ...noSecrets,
  get: async (name) =>
    name === 'clientSecret' ? serviceSecrets.CADSYNC_CLIENT_SECRET : serviceSecrets.CADSYNC_LICENSE_CODE,
  placeOf: async () => 'keychain',
};

/** The operation that a request was for. */
function operationOf({ method, path }: Exchange): OperationId | undefined {
  const [asked = ''] = path.split('?');
  return operationIds.find((id) => {
    const shape: OperationShape = contract[id];
    const form = shape.path
      .replace('{version}', '1')
      .replace(/\/\{\w+\}$/, shape.lastParamOptional ? '(/[^/]*)?' : '/[^/]+');
    return shape.method === method && new RegExp(`^${form.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(asked);
  });
}

/** A service with demo products, an attachment and a proxy that tells what is asked of it. */
async function openProxied() {
  const behind = await service({ demo: true });
  const proxy = await startCountingProxy(behind.baseUrl);
  onTestFinished(() => proxy.close());
  const headers = { authorization: `Bearer ${await behind.getToken()}` };
  const form = new FormData();
  form.append('file', new Blob(['a drawing']), 'sheet.pdf');
  const license = serviceSecrets.CADSYNC_LICENSE_CODE;
  const stored = await fetch(`${behind.baseUrl}/api/v1/Files/${license}`, { method: 'POST', headers, body: form });
  const record = {
    application: revit,
    etim: { classCode: 'EC011022', classCodeVersion: '7', modelCode: 'MC000101', modelCodeVersion: '2' },
    baseFilename: 'sheet',
    fileExtension: 'pdf',
    type: 'Template',
    attachmentName: 'sheet.pdf',
  };
  await fetch(`${behind.baseUrl}/api/v1/Metadata/${await stored.text()}/${license}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify([record]),
  });
  return { proxy, environment: serviceAt(proxy.address).environment };
}

/** What was asked since the last time. */
function takeAsked(proxy: CountingProxy): OperationId[] {
  const asked = proxy.exchanges.filter(({ status }) => status === 200).map(operationOf);
  proxy.clear();
  return asked.filter((id) => id !== undefined);
}

/** Those operations of the table that were not asked for in the place it names. */
function missing(asked: ReadonlyMap<string, ReadonlySet<OperationId>>, part: 'view' | 'command'): string[] {
  return operationIds.filter((id) => !asked.get(places[id][part])?.has(id)).map((id) => `${id} in ${places[id][part]}`);
}

function products() {
  const [first, second] = makeDemoCatalogue().products.filter(
    ({ etimClassCode, gtins, manufacturerGln }) => etimClassCode === 'EC011022' && gtins[0] && manufacturerGln,
  );
  if (!first || !second) throw new Error('The demo has no two products of the class.');
  return { first, second };
}

describe('every operation of the interface', () => {
  test('is asked for by the command that the table names', async () => {
    const { proxy, environment } = await openProxied();
    const { first, second } = products();
    const out = temporaryFolder();
    const state = ['--state', temporaryFolder()];
    const asked = new Map<string, Set<OperationId>>();
    const run = async (command: string, ...args: string[]): Promise<string> => {
      const { exitCode, output, errors } = await runCommand([...command.split(' '), ...args], environment);
      expect([0, 2], `${command} ${args.join(' ')}: ${errors}${output}`).toContain(exitCode);
      asked.set(command, new Set([...(asked.get(command) ?? []), ...takeAsked(proxy)]));
      return output;
    };
    const sync = async (library: string) =>
      run(
        'sync',
        library,
        '--once',
        '--application',
        'Revit 2025',
        '--quiet-time',
        '300',
        '--state',
        temporaryFolder(),
      );

    await sync(libraryWith({ [`${folder}/door.step`]: longDrawing }));
    await sync(libraryWith({ [`${folder}/readme.txt`]: 'a library that fetches' }));
    await run('versions', key, ...state);
    await run('release', key, '--comment', 'First issue');

    const gtin = first.gtins[0] ?? '';
    await run('lookup', '--gtin', gtin, ...state);
    await run('lookup', '--gln', first.manufacturerGln ?? '', '--code', first.productCode, ...state);
    const codes = ['--code', first.productCode, '--code', second.productCode];
    await run('lookup', '--gln', first.manufacturerGln ?? '', ...codes, ...state);
    const product = ['--product', String(first.productId)];
    await run('lookup', ...product, ...state);
    await run('bim-ready', ...product, ...state);

    const { filterId } = JSON.parse(await run('filter add', ...product, '--json', ...state)) as { filterId: string };
    await run('filter show', filterId, '--disabled', 'EF000008', ...state);
    const target = ['--application', 'Revit 2025'];
    await run('export', '--filter', filterId, ...target, '--to', join(out, 'filter.zip'), ...state);
    await run('export', ...product, ...target, '--to', join(out, 'products.zip'), ...state);
    await run('attachments save', key, '--name', 'sheet.pdf', '--to', join(out, 'sheet.pdf'), ...state);
    await run('attachments files', key, ...state);
    await run('attachments files', key, '--application', 'AutoCAD 2025', ...state);
    await run('standards add', 'House style', ...state);
    await run('standards list', ...state);
    await run('platform', ...state);

    const project = ['--project', 'P-7', ...state];
    const ticket = ['--ticket', '1', ...project];
    await run('validate add', ...product, '--name', 'Plant room', ...ticket);
    await run('validate add', ...product, '--name', 'Plant room', '--ticket', '2', ...project);
    await run('validate list', ...project);
    await run('validate list', '--name', 'Plant room', ...project);
    await run('validate report', '--part', 'sent', '--to', join(out, 'sent.json'), ...ticket);
    await run('validate delete', ...ticket);
    await run('validate delete', '--name', 'Plant room', '--ticket', '2', ...project);
    await run('validate check', ...product, ...state);

    expect(missing(asked, 'command')).toEqual([]);
  });

  test('is asked for by the calls of the view that the table names', async () => {
    const { proxy, environment } = await openProxied();
    const { first, second } = products();
    const elsewhere = libraryWith({ [`${folder}/door.step`]: sampleDrawing('step/Simple door.step') });
    await runCommand(
      ['sync', elsewhere, '--once', '--application', 'Revit 2025', '--quiet-time', '300', '--state', temporaryFolder()],
      environment,
    );
    const { client, app, saves } = await openClient(secretsOfTest);
    const asked = new Map<string, Set<OperationId>>();
    const inView = async <T>(view: ViewName, act: () => Promise<T>): Promise<T> => {
      const answer = await act();
      asked.set(view, new Set([...(asked.get(view) ?? []), ...takeAsked(proxy)]));
      return answer;
    };
    const addresses = { contentAddress: proxy.address, dataAddress: '', tokenAddress: '' };
    await inView('settings', async () => {
      const clientId = serviceSecrets.CADSYNC_CLIENT_ID;
      await client.connection.save({
        ...addresses,
        clientId,
        secrets: {},
        confirmed: true,
        startWithout: true,
        httpAccepted: true,
      });
      expect(await client.connection.test()).toEqual({ ok: true });
      expect(await client.dataPlatform.addresses()).not.toEqual([]);
    });

    await inView('library', async () => {
      const root = libraryWith({ 'EC011016_v7/MC000102_v2/window.step': longDrawing });
      await client.libraries.add({ root, programs: [revit], fetch: 'everything', confirmed: true });
      const wanted: readonly OperationId[] = ['getFile', 'storeFile', 'storeMetadata', 'listMetadata'];
      const seen = () => proxy.exchanges.map(operationOf);
      await expect.poll(() => wanted.filter((id) => !seen().includes(id)), { timeout: 60_000 }).toEqual([]);
      // What is fetched stands in the library a moment later.
      const standings = async () => (await client.snapshot()).status.libraries[0]?.standings;
      await expect.poll(standings, { timeout: 60_000 }).toEqual({ inStep: 2 });
    });
    await inView('versions', () => client.versions.list({ key }));
    await inView('publish', async () => {
      const released = proxy.next((exchange) => operationOf(exchange) === 'release');
      const ordered = await client.publish.release({ keys: [key], comment: 'First issue' });
      expect(ordered.refused).toEqual([]);
      await released;
    });

    const [gtin = ''] = first.gtins;
    const byCode = ({ manufacturerGln: gln = '', productCode }: typeof first) =>
      ({ by: 'code', gln, productCode }) as const;
    const productIds = [first.productId];
    await inView('products', async () => {
      await client.products.lookup({ queries: [{ by: 'gtin', gtin }] });
      await client.products.lookup({ queries: [byCode(first)] });
      await client.products.lookup({ queries: [byCode(first), byCode(second)] });
      await client.products.lookup({ queries: [{ by: 'id', productId: first.productId }] });
      await client.bimReady.set({ productIds, isReady: true });
      await client.content.list({ ...classes, programs: [revit] });
      await client.content.list({ ...classes, programs: [revit, { name: 'AutoCAD', version: '2025' }] });
      await saves({ kind: 'attachment', key, attachment: 'sheet.pdf' });
    });
    await inView('exports', async () => {
      const { filterId } = await client.selections.store({ name: 'Doors', productIds });
      await client.selections.open({ filterId, kind: 'interface', disabledFields: [] });
      await saves({ kind: 'filterZip', filterId, disabledFields: [], program: revit, languageCode });
      await saves({ kind: 'productsZip', productIds, program: revit, languageCode });
      await client.standards.add({ name: 'House style' });
    });
    await inView('validation', async () => {
      const place = { projectId: 'P-7', projectName: 'Plant room' };
      const subject = { kind: 'products', productIds } as const;
      await client.validation.add({ ...place, ticketNumber: '1', subject });
      await client.validation.add({ ...place, ticketNumber: '2', subject });
      const { requests } = await client.validation.list({ projectId: 'P-7' });
      await client.validation.list(place);
      await client.validation.report({ blobId: requests[0]?.selectionBlobId ?? '' });
      await client.validation.delete({ projectId: 'P-7', ticketNumber: '1' });
      await client.validation.delete({ ...place, ticketNumber: '2' });
      await client.validation.check({ queries: [{ by: 'gtin', gtin }] });
    });
    expect(app.session.problem).toBeUndefined();

    expect(missing(asked, 'view')).toEqual([]);
  });
});
