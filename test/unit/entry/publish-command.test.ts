import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishCommand, withdrawCommand } from '../../../electron/entry/commands/publish.ts';
import { explainCommand } from '../../../electron/entry/commands/status.ts';
import { createQueue } from '../../../electron/engine/queue/queue.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { sql } from '../../../electron/engine/state/sql.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { keyOf } from '../../fakes/engine/world.ts';
import { holdDrafts, pathOf } from './many-files.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = 'http://localhost:9';
const sha256 = 'a'.repeat(64) as never;
const wish = { comment: 'First issue' };

let state: StateWithLibrary;

const options = (json = true) => ({ stateDir: state.stateDir, usualStateDirs: [], json });
const at = (path: string): string => join(state.root, path);
const pause = (): void =>
  state.withState((database) =>
    createLibraries(database).setSettings(state.libraryId, { ...defaultLibrarySettings, isPaused: true }),
  );
const releases = () =>
  state.withState((database) =>
    createQueue(database, { steadyMs: () => 0, now: () => 0 }, () => serviceId)
      .releases(state.libraryId)
      .map(({ key, intent, serviceId: asked }) => ({ key, intent, asked })),
  );

beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
  for (const name of ['pump.rfa', 'loose.rfa']) writeFileSync(at(name), name);
  state.withState((database) => {
    const files = createLocalFiles(database, state.libraryId);
    for (const name of ['pump.rfa', 'loose.rfa']) {
      const { size: sizeBytes, mtimeMs: modifiedMs } = statSync(at(name));
      const key = name === 'pump.rfa' ? keyOf('EC000001') : undefined;
      files.noteRead(name, { kind: 'file', sizeBytes, modifiedMs, inode: name } as never, { sha256, key }, 1);
    }
  });
});
afterEach(() => void vi.unstubAllEnvs());

