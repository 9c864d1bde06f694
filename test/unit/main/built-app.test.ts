import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ORPCError } from '@orpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../../electron/demo/catalogue.ts';
import { isPartName } from '../../../shared/model/part-name.ts';
import { wishChannel } from '../../../shared/rpc/window-wish.ts';
import { connectWindow, type WindowConnection } from '../../fakes/electron/desktop-window.ts';
import { app, BrowserWindow, dialog, Menu, nativeTheme, Tray, utilityProcess } from '../../fakes/electron/electron.ts';
import type { Page } from '../../fakes/electron/page.ts';
import { buildApp, type BuiltApp } from './built-app.ts';
import { eventually } from '../../eventually.ts';

/** The desktop app as it ships: its three bundles, run through the stand-in, the engine in a thread of its own. */
let built: BuiltApp;
let window: BrowserWindow;
let page: Page;
let connection: WindowConnection;
const dataDir = () => join(built.folder, 'data');
const bundle = (name: string) => readFileSync(join(built.folder, 'dist', 'electron', name), 'utf8');
/** What is in a file. One that was being written when the folder was listed has another name by now. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isPartName(basename(path))) return Buffer.alloc(0);
    throw error;
  }
}
const connect = () => connectWindow(page, AbortSignal.timeout(20_000));

/** Connects as the window does: a port may come from an engine that is dying, and is then closed at once. */
async function reconnect(): Promise<Awaited<ReturnType<WindowConnection['engine']['snapshot']>>> {
  connection = await connect();
  const answer = connection.engine.snapshot().catch(() => undefined);
  return (await Promise.race([answer, connection.ended])) ?? reconnect();
}

beforeAll(async () => {
  built = await buildApp();
  built.start(`--data=${dataDir()}`);
  // The app opens its window once Electron is ready, which is not before this turn ends.
  const only = await eventually(() => {
    const [opened] = BrowserWindow.getAllWindows();
    if (!opened) throw new Error('The app opened no window.');
    return opened;
  });
  window = only;
  await window.loaded;
  if (!window.webContents.page) throw new Error('The window shows no page.');
  page = window.webContents.page;
  connection = await connect();
});

afterAll(async () => {
  for (const child of utilityProcess.forked) child.kill();
  built.close();
});

describe('the bundles', () => {
  it('leave the engine, its service and its database out of the main process', () => {
    expect(bundle('main.cjs')).not.toMatch(/require\("(better-sqlite3|chokidar)"\)|fastify/);
  });

  it('need Electron, Node and the packages that are packaged beside them, and nothing else', () => {
    const named = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, ...names]) => names.find((name) => name !== undefined) ?? '');
    const required = named(
      bundle('main.cjs'),
      /\b(?:require|import)\("([^"]+)"\)|\bcreateRequire\)\(.*\)\("([^"]+)"\)/g,
    );
    const imported = named(bundle('engine.js'), /^import .*from "([^"]+)";$|\bimport\("([^"]+)"\)/gm);
    const packages = new Set([...required, ...imported].filter((name) => !isBuiltin(name)));
    expect([...packages].sort()).toEqual(['better-sqlite3', 'chokidar', 'electron', 'keytar']);
  });

  it('need nothing but Electron before a page', () => {
    const required = [...bundle('preload.cjs').matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name);
    expect(required).toEqual(['"electron"']);
    expect(bundle('preload.cjs')).not.toMatch(/\bimport\b/);
  });
});

