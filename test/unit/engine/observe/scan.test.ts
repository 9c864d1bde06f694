import { beforeEach, describe, expect, it } from 'vitest';
import { scan } from '../../../../electron/engine/observe/scan.ts';
import { createIgnoreRules } from '../../../../electron/engine/tree/ignore-rules.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, type FakeDisk } from '../../../fakes/engine/disk.ts';

let disk: FakeDisk;
beforeEach(() => {
  disk = createFakeDisk(createFakeClock());
  disk.write('.cadlibrary/library.json', '{"libraryId":"ours"}');
  disk.write('EC000001/pump.rfa', 'bytes');
});

const nothingIgnored = createIgnoreRules([], false);
const look = async (markerId: string | undefined = 'ours', ignored = nothingIgnored) => {
  const found: string[] = [];
  const onFile = (path: string): unknown => found.push(path);
  return { ...(await scan(disk.port.library(), { markerId, ignored, onFile })), found: found.sort() };
};

describe('a scan', () => {
  it('finds the CAD files and passes over what programs leave beside them', async () => {
    for (const name of ['plan.dwg', 'plan.dwl', 'plan.bak', 'pump.0001.rfa', '~$part.sldprt', 'notes.txt']) {
      disk.write(`EC000001/${name}`, 'bytes');
    }
    disk.write('pump_backup/pump.rfa', 'bytes');
    disk.write('.cadlibrary/backup/pump.rfa', 'bytes');
    const { found, proven } = await look();
    expect(found).toEqual(['EC000001/plan.dwg', 'EC000001/pump.rfa']);
    expect(proven).toBe(true);
  });

  it('passes over the own folder however it is spelled, because some disks open it under any spelling', async () => {
    disk.write('.CadLibrary/backup/pump.rfa', 'bytes');
    expect((await look()).found).toEqual(['EC000001/pump.rfa']);
  });

  it('names the folders it could not list, and goes on with the others', async () => {
    disk.write('EC000002/valve.rfa', 'bytes');
    disk.fail('list', 'EC000001', 'file-unreadable');
    const { found, unreadable } = await look();
    expect(found).toEqual(['EC000002/valve.rfa']);
    expect(unreadable).toEqual(['EC000001']);
  });

  it('withholds what has a backslash in its name, files and folders, and nothing that it would pass over', async () => {
    for (const path of ['EC000001/back\\slash.rfa', 'EC000001/no\\drawing.txt', 'odd\\folder/valve.rfa']) {
      disk.write(path, 'bytes');
    }
    const { found, withheld } = await look();
    expect(found).toEqual(['EC000001/pump.rfa']);
    expect([...withheld].map(([path, { problem }]) => [path, problem.code]).sort()).toEqual([
      ['EC000001/back\\slash.rfa', 'backslash-in-name'],
      ['odd\\folder', 'backslash-in-name'],
    ]);
  });

  it('passes over what the library ignores, folders with everything in them', async () => {
    disk.write('EC000001/old/pump.rfa', 'bytes');
    disk.write('EC000001/draft pump.rfa', 'bytes');
    const { found } = await look('ours', createIgnoreRules(['old/', 'draft *'], false));
    expect(found).toEqual(['EC000001/pump.rfa']);
    expect(disk.operations.filter(({ path }) => path === 'EC000001/old')).toEqual([]);
  });

  it('goes on while the marker is still written, and is proven by it in the end', async () => {
    const written = Promise.withResolvers<string>();
    const found: string[] = [];
    const onFile = (path: string): void => {
      found.push(path);
      written.resolve('ours');
    };
    const options = { markerId: written.promise, ignored: nothingIgnored, onFile };
    expect(await scan(disk.port.library(), options)).toMatchObject({ proven: true });
    expect(found).toEqual(['EC000001/pump.rfa']);
  });

  it('proves nothing of a library that has no marker', async () => {
    expect(
      await scan(disk.port.library(), { markerId: undefined, ignored: nothingIgnored, onFile: () => undefined }),
    ).toMatchObject({ proven: false });
  });

  for (const [code, what, spoil] of [
    ['library-missing', 'is not mounted', () => disk.setMounted(false)],
    ['library-unproven', 'is empty', () => disk.empty()],
    ['library-unproven', 'has lost its marker', () => disk.delete('.cadlibrary/library.json')],
    [
      'library-unproven',
      'has the marker of another library',
      () => disk.write('.cadlibrary/library.json', '{"libraryId":"theirs"}'),
    ],
    ['library-unproven', 'has a damaged marker', () => disk.write('.cadlibrary/library.json', '{')],
  ] as const) {
    it(`says ${code} when the folder ${what}`, async () => {
      spoil();
      await expect(look()).rejects.toMatchObject({ code });
    });
  }
});
