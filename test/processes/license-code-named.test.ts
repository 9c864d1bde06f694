import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { json, startService, type Reply } from '../unit/client/scripted-service.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { addresses, openApp, until } from './open-window-calls.ts';
import { queuedOf } from '../fakes/engine/queued-of.ts';

const [oldCode, newCode] = ['LIC-4711-2025', 'LIC-4711-2026'];

/** Tells what it has, and refuses all else for both codes. */
const refusing: Reply = (response, request, received) => {
  const detail = `The license ${newCode} has expired, as ${oldCode} before it.`;
  const reply = /MetadataBulk/i.test(received.url) ? json([]) : json({ title: 'Forbidden', detail }, 403);
  return reply(response, request, received);
};

it('a license code that a service names in its refusals gets into no file and no answer, also one that was replaced', async () => {
  const service = await startService({ replies: [refusing] });
  onTestFinished(() => service.close());
  const { client, app, dataDir, close } = await openApp();
  for (const licenseCode of [oldCode, newCode]) {
    await client.connection.save({
      ...addresses(service.address),
      clientId: 'designer',
      secrets: { clientSecret: 'client-secret-1', licenseCode },
      confirmed: true,
      httpAccepted: false,
      startWithout: true,
    });
  }
  const root = temporaryFolder();
  const path = join(root, 'EC011022_v7/MC000101_v2/door.step');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n');
  await client.settings.save({ quietTimeMs: 200 });
  await client.libraries.add({ root, programs: [{ name: 'Revit', version: '2025' }], confirmed: false });
  const told = (): string => JSON.stringify([app.snapshot(), app.engine.activity.list(50), queuedOf(app.engine)]);
  await until(app, () => told().includes('has expired'));

  expect(told()).toContain('The license ••• has expired, as ••• before it.');
  expect(told()).not.toContain('LIC-4711');
  await close();
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
  const bytes = files.filter((name) => statSync(name).isFile()).map((name) => readFileSync(name));
  expect(bytes.some((content) => content.includes('has expired'))).toBe(true);
  for (const code of [oldCode, newCode]) expect(bytes.filter((content) => content.includes(code))).toEqual([]);
});
