import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  freePlaceIn,
  lookAtPersonFile,
  openPersonFile,
  savePersonFile,
} from '../../../electron/platform/person-files.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { watchFlushing } from '../../fakes/watch-flushing.ts';
import { temporaryFolder } from '../imports/product-files.ts';

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
async function* breakingOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of');
  throw new AppError('answer-incomplete');
}

describe('a file that a person has saved', () => {
  it('is there whole, and its size is told', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'selection.zip');
    const told: number[] = [];
    const size = await savePersonFile({ path, mayReplace: false }, pieces('one ', 'two'), (bytes) => told.push(bytes));
    expect([size, told, readFileSync(path, 'utf8')]).toEqual([7, [4, 7], 'one two']);
    expect(readdirSync(folder)).toEqual(['selection.zip']);
  });

  it.each([true, false])(
    'is on the disk with its name once that is told, where one may be replaced: %s',
    async (mayReplace) => {
      const folder = temporaryFolder();
      const path = join(folder, 'selection.zip');
      const flushes = await watchFlushing(folder);
      await savePersonFile({ path, mayReplace }, pieces('one ', 'two'));
      expect([flushes.hasBytesOf(path), flushes.hasNameOf(path)]).toEqual([true, true]);
    },
  );

  it('is not seen before all of it has arrived', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'selection.zip');
    const seen: string[][] = [];
    await savePersonFile({ path, mayReplace: false }, pieces('one', 'two'), () =>
      seen.push(readdirSync(folder).filter((name) => name === 'selection.zip')),
    );
    expect(seen).toEqual([[], []]);
  });

  it('in a place that takes none is said to be of that place, which is in no library', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a file'), '');
    const places = [join(folder, 'a file', 'below', 'selection.zip'), join(folder, `${'long'.repeat(100)}.zip`)];
    for (const path of places)
      await expect(savePersonFile({ path, mayReplace: false }, pieces('one'))).rejects.toMatchObject({
        code: 'place-not-writable',
      });
    expect(readdirSync(folder)).toEqual(['a file']);
  });

  it('that breaks off leaves nothing, and what stood there as it was', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'selection.zip');
    writeFileSync(path, 'from last week');
    await expect(savePersonFile({ path, mayReplace: true }, breakingOff())).rejects.toMatchObject({
      code: 'answer-incomplete',
    });
    expect(readdirSync(folder)).toEqual(['selection.zip']);
    expect(readFileSync(path, 'utf8')).toBe('from last week');
  });

  it('takes the place of another only where the person agreed', async () => {
    const path = join(temporaryFolder(), 'selection.zip');
    writeFileSync(path, 'from last week');
    await expect(savePersonFile({ path, mayReplace: false }, pieces('new'))).rejects.toMatchObject({
      code: 'place-taken',
    });
    expect(readFileSync(path, 'utf8')).toBe('from last week');
    await savePersonFile({ path, mayReplace: true }, pieces('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('does not take the place of one that changed after the person agreed', async () => {
    const path = join(temporaryFolder(), 'selection.zip');
    writeFileSync(path, 'theirs');
    const { changedMs = 0, sizeBytes } = (await lookAtPersonFile(path)) ?? {};
    expect(sizeBytes).toBe(6);
    await expect(
      savePersonFile({ path, mayReplace: true, agreedMs: changedMs - 1 }, pieces('new')),
    ).rejects.toMatchObject({ code: 'place-taken' });
    expect(readFileSync(path, 'utf8')).toBe('theirs');
    await savePersonFile({ path, mayReplace: true, agreedMs: changedMs }, pieces('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('does not replace what came while it arrived', async () => {
    const path = join(temporaryFolder(), 'selection.zip');
    const saving = savePersonFile({ path, mayReplace: false }, pieces('new'), () => writeFileSync(path, 'theirs'));
    await expect(saving).rejects.toMatchObject({ code: 'place-taken' });
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });

  it('does not replace one that changed while it arrived, though the person agreed before', async () => {
    const path = join(temporaryFolder(), 'selection.zip');
    writeFileSync(path, 'theirs');
    const { changedMs = 0 } = (await lookAtPersonFile(path)) ?? {};
    // As long as the clock of the disk calls it the same moment, nothing tells the two apart.
    const saveAgain = (): void => {
      do writeFileSync(path, 'newer');
      while (statSync(path).ctimeMs <= changedMs);
    };
    const saving = savePersonFile({ path, mayReplace: true, agreedMs: changedMs }, pieces('ours'), saveAgain);
    await expect(saving).rejects.toMatchObject({ code: 'place-taken' });
    expect(readFileSync(path, 'utf8')).toBe('newer');
  });

  it.skipIf(process.platform === 'win32').each([true, false])(
    'does not take the place of a link, and is told that one is there, where a file may be replaced: %s',
    async (mayReplace) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'elsewhere'), 'theirs');
      for (const target of ['gone', 'link 1', 'elsewhere']) {
        const path = join(folder, `link ${readdirSync(folder).length}`);
        symlinkSync(target, path);
        await expect(savePersonFile({ path, mayReplace }, pieces('new'))).rejects.toMatchObject({
          code: 'place-taken',
          detail: `${path} is a link, and links are not followed.`,
        });
        expect(readlinkSync(path)).toBe(target);
        expect(await freePlaceIn(folder, basename(path))).toBe(`${path} (2)`);
      }
      expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('theirs');
    },
  );

  it('gets a free name in the folder for downloads, which is made where there is none once there is something to save', async () => {
    const folder = join(temporaryFolder(), 'Downloads');
    expect(await freePlaceIn(folder, 'products.zip')).toBe(join(folder, 'products.zip'));
    expect(existsSync(folder)).toBe(false);
    await savePersonFile({ path: join(folder, 'products.zip'), mayReplace: false }, pieces('one'));
    writeFileSync(join(folder, 'products (2).zip'), '');
    expect(await freePlaceIn(folder, 'products.zip')).toBe(join(folder, 'products (3).zip'));
  });

  it('is saved under as long a name as the disk holds, and under one next to that', async () => {
    const folder = temporaryFolder();
    for (const text of ['one', 'two']) {
      const path = await freePlaceIn(folder, `${'あ'.repeat(83)}.zip`);
      await savePersonFile({ path, mayReplace: false }, pieces(text));
    }
    expect(readdirSync(folder).sort()).toEqual([`${'あ'.repeat(82)} (2).zip`, `${'あ'.repeat(83)}.zip`].sort());
  });

  it.skipIf(process.platform === 'win32')(
    'gets no place under a name that the disk does not take, instead of one number after the other',
    async () => {
      const place = freePlaceIn(temporaryFolder(), `${'室'.repeat(252)}.pdf`);
      await expect(place).rejects.toMatchObject({ code: 'unsafe-name' });
    },
  );
});

