import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../electron/client/client.ts';
import { createEngine, type Engine } from '../../electron/engine/engine.ts';
import { createEnginePorts } from '../../electron/entry/engine-ports.ts';
import { frontOf } from './front.ts';
import { service as startService, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;
const mine = 'EC000001_v1/MC000001_v1/mine.step';
const theirs = 'EC000002_v1/MC000001_v1/theirs.step';
const revit = ['--application', 'Revit 2025'];

const page = (response: ServerResponse): unknown =>
  response
    .writeHead(200, { 'Content-Type': 'text/html', 'X-RateLimit-Remaining': '0' })
    .end('<!DOCTYPE html><title>Welcome to the hotel</title>');
const redirect = (response: ServerResponse): unknown =>
  response.writeHead(302, { Location: 'http://login.hotel.test/' }).end();

function save(library: string, path: string, text: string): void {
  mkdirSync(dirname(join(library, path)), { recursive: true });
  writeFileSync(join(library, path), drawing(text));
}

const filesIn = (library: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(library, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.step') && !path.startsWith('.'))
      .map((path) => [path, readFileSync(join(library, path), 'utf8')]),
  );

/** Resolves once it is so; looks whenever the engine tells that anything changed. */
function until(engine: Engine, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isSo()) return;
      stop();
      clearInterval(timer);
      resolve();
    };
    const stop = engine.onStatusChange(look);
    // Rest is the end of all news.
    const timer = setInterval(look, 50);
    look();
  });
}

it('a network that answers with its own page, from any request on, loses nothing and is never taken for the service', async () => {
  const { environment, baseUrl } = await startService();
  const front = await frontOf(baseUrl);
  const [library, elsewhere, elsewhereState, state] = [1, 2, 3, 4].map(() => temporaryFolder()) as [
    string,
    string,
    string,
    string,
  ];
  const client = createClient({
    contentAddress: front.address,
    clientId: environment['CADSYNC_CLIENT_ID'] ?? '',
    secrets: {
      clientSecret: async () => environment['CADSYNC_CLIENT_SECRET'],
      licenseCode: async () => environment['CADSYNC_LICENSE_CODE'],
    },
  });
  const ports = createEnginePorts(
    state,
    { current: () => ({ service: client, serviceId: 'embedded' }) },
    () => undefined,
  );
  const engine = createEngine(ports, { watch: true, absenceGraceMs: 0, settings: { quietTimeMs: 100 } });
  onTestFinished(async () => {
    await engine.close();
    await client.close();
  });

  // The very first thing it hears is a page, also in the place of a token.
  front.answerInstead((response) => void page(response));
  save(library, mine, 'mine 0');
  await engine.start();
  const { libraryId } = (
    await engine.addLibrary({
      root: library,
      programs: [{ name: 'Revit', version: '2025' }],
      contentType: 'Template',
    })
  ).context.library;
  await until(engine, () => engine.gate.state === 'captivePortal');
  expect(engine.gate.error?.code).toBe('network-sign-in-needed');

  for (let letThrough = 0; letThrough < 6; letThrough += 1) {
    const round = letThrough + 1;
    front.answerInstead(undefined);
    engine.tryNow();
    await until(engine, () => engine.isIdle());
    save(elsewhere, theirs, `theirs ${round}`);
    const other = await syncOnce(elsewhere, elsewhereState, environment, [...revit, '--fetch', 'everything']);
    expect(other.summary.error).toBeUndefined();
    const answer = letThrough % 2 === 0 ? page : redirect;
    const before = filesIn(library);
    front.answerInstead((response) => void answer(response), letThrough);
    client.forgetToken();
    save(library, mine, `mine ${round}`);
    engine.tryNow();
    await until(engine, () => {
      // All may have gone through with what was let through: then the next look meets the page.
      if (engine.gate.state === 'online' && engine.isIdle()) engine.tryNow();
      return engine.gate.state === 'captivePortal';
    });
    const during = filesIn(library);
    expect(during[mine]).toBe(drawing(`mine ${round}`));
    // As it was, or as they made it; never the page.
    expect([before[theirs], drawing(`theirs ${round}`)]).toContain(during[theirs]);
    expect(engine.queue.counts().needsAttention).toBe(0);
    expect(engine.statusReader.overview().services[0]?.connection.state).toBe('captivePortal');
  }
  front.answerInstead(undefined);
  engine.tryNow();
  await until(engine, () => engine.isIdle());
  expect(engine.gate.state).toBe('online');
  expect(filesIn(library)).toEqual({ [mine]: drawing('mine 6'), [theirs]: drawing('theirs 6') });
  const { versions } = await client.call('listVersions', {
    params: {
      applicationName: 'Revit',
      applicationVersion: '2025',
      etimClassCode: 'EC000001',
      etimClassCodeVersion: '1',
      etimModelCode: 'MC000001',
      etimModelCodeVersion: '1',
      type: 'Template',
    },
    query: { languageCode: '' },
  });
  // Each save once: 0 … 6.
  expect(versions).toHaveLength(7);
  expect(engine.runners().map(({ context }) => context.library.libraryId)).toEqual([libraryId]);
});
