import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  copyFileSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createBegunAnewNote,
  createSettingsStore,
  describeBegunAnew,
  createUncleanEndNote,
  noConnection,
} from '../../../electron/engine/state/settings-store.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import { schemaVersion, schemaVersionOf } from '../../../electron/engine/state/schema.ts';
import { connectToRunning } from '../../../electron/channels/connect-commands.ts';
import { examinedAtRest } from '../../../electron/entry/examine-at-rest.ts';
import { openState } from '../../../electron/entry/open-state.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { noSecrets } from '../../fakes/no-secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const atMs = Date.UTC(2026, 4, 20, 12);
const open = () => openState(folder, () => atMs);
const openAtOnce = () => openState(folder, () => atMs, 0);
const file = (name = 'state.db'): string => join(folder, name);
const library = {
  libraryId: 'one',
  name: 'Valves',
  root: '/libraries/valves',
  programs: [{ name: 'Revit', version: '2025' }],
  contentType: 'Template',
  settings: defaultLibrarySettings,
};

function withLibraries(count: number): void {
  const database = open();
  const libraries = createLibraries(database);
  database.transaction(() => {
    for (let n = 0; n < count; n += 1)
      libraries.add({ ...library, libraryId: `library ${n}`, root: `/libraries/${n}` });
  });
  database.close();
}

/** What a database that was begun anew says of itself. */
function expectBegunAnew(bytesBefore: Buffer): void {
  const database = open();
  const setAside = 'state.damaged-2026-05-20T12-00-00.db';
  expect(createBegunAnewNote(database).read()).toEqual({ setAside, atMs });
  expect(createLibraries(database).all()).toEqual([]);
  expect(readFileSync(file(setAside)).equals(bytesBefore)).toBe(true);
  database.close();
  const again = open();
  expect(readdirSync(folder).filter((name) => /^state\.damaged.*\.db$/.test(name))).toEqual([setAside]);
  createBegunAnewNote(again).forget();
  expect(createBegunAnewNote(again).read()).toBeUndefined();
  again.close();
}

describe('a run that did not end in good order', () => {
  it('is noted by the next one, and not where the last one closed the state', () => {
    open().close();
    const second = open();
    expect(createUncleanEndNote(second).read()).toBeUndefined();
    second.close();
    rmSync(file('state.closed'));
    const third = open();
    expect(createUncleanEndNote(third).read()).toEqual({ foundMs: atMs });
    third.close();
  });
});

