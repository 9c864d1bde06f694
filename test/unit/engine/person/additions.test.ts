import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAdditions } from '../../../../electron/engine/person/additions.ts';
import { createDisk } from '../../../../electron/platform/disk.ts';
import { temporaryFolder } from '../../../processes/temporary-folder.ts';

/**
 * A library on a share, and what is dropped from it by the letter of a drive: Windows answers the letter with the place
 * behind it, as it does for a link, which stands for it here.
 */
function mappedDrive() {
  const base = realpathSync(temporaryFolder());
  const [share, drive] = [join(base, 'share'), join(base, 'Z')];
  mkdirSync(join(share, 'Library'), { recursive: true });
  mkdirSync(join(share, 'Pumps'));
  symlinkSync(share, drive);
  for (const path of ['pump.rfa', 'Pumps/big pump.rfa', 'Library/valve.rfa']) writeFileSync(join(share, path), path);
  const library = { libraryId: 'l', root: join(share, 'Library'), name: 'L' };
  const additions = createAdditions({
    ports: { disk: createDisk(), clock: {}, newId: () => 'id' } as never,
    libraries: { all: () => [library] } as never,
    // How a library takes a file in is told elsewhere: here, that it comes as far as that.
    runners: { keeperOf: () => ({ prove: () => Promise.reject(new Error('the library is reached')) }) } as never,
  });
  return { drive, additions };
}

describe('what is dropped by the letter of a mapped drive, or through a link to a folder', () => {
  it('can be added: files, and folders with what is in them', async () => {
    const { drive, additions } = mappedDrive();
    const { files } = await additions.look([join(drive, 'pump.rfa'), join(drive, 'Pumps')]);
    expect(files.map(({ path }) => path)).toEqual(['pump.rfa', 'Pumps/big pump.rfa']);
    const place = { libraryId: 'l', path: 'pump.rfa', ifThere: 'ask' } as const;
    for (const from of [...files.map((file) => file.from), join(drive, 'pump.rfa')])
      await expect(additions.addFrom(from, place, undefined)).rejects.toThrow('the library is reached');
  });

  it('is known for a file of the library where it is one', async () => {
    const { drive, additions } = mappedDrive();
    expect(await additions.look([join(drive, 'Library', 'valve.rfa')])).toMatchObject({ inLibrary: 1, files: [] });
    expect(await additions.look([join(drive, 'Library')])).toMatchObject({ inLibrary: 1, files: [] });
  });
});
