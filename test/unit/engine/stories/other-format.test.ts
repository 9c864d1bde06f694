import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const step = 'EC000001/MC000001/pump.step';
const family = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(step, 'a solid');
  await world.open();
});
afterEach(() => world.close());

const publishFamily = (): void => void world.service.versions.publishElsewhere(recordOf('EC000001'), 'a family');
const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 9 })).rows;
const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
};

/** A file of another class has the name that the family would have. */
async function holdOther(): Promise<void> {
  world.hold(family, 'of another class');
  await look();
  const classes = { etimClassCode: 'EC000002', etimClassCodeVersion: '1', etimModelCode: 'MC000001' };
  const link = { ...classes, etimModelCodeVersion: '1', type: 'Template' };
  await world.engine.picks.assign(world.libraryId(), new Map([[family, link]]));
  await look();
}

/** A file of another class had the name and is gone, and both sides have a new version. */
async function conflictWhereAnotherWas(): Promise<void> {
  await holdOther();
  world.disk.delete(family);
  await look();
  publishFamily();
  world.save(step, 'another solid');
  await world.idle();
}

describe('a newer version of another format', () => {
  it('takes the place of the file under its own extension, and the old file is kept', async () => {
    publishFamily();
    await look();
    expect([world.disk.paths(), world.disk.text(family)]).toEqual([[family], 'a family']);
    expect(world.states()).toEqual({ [family]: 'draft' });
    expect((await copies()).map(({ path, target }) => [path, target])).toEqual([[step, step]]);
    world.save(family, 'a better family');
    await look();
    expect(world.service.versions.history(key)).toEqual(['0.1 a solid', '0.2 a family', '0.3 a better family']);
  });

  it('has a name that disks can hold where its extension is the longer one', async () => {
    const long = `EC000002/MC000001/${'a'.repeat(251)}.rfa`;
    world.hold(long, 'a family');
    await look();
    const record = { ...recordOf('EC000002'), fileExtension: 'step' };
    world.service.versions.publishElsewhere(record, 'a solid');
    await look();
    expect(world.disk.text(`EC000002/MC000001/${'a'.repeat(250)}.step`)).toBe('a solid');
  });

  it('stands beside a file that has its name already', async () => {
    await holdOther();
    publishFamily();
    await look();
    expect([world.disk.text(step), world.disk.text(family)]).toEqual([undefined, 'of another class']);
    expect(world.disk.text('EC000001/MC000001/pump (2).rfa')).toBe('a family');
  });

  it('keeps the name of the old one where it cannot have its own', async () => {
    world.disk.on('place', family, () => world.disk.write(family, 'somebody else’s'));
    publishFamily();
    await look();
    expect([world.disk.text(step), world.disk.text(family)]).toEqual(['a family', 'somebody else’s']);
    expect(world.states()).toMatchObject({ [step]: 'draft' });
  });

  it('stays where it is while it is only the release that is followed', async () => {
    world.publish([key], 'First issue');
    await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'releases' });
    await look();
    publishFamily();
    await look();
    expect(world.disk.paths()).toEqual([step]);
  });

  it('has its own extension too where it is taken in a conflict', async () => {
    publishFamily();
    world.save(step, 'another solid');
    await world.idle();
    expect(world.states()).toEqual({ [step]: 'conflict' });
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await look();
    expect([world.disk.paths(), world.states()]).toEqual([[family], { [family]: 'draft' }]);
    expect(world.disk.text(family)).toBe('a family');
  });

  it('leaves the name it could not have to the file of another class that had it', async () => {
    await conflictWhereAnotherWas();
    world.disk.on('place', family, () => {
      throw new AppError('file-in-use');
    });
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    world.save(family, 'of another class again');
    await look();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual([
      '0.1 of another class',
      '0.2 of another class again',
    ]);
  });

  it('is of its own class there, whatever a file of that name was once', async () => {
    await conflictWhereAnotherWas();
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await look();
    await look();
    expect(world.disk.text(family)).toBe('a family');
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 of another class']);
    world.save(family, 'a better family');
    await look();
    expect(world.service.versions.history(key)).toEqual(['0.1 a solid', '0.2 a family', '0.3 a better family']);
  });
});

describe('an answer that takes another format where the name cannot tell the language any more', () => {
  const takeSolid = async (mine: string): Promise<void> => {
    const german = world.versionAt(mine, { major: 0, minor: 1 }).key;
    const record = { ...recordOf('EC000002'), fileExtension: 'step', languageCode: 'de' };
    world.service.versions.publishElsewhere(record, 'a solid');
    world.save(mine, 'mine');
    await world.idle();
    await world.engine.resolveConflict(world.libraryId(), german, 'takeTheirs');
    await look();
    await look();
    expect(german).toBe(`${keyOf('EC000002')}@de`);
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual([]);
    expect(Object.values(world.states())).not.toContain('removedHere');
  };

  it('keeps it in a long name that is cut', async () => {
    const mine = `EC000002/MC000001/${'a'.repeat(248)}_de.rfa`;
    world.hold(mine, 'a family');
    await look();
    await takeSolid(mine);
  });

  it('keeps it beside a file that has the name', async () => {
    const [mine, other] = ['EC000002/MC000001/pump_de.rfa', 'EC000002/MC000001/pump_de.step'];
    world.hold(mine, 'a family');
    await look();
    world.hold(other, 'of another class');
    await look();
    const classes = { etimClassCode: 'EC000003', etimClassCodeVersion: '1', etimModelCode: 'MC000001' };
    const link = { ...classes, etimModelCodeVersion: '1', type: 'Template' };
    await world.engine.picks.assign(world.libraryId(), new Map([[other, link]]));
    await look();
    await takeSolid(mine);
  });
});

