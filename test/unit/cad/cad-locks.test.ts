import { describe, expect, it } from 'vitest';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import { findLocks, ownerInLock } from '../../../shared/model/cad-locks.ts';

const locksOn = (drawing: string, names: readonly string[]) =>
  findLocks(names.map((name) => ({ name })))(drawing).map(({ entry, program }) => ({ name: entry.name, program }));

const others = ['other.dwg', 'other.3dm', 'Other.SLDPRT', 'pump.rfa'];

describe('a lock beside a drawing', () => {
  it.each([
    ['AutoCAD', 'Plan.dwl', 'Plan.dwg'],
    ['AutoCAD', 'Plan.dwl2', 'Plan.dwg'],
    ['AutoCAD', 'plan.DWL', 'Plan.dwg'],
    ['AutoCAD', 'Title.dwl', 'Title.dwt'],
    ['SolidWorks', '~$Valve.SLDPRT', 'Valve.SLDPRT'],
    ['SolidWorks', '~$arm.sldasm', 'Arm.SLDASM'],
    ['Rhino', 'Lamp.3dm.rhl', 'Lamp.3dm'],
    ['Rhino', 'Lamp.3dmrhl', 'Lamp.3dm'],
    ['Archicad', 'hall.pln.lck', 'hall.pln'],
    ['Inventor', 'lockfile.lck', 'Chair.ipt'],
    ['Inventor', 'LockFile.lck', 'Table.IAM'],
  ])('of %s, %s, holds %s open and nothing else, and is no drawing itself', (program, lock, drawing) => {
    const names = [...others, lock, drawing];
    expect(locksOn(drawing, names)).toEqual([{ name: lock, program }]);
    for (const other of others) expect(locksOn(other, names)).toEqual([]);
    expect(isCompanionName(lock)).toBe(true);
  });

  it('of AutoCAD comes in two, and both are told', () => {
    const names = locksOn('Plan.dwg', ['Plan.dwg', 'Plan.dwl', 'Plan.dwl2']).map(({ name }) => name);
    expect(names).toEqual(['Plan.dwl', 'Plan.dwl2']);
  });

  it('is matched however the disk writes accents', () => {
    expect(locksOn('Caf\u00e9.dwg', ['Cafe\u0301.dwl', 'Caf\u00e9.dwg'])).toHaveLength(1);
  });

  it('of another program does not hold a drawing of the same name', () => {
    expect(locksOn('Plan.rfa', ['Plan.rfa', 'Plan.dwl', 'lockfile.lck'])).toEqual([]);
  });

  it('is looked at once, however many drawings lie in its folder', () => {
    let reads = 0;
    const drawings = Array.from({ length: 100 }, (_, nth) => `type ${nth}.dwg`);
    const entries = drawings.map((drawing) => ({
      get name() {
        reads += 1;
        return drawing.replace('.dwg', '.dwl');
      },
    }));
    const locksOf = findLocks(entries);
    const readsOfAll = reads;
    for (const drawing of drawings) expect(locksOf(drawing)).toHaveLength(1);
    expect(reads).toBe(readsOfAll);
  });
});

describe('the owner of a drawing that is open', () => {
  const lockSaying = (user: string, login: string, computer: string): string =>
    `<whoami><username>${login}</username><fullname>${user}</fullname><machinename>${computer}</machinename></whoami>`;

  it.each([
    ['by the full name', lockSaying('Jan Bakker', 'jan', 'OFFICE-2'), 'Jan Bakker', 'OFFICE-2'],
    ['by the login where there is no full name', lockSaying(' ', 'jan', ''), 'jan', undefined],
    ['by the computer alone', lockSaying('', ' ', 'OFFICE-2'), undefined, 'OFFICE-2'],
  ])('is told %s', (_, text, userName, computerName) => {
    expect(ownerInLock('Plan.dwl2', text)).toEqual({ userName, computerName });
  });

  it.each([
    ['names nobody', 'Plan.dwl2', lockSaying('', ' ', '')],
    ['is of another kind', 'Plan.dwl', lockSaying('Jan Bakker', 'jan', 'OFFICE-2')],
  ])('is not told where the lock %s', (_, name, text) => {
    expect(ownerInLock(name, text)).toBeUndefined();
  });
});