describe('the page of the desktop app', () => {
  it('is given one word and the path of a chosen file by the preload script, and no handle to anything', () => {
    expect(page.exposed).toEqual({ cadLibrarySync: { port: true, pathOfFile: expect.any(Function) as unknown } });
    const { pathOfFile } = page.exposed['cadLibrarySync'] as { pathOfFile: (file: unknown) => string };
    expect(pathOfFile({ name: 'pumps.json' })).toBe('/dropped/pumps.json');
  });

  it('asks the real engine over a message port', async () => {
    const snapshot = await connection.engine.snapshot();
    expect(snapshot).toMatchObject({
      host: 'electron',
      productVersion: '0.0.0-test',
      status: { connection: { state: 'notSetUp' }, libraries: [] },
    });
  });

  it('hears what happens in the engine', async () => {
    const { eventId } = await connection.engine.snapshot();
    const events = await connection.engine.events({ afterId: eventId });
    await connection.engine.settings.save({ language: 'nl' });
    for await (const event of events) {
      if (event.kind === 'status' && event.status.settings.language === 'nl') break;
    }
  });

  it('gets the error of a call as its code', async () => {
    const failure: unknown = await connection.engine.files
      .get({ fileId: 'nowhere/x.rfa' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ORPCError);
    expect(failure).toMatchObject({ code: 'APP_ERROR', data: { code: 'unknown-item' } });
  });

  it("uses the desktop's dialog for folders", async () => {
    dialog.chosenFolder = '/home/ann/CAD';
    expect(await connection.engine.libraries.chooseFolder()).toEqual({ supported: true, root: '/home/ann/CAD' });
  });

  it("asks by the desktop's dialog where a file is saved, and keeps to what was chosen", async () => {
    const { engine } = connection;
    app.setPath('downloads', join('/home', 'ann', 'Downloads'));
    await engine.demo.start();
    const [first] = makeDemoCatalogue().products;
    const productIds = [first?.productId ?? 0];
    const thing = { kind: 'productsTable' as const, productIds, languageCode: 'en' };
    expect(await engine.saving.start(thing)).toEqual({ isStarted: false });

    dialog.chosenFile = join(mkdtempSync(join(tmpdir(), 'cadsync-saved-')), 'mine.csv');
    const { eventId } = await engine.snapshot();
    const events = await engine.events({ afterId: eventId });
    expect(await engine.saving.start(thing)).toEqual({ isStarted: true });
    for await (const event of events) if (event.kind === 'saving' && event.saving.state !== 'running') break;
    expect(readFileSync(dialog.chosenFile, 'utf8')).toContain(first?.productCode);
    expect(dialog.proposedFiles.map((path) => path?.split(/[\\/]/).at(-1))).toEqual(['products.csv', 'products.csv']);
  });

  it('gives colours to the window, which keeps them', async () => {
    const changed = once(nativeTheme, 'updated');
    await connection.engine.settings.save({ theme: 'dark' });
    await changed;
    expect(nativeTheme.themeSource).toBe('dark');
    expect(window.backgroundColor).toBe('#15181c');
    expect(readFileSync(join(dataDir(), 'window.json'), 'utf8')).toContain('"theme":"dark"');
  });

  it('may have more than one connection, as after a reload', async () => {
    const second = await connect();
    expect((await second.engine.snapshot()).host).toBe('electron');
    second.close();
    await second.ended;
    expect((await connection.engine.snapshot()).host).toBe('electron');
  });
});

describe('a secret', () => {
  const secret = 'swordfish-7c1f';

  it('goes from the page into the keychain and never comes back', async () => {
    await connection.engine.connection.save({
      contentAddress: 'https://content.invalid',
      dataAddress: '',
      tokenAddress: '',
      clientId: 'designer',
      secrets: { clientSecret: secret, licenseCode: `${secret}-license` },
      confirmed: true,
      httpAccepted: false,
      startWithout: false,
    });
    expect(built.keychain.get('clientSecret https://content.invalid')).toBe(secret);
    const { status } = await connection.engine.snapshot();
    expect(status.connection).toMatchObject({ clientSecret: 'keychain', licenseCode: 'keychain', keychain: 'works' });
    expect(page.heard.length).toBeGreaterThan(5);
    expect(JSON.stringify(page.heard)).not.toContain(secret);
  });

  it.each([
    ['secrets', 'get'],
    ['files', 'chooseFolder'],
  ])("cannot be asked for: the shell's %s.%s is not on a page's port", async (group, verb) => {
    const calls = connection.engine as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
    await expect(calls[group]?.[verb]?.({ name: 'clientSecret' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is in no file of the app', () => {
    const files = readdirSync(dataDir(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['state.db', 'window.json']));
    for (const { parentPath, name } of files) {
      expect(bytesOf(join(parentPath, name)).includes(secret), name).toBe(false);
    }
  });
});

describe('an engine that dies', () => {
  it('is started again, and the page reaches the new one', async () => {
    const died = connection.ended;
    utilityProcess.forked.at(-1)?.kill();
    await died;
    const snapshot = await reconnect();
    expect(utilityProcess.forked).toHaveLength(2);
    expect(snapshot.status.settings.language).toBe('nl');
  });
});

describe('the app', () => {
  it('comes to the front when it is started a second time', () => {
    window.minimized = true;
    window.calls.length = 0;
    app.emit('second-instance', {}, [], '/');
    expect(window.calls).toEqual(['restore', 'show', 'focus']);
    expect(BrowserWindow.getAllWindows()).toEqual([window]);
  });

  it('shows in the tray what the engine says, in the language of the person', async () => {
    await connection.engine.settings.save({ language: 'en' });
    await eventually(() => expect(Tray.all[0]?.toolTip).toMatch(/: (Connecting to|The service)/));
    await connection.engine.settings.save({ language: 'nl' });
    await eventually(() => expect(Tray.all[0]?.toolTip).toMatch(/: (Verbinden met|De service)/));
    expect(Menu.application?.items.map(({ label }) => label)).toEqual(['Bestand', 'Bewerken', 'Beeld']);
  });

  it('hands a link on to its page', async () => {
    app.emit('second-instance', {}, ['/opt/app', 'cadsync://product/8719900100018'], '/');
    await eventually(() =>
      expect(page.heard).toContainEqual({ kind: wishChannel, wish: { kind: 'product', gtin: '8719900100018' } }),
    );
  });

  it('goes on in the tray when its window is closed', async () => {
    const engine = utilityProcess.forked.at(-1);
    window.close();
    expect(app.hasQuit).toBe(false);
    Tray.all[0]?.emit('click');
    expect(BrowserWindow.getAllWindows()).toHaveLength(1);
    expect(utilityProcess.forked.at(-1)).toBe(engine);
  });

  it('ends when it is quit, after the engine has', async () => {
    const engineEnded = once(utilityProcess.forked.at(-1) ?? app, 'exit');
    const quit = once(app, 'quit');
    app.quit();
    expect(app.hasQuit).toBe(false);
    expect(await engineEnded).toEqual([0]);
    await quit;
    expect(Tray.all[0]?.destroyed).toBe(true);
  });
});