describe('an answer that took a version of another format, undone', () => {
  it('gives what was there its own extension again, and asks anew', async () => {
    publishFamily();
    world.save(step, 'another solid');
    await world.idle();
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await look();
    expect(await world.engine.undoResolve(world.libraryId(), key)).toEqual({ reopened: true });
    await look();
    expect([world.disk.text(step), world.disk.text(family)]).toEqual(['another solid', undefined]);
    expect(world.states()).toEqual({ [step]: 'conflict' });
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await look();
    expect(world.service.versions.history(key)).toEqual(['0.1 a solid', '0.2 a family', '0.3 another solid']);
    expect(world.disk.paths()).toEqual([step]);
  });

  it.each([0, 1, 120])('is undone %i s later as at once, by whatever name the file had', async (seconds) => {
    publishFamily();
    world.save(step, 'another solid');
    await world.idle();
    const end = await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    expect(world.states()).toEqual({ [family]: 'draft' });
    for (const path of [step, family]) world.watcher.hint(path);
    if (seconds > 0) await world.clock.advance(seconds * 1_000);
    const answer = { choice: 'takeTheirs', ...end } as const;
    expect(await world.engine.undoResolve(world.libraryId(), key, answer)).toEqual({ reopened: true });
    expect(world.states()).toEqual({ [step]: 'conflict' });
    await look();
    expect([world.disk.text(step), world.states()]).toEqual(['another solid', { [step]: 'conflict' }]);
  });

  it('is undone as well on a disk that gives a file another number with another name', async () => {
    publishFamily();
    world.save(step, 'another solid');
    await world.idle();
    const disk = world.disk.port.library();
    world.disk.after('place', family, async () => {
      const text = world.disk.text(family) ?? '';
      const { modifiedMs } = (await disk.stat(family)) ?? {};
      world.disk.delete(family);
      world.disk.write(family, text, modifiedMs);
    });
    const end = await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    expect(world.states()).toEqual({ [family]: 'draft' });
    const answer = { choice: 'takeTheirs', ...end } as const;
    expect(await world.engine.undoResolve(world.libraryId(), key, answer)).toEqual({ reopened: true });
  });

  it('leaves it to what a person said it belongs to', async () => {
    world.save('loose.step', 'a loose solid');
    await look();
    const classes = { etimClassCode: 'EC000003', etimClassCodeVersion: '1', etimModelCode: 'MC000001' };
    const link = { ...classes, etimModelCodeVersion: '1', type: 'Template' };
    await world.engine.picks.assign(world.libraryId(), new Map([['loose.step', link]]));
    await look();
    const loose = keyOf('EC000003');
    world.service.versions.publishElsewhere(recordOf('EC000003'), 'a family');
    world.save('loose.step', 'another loose solid');
    await world.idle();
    await world.engine.resolveConflict(world.libraryId(), loose, 'takeTheirs');
    await look();
    await world.engine.undoResolve(world.libraryId(), loose);
    await look();
    expect(world.states()).toMatchObject({ 'loose.step': 'conflict' });
    expect(world.disk.text('loose.step')).toBe('another loose solid');
  });
});

describe('what comes back and is of another format', () => {
  beforeEach(async () => {
    publishFamily();
    await look();
  });

  it('stands beside the file as what it was: which of both is meant, a person says', async () => {
    const [copy] = await copies();
    const put = await world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '');
    expect(put).toEqual({ path: step, next: 'pick', rival: family });
    await look();
    expect([world.disk.text(step), world.disk.text(family)]).toEqual(['a solid', 'a family']);
    expect(world.states()).toEqual({ [step]: 'doublyClaimed', [family]: 'doublyClaimed' });
  });

  it('can be opened as what it was', async () => {
    const path = await world.engine.earlierVersions.fetchCopy(
      world.libraryId(),
      family,
      world.versionAt(family, { major: 0, minor: 1 }),
    );
    expect([path.endsWith('/pump.step'), world.disk.text(path)]).toEqual([true, 'a solid']);
  });

  it('does so as a version of the service, too', async () => {
    const version = { major: 0, minor: 1 };
    const put = await world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      family,
      world.versionAt(family, version),
    );
    expect(put).toMatchObject({ path: step, next: 'pick', rival: family });
    await look();
    expect([world.disk.text(step), world.disk.text(family)]).toEqual(['a solid', 'a family']);
  });
});
