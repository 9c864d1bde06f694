import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLocalFiles } from '../../electron/engine/state/local-files.ts';
import { migrate } from '../../electron/engine/state/schema.ts';
import { createUnreadClaims } from '../../electron/engine/state/unread-claims.ts';
import type { FileLink, LibraryLinks } from '../../electron/engine/tree/library-links.ts';
import { openSqlite } from '../../electron/platform/sqlite.ts';
import { keyOf } from '../fakes/engine/world.ts';
import { holdLibraries } from '../fakes/engine/hold-libraries.ts';

/** A run can be repeated: `SEED=… npm test -- test/property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const defaults = { programs: [{ name: 'Revit', version: '2025' }], contentType: 'product' };
const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: '1' } as const;
const keys = [keyOf('EC000001'), keyOf('EC000002')];
const path = fc.constantFrom(
  ...['EC000001', 'EC000002'].flatMap((code) => [`${code}/MC000001/a.rfa`, `${code}/MC000001/b.rfa`]),
  'loose.rfa',
);
const link = { etimClassCode: 'EC000001', etimModelCode: 'MC000001' };
const turn = fc.constantFrom('changed', 'unread', 'read', 'gone', 'forgotten', 'undone', 'linked', 'unlinked', 'many');

describe(`what unread files may be (seed ${seed})`, () => {
  it('is the same whether it was followed all the time or read just now', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(turn, path), { maxLength: 40 }), (turns) => {
        const database = openSqlite(':memory:');
        migrate(database);
        holdLibraries(database, 'library');
        const files = createLocalFiles(database, 'library');
        let links: LibraryLinks = new Map();
        const followed = createUnreadClaims(files, () => links, defaults);
        const acts: Record<(typeof turns)[number][0], (at: string) => void> = {
          changed: (at) => files.noteChanged(at, stat, 1),
          unread: files.noteUnread.bind(files),
          read: (at) => files.noteRead(at, stat, {}, 1),
          gone: (at) => files.noteGone(at, 1),
          forgotten: files.forget,
          undone(at) {
            const undo = new Error('the disk is full');
            const write = (): void =>
              database.transaction(() => {
                files.noteRead(at, stat, {}, 1);
                throw undo;
              });
            expect(write).toThrow(undo);
          },
          linked: (at) => void (links = new Map<string, FileLink>([...links, [at, link]])),
          unlinked: (at) => void (links = new Map<string, FileLink>([...links, [at, 'unassigned']])),
          many: (at) => {
            for (let round = 0; round < 1_100; round += 1) files.noteGone(`${round}.rfa`, 1);
            files.noteChanged(at, stat, 1);
          },
        };
        for (const [kind, at] of turns) {
          acts[kind](at);
          const readNow = createUnreadClaims(createLocalFiles(database, 'library'), () => links, defaults);
          for (const key of keys) {
            const found = followed.rivalOf(key);
            expect(found === undefined).toBe(readNow.rivalOf(key) === undefined);
            if (found !== undefined) expect(files.unreadPaths()).toContain(found);
          }
        }
        database.close();
      }),
      { seed, numRuns: 200 },
    );
  });
});
