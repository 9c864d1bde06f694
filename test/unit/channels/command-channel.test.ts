import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { commandAddressOf } from '../../../electron/channels/command-address.ts';
import { createCommandRouter } from '../../../electron/channels/command-router.ts';
import { connectToRunning } from '../../../electron/channels/connect-commands.ts';
import { createRouter } from '../../../electron/channels/router.ts';
import { serveCommands } from '../../../electron/channels/serve-commands.ts';
import { assignCommand } from '../../../electron/entry/commands/assign.ts';
import { doctorCommand } from '../../../electron/entry/commands/doctor.ts';
import { listLibrariesCommand } from '../../../electron/entry/commands/library.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { openClient } from './open-client.ts';
import { eventually } from '../../eventually.ts';

const revit = { programs: [{ name: 'Revit', version: '2025' }] };
const drawing = 'loose.step';

/** The app on a library with one file that has no class, and its calls as a command has them. */
async function runningApp() {
  const { app, client, dataDir } = await openClient();
  const root = realpathSync(temporaryFolder());
  mkdirSync(dirname(join(root, drawing)), { recursive: true });
  writeFileSync(join(root, drawing), 'ISO-10303-21;\nEND-ISO-10303-21;\n');
  await client.settings.save({ quietTimeMs: 200 });
  await client.libraries.add({ root, ...revit, confirmed: false });
  const calls = await connectToRunning(dataDir);
  if (!calls) throw new Error('The app does not answer commands.');
  return { app, client, dataDir, root, calls };
}

/** What a command prints, as a program reads it. */
async function printedBy(run: () => Promise<number>): Promise<unknown> {
  let text = '';
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await run();
  } finally {
    output.mockRestore();
  }
  return JSON.parse(text);
}

/** One request as anybody could send it. @returns the status */
async function sendTo(dataDir: string, path: string, body: string, method = 'POST'): Promise<number | undefined> {
  const asking = request({ socketPath: commandAddressOf(dataDir), path, method });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [{ statusCode?: number; resume: () => void }];
  answer.resume();
  return answer.statusCode;
}

