import { join } from 'node:path';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { openService } from '../../electron/service/open-service.ts';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { libraryWith, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

const key = 'Revit/2025/EC011022/7/MC000101/2/Template';

/** A service with products that a test stops. */
async function openHome() {
  const service = await openService({
    dataDir: temporaryFolder(),
    port: 0,
    credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
    licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE],
  });
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (isOpen) await service.close();
    isOpen = false;
  };
  onTestFinished(stop);
  const { structures, products } = makeDemoCatalogue();
  await service.importProducts(structures, products);
  return { environment: serviceAt(service.address).environment, stop };
}

describe('cadsync while the service cannot be reached', () => {
  test('lookup and versions answer what the service said before, with its age', async () => {
    const { environment, stop } = await openHome();
    const state = temporaryFolder();
    const library = libraryWith({ 'EC011022_v7/MC000101_v2/door.step': sampleDrawing('step/Simple door.step') });
    await syncOnce(library, state, environment);
    const [product, unseen] = makeDemoCatalogue().products;
    const lookup = ['lookup', '--gtin', product?.gtins[0] ?? '', '--state', state];
    const versions = ['versions', key, '--state', state];
    const beforeMs = Date.now();
    const online = [await runCommand([...lookup, '--json'], environment), await runCommand(versions, environment)];
    expect(online.map(({ output }) => /as ?of/i.test(output))).toEqual([false, false]);

    await stop();
    const found = await runCommand([...lookup, '--json'], environment);
    const { asOf, ...answer } = JSON.parse(found.output) as { readonly asOf: string };
    expect(found.exitCode).toBe(0);
    expect(answer).toEqual(JSON.parse(online[0]?.output ?? ''));
    expect(Date.parse(asOf)).toBeGreaterThanOrEqual(beforeMs);
    const inWords = await runCommand(versions, environment);
    expect(inWords.exitCode).toBe(0);
    expect(inWords.output).toContain(online[1]?.output.trim());
    expect(inWords.output).toMatch(/^As of today \d\d:\d\d: the service cannot be asked now\.$/m);
    // By its code it is the same product.
    const { manufacturerGln = '', productCode = '' } = product ?? {};
    const byCode = ['lookup', '--gln', manufacturerGln, '--code', productCode, '--state', state];
    expect((await runCommand(byCode, environment)).output).toContain(productCode);

    const never = ['lookup', '--gtin', unseen?.gtins[0] ?? '', '--state', state, '--json'];
    const notThere = await runCommand(never, environment);
    expect(notThere.exitCode).toBe(1);
    expect(JSON.parse(notThere.output)).toMatchObject({ error: { code: 'service-unreachable' } });
    const somebody = await runCommand(lookup, { ...environment, CADSYNC_LICENSE_CODE: 'another-license' });
    expect(somebody.exitCode).toBe(1);
  });

  test('no secret is in what is kept', async () => {
    const { environment } = await openHome();
    const state = temporaryFolder();
    const [product] = makeDemoCatalogue().products;
    await runCommand(['lookup', '--gtin', product?.gtins[0] ?? '', '--state', state], environment);
    expect(existsSync(join(state, 'mirror.db'))).toBe(true);
    const kept = readdirSync(state).map((name) => readFileSync(join(state, name), 'latin1'));
    for (const secret of Object.values(serviceSecrets).slice(1)) expect(kept.join('')).not.toContain(secret);
  });
});
