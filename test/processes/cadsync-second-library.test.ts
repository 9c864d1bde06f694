import { readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { libraryWith, service } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

const drawing = sampleDrawing('step/Simple door.step');
const door = 'EC011022_v7/MC000101_v2/door.step';
const lock = 'EC011023_v1/MC000101_v2/lock.step';

/** A state folder for several libraries, with a service. */
async function stateWithService() {
  const { environment } = await service();
  const state = temporaryFolder();
  const runAsPerson = (...args: string[]) => runCommand([...args, '--state', state], environment);
  const run = async (...args: string[]) => {
    const { exitCode, output, errors } = await runAsPerson(...args, '--json');
    return { exitCode, errors, answer: JSON.parse(output) as Record<string, unknown> };
  };
  const program = ['--once', '--application', 'Revit', '--application-version', '2025', '--quiet-time', '300'];
  return { run, runAsPerson, sync: (folder: string, ...more: string[]) => run('sync', folder, ...program, ...more) };
}

const drawings = (library: string): string[] =>
  readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.step'));

describe('a second library for one program', () => {
  test('has nothing of the first, says so before, and fetches everything once that is chosen', async () => {
    const { run, sync } = await stateWithService();
    const [first, second] = [libraryWith({ [door]: drawing }), libraryWith({ [lock]: drawing })];
    expect(await sync(first)).toMatchObject({ exitCode: 0, answer: { uploaded: 1 }, errors: '' });

    // As a person names it, from the folder they stand in.
    const added = await sync(relative(process.cwd(), second));
    expect(added).toMatchObject({ exitCode: 0, answer: { uploaded: 1, downloaded: 0, notFetched: 1 } });
    expect(added.errors).toContain(`held by library (${first}) already`);
    expect(added.errors).toContain('--fetch everything');
    expect(await sync(first)).toMatchObject({ exitCode: 0, answer: { downloaded: 0 } });
    expect([drawings(first), drawings(second)]).toEqual([[door], [lock]]);

    expect((await run('library', 'set', second, '--fetch', 'everything')).answer).toMatchObject({
      library: { root: second, settings: { fetch: 'everything' } },
      givenWay: [{ root: first, settings: { fetch: 'own' } }],
    });
    expect((await run('library', 'remove', first)).answer).toMatchObject({ done: true });
    expect(await sync(second)).toMatchObject({ exitCode: 0, answer: { downloaded: 1, notFetched: 0 } });
    expect(drawings(second)).toHaveLength(2);
    expect(drawings(first)).toEqual([door]);
  });

  test('fetches everything from the start where that is said with it; later that is for "library set"', async () => {
    const { run, runAsPerson, sync } = await stateWithService();
    const [first, second] = [libraryWith({ [door]: drawing }), temporaryFolder()];
    await sync(first);
    expect((await sync(second, '--fetch', 'everything')).errors).toContain('fetches everything else from now on');
    expect((await run('library', 'list')).answer).toMatchObject({
      libraries: expect.arrayContaining([
        expect.objectContaining({ root: first, settings: expect.objectContaining({ fetch: 'own' }) as unknown }),
      ]) as unknown,
    });
    const refused = await sync(second, '--fetch', 'own');
    expect(refused).toMatchObject({ exitCode: 64, answer: { error: { code: 'invalid-request' } } });
    expect(refused.errors).toContain('library set');

    const { output } = await runAsPerson('library', 'set', first, '--fetch', 'everything');
    const told = output.trim().split('\n');
    expect(told).toHaveLength(2);
    expect(told[0]).toContain(`(${first}), Revit 2025: `);
    expect(told[1]).toContain(`(${second}), Revit 2025: `);
  });
});

describe('an odd folder', () => {
  test('is refused, with what to do', async () => {
    const { run, sync } = await stateWithService();
    for (const [folder, code] of [
      ['/', 'folder-is-drive'],
      [homedir(), 'folder-is-home'],
    ] as const) {
      const { exitCode, answer, errors } = await sync(folder, '--yes');
      expect({ exitCode, answer }, folder).toMatchObject({ exitCode: 1, answer: { error: { code } } });
      expect(errors).toContain('for the library alone');
    }
    expect((await run('library', 'list')).answer).toEqual({ libraries: [] });
  });

  test('is asked about once where it is full of other things', async () => {
    const { run, sync } = await stateWithService();
    const folder = libraryWith({ [door]: drawing });
    for (let n = 0; n < 1_000; n += 1) writeFileSync(join(folder, `${n}.txt`), '');
    const question = { isShareRoot: false, drawings: 1, others: 1_000, isAll: true };
    expect(await sync(folder)).toMatchObject({ exitCode: 2, answer: { done: false, root: folder, question } });
    expect((await run('library', 'list')).answer).toEqual({ libraries: [] });
    expect(await sync(folder, '--yes')).toMatchObject({ exitCode: 0, answer: { uploaded: 1 } });
    expect(await sync(folder)).toMatchObject({ exitCode: 0, answer: { uploaded: 0 } });
  });
});