describe('the engine of the app that runs', () => {
  it('carries out what commands say of its files and libraries', async () => {
    const { client, dataDir, root } = await runningApp();
    const states = { stateDir: dataDir, usualStateDirs: [], json: true };
    expect(await printedBy(() => listLibrariesCommand(states))).toMatchObject({ libraries: [{ root }] });

    const { fileId } = await eventually(async () => {
      const { rows } = await client.files.list({ filter: 'unassigned', search: '', offset: 0, limit: 1 });
      return rows[0] ?? Promise.reject(new Error('It is not seen yet.'));
    });
    const classes = {
      etimClass: { code: 'EC011022', version: '7' },
      modellingClass: { code: 'MC000101', version: '2' },
      suggested: false,
    };
    await printedBy(() => assignCommand([join(root, drawing)], { ...states, ...classes }));
    await eventually(async () =>
      expect((await client.files.get({ fileId })).file).toMatchObject({ etimClassCode: 'EC011022' }),
    );
  });

  it('is found among the usual states by the folder that a command names', async () => {
    const { dataDir, root } = await runningApp();
    const other = await runningApp();
    const states = { usualStateDirs: [other.dataDir, join(root, 'nothing'), dataDir], json: true };
    expect(await printedBy(() => listLibrariesCommand(states))).toMatchObject({
      libraries: [{ root: other.root }, { root }],
    });
    const classes = { etimClass: { code: 'EC1', version: '1' }, modellingClass: { code: 'MC1', version: '1' } };
    await expect(
      assignCommand([join(root, 'gone.step')], { ...states, ...classes, suggested: false }),
    ).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(
      assignCommand([join(dirname(root), 'elsewhere.step')], { ...states, ...classes, suggested: false }),
    ).rejects.toMatchObject({ code: 'unknown-item', detail: expect.stringContaining('elsewhere.step') as unknown });
  });

  it.skipIf(process.platform === 'win32')('is found there also once its state was removed, and says so', async () => {
    const { dataDir, root, calls } = await runningApp();
    const other = join(root, 'nothing');
    for (const name of ['state.db', 'state.db-wal']) rmSync(join(dataDir, name));
    const states = { usualStateDirs: [other, dataDir], json: true };
    expect(await printedBy(() => listLibrariesCommand(states))).toMatchObject({ libraries: [{ root }] });
    const gone = { check: 'state', outcome: 'problem', finding: { code: 'stateGone' } };
    const checks = expect.arrayContaining([expect.objectContaining(gone)]) as unknown;
    expect(await printedBy(() => doctorCommand(undefined, states))).toMatchObject({
      states: [{ state: dataDir, checks }],
    });
    writeFileSync(join(dataDir, 'state.db'), 'another file');
    expect(await calls.diagnostics.run()).toMatchObject({ checks });
  });

  it('tells a command what it refuses, as it would tell itself', async () => {
    const { calls } = await runningApp();
    await expect(calls.files.at({ paths: ['/no/library/pump.rfa'] })).rejects.toMatchObject({
      name: 'AppError',
      code: 'unknown-item',
      detail: expect.stringContaining('/no/library/pump.rfa') as unknown,
    });
    await expect(calls.libraries.remove({ libraryId: 'nobody', confirmed: true })).rejects.toMatchObject({
      code: 'unknown-item',
    });
    await expect(calls.files.at({ paths: 'all' as never })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('does nothing else for a command: no connection, no secret, no setting', async () => {
    const { calls, dataDir } = await runningApp();
    for (const path of ['/connection/save', '/connection/secretsFor', '/settings/save', '/files/deleteBackup', '/']) {
      expect(await sendTo(dataDir, path, '{}'), path).toBe(404);
    }
    const everything = calls as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
    await expect(everything['settings']?.['save']?.({ theme: 'dark' })).rejects.toMatchObject({
      code: 'library-in-use',
    });
  });

  it('lets no window make the calls that only commands need', async () => {
    const { app } = await runningApp();
    const { files, libraries, ...others } = createRouter(app);
    expect(others).not.toHaveProperty('status');
    for (const name of ['at', 'conflict']) expect(files).not.toHaveProperty(name);
    expect(libraries).not.toHaveProperty('list');
  });

  it('goes on answering others whatever somebody sends', async () => {
    const { calls, dataDir, root } = await runningApp();
    const lines = ['\0\0\0\0', 'GET / HTTP/1.1\r\n\r\n', 'POST //[ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'];
    for (const line of lines) {
      const socket = connect(commandAddressOf(dataDir), () => socket.end(line));
      socket.on('error', () => undefined).resume();
      await once(socket, 'close');
    }
    expect(await sendTo(dataDir, '/libraries/list', '{}', 'GET')).toBe(405);
    for (const body of ['{', '[]', '"\\ud800"', 'null', '{"json":{"paths":[1]}}'])
      expect(await sendTo(dataDir, '/files/at', body), body).toBe(400);
    const halfWay = connect(commandAddressOf(dataDir), () =>
      halfWay.write('POST /files/at HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'),
    );
    onTestFinished(() => void halfWay.destroy());
    expect(await calls.libraries.list()).toMatchObject([{ root, isSynced: true }]);
  });

  it('ends the connection of somebody who asks more than 64 MB at once, and goes on answering others', async () => {
    const { calls, dataDir, root } = await runningApp();
    const asking = request({ socketPath: commandAddressOf(dataDir), path: '/files/at', method: 'POST' });
    const ended = new Promise((resolve) => {
      asking.once('response', (answer) => resolve(answer.resume().statusCode));
      asking.on('error', () => resolve('without an answer'));
    });
    const megabyte = Buffer.alloc(1 << 20, ' ');
    Readable.from(Array.from({ length: 65 }, () => megabyte)).pipe(asking);
    expect(await ended).toBe('without an answer');
    expect(await calls.libraries.list()).toMatchObject([{ root, isSynced: true }]);
  });
});

it('an engine goes on answering commands after connections could not be accepted', async () => {
  let server: Server | undefined;
  const note = (message: unknown): void => void (server = (message as { readonly server: Server }).server);
  subscribe('tracing:net.server.listen:asyncStart', note);
  onTestFinished(() => void unsubscribe('tracing:net.server.listen:asyncStart', note));
  const { app } = await openClient();
  const dataDir = temporaryFolder();
  const serving = await serveCommands(
    createCommandRouter(app, () => Promise.resolve()),
    dataDir,
    () => undefined,
  );
  onTestFinished(() => serving.close());
  for (let time = 0; time < 3; time += 1) server?.emit('error', new Error('accept EMFILE'));
  expect(server?.listening).toBe(true);
  const calls = await connectToRunning(dataDir);
  expect(await calls?.files.at({ paths: [] })).toEqual([]);
});

describe('an engine that starts or ends', () => {
  it('tells how things stand at once, and does the rest when its libraries have been started', async () => {
    const { app } = await openClient();
    const started = Promise.withResolvers<void>();
    const dataDir = temporaryFolder();
    const serving = await serveCommands(
      createCommandRouter(app, () => started.promise),
      dataDir,
      () => undefined,
    );
    onTestFinished(() => serving.close());
    const calls = await connectToRunning(dataDir);
    const done: string[] = [];
    const finding = calls?.files.at({ paths: [] }).then(() => done.push('found'));
    await calls?.status.overview().then(() => done.push('told'));
    started.resolve();
    await finding;
    expect(done).toEqual(['told', 'found']);
  });

  it('answers what was asked before, and is not there for anybody after that', async () => {
    const { app } = await openClient();
    const [arrived, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const router = createCommandRouter(app, () => {
      arrived.resolve();
      return started.promise;
    });
    const dataDir = temporaryFolder();
    const serving = await serveCommands(router, dataDir, () => undefined);
    const calls = await connectToRunning(dataDir);
    const answered = calls?.files.at({ paths: [] });
    await arrived.promise;
    const closing = serving.close();
    started.resolve();
    expect(await answered).toEqual([]);
    await closing;
    expect(await connectToRunning(dataDir)).toBeUndefined();
    await expect(calls?.libraries.list()).rejects.toMatchObject({ code: 'engine-gone' });
  });

  it.skipIf(process.platform === 'win32')(
    'leaves the answers of one that began after the folder was removed',
    async () => {
      const { app } = await openClient();
      const dataDir = temporaryFolder();
      const serve = () =>
        serveCommands(
          createCommandRouter(app, () => Promise.resolve()),
          dataDir,
          () => undefined,
        );
      const first = await serve();
      renameSync(dataDir, `${dataDir}-gone`);
      mkdirSync(dataDir);
      const second = await serve();
      await first.close();
      const calls = await connectToRunning(dataDir);
      expect(await calls?.files.at({ paths: [] })).toEqual([]);
      await second.close();
      expect(existsSync(commandAddressOf(dataDir))).toBe(false);
      rmSync(`${dataDir}-gone`, { recursive: true });
    },
  );
});
