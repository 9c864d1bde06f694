import { beforeEach, describe, expect, it } from 'vitest';
import { createLockCheck, openDrawingWaitMs, whatLockHolds } from '../../../../electron/engine/observe/open-locks.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, type FakeDisk } from '../../../fakes/engine/disk.ts';

const hourMs = 3_600_000;
const startedMs = 1_000 * hourMs;
const name = 'DRAWING-07';

describe('a lock', () => {
  const lock = { isLeftOver: false, isIgnored: false };

  it.each([
    ['of a drawing saved just now', lock, 0, 'readingAndReplacing'],
    ['of a drawing not saved for nearly an hour', lock, openDrawingWaitMs - 1, 'readingAndReplacing'],
    ['of a drawing not saved for an hour', lock, openDrawingWaitMs, 'replacing'],
    ['of a drawing not saved for a year', lock, 8_760 * hourMs, 'replacing'],
    ['that is left over', { ...lock, isLeftOver: true }, 0, 'nothing'],
    ['of which a person said that nobody has it open', { ...lock, isIgnored: true }, 0, 'nothing'],
  ] as const)('%s', (_what, facts, restingMs, hold) => {
    expect(whatLockHolds(facts, restingMs)).toBe(hold);
  });
});

describe('the locks beside a drawing', () => {
  let disk: FakeDisk;
  const ignored = new Map<string, number>();
  const check = (isDatedHere = true) =>
    createLockCheck(
      disk.port.library(),
      { name, startedMs: () => startedMs },
      {
        has: (path, modifiedMs) => ignored.get(path) === modifiedMs,
        add: (path, modifiedMs) => void ignored.set(path, modifiedMs),
      },
      async () => isDatedHere,
    );
  const owner = '<?xml version="1.0"?><username>jansen</username><machinename>OFFICE-2</machinename>';

  beforeEach(() => {
    ignored.clear();
    disk = createFakeDisk(createFakeClock());
    disk.write('valves/plan.dwg', 'drawing');
    disk.write('valves/plan.dwl', 'jansen', startedMs + 1);
    disk.write('valves/plan.dwl2', owner, startedMs + 2);
  });

  it('say which program has it open, since when, and whose they are', async () => {
    expect(await check().openLock('valves/plan.dwg')).toMatchObject({
      program: 'AutoCAD',
      modifiedMs: startedMs + 2,
      userName: 'jansen',
      computerName: 'OFFICE-2',
    });
  });

  it('are nobody’s when this computer made them and was started anew since, though only one of them says so', async () => {
    disk.write('valves/plan.dwl', 'jansen', startedMs - 2);
    disk.write('valves/plan.dwl2', owner.replace('OFFICE-2', 'Drawing-07'), startedMs - 1);
    expect(await check().holdOn('valves/plan.dwg', 0)).toBe('nothing');
    expect(await check().openLock('valves/plan.dwg')).toBeUndefined();
  });

  it('are nobody’s then on the drive of a server too, where they are older by more than clocks are apart', async () => {
    const dayMs = 24 * hourMs;
    for (const file of ['dwl', 'dwl2'])
      disk.write(`valves/plan.${file}`, owner.replace('OFFICE-2', 'drawing-07'), startedMs - dayMs - 1);
    expect(await check(false).holdOn('valves/plan.dwg', 0)).toBe('nothing');
  });

  it.each([
    ['this computer made them after it was started', 'drawing-07', 1, true],
    ['another computer made them, as long ago as that', 'OFFICE-2', -1, true],
    ['a server dated them, whose clock may be a day behind', 'drawing-07', -23 * hourMs, false],
  ] as const)('hold the drawing when %s', async (_what, computer, sinceMs, isDatedHere) => {
    for (const file of ['dwl', 'dwl2'])
      disk.write(`valves/plan.${file}`, owner.replace('OFFICE-2', computer), startedMs + sinceMs);
    expect(await check(isDatedHere).holdOn('valves/plan.dwg', 0)).toBe('readingAndReplacing');
    expect(await check(isDatedHere).openLock('valves/plan.dwg')).toMatchObject({ computerName: computer });
  });

  it('count again when they were written after a person said that nobody has it open', async () => {
    for (const file of (await check().openLock('valves/plan.dwg'))?.files ?? [])
      ignored.set(file.path, file.modifiedMs);
    expect(await check().holdOn('valves/plan.dwg', 0)).toBe('nothing');
    disk.write('valves/plan.dwl2', owner, startedMs + 3);
    expect(await check().holdOn('valves/plan.dwg', 0)).toBe('readingAndReplacing');
  });

  it('hold although they cannot be read, and say nothing of their owner', async () => {
    disk.fail('readText', /dwl2$/, 'file-in-use', 5);
    expect(await check().openLock('valves/plan.dwg')).not.toHaveProperty('userName');
    expect(await check().holdOn('valves/plan.dwg', 0)).toBe('readingAndReplacing');
  });

  it('are looked for with one listing of a folder for all its drawings', async () => {
    const round = check();
    for (const name of ['plan.dwg', 'a.dwg', 'b.dwg']) await round.holdOn(`valves/${name}`, 0);
    expect(disk.operations.filter(({ operation }) => operation === 'list')).toHaveLength(1);
  });
});
