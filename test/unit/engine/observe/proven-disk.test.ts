import { beforeEach, describe, expect, it } from 'vitest';
import { createProvenDisk } from '../../../../electron/engine/observe/proven-disk.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, type FakeDisk } from '../../../fakes/engine/disk.ts';

const marker = '.cadlibrary/library.json';

let disk: FakeDisk;
beforeEach(() => {
  disk = createFakeDisk(createFakeClock());
  disk.write(marker, '{"libraryId":"ours"}');
});

const proven = () => createProvenDisk(disk.port.library(), () => 'ours');
const looks = (): number => disk.operations.filter(({ path }) => path === marker).length;
const bytes = new TextEncoder().encode('bytes');

describe('a disk that is proved to be the library', () => {
  it('is looked at once for what is written at the same time, and again for what is written later', async () => {
    const library = proven();
    await Promise.all(['a.rfa', 'b.rfa', 'c.rfa'].map((path) => library.putWhole(path, bytes)));
    expect(looks()).toBe(1);
    await library.putWhole('d.rfa', bytes);
    expect(looks()).toBe(2);
    expect(disk.paths()).toEqual(['a.rfa', 'b.rfa', 'c.rfa', 'd.rfa']);
  });

  it('takes nothing of what is written at the same time where it is another one, and all once it is itself', async () => {
    const library = proven();
    disk.write(marker, '{"libraryId":"of somebody else"}');
    const written = await Promise.allSettled(['a.rfa', 'b.rfa'].map((path) => library.putWhole(path, bytes)));
    expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(disk.paths()).toEqual([]);
    disk.write(marker, '{"libraryId":"ours"}');
    await library.putWhole('a.rfa', bytes);
    expect(disk.paths()).toEqual(['a.rfa']);
  });
});
