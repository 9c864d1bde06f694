import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libraryRecordOf } from '../../../../electron/engine/application/library-record.ts';
import { exitCodeOfOverview } from '../../../../electron/entry/commands/describe-overview.ts';
import { exitCodeOfSync, summarizeSync } from '../../../../electron/entry/commands/sync-summary.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const fileCount = 60;
const codeOf = (n: number): string => `EC${String(n).padStart(6, '0')}`;
const pathOf = (n: number): string => `${codeOf(n)}/MC000001/part${n}.rfa`;
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const n of numbers(1, fileCount)) world.hold(pathOf(n), `bytes ${n}`);
  await world.open();
});
afterEach(() => world.close());

const questions = () => world.engine.changeQuestions(world.libraryId());
const count = (state: string): number => Object.values(world.states()).filter((one) => one === state).length;

function answer(kind: 'removal' | 'overwrite', choice: 'goOn' | 'keep'): void {
  const question = questions().find((one) => one.kind === kind);
  if (!question) throw new Error(`Nothing is asked about a ${kind}.`);
  world.engine.answerChanges(world.libraryId(), { kind, answer: choice, lastChangeId: question.lastChangeId });
}

function remove(from: number, to: number): void {
  for (const n of numbers(from, to)) world.disk.delete(pathOf(n));
  world.watcher.hint('');
}

async function publishElsewhere(from: number, to: number, text = 'theirs'): Promise<void> {
  for (const n of numbers(from, to)) world.service.versions.publishElsewhere(recordOf(codeOf(n)), `${text} ${n}`);
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
}

const minutes = (n: number): Promise<void> => world.clock.advance(n * 60_000);

it('a question about removals says of how many files, those that are gone among them', async () => {
  remove(1, 50);
  await minutes(5);
  const { engine } = world;
  expect(libraryRecordOf(engine, engine.runnerOf(world.libraryId()))).toMatchObject({
    fileCount,
    questions: [{ kind: 'removal', count: 50, fileCount }],
  });
});

it('a file that was moved while a person is asked about it does not count as removed from where it was', async () => {
  await publishElsewhere(1, 7);
  expect(questions()).toMatchObject([{ kind: 'overwrite', count: 7 }]);
  const moved = `moved here/${pathOf(1)}`;
  world.disk.delete(pathOf(1));
  world.save(moved, 'bytes 1');
  world.watcher.hint('');
  await minutes(5);
  const states = world.states();
  expect([states[pathOf(1)], states[moved]]).toEqual([undefined, 'needsYou']);
});

