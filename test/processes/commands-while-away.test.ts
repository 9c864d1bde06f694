import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import type { SelectionDetail } from '../../shared/rpc/selection-records.ts';
import type { WaitingWrite } from '../../shared/rpc/waiting-writes.ts';
import { ownPort } from '../own-port.ts';
import { startCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { libraryWith, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { untilAnswered } from './until-answered.ts';

const { structures, products } = makeDemoCatalogue();
const [product] = products;
const gtin = product?.gtins[0] ?? '';

/** A service with products that goes away and comes back, and a state that has seen one of them. */
async function openHome() {
  const dataDir = temporaryFolder();
  const serve = (port: number, servedDir: string): Promise<OpenedService> =>
    openService({
      ...{ dataDir: servedDir, port, licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE] },
      credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
    });
  let service: OpenedService | undefined = await serve(await ownPort(), dataDir);
  await service.importProducts(structures, products);
  const { address } = service;
  const { environment } = serviceAt(address);
  const stop = async (): Promise<void> => {
    await service?.close();
    service = undefined;
  };
  onTestFinished(stop);
  const state = temporaryFolder();
  const library = libraryWith({ 'EC011022_v7/MC000101_v2/door.step': sampleDrawing('step/Simple door.step') });
  await syncOnce(library, state, environment);
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    runCommand([...args, '--state', state, '--json'], { ...environment, ...more });
  await run(['lookup', '--gtin', gtin]);
  return {
    ...{ environment, state, library, run, stop },
    start: async (): Promise<void> => void (service = await serve(Number(new URL(address).port), dataDir)),
    /** A service at the same address that knows none of the products. */
    startAnother: async (): Promise<void> =>
      void (service = await serve(Number(new URL(address).port), temporaryFolder())),
    waiting: async () => (JSON.parse((await run(['addins', 'where'])).output) as { writes: WaitingWrite[] }).writes,
  };
}

describe('what commands ask of a service that is away', () => {
  test('waits in the state, says so, and is done once by the next sync', async () => {
    const { run, stop, start, waiting, environment, state, library } = await openHome();
    const file = join(temporaryFolder(), 'all.json');
    writeFileSync(file, '[]');
    await stop();
    const added = await run(['filter', 'add', '--gtin', gtin]);
    const { filterId, waits } = JSON.parse(added.output) as { filterId: string; waits?: true };
    expect([added.exitCode, waits]).toEqual([0, true]);
    const inWords = ['validate', 'add', file, '--project', 'tower', '--ticket', '42', '--state', state];
    const requested = await runCommand(inWords, environment);
    expect(requested.exitCode).toBe(0);
    expect(requested.output).toMatch(/^Ticket 42\. It waits for the service/);
    const again = await run(['filter', 'add', '--gtin', gtin]);
    expect(JSON.parse(again.output)).toMatchObject({ filterId, waits: true, waitedBefore: true });
    const requestedAgain = await runCommand(inWords, environment);
    expect(requestedAgain.output).toMatch(/^Ticket 42\. It waits for the service already, and was not added again/);
    const others = [await run(['bim-ready', '--gtin', gtin]), await run(['standards', 'add', 'Office'])];
    expect(others.map(({ exitCode, output }) => [exitCode, /"waits":true/.test(output)])).toEqual([
      [0, true],
      [0, true],
    ]);
    const named = `${product?.names['en'] ?? ''} (${product?.productCode ?? ''})`;
    const titles = (await waiting()).map(({ title }) => title);
    expect(titles).toEqual([named, 'all.json', 'tower · all.json', named, 'Office']);
    const inList = await runCommand(['addins', 'where', '--state', state]);
    expect(inList.output).toContain('3  Validation request  tower · all.json');
    const listed = await run(['standards', 'list']);
    expect(listed.errors).toContain('Office: waits for the service');
    const requests = await run(['validate', 'list', '--project', 'tower']);
    expect(requests.errors).toContain('tower · all.json: waits for the service');
    const notYet = await run(['filter', 'show', filterId]);
    expect(JSON.parse(notYet.output)).toMatchObject({ error: { code: 'filter-waits' } });

    await start();
    await syncOnce(library, state, environment);
    expect(await waiting()).toEqual([]);
    const shown = JSON.parse((await run(['filter', 'show', filterId])).output) as SelectionDetail;
    expect(shown).toMatchObject({ productCount: 1 });
    // A typing error switches off nothing, which is said.
    const table = join(temporaryFolder(), 'all.csv');
    for (const asked of [
      ['filter', 'show', filterId],
      ['export', '--filter', filterId, '--to', table],
    ]) {
      const { exitCode, errors } = await run([...asked, '--disabled', `${shown.features[0]?.code},EF00008`]);
      expect([exitCode, errors]).toEqual([0, 'The filter has no feature EF00008 to switch off.\n']);
    }
    const list = await run(['validate', 'list', '--project', 'tower']);
    const inLines = await runCommand(['validate', 'list', '--project', 'tower', '--state', state], environment);
    expect(inLines.output).toMatch(/^42  requested  \d{4}-/);
    expect(JSON.parse(list.output)).toMatchObject({ requests: [{ ticketNumber: '42' }] });
    // Nothing waits any more: what is asked now is done now, and does not say that it waits.
    const direct = await run(['standards', 'add', 'Site']);
    expect([direct.exitCode, /"waits"/.test(direct.output), await waiting()]).toEqual([0, false, []]);
    expect((await run(['standards', 'list'])).output).toContain('Site');
  });

  test('is not overtaken: what is asked last counts, although the service is there again by then', async () => {
    const { run, stop, start, environment, state, library } = await openHome();
    const isReady = async (): Promise<unknown> =>
      /"bimReady":\s*(\w+)/i.exec((await run(['lookup', '--gtin', gtin])).output)?.[1];
    await stop();
    await run(['bim-ready', '--gtin', gtin]);
    await start();
    const { exitCode } = await run(['bim-ready', '--gtin', gtin, '--off']);
    await syncOnce(library, state, environment);
    expect([exitCode, await isReady()]).toEqual([0, 'false']);
  });

  test('does not wait in a state that no such service ever answered', async () => {
    const { run, waiting } = await openHome();
    const elsewhere = { CADSYNC_BASE_URL: 'http://127.0.0.1:9', CADSYNC_AUTH_URL: 'http://127.0.0.1:9' };
    const lost = await run(['standards', 'add', 'Office'], elsewhere);
    expect([lost.exitCode, await waiting()]).toEqual([1, []]);
  });

  test('waits in the engine that runs with the state, which takes it to the service by itself', async () => {
    const { run, stop, start, waiting, environment, state, library } = await openHome();
    const running = startCadsync(['sync', library, '--watch', '--state', state], environment);
    onTestFinished(async () => {
      running.kill();
      await running.ended;
    });
    await untilAnswered(state, running);
    await stop();
    const added = await run(['filter', 'add', '--gtin', gtin]);
    expect(JSON.parse(added.output)).toMatchObject({ waits: true });
    expect((await waiting()).length).toBe(1);
    await start();
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
  });

  test('is named by the sync whose service refuses it, which a person has to look at', async () => {
    const { run, stop, startAnother, waiting, environment, state, library } = await openHome();
    await stop();
    await run(['bim-ready', '--gtin', gtin]);
    const { filterId } = JSON.parse((await run(['filter', 'add', '--gtin', gtin])).output) as { filterId: string };
    await startAnother();
    const { exitCode, errors } = await syncOnce(library, state, environment);
    const codes = (await waiting()).map(({ error }) => error?.code);
    expect([exitCode, codes]).toEqual([2, ['not-found', 'not-found']]);
    expect(errors).toContain('2 requests made while the service was away need you');
    const notThere = await run(['filter', 'show', filterId]);
    expect(JSON.parse(notThere.output)).toMatchObject({ error: { code: 'filter-refused' } });
  });

  test('is said with its age where a table is made of what the service answered before', async () => {
    const { run, stop, environment, state } = await openHome();
    const folder = temporaryFolder();
    const exportTo = (path: string): string[] => ['export', '--gtin', gtin, '--to', path];
    const mistyped = join(folder, 'none', 'table.csv');
    const refused = await run(exportTo(mistyped));
    expect([refused.exitCode, existsSync(join(folder, 'none'))]).toEqual([64, false]);
    const now = await run(exportTo(join(folder, 'now.csv')));
    expect([now.exitCode, now.output.includes('asOf')]).toEqual([0, false]);
    await stop();
    const check = await runCommand(
      ['validate', 'check', '--gtin', '8719900100018', '--state', temporaryFolder()],
      environment,
    );
    expect(check.output).toContain('not checked: The service cannot be reached');
    expect((await run(['filter', 'show', 'abc'])).exitCode).toBe(64);
    const before = await run(exportTo(join(folder, 'before.csv')));
    expect(before.exitCode).toBe(0);
    expect(JSON.parse(before.output)).toMatchObject({
      file: join(folder, 'before.csv'),
      asOf: expect.any(String) as string,
    });
    const told = await runCommand([...exportTo(join(folder, 'told.csv')), '--state', state], environment);
    expect(told.output).toContain('the service cannot be asked now');
  });

  test('fails as before where no state is there to wait in, or the credentials are wrong', async () => {
    const { run, stop, waiting, environment } = await openHome();
    const refused = await run(['standards', 'add', 'Office'], { CADSYNC_CLIENT_SECRET: 'another secret' });
    expect([refused.exitCode, (await waiting()).length]).toEqual([1, 0]);
    await stop();
    const nowhere = ['standards', 'add', 'Office', '--state', temporaryFolder(), '--json'];
    const lost = await runCommand(nowhere, environment);
    expect(JSON.parse(lost.output)).toMatchObject({ error: { code: 'service-unreachable' } });
  });
});
