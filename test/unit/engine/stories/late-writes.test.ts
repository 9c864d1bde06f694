import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNeedsTeller } from '../../../../electron/entry/commands/tell-needs.ts';
import type { NameRule } from '../../../fakes/engine/stored-files.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const copy = 'EC000001/MC000001/pump (mine).rfa';
const key = keyOf('EC000001');

let world: World;
afterEach(() => world.close());

async function open(names: NameRule = 'exact'): Promise<void> {
  world = createWorld({ names });
  world.hold(pump, 'base');
  await world.open();
}

async function publishElsewhere(): Promise<void> {
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.clock.advance(5_000);
}

async function startAgain(): Promise<void> {
  await world.start();
  await world.clock.advance(90_000);
}

const backups = (): string[] => world.disk.ownPaths().filter((path) => path.includes('/backup/'));
const kept = (): (string | undefined)[] => backups().map((path) => world.disk.text(path));
const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 })).rows;

const savedLate = async () => (await world.engine.earlierCopies.list('savedLate', { offset: 0, limit: 10 })).rows;
const told = (): string[] =>
  world.engine.activity
    .list(100)
    .filter(({ kind }) => kind === 'savedLate')
    .map(({ title }) => title);

describe('what a program writes to a file that was replaced while it had it open', () => {
  it('is in the backup folder, and stays there as the only place of its bytes', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    expect(await copies()).toMatchObject([{ version: '0.1', isOnService: true }]);
    expect(write('saved late')).toBe(true);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(kept()).toEqual(['saved late']);
    await world.days(2);
    expect(await copies()).toMatchObject([{ version: undefined, isOnService: false, clearedAtMs: undefined }]);
    await world.days(40);
    expect(kept()).toEqual(['saved late']);
  });

  it('is told within moments, once, until a person puts it back', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    await world.clock.advance(5_000);
    write('saved late');
    await world.clock.advance(10_000);
    expect(told()).toEqual(['pump.rfa']);
    const [copy] = await savedLate();
    expect(copy).toMatchObject({ path: pump, reason: 'savedLate', isOnService: false });
    await world.days(2);
    expect(told()).toEqual(['pump.rfa']);
    await world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '');
    await world.idle();
    expect(await savedLate()).toEqual([]);
    expect(world.disk.text(pump)).toBe('saved late');
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 saved late');
  });

  it('is named once by a sync that goes on, with where it is', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => output.mockRestore());
    const printed = (): string => output.mock.calls.splice(0).map(String).join('');
    const tell = createNeedsTeller(world.engine, world.libraryId(), false);
    tell();
    expect(printed()).toBe('');
    write('saved late');
    await world.clock.advance(1_000_000);
    tell();
    const [named] = await savedLate();
    expect(printed()).toContain(named?.absolutePath);
    await world.days(2);
    tell();
    expect(printed()).toBe('');
  });

  it('is left where it is when a person says so, and told again when more is saved into it', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    await world.clock.advance(3_600_000);
    write('saved late');
    await world.clock.advance(1_000_000);
    const [copy] = await savedLate();
    world.engine.earlierCopies.leave(copy?.backupId ?? '');
    await world.days(2);
    expect(await savedLate()).toEqual([]);
    expect(await copies()).toMatchObject([{ reason: 'savedLateLeft', isOnService: false, clearedAtMs: undefined }]);
    write('saved later still');
    await world.days(2);
    expect(told()).toEqual(['pump.rfa', 'pump.rfa']);
    expect(kept()).toEqual(['saved later still']);
  });

  it('stays where it was left until a person deletes it, also if the service has it', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    await world.clock.advance(10_000);
    write('theirs');
    await world.clock.advance(7_200_000);
    const [copy] = await savedLate();
    world.engine.earlierCopies.leave(copy?.backupId ?? '');
    expect(await copies()).toMatchObject([{ isOnService: true, clearedAtMs: undefined }]);
    await world.days(45);
    expect(await copies()).toMatchObject([{ reason: 'savedLateLeft', isOnService: true }]);
    await world.engine.earlierCopies.remove(copy?.backupId ?? '', copy?.bytesTag ?? '');
    expect(kept()).toEqual([]);
  });

  it('is told after a restart too, also where the program was at it while nothing ran', async () => {
    await open();
    const write = world.disk.openForWriting(pump);
    await publishElsewhere();
    await world.close();
    await world.clock.advance(60_000);
    write('saved late');
    await startAgain();
    expect(told()).toEqual(['pump.rfa']);
  });

  it('does not keep copies longer to which nobody wrote', async () => {
    await open();
    await publishElsewhere();
    await world.days(40);
    expect(kept()).toEqual([]);
    expect(told()).toEqual([]);
  });
});

describe('a file that is kept and not replaced', () => {
  it('has no second name once an engine runs again that died in between', async () => {
    await open();
    world.disk.on('replace', pump, () => world.crashNow());
    await publishElsewhere();
    expect(world.disk.namesOf(pump)).toHaveLength(2);
    world.service.setAway(true);
    await startAgain();
    expect(world.disk.namesOf(pump)).toEqual([pump]);
    expect(await copies()).toEqual([]);
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    world.save(pump, 'edited');
    await world.idle();
    expect(kept()).toEqual(['base']);
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs', '0.3 edited']);
  });

  it('has none either where it was moved before the engine ran again', async () => {
    await open();
    world.disk.on('replace', pump, () => world.crashNow());
    await publishElsewhere();
    world.service.setAway(true);
    const moved = `valves/${pump}`;
    world.disk.rename(pump, moved);
    await startAgain();
    expect(world.disk.namesOf(moved)).toEqual([moved]);
  });

  it('has none where it could not be replaced, or was saved at that very moment', async () => {
    await open();
    world.disk.fail('replace', pump, 'unsafe-name');
    await publishElsewhere();
    expect(world.disk.namesOf(pump)).toEqual([pump]);
    world.disk.after('keepCopy', /backup/, async () => world.save(pump, 'saved just then'));
    world.engine.tryNow();
    await world.clock.advance(60_000);
    expect(world.disk.text(pump)).toBe('saved just then');
    expect(world.disk.namesOf(pump)).toEqual([pump]);
    expect(world.states()[pump]).toBe('conflict');
  });

  it('is a copy where the disk gives no second names', async () => {
    await open('folding');
    world.disk.on('replace', pump, () => world.crashNow());
    await publishElsewhere();
    world.disk.write(pump, 'edited');
    expect(kept()).toEqual(['base']);
    await startAgain();
    expect(world.disk.text(pump)).toBe('edited');
  });
});

describe('a copy that is to stand beside a file in conflict', () => {
  it('is none of it where the file was saved in place before the engine ran again', async () => {
    await open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.clock.until(() => world.states()[pump] === 'conflict', 'there is a conflict', 120_000);
    world.disk.on('replace', pump, () => world.crashNow());
    void world.engine.resolveConflict(world.libraryId(), key, 'keepBoth');
    await world.clock.advance(1_000);
    world.disk.write(pump, 'mine again');
    expect(world.disk.text(copy)).toBe('mine again');
    await startAgain();
    await world.clock.advance(3_600_000);
    expect(world.disk.text(pump)).toBe('mine again');
    expect(world.disk.text(copy)).toBeUndefined();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });
});