describe('cadsync release FILE', () => {
  it('says of a file that just got a class that it has to be read first, and not that it has none', async () => {
    state.withState((database) => createLocalFiles(database, state.libraryId).noteUnread('loose.rfa'));
    expect(await publishCommand([at('loose.rfa')], wish, options())).toBe(1);
    expect(JSON.parse(state.printed())).toMatchObject({
      queued: 0,
      refused: [
        {
          path: at('loose.rfa'),
          error: {
            code: 'file-changed-meanwhile',
            detail: expect.stringContaining('has to be read first') as string,
          },
        },
      ],
    });
    expect(releases()).toEqual([]);
  });

  it('takes any number of files at once', async () => {
    const numbers = Array.from({ length: 1_001 }, (_none, place) => place + 2);
    holdDrafts(state, numbers);
    const files = numbers.map((number) => at(pathOf(number)));
    expect(await publishCommand(files, wish, options())).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ queued: 1_001, already: 0, forPerson: [], refused: [] });
  });

  it('says which one another state refuses, and queues the others', async () => {
    const other = createStateWithLibrary();
    const usual = { usualStateDirs: [state.stateDir, other.stateDir], json: true };
    holdDrafts(other, [1]);
    const loose = join(other.root, 'loose.rfa');
    writeFileSync(loose, 'loose');
    other.withState((database) =>
      createLocalFiles(database, other.libraryId).noteRead(
        'loose.rfa',
        { kind: 'file', sizeBytes: 5, modifiedMs: statSync(loose).mtimeMs, inode: '1' } as never,
        { sha256 },
        1,
      ),
    );
    expect(await publishCommand([at('pump.rfa'), loose], wish, usual)).toBe(1);
    expect(JSON.parse(other.printed())).toMatchObject({
      queued: 1,
      refused: [{ path: loose, error: { code: 'file-without-classes' } }],
    });
    expect(releases()).toHaveLength(1);
    expect(await publishCommand([at('pump.rfa'), join(other.root, pathOf(1))], wish, usual)).toBe(0);
    expect(releases()).toHaveLength(1);
  });

  it('has the next sync publish what was last read of a file, with its comment, at the service that is set up', async () => {
    expect(await publishCommand([at('pump.rfa')], wish, options(false))).toBe(0);
    expect(state.printed()).toContain(
      'The next sync publishes 1 file as the next release, as soon as the service answers.',
    );
    const intent = { operation: 'release', comment: 'First issue', sha256 };
    expect(releases()).toEqual([{ key: keyOf('EC000001'), intent, asked: serviceId }]);
    expect(await publishCommand([at('pump.rfa')], wish, options())).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ queued: 0, already: 1, forPerson: [], refused: [] });
    await publishCommand([at('pump.rfa')], { comment: 'Typing error mended' }, options(false));
    expect(state.printed()).toContain(
      '1 file waits to be published already, with the comment given before. --withdraw takes that back.',
    );
    expect(releases()).toMatchObject([{ intent }]);
  });

  describe('of a file in conflict', () => {
    const theirVersion = { major: 0, minor: 2 };

    beforeEach(() =>
      state.withState((database) => {
        const trees = createServiceTrees(database, state.libraryId, serviceId);
        const theirs = { version: theirVersion, sha256: 'b'.repeat(64) as never, changedMs: 1 };
        trees.noteRemote(keyOf('EC000001'), { ...theirs, baseFilename: 'pump', fileExtension: 'rfa' });
        trees.noteConflict(keyOf('EC000001'), { theirVersion, keptAt: '.cadlibrary/conflict/pump.rfa', sha256 }, 1);
      }),
    );

    it('ends with 2 and says what to do, each time it is asked for, and so does status', async () => {
      for (const asked of ['queued', 'queued already']) {
        expect(await publishCommand([at('pump.rfa')], wish, options(false)), asked).toBe(2);
        const said = state.printed();
        expect(said).toMatch(/^Queued, and not published yet\. 1 release waits for you first:\n/);
        expect(said).not.toContain('publishes');
        expect(said).toContain(`${at('pump.rfa')}: in conflict. Changed here and on the service`);
        expect(said).toContain('Choose which version counts');
        expect(said).toContain('“cadsync resolve” does it.');
      }
      await explainCommand([at('pump.rfa')], options(false));
      expect(state.printed()).toContain('A release of it is queued and waits for that.');
    });

    it('ends with 2 while its library is paused, too', async () => {
      pause();
      expect(await publishCommand([at('pump.rfa')], wish, options())).toBe(2);
      expect(JSON.parse(state.printed())).toMatchObject({ forPerson: [{ path: at('pump.rfa'), state: 'conflict' }] });
    });

    it('publishes the others by itself, and names the one that waits', async () => {
      holdDrafts(state, [2]);
      expect(await publishCommand([at('pump.rfa'), at(pathOf(2))], wish, options(false))).toBe(2);
      const said = state.printed();
      expect(said).toContain('publishes 2 files, each as its next release, as soon as the service answers.');
      expect(said).toContain('1 release waits for you first:');
      expect(said).not.toContain(`${at(pathOf(2))}:`);
    });

    it('ends with 1 where another file is refused, and says both', async () => {
      expect(await publishCommand([at('pump.rfa'), at('loose.rfa')], wish, options())).toBe(1);
      expect(JSON.parse(state.printed())).toMatchObject({
        forPerson: [{ path: at('pump.rfa') }],
        refused: [{ path: at('loose.rfa') }],
      });
    });
  });

  it('takes it back', async () => {
    await publishCommand([at('pump.rfa')], wish, options());
    state.printed();
    expect(await withdrawCommand([at('pump.rfa')], options())).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ withdrawn: 1, sent: 0, gone: 0, refused: [] });
    expect(releases()).toEqual([]);
    expect(await withdrawCommand([at('pump.rfa')], options(false))).toBe(0);
    expect(state.printed()).toBe('No release is queued that could be withdrawn.\n');
  });

  it.each([
    ['a file without classes', () => at('loose.rfa'), { code: 'file-without-classes' }],
    ['a folder', () => state.root, { code: 'folder-not-file' }],
    ['a folder of it', () => at('EC000001'), { code: 'folder-not-file' }],
    [
      'a name that was mistyped',
      () => at('pmup.rfa'),
      { detail: 'pmup.rfa is not among the files that were seen in the folder.' },
    ],
    ['a file of another program', () => at('plan.dwg'), { code: 'file-of-other-program' }],
    ['a name that is no text', () => at('bad.rfa'), { code: 'garbled-name' }],
    ['an empty file', () => at('empty.rfa'), { code: 'empty-file' }],
  ])('refuses %s for the reason that status says, and queues the others', async (_, file, refusal) => {
    const odd = {
      'EC000001/MC000001/valve.rfa': { sha256, key: keyOf('EC000003') },
      'plan.dwg': { sha256, missing: 'undeclaredProgram', programVersion: 'R14' },
      'bad.rfa': { problem: { code: 'garbled-name' } },
      'empty.rfa': { key: keyOf('EC000002'), problem: { code: 'empty-file' } },
    } as const;
    mkdirSync(at('EC000001/MC000001'), { recursive: true });
    for (const name of Object.keys(odd)) writeFileSync(at(name), '');
    state.withState((database) => {
      const files = createLocalFiles(database, state.libraryId);
      for (const [name, reading] of Object.entries(odd)) {
        const { mtimeMs: modifiedMs } = statSync(at(name));
        files.noteRead(name, { kind: 'file', sizeBytes: 0, modifiedMs, inode: name } as never, reading, 1);
      }
    });
    expect(await publishCommand([at('pump.rfa'), file()], wish, options())).toBe(1);
    expect(JSON.parse(state.printed())).toMatchObject({ queued: 1, refused: [{ path: file(), error: refusal }] });
    expect(releases()).toHaveLength(1);
  });

  it('says which one is in no library, and queues the others', async () => {
    const elsewhere = join(tmpdir(), 'elsewhere.rfa');
    expect(await publishCommand([at('pump.rfa'), elsewhere], wish, options())).toBe(1);
    expect(JSON.parse(state.printed())).toMatchObject({
      queued: 1,
      refused: [{ path: elsewhere, error: { code: 'unknown-item' } }],
    });
    expect(releases()).toHaveLength(1);
  });

  it('counts a file once that is named twice', async () => {
    expect(await publishCommand([at('pump.rfa'), at('pump.rfa')], wish, options())).toBe(0);
    expect(JSON.parse(state.printed())).toMatchObject({ queued: 1, already: 0 });
  });

  it('says what it withdrew where another state refuses a file, and withdraws the others there', async () => {
    const other = createStateWithLibrary();
    holdDrafts(other, [1]);
    const usual = { usualStateDirs: [state.stateDir, other.stateDir], json: true };
    const draft = join(other.root, pathOf(1));
    await publishCommand([at('pump.rfa'), draft], wish, usual);
    other.printed();
    const loose = join(other.root, 'loose.rfa');
    const elsewhere = join(tmpdir(), 'elsewhere.rfa');
    expect(await withdrawCommand([at('pump.rfa'), loose, elsewhere, draft], usual)).toBe(1);
    expect(JSON.parse(other.printed())).toMatchObject({
      withdrawn: 2,
      refused: [
        { path: elsewhere, error: { code: 'unknown-item' } },
        { path: loose, error: { code: 'unknown-item' } },
      ],
    });
    expect(releases()).toEqual([]);
  });

  it('hides nothing that was queued where another state cannot be opened', async () => {
    const other = createStateWithLibrary();
    const usual = { usualStateDirs: [state.stateDir, other.stateDir], json: true };
    other.withState((database) => database.run(sql`PRAGMA user_version = 9999`));
    const lost = join(other.root, 'lost.rfa');
    expect(await publishCommand([at('pump.rfa'), lost], wish, usual)).toBe(1);
    expect(JSON.parse(other.printed())).toMatchObject({
      queued: 1,
      refused: [{ path: lost, error: { code: 'state-unreadable' } }],
    });
    expect(releases()).toHaveLength(1);
  });

  it('counts what is refused as neither published nor waiting for a person, and says why', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    holdDrafts(state, [2]);
    for (const name of ['tap.rfa', 'tap2.rfa']) {
      writeFileSync(at(name), name);
      const { size: sizeBytes, mtimeMs: modifiedMs } = statSync(at(name));
      const stat = { kind: 'file', sizeBytes, modifiedMs, inode: name } as never;
      state.withState((database) =>
        createLocalFiles(database, state.libraryId).noteRead(name, stat, { sha256, key: keyOf('EC000009') }, 1),
      );
    }
    expect(await publishCommand([at(pathOf(2)), at('tap.rfa')], wish, options(false))).toBe(1);
    expect(state.printed()).toBe(
      'The next sync publishes 1 file as the next release, as soon as the service answers.\n',
    );
    expect(said.mock.calls.join('')).toContain(
      `${at('tap.rfa')} is not published: Several files have the same key as the file to publish.`,
    );
    said.mockRestore();
  });

  it('refuses a file that was saved since it was last read: nobody saw what that would be', async () => {
    writeFileSync(at('pump.rfa'), 'saved again');
    expect(await publishCommand([at('pump.rfa')], wish, options())).toBe(1);
    expect(JSON.parse(state.printed())).toMatchObject({ refused: [{ error: { code: 'file-changed-meanwhile' } }] });
    expect(releases()).toEqual([]);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await publishCommand([at('pump.rfa')], wish, options(false));
    expect(said.mock.calls.join('')).toContain(
      'The file changed in the meantime. pump.rfa was saved since it was last read.',
    );
    said.mockRestore();
  });

  it('names the command that mends what it refuses', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await publishCommand([at('loose.rfa')], wish, options(false))).toBe(1);
    expect(said.mock.calls.join('')).toMatch(
      /Choose the ETIM class and modelling class .*“cadsync assign” does it\.\n$/,
    );
    said.mockRestore();
  });

  it('says of a file that was saved in a paused library that it is paused, and what to do', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    pause();
    writeFileSync(at('pump.rfa'), 'saved again');
    expect(await publishCommand([at('pump.rfa')], wish, options(false))).toBe(1);
    expect(said.mock.calls.join('')).toBe(
      `${at('pump.rfa')} is not published: You paused this library. pump.rfa was saved since it was last read. Nothing is read, sent or fetched; every file is as it is. Resume the library, in the window or with “cadsync library resume DIR”.\n`,
    );
    said.mockRestore();
  });
});
