import { describe, expect, test } from 'vitest';
import { benchPrograms } from '../../../../../build/bench/sync/cad-body.ts';
import { planLibrary, hotFolder, type LibraryShape } from '../../../../../build/bench/sync/plan-library.ts';
import { gigabyteShape, smallFilesShape } from '../../../../../build/bench/sync/library-shapes.ts';
import { assignKey } from '../../../../../electron/engine/tree/assign-key.ts';

const shape: LibraryShape = {
  name: 'test',
  files: 3_000,
  totalBytes: 24e6,
  medianBytes: 4_096,
  hotFiles: 500,
  seed: 7,
};

function sizesOf(planned: LibraryShape): number[] {
  return planLibrary(planned)
    .map((file) => file.sizeBytes)
    .sort((a, b) => a - b);
}

describe('the plan of a benchmark library', () => {
  test('is the same for the same seed, and another one for another', () => {
    expect(planLibrary(shape)).toEqual(planLibrary({ ...shape }));
    expect(planLibrary({ ...shape, seed: 8 })).not.toEqual(planLibrary(shape));
  });

  test.each([shape, gigabyteShape(false), smallFilesShape(false)])(
    'has the files, the median and nearly the bytes that are asked for: $name',
    (planned) => {
      const sizes = sizesOf(planned);
      expect(sizes).toHaveLength(planned.files);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(Math.abs(total / planned.totalBytes - 1)).toBeLessThan(0.05);
      const median = sizes[sizes.length / 2] ?? 0;
      expect(Math.abs(median / planned.medianBytes - 1)).toBeLessThan(0.1);
    },
  );

  test('holds files of 20 to 80 MB that make up a third, where it is a large one', () => {
    const large = sizesOf(gigabyteShape(false)).filter((size) => size >= 20e6);
    expect(Math.max(...large)).toBeLessThanOrEqual(80e6);
    const bytes = large.reduce((sum, size) => sum + size, 0);
    expect(bytes / 1e9).toBeGreaterThan(0.25);
    expect(bytes / 1e9).toBeLessThan(0.4);
    expect(sizesOf(shape).at(-1)).toBeLessThan(20e6);
  });

  test('gives every file a key of its own by its path alone, about 25 to a folder and many in one', () => {
    const defaults = { programs: benchPrograms, contentType: 'Template' };
    const files = planLibrary(shape);
    const keys = files.map(({ path }) => assignKey(path, undefined, {}, defaults));
    expect(keys.every((key) => key.kind === 'assigned')).toBe(true);
    expect(new Set(keys.map((key) => (key.kind === 'assigned' ? key.text : ''))).size).toBe(files.length);
    const inFolder = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')));
    expect(inFolder.get(hotFolder)).toHaveLength(shape.hotFiles);
    expect((files.length - shape.hotFiles) / (inFolder.size - 1)).toBeGreaterThan(15);
    expect((files.length - shape.hotFiles) / (inFolder.size - 1)).toBeLessThan(40);
  });
});