describe('many files that are gone at once', () => {
  it('do not count as removed before a person says so, while the rest goes on', async () => {
    remove(1, 7);
    world.save(pathOf(60), 'edited');
    await minutes(2);
    expect(questions()).toMatchObject([{ kind: 'removal', count: 7, isKept: false }]);
    expect(questions()[0]?.paths[0]).toBe(pathOf(1));
    expect(count('needsYou')).toBe(7);
    expect(count('removedHere')).toBe(0);
    expect(world.service.versions.history(keyOf(codeOf(60)))).toEqual(['0.1 bytes 60', '0.2 edited']);
    expect(world.engine.isIdle()).toBe(true);
  });

  it('count as removed once a person said so, and are not asked about again', async () => {
    remove(1, 7);
    await minutes(2);
    answer('removal', 'goOn');
    await world.idle();
    expect(questions()).toEqual([]);
    expect(count('removedHere')).toBe(7);
    await world.close();
    await world.start();
    await minutes(20);
    expect(questions()).toEqual([]);
    expect(count('removedHere')).toBe(7);
  });

  it('come back from the service, each to its place, when a person wants them back', async () => {
    remove(1, 7);
    await publishElsewhere(1, 1, 'newer');
    await minutes(2);
    answer('removal', 'keep');
    await world.idle();
    expect(world.disk.text(pathOf(1))).toBe('newer 1');
    for (const n of numbers(2, 7)) expect(world.disk.text(pathOf(n))).toBe(`bytes ${n}`);
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount);
    for (const n of numbers(2, 7)) expect(world.service.versions.history(keyOf(codeOf(n)))).toHaveLength(1);
  });

  it('are asked about over a restart and a crash, and nothing is done unasked meanwhile', async () => {
    remove(1, 7);
    await minutes(2);
    world.crash();
    await world.start();
    await minutes(120);
    expect(questions()).toMatchObject([{ kind: 'removal', count: 7 }]);
    expect(count('removedHere')).toBe(0);
  });

  it('are not asked about any more when they are there again', async () => {
    remove(1, 7);
    await minutes(2);
    for (const n of numbers(1, 7)) world.hold(pathOf(n), `bytes ${n}`);
    world.watcher.hint('');
    await minutes(2);
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount);
    expect(world.service.versions.history(keyOf(codeOf(1)))).toHaveLength(1);
  });

  it('are asked about too where newer versions of them are still to be fetched', async () => {
    world.disk.setFreeBytes(100 * 2 ** 20);
    for (const first of [1, 5]) {
      for (const n of numbers(first, first + 3)) world.service.versions.publishElsewhere(recordOf(codeOf(n)), 'theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await minutes(20);
    }
    expect(world.queued()).toHaveLength(8);
    remove(1, 8);
    await minutes(2);
    expect(questions()).toMatchObject([{ kind: 'removal', count: 8 }]);
    expect(count('removedHere')).toBe(0);
  });

  it('are counted over a while: a flood in pieces is asked about too, with what was marked of it already', async () => {
    for (const n of numbers(1, 8)) {
      remove(n, n);
      await minutes(1);
    }
    await minutes(1);
    expect(questions()).toMatchObject([{ kind: 'removal', count: 8 }]);
    expect(count('removedHere')).toBe(0);
  });

  it('are not a flood when they go one after the other over hours', async () => {
    for (const n of numbers(1, 8)) {
      remove(n, n);
      await minutes(15);
    }
    expect(questions()).toEqual([]);
    expect(count('removedHere')).toBe(8);
  });

  it('do not count as gone when they were moved, also where that gives them another key', async () => {
    for (const n of numbers(1, 20)) world.disk.rename(pathOf(n), `valves/${pathOf(n)}`);
    for (const n of numbers(21, 40)) world.disk.rename(pathOf(n), `${codeOf(n + 500)}/MC000001/part${n}.rfa`);
    world.watcher.hint('');
    await minutes(3);
    expect(questions()).toEqual([]);
    expect(count('needsYou')).toBe(0);
    expect(count('draft')).toBe(fileCount);
  });

  it('are answered once: whoever says something else after that is told so', async () => {
    await publishElsewhere(1, 7);
    const asked = questions()[0];
    const say = (choice: 'goOn' | 'keep') =>
      world.engine.answerChanges(world.libraryId(), {
        kind: 'overwrite',
        answer: choice,
        lastChangeId: asked?.lastChangeId ?? 0,
      });
    say('goOn');
    expect(() => say('keep')).toThrow(expect.objectContaining({ code: 'unknown-item' }));
    await world.idle();
    expect(world.disk.text(pathOf(1))).toBe('theirs 1');
  });

  it('are counted as far as an answer is theirs, where an older question was answered otherwise', async () => {
    await publishElsewhere(1, 7);
    const before = questions()[0]?.lastChangeId ?? 0;
    await publishElsewhere(8, 10);
    const lastChangeId = questions()[0]?.lastChangeId ?? 0;
    const { engine } = world;
    const kind = 'overwrite';
    expect(engine.answerChanges(world.libraryId(), { kind, answer: 'goOn', lastChangeId: before })).toBe(7);
    expect(engine.answerChanges(world.libraryId(), { kind, answer: 'keep', lastChangeId })).toBe(3);
  });

  it('are not said to be answered where the files came back by themselves', async () => {
    remove(1, 7);
    await minutes(2);
    const lastChangeId = questions()[0]?.lastChangeId ?? 0;
    for (const n of numbers(1, 7)) world.save(pathOf(n), `bytes ${n}`);
    await minutes(3);
    expect(questions()).toEqual([]);
    const say = () => world.engine.answerChanges(world.libraryId(), { kind: 'removal', answer: 'keep', lastChangeId });
    expect(say).toThrow(/Nothing is asked about these files any more/);
  });

  it('are answered as far as was asked: those that went meanwhile go on waiting', async () => {
    remove(1, 7);
    await minutes(2);
    const [asked] = questions();
    remove(8, 12);
    await minutes(2);
    world.engine.answerChanges(world.libraryId(), {
      kind: 'removal',
      answer: 'goOn',
      lastChangeId: asked?.lastChangeId ?? 0,
    });
    await world.idle();
    expect(questions()).toMatchObject([{ kind: 'removal', count: 5 }]);
    expect(count('removedHere')).toBe(7);
  });

  it('are few enough to pass in a library, and pass', async () => {
    remove(1, 6);
    await minutes(2);
    expect(questions()).toEqual([]);
    expect(count('removedHere')).toBe(6);
  });
});