describe('a state folder that the system refuses', () => {
  it.skipIf(process.platform === 'win32')(
    'is called out of reach, by what opens it and what asks its engine',
    async () => {
      symlinkSync(file('loop'), file('loop'));
      const refused: unknown = expect.objectContaining({ code: 'state-out-of-reach' });
      expect(() => openState(file('loop'))).toThrow(refused);
      await expect(connectToRunning(file('loop'))).rejects.toEqual(refused);
    },
  );

  it('is opened all the same where a folder has the name of a note of this app, which stays', () => {
    for (const name of ['state.closed', 'state.opened']) mkdirSync(file(name));
    for (let run = 0; run < 2; run += 1) open().close();
    const third = open();
    expect(createUncleanEndNote(third).read()).toEqual({ foundMs: atMs });
    third.close();
    expect(statSync(file('state.closed')).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32').each(['state.closed', '../elsewhere'])(
    'is examined and opened where a link to %s has the name of the note of a good end, and that takes its place',
    async (target) => {
      const inner = file('inner');
      const note = join(inner, 'state.closed');
      const openInner = () => openState(inner, () => atMs);
      writeFileSync(file('elsewhere'), 'of somebody');
      openInner().close();
      rmSync(note);
      symlinkSync(target, note);
      expect(await examinedAtRest(inner, noSecrets).readState()).toMatchObject({ isWhole: true });
      openInner().close();
      expect(readFileSync(file('elsewhere'), 'utf8')).toBe('of somebody');
      const third = openInner();
      expect(createUncleanEndNote(third).read()).toEqual({ foundMs: atMs });
      createUncleanEndNote(third).forget();
      third.close();
      const fourth = openInner();
      expect(createUncleanEndNote(fourth).read()).toBeUndefined();
      fourth.close();
    },
  );
});

describe('a link that has the name of the note of the run that has the state open', () => {
  it.skipIf(process.platform === 'win32').each(['state.opened', '../elsewhere', '../missing'])(
    'gives its place to the note, and what it leads to stays as it is: %s',
    (target) => {
      const inner = file('inner');
      const note = join(inner, 'state.opened');
      writeFileSync(file('elsewhere'), 'of somebody');
      openState(inner, () => atMs).close();
      rmSync(note);
      symlinkSync(target, note);
      openState(inner, () => atMs).close();
      expect(readFileSync(file('elsewhere'), 'utf8')).toBe('of somebody');
      expect(existsSync(file('missing'))).toBe(false);
      expect(lstatSync(note).isFile()).toBe(true);
      expect(JSON.parse(readFileSync(note, 'utf8'))).toHaveProperty('database');
    },
  );
});

describe('a state database that is missing', () => {
  it('is begun, without a word about damage', () => {
    const database = open();
    expect(createBegunAnewNote(database).read()).toBeUndefined();
    expect(schemaVersionOf(database)).toBe(schemaVersion);
    database.close();
  });

  it.each([
    ['deleted', (name: string) => rmSync(name)],
    ['emptied', (name: string) => writeFileSync(name, '')],
  ])('is begun anew and says so once, where there was one that was %s', (_, lose) => {
    withLibraries(1);
    for (const name of ['state.db', 'state.db-wal', 'state.db-shm']) if (existsSync(file(name))) lose(file(name));
    const database = open();
    const found = createBegunAnewNote(database).read();
    expect(found).toEqual({ atMs });
    expect(found && describeBegunAnew(found)).toEqual({ code: 'state-gone' });
    createBegunAnewNote(database).forget();
    database.close();
    const again = open();
    expect(createBegunAnewNote(again).read()).toBeUndefined();
    again.close();
  });
});

describe('a state database that is damaged', () => {
  it('is set aside when it is no database at all', () => {
    writeFileSync(file(), 'this is a text and no database at all'.repeat(100));
    expectBegunAnew(readFileSync(file()));
  });

  it('is set aside when it was cut short', () => {
    withLibraries(2_000);
    truncateSync(file(), Math.floor(statSync(file()).size / 8_192) * 4_096);
    expectBegunAnew(readFileSync(file()));
  });

  it('is set aside when pages of it are garbage', () => {
    withLibraries(2_000);
    const bytes = readFileSync(file());
    bytes.fill(0xa5, 4_096 * 3);
    writeFileSync(file(), bytes);
    expectBegunAnew(bytes);
  });

  it('is set aside together with the write-ahead log of another database', () => {
    withLibraries(3);
    const other = new BetterSqlite3(file('other.db'));
    other.pragma('journal_mode = WAL');
    other.exec('CREATE TABLE something (text TEXT); PRAGMA user_version = 1');
    copyFileSync(file('other.db-wal'), file('state.db-wal'));
    other.close();
    const database = open();
    expect(createBegunAnewNote(database).read()).toBeDefined();
    database.close();
    expect(readdirSync(folder)).toContain('state.damaged-2026-05-20T12-00-00.db');
  });

  it('does not take the name of one that was set aside in the same second', () => {
    for (let round = 0; round < 2; round += 1) {
      writeFileSync(file(), 'this is a text and no database at all'.repeat(100));
      open().close();
    }
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['state.damaged-2026-05-20T12-00-00.db', 'state.damaged-2026-05-20T12-00-00-2.db']),
    );
  });
});

