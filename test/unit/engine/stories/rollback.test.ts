import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const fileCount = 60;
const dayMs = 86_400_000;
const codeOf = (n: number): string => `EC${String(n).padStart(6, '0')}`;
const pathOf = (n: number): string => `${codeOf(n)}/MC000001/part${n}.rfa`;
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let world: World;
let backupMs: number;
/** How much the computer's clock is wrong. */
let clockOffMs: number;

/** Every file was saved once more since the backup was made; sent only the second time where `isFirstSent` says no. */
async function openSavedTwice(isFirstSent = true): Promise<void> {
  const clock = createFakeClock();
  clockOffMs = 0;
  world = createWorld({ clock: { ...clock, now: () => clock.now() + clockOffMs } });
  backupMs = world.clock.now() - dayMs;
  for (const n of numbers(1, fileCount)) world.disk.write(pathOf(n), `old ${n}`, backupMs);
  if (isFirstSent) await world.open();
  for (const n of numbers(1, fileCount)) world.hold(pathOf(n), `new ${n}`);
  if (isFirstSent) world.watcher.hint('');
  else await world.open();
  await minutes(2);
  for (const n of numbers(1, fileCount)) expect(history(n).at(-1)).toContain(`new ${n}`);
}
afterEach(() => world.close());

const questions = () => world.engine.changeQuestions(world.libraryId());
const history = (n: number): readonly string[] => world.service.versions.history(keyOf(codeOf(n)));
const count = (state: string): number => Object.values(world.states()).filter((one) => one === state).length;
const minutes = (n: number): Promise<void> => world.clock.advance(n * 60_000);
const isDate = (n: number): number => backupMs + n;

/** A backup is unpacked over the library: its files come with the dates they had. */
async function restore(from: number, to: number, modifiedMs: (n: number) => number = isDate): Promise<void> {
  for (const n of numbers(from, to)) {
    world.disk.write(pathOf(n), `old ${n}`);
    world.disk.setDate(pathOf(n), modifiedMs(n));
  }
  world.watcher.hint('');
  await minutes(2);
}

function answer(choice: 'goOn' | 'keep'): void {
  const question = questions().find(({ kind }) => kind === 'rollback');
  if (!question) throw new Error('Nothing is asked.');
  world.engine.answerChanges(world.libraryId(), {
    kind: 'rollback',
    answer: choice,
    lastChangeId: question.lastChangeId,
  });
}

const inBackup = (n: number): string[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith('.cadlibrary/backup/') && path.endsWith(pathOf(n)))
    .map((path) => world.disk.text(path) ?? '');

describe('a library that was restored from an old backup', () => {
  beforeEach(() => openSavedTwice());

  it('is not sent before a person says so, while the rest goes on', async () => {
    await restore(1, 30);
    world.save(pathOf(60), 'edited');
    await minutes(1);
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 30, isKept: false }]);
    expect(questions()[0]?.paths[0]).toBe(pathOf(1));
    expect(count('needsYou')).toBe(30);
    for (const n of numbers(1, 30)) expect(history(n)).toEqual([`0.1 old ${n}`, `0.2 new ${n}`]);
    expect(history(60).at(-1)).toBe('0.3 edited');
    expect(world.engine.isIdle()).toBe(true);
  });

  it('is known by what its files hold where unpacking gave them the date of today', async () => {
    await restore(1, 30, () => world.clock.now());
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 30 }]);
  });

  it('goes up as new drafts once a person said so, and is not asked about again', async () => {
    await restore(1, 30);
    answer('goOn');
    await world.idle();
    for (const n of numbers(1, 30)) expect(history(n).at(-1)).toBe(`0.3 old ${n}`);
    expect(questions()).toEqual([]);
    await world.close();
    await world.start();
    await minutes(20);
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount);
    for (const n of numbers(1, 30)) expect(history(n)).toHaveLength(3);
  });

  it('gets the newer versions of the service back when a person wants them, and its own are kept', async () => {
    await restore(1, 30);
    answer('keep');
    world.crash();
    await world.start();
    await minutes(5);
    for (const n of numbers(1, 30)) {
      expect(world.disk.text(pathOf(n))).toBe(`new ${n}`);
      expect(inBackup(n)).toEqual([`old ${n}`]);
      expect(history(n)).toHaveLength(2);
    }
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount);
  });

  it('is asked about over a crash and for as long as it takes', async () => {
    await restore(1, 30);
    world.crash();
    await world.start();
    await minutes(120);
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 30 }]);
    expect(history(1)).toHaveLength(2);
  });

  it('is not asked about any more when its files are put back', async () => {
    await restore(1, 30);
    for (const n of numbers(1, 30)) world.hold(pathOf(n), `new ${n}`);
    world.watcher.hint('');
    await minutes(2);
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount);
    for (const n of numbers(1, 30)) expect(history(n)).toHaveLength(2);
  });

  it('is not asked about any more where its files go or are edited, and an edit goes up', async () => {
    await restore(1, 30);
    world.save(pathOf(1), 'edited');
    world.disk.delete(pathOf(2));
    world.watcher.hint('');
    await minutes(3);
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 28 }]);
    expect(history(1).at(-1)).toBe('0.3 edited');
  });

  it('keeps what was said about its bytes to these bytes: an edit after a no is an edit', async () => {
    await restore(1, 30);
    world.service.setAway(true);
    answer('keep');
    world.save(pathOf(1), 'edited');
    await minutes(1);
    world.service.setAway(false);
    world.engine.tryNow();
    await minutes(5);
    expect(world.disk.text(pathOf(1))).toBe('edited');
    expect(history(1).at(-1)).toBe('0.3 edited');
    expect(world.disk.text(pathOf(2))).toBe('new 2');
  });

  it('goes up unasked when it is a single drawing, or no more than pass in one pass', async () => {
    await restore(1, 1);
    expect(history(1).at(-1)).toBe('0.3 old 1');
    await restore(2, 6);
    expect(history(6).at(-1)).toBe('0.3 old 6');
    await restore(7, 9);
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 3 }]);
    expect(history(7)).toHaveLength(2);
  });

  it('is not taken for one after a save of all files by a program, also while the clock is wrong', async () => {
    for (const n of numbers(1, 30)) world.disk.write(pathOf(n), `batch ${n}`);
    world.watcher.hint('');
    await minutes(2);
    clockOffMs = -3 * dayMs;
    for (const n of numbers(31, 60)) world.disk.write(pathOf(n), `batch ${n}`);
    world.watcher.hint('');
    await minutes(2);
    expect(questions()).toEqual([]);
    for (const n of numbers(1, 60)) expect(history(n).at(-1)).toBe(`0.3 batch ${n}`);
  });

  it('is a conflict as ever where the service went on meanwhile', async () => {
    world.service.setAway(true);
    await restore(1, 30);
    world.service.versions.publishElsewhere(recordOf(codeOf(1)), 'theirs 1');
    world.service.setAway(false);
    world.engine.tryNow();
    await minutes(5);
    expect(world.states()[pathOf(1)]).toBe('conflict');
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 29 }]);
  });

  it('is not asked about what a person puts back in the app, version by version', async () => {
    for (const n of numbers(1, 20)) {
      await world.engine.earlierVersions.restoreVersion(
        world.libraryId(),
        pathOf(n),
        world.versionAt(pathOf(n), { major: 0, minor: 1 }),
      );
    }
    await minutes(3);
    expect(questions()).toEqual([]);
    for (const n of numbers(1, 20)) expect(history(n).at(-1)).toBe(`0.3 old ${n}`);
  });
});

