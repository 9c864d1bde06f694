import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { implement } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from '../../../electron/entry/open-state.ts';
import { commandContract } from '../../../shared/rpc/command-contract.ts';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { createLog } from '../../../electron/platform/log.ts';
import { ownNames } from '../../../electron/privacy/own-names.ts';
import { keepPrivate, openPrivateFolder } from '../../../electron/privacy/private-files.ts';
import { createDiskBlobs } from '../../../electron/service/blobs/disk-blobs.ts';
import { openDataStore } from '../../../electron/service/store/open-data-store.ts';
import { connectToRunning } from '../../../electron/channels/connect-commands.ts';
import { serveCommands } from '../../../electron/channels/serve-commands.ts';

let base: string;
let umaskBefore: number;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cadsync-private-'));
  umaskBefore = process.umask(0);
});
afterEach(() => {
  process.umask(umaskBefore);
  rmSync(base, { recursive: true, force: true });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Everything below a folder, itself included, that others might get at. */
function openToOthers(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return [folder, ...below]
    .filter((path) => modeOf(path) !== (lstatSync(path).isDirectory() ? '700' : '600'))
    .map((path) => `${relative(folder, path) || '.'} ${modeOf(path)}`);
}

function loosen(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(name));
    chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666);
  }
  chmodSync(folder, 0o777);
}

async function* long(letter: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(letter.repeat(200_000));
}

async function keepBlobs(folder: string): Promise<void> {
  const blobs = await createDiskBlobs(folder);
  const short = await blobs.receive(
    (async function* () {
      yield Buffer.from('short');
    })(),
    1_000_000,
  );
  await short.keep();
  for (const letter of ['a', 'b']) await (await blobs.receive(long(letter), 1_000_000)).keep();
  expect(openToOthers(folder)).toEqual([]);
  blobs.close();
}