describe('a state database that was checked lately', () => {
  const dayMs = 86_400_000;
  const openAfter = (passedMs: number) => openState(folder, () => atMs + passedMs);
  const setAside = () => readdirSync(folder).filter((name) => name.startsWith('state.damaged'));

  /** Damages the file, and has the word of the run before be true of it all the same, as if the disk had lost bytes. */
  function loseBytesUnseen(): void {
    withLibraries(2_000);
    const note = JSON.parse(readFileSync(file('state.closed'), 'utf8')) as { outside: string; checkedMs: number };
    const bytes = readFileSync(file());
    bytes.fill(0xa5, bytes.length - 4_096 * 20);
    writeFileSync(file(), bytes);
    const { ino, size, mtimeNs, ctimeNs } = statSync(file(), { bigint: true });
    writeFileSync(file('state.closed'), JSON.stringify({ ...note, outside: `${ino} ${size} ${mtimeNs} ${ctimeNs}` }));
  }

  it('is opened without checking all of it again, where a run that ended in good order left it so', () => {
    loseBytesUnseen();
    open().close();
    expect(setAside()).toEqual([]);
  });

  it('is checked once a day all the same, and where the clock says that it was checked in the future', () => {
    for (const passedMs of [dayMs, -1]) {
      loseBytesUnseen();
      openAfter(passedMs).close();
      expect(setAside()).toHaveLength(1);
      for (const name of readdirSync(folder)) rmSync(file(name));
    }
  });

  it('counts as checked when that was done, not when it was closed', () => {
    withLibraries(1);
    openAfter(dayMs - 1).close();
    expect(JSON.parse(readFileSync(file('state.closed'), 'utf8'))).toMatchObject({ checkedMs: atMs });
    openAfter(dayMs).close();
    expect(JSON.parse(readFileSync(file('state.closed'), 'utf8'))).toMatchObject({ checkedMs: atMs + dayMs });
  });

  it.each([
    ['the note is gone', () => rmSync(file('state.closed'))],
    ['the note cannot be read', () => writeFileSync(file('state.closed'), '{"outside":')],
    ['the file was touched', () => utimesSync(file(), new Date(0), new Date(0))],
    ['a write-ahead log lies beside it', () => writeFileSync(file('state.db-wal'), '')],
  ])('is checked where %s', (_, spoil) => {
    loseBytesUnseen();
    spoil();
    open().close();
    expect(setAside()).toHaveLength(1);
  });

  it('is checked after a run that was killed', async () => {
    withLibraries(1);
    const engine = await openElsewhere('setInterval(() => database.close, 1000);');
    expect(existsSync(file('state.closed'))).toBe(false);
    engine.kill('SIGKILL');
    await once(engine, 'exit');
    expect(existsSync(file('state.closed'))).toBe(false);
  });

  it('is checked after a run that met damage, and then set aside', () => {
    loseBytesUnseen();
    const database = open();
    expect(() => createLibraries(database).all()).toThrow(expect.objectContaining({ code: 'state-damaged' }));
    database.close();
    expect(setAside()).toEqual([]);
    open().close();
    expect(setAside()).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a backup that was put in place of a state', () => {
  const clientOf = (database: ReturnType<typeof open>) => createSettingsStore(database).connection().clientId;
  const save = (database: ReturnType<typeof open>, clientId: string) =>
    createSettingsStore(database).saveConnection({ ...noConnection, clientId });
  const logsAside = () => readdirSync(folder).filter((name) => /^state\.replaced-.*-wal$/.test(name));

  /** A state that went on since it was backed up. */
  function backUp(): void {
    const database = open();
    save(database, 'monday');
    database.close();
    copyFileSync(file(), file('backup'));
    withLibraries(3);
  }

  function expectMonday(): void {
    const database = open();
    expect(clientOf(database)).toBe('monday');
    expect(createLibraries(database).all()).toEqual([]);
    expect(createBegunAnewNote(database).read()).toBeUndefined();
    database.close();
    expect(logsAside()).toEqual(['state.replaced-2026-05-20T12-00-00.db-wal']);
    open().close();
    expect(logsAside()).toHaveLength(1);
  }

  it('is not mixed with the log of the run that had the other one open', () => {
    backUp();
    const database = open();
    save(database, 'tuesday');
    renameSync(file('backup'), file());
    expect(() => save(database, 'wednesday')).toThrow(expect.objectContaining({ code: 'state-taken-away' }));
    database.close();
    expectMonday();
  });

  it('is not mixed with the log of a run that was killed', async () => {
    backUp();
    await killAfter('tuesday');
    // Many file systems give the new file the number of the one that was removed.
    rmSync(file());
    copyFileSync(file('backup'), file());
    expect(await examinedAtRest(folder, noSecrets).readState()).toMatchObject({
      connection: { clientId: 'monday' },
    });
    expectMonday();
  });

  it('keeps its log where the folder was copied as a whole', async () => {
    await killAfter('tuesday');
    cpSync(folder, `${folder}-copy`, { recursive: true });
    rmSync(folder, { recursive: true });
    folder = `${folder}-copy`;
    const database = open();
    expect(clientOf(database)).toBe('tuesday');
    database.close();
    expect(logsAside()).toEqual([]);
  });

  async function killAfter(clientId: string): Promise<void> {
    const engine = await openElsewhere(
      `createSettingsStore(database).saveConnection({ clientId: '${clientId}' }); setInterval(() => database.close, 1000);`,
    );
    engine.kill('SIGKILL');
    await once(engine, 'exit');
  }
});

describe('a state database of a newer version of the app', () => {
  it('is refused and left as it is', () => {
    withLibraries(1);
    const newer = new BetterSqlite3(file());
    newer.pragma(`user_version = ${schemaVersion + 1}`);
    newer.exec('DROP TABLE library');
    newer.close();
    const before = readFileSync(file());
    expect(open).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
    expect(readFileSync(file()).equals(before)).toBe(true);
    expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(false);
  });
});

describe('two engines on one state', () => {
  it('are one too many, also while a damaged state is being set aside', () => {
    const first = open();
    expect(openAtOnce).toThrow(expect.objectContaining({ code: 'library-in-use' }));
    first.close();
    writeFileSync(file(), 'this is a text and no database at all'.repeat(100));
    const turn = new BetterSqlite3(file('state.lock'));
    turn.pragma('locking_mode = EXCLUSIVE');
    turn.exec('BEGIN EXCLUSIVE');
    expect(openAtOnce).toThrow(expect.objectContaining({ code: 'library-in-use' }));
    expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(false);
    turn.close();
    open().close();
  });

  it.skipIf(process.platform === 'win32')('are one too many, also where the file of the first was removed', () => {
    const first = open();
    for (const name of readdirSync(folder)) if (name.startsWith('state.db')) rmSync(file(name));
    expect(openAtOnce).toThrow(expect.objectContaining({ code: 'library-in-use' }));
    first.close();
    const second = open();
    expect(createBegunAnewNote(second).read()).toEqual({ atMs });
    second.close();
  });

  it('are not kept apart by one that was killed', async () => {
    const engine = await openElsewhere(
      "createSettingsStore(database).saveConnection({ clientId: 'kept' }); setInterval(() => database.close, 1000);",
    );
    expect(openAtOnce).toThrow(expect.objectContaining({ code: 'library-in-use' }));
    engine.kill('SIGKILL');
    await once(engine, 'exit');
    const database = open();
    expect(createSettingsStore(database).connection().clientId).toBe('kept');
    expect(createBegunAnewNote(database).read()).toBeUndefined();
    database.close();
  });

  it('are not kept apart by a command that only reads the state and ends soon', async () => {
    await openElsewhere('setTimeout(() => database.close(), 500);');
    open().close();
  });
});

/**
 * A process that has the state open, until the test ends at the latest.
 * @param then what it does next with `database`, which must stay reachable: the collector closes what nothing refers to
 */
async function openElsewhere(then: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../../electron/entry/open-state.ts', import.meta.url));
  const store = fileURLToPath(new URL('../../../electron/engine/state/settings-store.ts', import.meta.url));
  const code = `const { openState } = await import(${JSON.stringify(script)});
    const { createSettingsStore } = await import(${JSON.stringify(store)});
    const database = openState(${JSON.stringify(folder)}); ${then} console.log('open');`;
  const elsewhere = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void elsewhere.kill('SIGKILL'));
  await once(elsewhere.stdout, 'data');
  return elsewhere;
}
