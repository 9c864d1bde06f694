import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { makeDemoCatalogue } from '../../../electron/demo/catalogue.ts';
import { planDemoLibrary, writeDemoLibrary } from '../../../electron/demo/write-demo-library.ts';
import { savePersonFile } from '../../../electron/platform/person-files.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import { createBytesFile } from '../cad/bytes-file.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'demo-library-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

describe('the demo library', () => {
  it('has a file for every class pair, some in Dutch, and one that belongs to no class', async () => {
    await writeDemoLibrary(dir, savePersonFile);
    const files = await filesOf(dir);
    expect(files).toContain('EC011022_v7/MC000101_v2/Panel radiator.ifc');
    for (const { etimClass, modellingClass } of makeDemoCatalogue().structures) {
      const folder = `${etimClass.code}_v${etimClass.version}/${modellingClass.code}_v${modellingClass.version}/`;
      const neutral = files.filter((file) => file.startsWith(folder) && !/\.nl\.\w+$/.test(file));
      expect(neutral, folder).toHaveLength(1);
    }
    expect(files.filter((file) => /\.nl\.\w+$/.test(file)).length).toBeGreaterThanOrEqual(3);
    expect(files.filter((file) => !file.includes('/'))).toHaveLength(1);
    expect(new Set(files.map((file) => file.split('.').at(-1)))).toEqual(new Set(['ifc', 'step', 'dxf']));
    expect(files).toEqual(
      planDemoLibrary()
        .map(({ path }) => path)
        .sort(),
    );
    expect(files.some((file) => file.split('/').some(isCompanionName))).toBe(false);
  });

  it('consists of whole CAD files', async () => {
    await writeDemoLibrary(dir, savePersonFile);
    for (const path of await filesOf(dir)) {
      const bytes = await readFile(join(dir, path));
      const facts = await inspectCadFile(createBytesFile(bytes), path, bytes.length);
      expect(facts, path).toMatchObject({ kind: path.split('.').at(-1), whole: 'whole' });
    }
  });

  it('never touches a file that is there already', async () => {
    await writeDemoLibrary(dir, savePersonFile);
    const path = join(dir, 'EC011022_v7/MC000101_v2/Panel radiator.ifc');
    await writeFile(path, 'what the designer made of it');
    const before = await stat(path);
    await writeDemoLibrary(dir, savePersonFile);
    expect(await readFile(path, 'utf8')).toBe('what the designer made of it');
    expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
  });

  it('is whole after a try that broke off in the middle of a file', async () => {
    const [first] = planDemoLibrary();
    async function* cutOff(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const all of bytes) yield all.subarray(0, 100);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    await expect(writeDemoLibrary(dir, (place, bytes) => savePersonFile(place, cutOff(bytes)))).rejects.toThrow();
    expect(await filesOf(dir)).toEqual([]);
    await writeDemoLibrary(dir, savePersonFile);
    expect((await stat(join(dir, first?.path ?? ''))).size).toBeGreaterThan(100);
  });

  it('fails loudly where it cannot write', async () => {
    await writeFile(join(dir, 'taken'), '');
    await expect(writeDemoLibrary(join(dir, 'taken'), savePersonFile)).rejects.toThrow();
  });
});