describe.skipIf(process.platform === 'win32')('what the app keeps for itself', () => {
  it.each([0, 0o022, 0o277])(
    'is nobody else’s whatever the umask, %i: state, service data, blobs, logs',
    async (umask) => {
      process.umask(umask);
      const data = join(base, 'new', 'data');
      const state = openState(data);
      state.run({ text: 'CREATE TABLE more (x)', values: [] });
      const store = await openDataStore(join(data, 'service'));
      await keepBlobs(join(data, 'service', 'blobs'));
      const log = createLog({ file: join(data, 'log', 'app.log'), redact: (text) => text, rotateAtBytes: 100 });
      for (let line = 0; line < 5; line += 1) log.write('info', 'replaced-file-not-checked');
      openWindowState(join(data, 'window.json')).keep({ maximized: true });
      const commands = await serveCommands({} as never, data, () => undefined);
      expect(readdirSync(data).sort()).toEqual(
        [
          'log',
          'service',
          'state.db',
          'state.db-wal',
          'state.lock',
          'state.lock-wal',
          'state.opened',
          'commands.sock',
          'window.json',
        ].sort(),
      );
      expect(readdirSync(join(data, 'log')).length).toBeGreaterThan(2);
      expect([openToOthers(join(base, 'new'))]).toEqual([[]]);
      await commands.close();
      expect(readdirSync(data)).not.toContain('commands.sock');
      log.close();
      await store.close();
      state.close();
    },
  );

  it('is closed when it is opened, where an earlier version left it open to others', async () => {
    const data = join(base, 'data');
    openState(data).close();
    for (const name of ['state.damaged-2026-01-01T00-00-00.db', 'state.damaged-2025-01-01T00-00-00.db'])
      writeFileSync(join(data, name), '');
    writeFileSync(join(data, 'state.db-shm'), '');
    await (await openDataStore(join(data, 'service'))).close();
    await keepBlobs(join(data, 'service', 'blobs'));
    mkdirSync(join(data, 'log'));
    for (const name of ['app.log', 'app.log.1', 'shell.log']) writeFileSync(join(data, 'log', name), '');
    loosen(data);
    const state = openState(data);
    const store = await openDataStore(join(data, 'service'));
    (await createDiskBlobs(join(data, 'service', 'blobs'))).close();
    const log = createLog({ file: join(data, 'log', 'app.log'), redact: (text) => text });
    log.write('info', 'scrub-ended');
    expect(openToOthers(data)).toEqual([]);
    log.close();
    await store.close();
    state.close();
  });

  it('is closed with the pictures, models and versions that were kept in it, and with the locks of Chromium', () => {
    const data = join(base, 'data');
    openState(data).close();
    for (const name of ['pictures', 'scenes', 'versions']) mkdirSync(join(data, name));
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) writeFileSync(join(data, name), '');
    loosen(data);
    openState(data).close();
    expect(modeOf(data)).toBe('700');
  });

  it('is so also where the socket has to stand elsewhere, for want of a short name', async () => {
    const data = join(base, 'x'.repeat(120));
    openState(data).close();
    const socketsIn = () => readdirSync(tmpdir()).filter((name) => /^cadsync-[0-9a-f]{24}\.sock$/.test(name));
    const before = socketsIn();
    const router = { libraries: { list: implement(commandContract.libraries.list).handler(() => []) } };
    const commands = await serveCommands(router as never, data, () => undefined);
    const [socket = ''] = socketsIn().filter((name) => !before.includes(name));
    expect(modeOf(join(tmpdir(), socket))).toBe('600');
    expect(await (await connectToRunning(data))?.libraries.list()).toEqual([]);
    await commands.close();
    expect(socketsIn()).not.toContain(socket);
  });

  it('is told apart from what is the person’s in a folder that holds both', async () => {
    writeFileSync(join(base, 'letter.txt'), 'dear');
    mkdirSync(join(base, 'log'), 0o777);
    writeFileSync(join(base, 'log', 'trip.txt'), 'day one');
    chmodSync(base, 0o755);
    const state = openState(base);
    const log = createLog({ file: join(base, 'log', 'app.log'), redact: (text) => text });
    log.write('info', 'scrub-ended');
    const modes = ['.', 'letter.txt', 'log', 'log/trip.txt', 'log/app.log', 'state.db', 'state.lock'];
    expect(modes.map((name) => `${name} ${modeOf(join(base, name))}`)).toEqual([
      '. 755',
      'letter.txt 666',
      'log 777',
      'log/trip.txt 666',
      'log/app.log 600',
      'state.db 600',
      'state.lock 600',
    ]);
    log.close();
    state.close();
  });

  it('never has a link followed to what is somebody else’s', () => {
    writeFileSync(join(base, 'letter.txt'), 'dear');
    mkdirSync(join(base, 'data'));
    symlinkSync(join(base, 'letter.txt'), join(base, 'data', 'window.json'));
    openPrivateFolder(join(base, 'data'), ownNames.data);
    expect(modeOf(join(base, 'letter.txt'))).toBe('666');
  });

  it('may be in a folder that is reached through a link', () => {
    mkdirSync(join(base, 'real'), 0o755);
    symlinkSync(join(base, 'real'), join(base, 'alias'));
    openPrivateFolder(join(base, 'alias'), ownNames.data);
    keepPrivate(join(base, 'alias', 'state.db'));
    expect(openToOthers(join(base, 'real'))).toEqual([]);
  });

  it('is no folder that somebody named where a file belongs: that stays as it is', () => {
    mkdirSync(join(base, 'shared'));
    chmodSync(join(base, 'shared'), 0o777);
    keepPrivate(join(base, 'shared'));
    expect(modeOf(join(base, 'shared'))).toBe('777');
  });

  it('says when the folder cannot be made', () => {
    writeFileSync(join(base, 'file'), '');
    expect(() => openPrivateFolder(join(base, 'file', 'below'), ownNames.data)).toThrow();
    expect(() => openPrivateFolder(join(base, 'file'), ownNames.data)).toThrow();
  });
});