describe('a library whose backup holds what was never sent', () => {
  beforeEach(() => openSavedTwice(false));

  it('is known by the dates of its files', async () => {
    await restore(1, 30);
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 30 }]);
    expect(history(1)).toEqual(['0.1 new 1']);
  });

  it('keeps its files when the newer versions come back: they are nowhere else', async () => {
    await restore(1, 30);
    answer('keep');
    await minutes(5);
    expect(world.disk.text(pathOf(1))).toBe('new 1');
    expect(inBackup(1)).toEqual(['old 1']);
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 1 });
    expect(rows).toMatchObject([{ isOnService: false, clearedAtMs: undefined }]);
  });
});

describe('an answer about files that went back', () => {
  beforeEach(() => openSavedTwice());

  it('is not about bytes to which they went back while it was given', async () => {
    await restore(1, 30);
    const [question] = questions();
    world.disk.write(pathOf(1), 'older still');
    world.disk.setDate(pathOf(1), backupMs - dayMs);
    world.watcher.hint(pathOf(1));
    await minutes(2);
    const lastChangeId = question?.lastChangeId ?? 0;
    world.engine.answerChanges(world.libraryId(), { kind: 'rollback', answer: 'goOn', lastChangeId });
    await minutes(2);
    expect(history(1).at(-1)).toContain('new 1');
    expect(history(2).at(-1)).toContain('old 2');
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 1 }]);
  });

  it('does not hold for ever what the service has nothing of any more', async () => {
    const bringBack = world.service.versions.takeBackup();
    world.save('EC000900/MC000001/late.rfa', 'late old');
    await minutes(2);
    world.save('EC000900/MC000001/late.rfa', 'late new');
    await minutes(2);
    world.disk.write('EC000900/MC000001/late.rfa', 'late old');
    await restore(1, 30);
    expect(questions()).toMatchObject([{ kind: 'rollback', count: 31 }]);
    world.service.setAway(true);
    answer('keep');
    bringBack();
    await minutes(5);
    world.service.setAway(false);
    await minutes(200);
    for (const open of questions())
      world.engine.answerChanges(world.libraryId(), {
        kind: open.kind,
        answer: 'goOn',
        lastChangeId: open.lastChangeId,
      });
    await minutes(10);
    expect(world.service.versions.history(keyOf('EC000900')).at(-1)).toContain('late old');
    expect(world.disk.text('EC000900/MC000001/late.rfa')).toBe('late old');
  });
});

describe('a file that is moved while it is asked about', () => {
  it('is named where it stands now', async () => {
    await openSavedTwice();
    await restore(1, 10, isDate);
    const moved = `valves/${pathOf(1)}`;
    world.disk.rename(pathOf(1), moved);
    world.watcher.hint('');
    await minutes(2);
    const [question] = questions();
    expect(question?.count).toBe(10);
    expect(question?.paths).toContain(pathOf(2));
    expect(question?.paths).not.toContain(pathOf(1));
    answer('keep');
    await minutes(2);
    expect(world.disk.text(moved)).toBe('new 1');
  });
});