describe('a file that a person sends', () => {
  it('can be read again from its beginning', async () => {
    const path = join(temporaryFolder(), 'products.json');
    writeFileSync(path, '[{"name":"pump"}]');
    const file = await openPersonFile(path);
    expect(file).toMatchObject({ fileName: 'products.json', sizeBytes: 17 });
    for (let time = 0; time < 2; time += 1) {
      const read: Uint8Array[] = [];
      for await (const piece of file.open()) read.push(piece);
      expect(Buffer.concat(read).toString()).toBe('[{"name":"pump"}]');
    }
  });

  it.each([
    ['products.json', 'invalid-request'],
    ['/nowhere/at/all/products.json', 'invalid-request'],
  ])('is refused by its path: %s', async (path, code) => {
    await expect(openPersonFile(path)).rejects.toMatchObject({ code });
  });

  it.each([
    ['cut short', (path: string) => truncateSync(path, 200_000)],
    ['saved over', (path: string) => writeFileSync(path, Buffer.alloc(400_000, 2))],
    ['appended to', (path: string) => appendFileSync(path, 'more')],
  ])('is refused where it is %s while it is read', async (_how, change) => {
    const path = join(temporaryFolder(), 'products.json');
    writeFileSync(path, Buffer.alloc(400_000, 1));
    utimesSync(path, 1, 1);
    const file = await openPersonFile(path);
    const read = async (): Promise<void> => {
      let pieces = 0;
      for await (const _piece of file.open()) if ((pieces += 1) === 1) change(path);
    };
    await expect(read()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
  });

  it('is refused where it is a folder or empty', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.json'));
    writeFileSync(join(folder, 'empty.json'), '');
    await expect(openPersonFile(join(folder, 'folder.json'))).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(openPersonFile(join(folder, 'empty.json'))).rejects.toMatchObject({ code: 'empty-file' });
  });
});