describe('many files that would be replaced at once', () => {
  it('stay as they are before a person says so', async () => {
    await publishElsewhere(1, 7);
    await minutes(30);
    expect(questions()).toMatchObject([{ kind: 'overwrite', count: 7, isKept: false }]);
    for (const n of numbers(1, 7)) expect(world.disk.text(pathOf(n))).toBe(`bytes ${n}`);
    expect(count('needsYou')).toBe(7);
    expect(world.engine.isIdle()).toBe(true);
  });

  it('are replaced once a person said so, also when the app ends in between', async () => {
    await publishElsewhere(1, 7);
    world.service.setAway(true);
    answer('overwrite', 'goOn');
    world.crash();
    await world.start();
    await minutes(60);
    world.service.setAway(false);
    await world.idle(600_000);
    for (const n of numbers(1, 7)) expect(world.disk.text(pathOf(n))).toBe(`theirs ${n}`);
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount);
  });

  it('stay as they are when a person says so, and can be replaced later', async () => {
    await publishElsewhere(1, 7);
    answer('overwrite', 'keep');
    await minutes(60);
    expect(questions()).toMatchObject([{ kind: 'overwrite', count: 7, isKept: true }]);
    expect(count('notFetched')).toBe(7);
    const overview = world.engine.statusReader.overview();
    expect([overview.libraries[0]?.forPerson, exitCodeOfOverview(overview)]).toEqual([[], 3]);
    const summary = summarizeSync(world.engine, world.libraryId(), { uploaded: 0, downloaded: 0 });
    expect(summary).toMatchObject({ failed: 0, heldBack: 0, olderThanService: 7, files: [] });
    expect(exitCodeOfSync(summary)).toBe(3);
    for (const n of numbers(1, 7)) expect(world.disk.text(pathOf(n))).toBe(`bytes ${n}`);
    await publishElsewhere(20, 21);
    expect(world.disk.text(pathOf(20))).toBe('theirs 20');
    answer('overwrite', 'goOn');
    await world.idle();
    for (const n of numbers(1, 7)) expect(world.disk.text(pathOf(n))).toBe(`theirs ${n}`);
    expect(questions()).toEqual([]);
  });

  it('are counted over a while: a flood in pieces is asked about too', async () => {
    for (const n of numbers(1, 9)) {
      await publishElsewhere(n, n);
      await minutes(1);
    }
    const replaced = numbers(1, 9).filter((n) => world.disk.text(pathOf(n)) === `theirs ${n}`);
    expect(replaced).toHaveLength(6);
    expect(questions()).toMatchObject([{ kind: 'overwrite', count: 3 }]);
  });

  it('do not count for later ones where the clock was ahead when they were fetched', async () => {
    const monthsMs = 60 * 86_400_000;
    world.clock.set(monthsMs);
    await minutes(2);
    await publishElsewhere(1, 6);
    world.clock.set(-monthsMs);
    await minutes(60);
    await publishElsewhere(7, 7);
    expect(questions()).toEqual([]);
    await minutes(60);
    await publishElsewhere(1, 7, 'theirs again');
    expect(questions()).toMatchObject([{ kind: 'overwrite', count: 7 }]);
  });

  it('are in conflict as usual when they are edited while nobody answered', async () => {
    await publishElsewhere(1, 7);
    world.save(pathOf(1), 'mine');
    await minutes(1);
    expect(world.states()[pathOf(1)]).toBe('conflict');
    expect(questions()).toMatchObject([{ kind: 'overwrite', count: 6 }]);
  });

  it('are no matter of new files, however many', async () => {
    await publishElsewhere(101, 180);
    await minutes(1);
    expect(questions()).toEqual([]);
    expect(count('draft')).toBe(fileCount + 80);
  });
});

describe('another service', () => {
  it('is asked about its own changes only', async () => {
    remove(1, 7);
    await minutes(2);
    await world.connect('second');
    await world.idle();
    expect(questions()).toEqual([]);
    await world.connect('first');
    await minutes(2);
    expect(questions()).toMatchObject([{ kind: 'removal', count: 7 }]);
  });
});
