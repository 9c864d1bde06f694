import { describe, expect, it } from 'vitest';
import type { Brought, BroughtFile } from '../../../../renderer/connect/brought-files.ts';
import { createIntakeCourse } from '../../../../renderer/state/intake-course.ts';
import { atRest, type IntakeState } from '../../../../renderer/state/intake-state.ts';
import type { AddedFile, PlaceForFile } from '../../../../shared/rpc/intake-records.ts';
import { exampleStatus } from '../../../fakes/window/example-status.ts';

/** A window with two libraries, in which files are added as the test says. */
function createDesk(answer: (place: PlaceForFile) => Promise<AddedFile['outcome']> = async () => 'added') {
  const added: PlaceForFile[] = [];
  const told: IntakeState[] = [];
  let now = atRest;
  const course = createIntakeCourse({
    session: { begun: Promise.resolve(), connected: true, status: exampleStatus('everyday', [], []) },
    now: () => now,
    change: (part) => void (now = { ...now, ...part }),
    ondone: (done) => void told.push(done),
  });
  const file = (path: string): BroughtFile => ({
    path,
    sizeBytes: 100,
    async add(place) {
      added.push(place);
      const outcome = await answer(place);
      return { outcome, fileId: path, lacksClass: false, ...(outcome === 'added' ? { additionId: path } : {}) };
    },
  });
  const found = (...paths: readonly string[]): Brought => ({
    files: paths.map(file),
    ...{ skipped: 0, inLibrary: 0, beyond: 0 },
  });
  return {
    ...course,
    added,
    told,
    found,
    now: () => now,
    drop: (libraryId: string | undefined, ...paths: readonly string[]) =>
      course.take(async () => found(...paths), libraryId),
    ended: (count = 1) => expect.poll(() => told.length).toBe(count),
    isIn: (phase: IntakeState['phase']) => expect.poll(() => now.phase).toBe(phase),
  };
}

describe('files that are brought', () => {
  it('while others are being added wait for their turn, and are told with them', async () => {
    const gate = Promise.withResolvers<void>();
    const desk = createDesk(async () => gate.promise.then(() => 'added'));
    desk.drop('revit', 'first.rfa');
    await desk.isIn('adding');
    desk.drop('other', 'second.dwg', 'third.dwg');
    expect(desk.now().phase).toBe('adding');
    gate.resolve();
    await desk.ended();
    expect(desk.added.map(({ libraryId, path }) => `${libraryId}/${path}`)).toEqual([
      ...['revit/first.rfa', 'other/second.dwg', 'other/third.dwg'],
    ]);
    expect(desk.told).toMatchObject([
      { count: 3, doneCount: 3, additionIds: ['first.rfa', 'second.dwg', 'third.dwg'], addedTo: ['revit', 'other'] },
    ]);
  });

  it('are looked for visibly, one drop after the other, and each file is added once', async () => {
    const looks = [Promise.withResolvers<Brought>(), Promise.withResolvers<Brought>()] as const;
    const desk = createDesk();
    for (const { promise } of looks) desk.take(() => promise, 'revit');
    expect(desk.now().phase).toBe('looking');
    looks[1].resolve(desk.found('late.rfa'));
    looks[0].resolve(desk.found('a.rfa', 'b.rfa'));
    await desk.ended();
    expect(desk.added.map(({ path }) => path)).toEqual(['a.rfa', 'b.rfa', 'late.rfa']);
    expect(desk.now()).toMatchObject({ phase: 'none', count: 3, doneCount: 3 });
  });

  it('are looked for no longer once a person says so; what is brought afterwards is added', async () => {
    const desk = createDesk();
    desk.take(() => new Promise(() => {}), 'revit');
    desk.cancel();
    desk.drop('revit', 'next.rfa');
    await desk.ended();
    expect(desk.told).toMatchObject([{ additionIds: ['next.rfa'], count: 1, failed: [] }]);
  });

  it('are left out from the one on at which a person stops', async () => {
    const desk = createDesk(async ({ path }) => {
      if (path === 'b.rfa') desk.cancel();
      return 'added';
    });
    desk.drop('revit', 'a.rfa', 'b.rfa', 'c.rfa');
    await desk.ended();
    expect(desk.told).toMatchObject([{ additionIds: ['a.rfa', 'b.rfa'], count: 2, sizeBytes: 200, doneBytes: 200 }]);
  });
});

describe('what is asked about files that were brought', () => {
  it('stays asked while others are added, each answer for the library of its file', async () => {
    const desk = createDesk(async ({ path, ifThere }) =>
      ifThere === 'ask' && path.startsWith('there')
        ? 'occupied'
        : path === 'broken.rfa'
          ? Promise.reject(new Error('no'))
          : 'added',
    );
    desk.drop('revit', 'there.rfa', 'new.rfa', 'broken.rfa');
    await desk.isIn('asking');
    desk.drop('other', 'there.dwg', 'other.dwg');
    await expect.poll(() => desk.now().occupied.length).toBe(2);
    await desk.isIn('asking');
    expect(desk.now().failed).toMatchObject([{ path: 'broken.rfa' }]);
    expect(desk.told).toEqual([]);
    desk.answerOccupied('keepBoth');
    await expect.poll(() => desk.added.length).toBe(7);
    expect(desk.added.slice(5)).toMatchObject([
      { libraryId: 'revit', path: 'there.rfa', ifThere: 'keepBoth' },
      { libraryId: 'other', path: 'there.dwg', ifThere: 'keepBoth' },
    ]);
    await desk.isIn('asking');
    desk.close();
    expect(desk.told).toMatchObject([{ count: 5, doneCount: 5, additionIds: { length: 4 } }]);
  });

  it('is asked once for all that have no library yet, also where another drop has one', async () => {
    const desk = createDesk();
    desk.drop(undefined, 'one.step');
    await desk.isIn('where');
    desk.drop('revit', 'two.rfa');
    await expect.poll(() => desk.added.length).toBe(1);
    await desk.isIn('where');
    desk.drop(undefined, 'three.step');
    await expect.poll(() => desk.now().unplaced.length).toBe(2);
    await desk.isIn('where');
    desk.addTo('other');
    await desk.ended();
    expect(desk.added.map(({ libraryId, path }) => `${libraryId}/${path}`)).toEqual([
      ...['revit/two.rfa', 'other/one.step', 'other/three.step'],
    ]);
  });
});
